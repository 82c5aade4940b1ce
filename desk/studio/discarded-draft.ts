/** The text of a discarded draft, to restore it. */
export type DiscardedDraft = {
	text: string;
	/** Of the draft that it replaces, 0 for none. */
	version: number;
	/** Of the public text that it may replace as a draft. */
	edition?: number | undefined;
	/** After a refusal, the author of the draft that was begun or published since, such as "you have". */
	startedBy?: string;
	/** Whether that draft is public. */
	isPublic?: boolean;
};

/** Writes a text for a form in ASCII: browsers change line breaks, and forms are cleaned of marks that nobody sees. */
export function writeDiscardedText(text: string): string {
	return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Reads what writeDiscardedText has written; undefined for anything else. */
export function readDiscardedText(written: string | null): string | undefined {
	try {
		const text: unknown = JSON.parse(written ?? "");
		return typeof text === "string" ? text : undefined;
	} catch {
		return undefined;
	}
}
