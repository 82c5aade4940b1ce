/** Formatted text as Markdown. */
export type PastedMarkdown = {
	markdown: string;
	/** A sentence about what was left out; empty when nothing was. */
	left: string;
};
