import type { ShownValue } from "../records/values.ts";

export type Card = {
	reference: string;
	/** The version that is shown; a move of any other is refused. */
	version: number;
	name: string;
	/** Key of its stage. */
	stage: string;
	received: ShownValue;
	owner: string;
	source: string;
	isAnswered: boolean;
	/** The remark in lists. */
	remark: string | undefined;
};

export type Column = { key: string; label: string; count: number; cards: Card[] };

export type MoveCard = (card: Card, stage: string) => void;
