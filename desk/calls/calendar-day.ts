import type { ShownState } from "../records/values.ts";

/** A call, an interview, or a busy time in the calendar. */
export type CalendarCall = {
	/** Unique. */
	key: string;
	/** Of it beside the calendar; undefined where the member may not read it. */
	path: string | undefined;
	/** Whether it can be dragged to another time. */
	isMovable: boolean;
	name: string;
	from: string;
	until: string;
	/** Undefined where it need not be shown. */
	host: string | undefined;
	/** Everybody who takes it; empty where the member may not read it. */
	hostIds: readonly string[];
	/** Topic and remark. */
	about: string;
	state: ShownState;
};

/** A day, or a host's day, with a cell for each time. */
export type CalendarDay = {
	date: string;
	/** The host whose day it is, "nobody" for calls without one; undefined for the day of all. */
	host: string | undefined;
	/** Which appointments the host takes; undefined where no host's day is shown. */
	takes: { calls: boolean; interviews: boolean } | undefined;
	/** To the view of this day. */
	path: string;
	/** "Mon, 23 Nov", or the host's name. */
	name: string;
	isToday: boolean;
	/** Why no calls are taken. */
	note: string | undefined;
	/** Hosts who are away all day. */
	away: string[];
	/** Absences of hosts and closed times, in sentences. */
	absences: string[];
	cells: CalendarCell[];
};

export type CalendarCell = {
	state: "free" | "full" | "closed";
	isPast: boolean;
	/** Why staff have closed this time. */
	closure: string | undefined;
	/** Hosts who are blocked by anything but a call, such as "Priya Nair busy"; `brief` where they are many. */
	blocked: { text: string; brief: string } | undefined;
	calls: CalendarCall[];
};

/** Passed by the calendar to the appointment that is open beside it. */
export type CalendarContext = {
	/** Address of the calendar; and its query, which the appointment's address keeps. */
	calendarPath: string;
	search: string;
};

/** Returns the address of the calendar for a day or its week, of one host or all. */
export function addressOfCalendar(view: "week" | "day", date: string, host: string): string {
	return `/calls${searchOfCalendar(view, date, host)}`;
}

/** Keeps the calendar's part of a query. */
export function keepCalendarQuery(query: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => ["week", "day", "host"].includes(name)));
}

/** Returns the query of the calendar's address. */
export function searchOfCalendar(view: "week" | "day", date: string, host: string): string {
	return `?${new URLSearchParams({ [view]: date, ...(host !== "" && { host }) }).toString()}`;
}
