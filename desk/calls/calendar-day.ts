import type { ShownState } from "../records/values.ts";

/** A call as the calendar shows it. */
export type CalendarCall = {
	reference: string;
	name: string;
	from: string;
	until: string;
	/** Its domain, and what is said of it beside. */
	about: string;
	state: ShownState;
};

/** A day as the calendar shows it, with a cell for each time. */
export type CalendarDay = {
	date: string;
	/** "Mon, 23 Nov" */
	name: string;
	isToday: boolean;
	/** Why no calls are taken, where none are. */
	note: string | undefined;
	cells: { state: "free" | "full" | "closed"; calls: CalendarCall[] }[];
};
