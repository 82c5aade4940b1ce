import type { ShownValue } from "../records/values.ts";

export type Card = {
	reference: string;
	/** The version that is shown; a move of any other is refused. */
	version: number;
	name: string;
	/** Its sender's latest job; empty if unknown. */
	occupation: string;
	/** Key of its stage. */
	stage: string;
	/** Since when it is in its stage, and the days until now. */
	since: ShownValue & { days: number };
	owner: { name: string; initials: string } | undefined;
	/** The average of its scorecards, once the member has given their own. */
	score: string | undefined;
	/** Whether its sender wrote again after the last reply. */
	hasNewMessage: boolean;
	isAnswered: boolean;
	source: string;
	/** The remark in lists. */
	remark: string | undefined;
};

export type Column = {
	key: string;
	label: string;
	/** Whether its records still need work; the others are folded. */
	isOpen: boolean;
	count: number;
	cards: Card[];
};

export type MoveCard = (card: Card, stage: string) => void;

/** Passed by the board to what is open over it. */
export type BoardContext = {
	/** References of the neighbours among the cards that are shown. */
	previous: string | undefined;
	next: string | undefined;
	/** Addresses of the board, and of a record over it. */
	boardPath: string;
	pathOf(reference: string): string;
};
