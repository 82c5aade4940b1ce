/** A displayed value with its instant or day. */
export type ShownValue = { text: string; dateTime?: string };

/** A labelled value of a record. */
export type ShownField = {
	label: string;
	value: ShownValue | string[];
	as?: "email" | "links";
	/** Path of the page that a single value leads to. */
	to?: string;
};

export type ShownState = { state: string; name: string };

export type ShownRow = {
	reference: string;
	path: string;
	name: string;
	receivedAt: ShownValue;
	email: string;
	state: ShownState;
};

export type ShownEmail = {
	kind: string;
	reference: string;
	/** Path of its record's page; undefined where there is none or the member may not read it. */
	path: string | undefined;
	recipient: string;
	/** Its state. */
	group: ShownState;
	lastError: string | undefined;
	due: ShownValue;
	attempts: number;
	canBeSentAgain: boolean;
};

/** One page of a list, counted from 1, and the total. */
export type Paging = { page: number; pageSize: number; total: number };

/** A view of a list; the first one is the default. */
export type ListFilter = { show: string; name: string; count: number };
