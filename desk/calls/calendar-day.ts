import type { ShownState } from "../records/values.ts";

/** A call or an interview as the calendar shows it, or that somebody is busy. */
export type CalendarCall = {
	/** Unlike every other one. */
	key: string;
	/** Of its page; undefined where whoever looks may not read it. */
	path: string | undefined;
	name: string;
	from: string;
	until: string;
	/** Who holds it, where that is worth saying. */
	host: string | undefined;
	/** Its domain, and what is said of it beside. */
	about: string;
	state: ShownState;
};

/** A day as the calendar shows it, with a cell for each time. */
export type CalendarDay = {
	date: string;
	/** To the day alone. */
	path: string;
	/** "Mon, 23 Nov" */
	name: string;
	isToday: boolean;
	/** Why no calls are taken, where none are. */
	note: string | undefined;
	/** Hosts who are away all day. */
	away: string[];
	/** When hosts are away or busy, and what is closed, in sentences. */
	absences: string[];
	cells: CalendarCell[];
};

/** What stands at a time of a day. */
export type CalendarCell = {
	state: "free" | "full" | "closed";
	/** Why it is closed, where staff have closed it. */
	closure: string | undefined;
	/** Hosts who cannot be booked then for another reason than a call, such as "Priya Nair busy"; and briefly, where they are many. */
	blocked: { text: string; brief: string } | undefined;
	calls: CalendarCall[];
};

/** The address of a day of the calendar, or of its week, and of whose. */
export function addressOfCalendar(view: "week" | "day", date: string, host: string): string {
	return `/calls?${new URLSearchParams({ [view]: date, ...(host !== "" && { host }) }).toString()}`;
}
