/** A draft in its form: a stored one, or the form's first values. */
export type ShownDraft = {
	/** 0 for none that is stored. */
	version: number;
	/** Names the page that wrote it last. */
	tab: string;
	/** By the names of the form's fields. */
	values: Record<string, string>;
	/** Earlier texts, each with its beginning. */
	setAside: ShownText[];
	files: { storedAs: string; name: string; size: string }[];
};

type ShownText = { id: string; text: string };

/** The result of saving a draft. */
export type DraftResponse = {
	saved: { version: number; setAside: ShownText[] };
	/** Why the files that came with it were not taken. */
	error?: string | undefined;
};
