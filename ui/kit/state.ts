import type { ReactNode } from "react";

/** A component in one state. */
export type KitState = {
	name: string;
	/** @param id prefix of every id in it, because a state may be shown several times */
	render: (id: string) => ReactNode;
	/** Has controls: it is shown again with all of them hovered, and with all of them focused. */
	controls?: boolean;
	/** Covers the page, so it is shown in a frame of its own. */
	overlay?: boolean;
	ground?: "ink" | "white";
};

export const longText =
	"A text that is much longer than whoever drew this part had in mind, with a word such as Geschwindigkeitsbegrenzungen in it, and that goes on for a while";
