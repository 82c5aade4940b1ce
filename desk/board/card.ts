import type { ShownValue } from "../records/values.ts";

/** One record on a board. */
export type Card = {
	reference: string;
	/** The version that is shown; a move of any other is refused. */
	version: number;
	name: string;
	/** Key of the stage that it stands in. */
	stage: string;
	received: ShownValue;
	owner: string;
	source: string;
	isAnswered: boolean;
	/** What lists say of it beside its stage. */
	remark: string | undefined;
};

export type Column = { key: string; label: string; count: number; cards: Card[] };

/** Asks for a card to be moved to a stage. */
export type MoveCard = (card: Card, stage: string) => void;
