/** What a page shows of a value: a text, and the instant or day that it tells of. */
export type ShownValue = { text: string; dateTime?: string };

/** What a page shows of a record under one label. */
export type ShownField = { label: string; value: ShownValue | string[]; as?: "email" | "links" };

/** What a record's state is called. */
export type ShownState = { state: string; name: string };

export type ShownRow = { reference: string; path: string; values: ShownValue[]; state: ShownState };

export type ShownEmail = {
	kind: string;
	reference: string;
	/** Path of the page of its record; undefined for what the desk has no page of, or who looks may not read. */
	path: string | undefined;
	recipient: string;
	/** What became of it. */
	group: ShownState;
	lastError: string | undefined;
	due: ShownValue;
	attempts: number;
	canBeSentAgain: boolean;
};

/** One page of a list: counted from 1, with how many there are in all. */
export type Paging = { page: number; pageSize: number; total: number };

/** A part of a list that can be seen by itself; the first of them is the usual one. */
export type ListFilter = { show: string; name: string; count: number };
