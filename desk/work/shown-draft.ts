/** A draft as its form shows it: one that is stored, or what the form begins with. */
export type ShownDraft = {
	/** 0 for none that is stored. */
	version: number;
	/** Names the page that wrote it last. */
	tab: string;
	/** By the names of the form's fields. */
	values: Record<string, string>;
	/** Other texts that were typed for it, each with how it begins. */
	setAside: ShownText[];
	files: { storedAs: string; name: string; size: string }[];
};

type ShownText = { id: string; text: string };

/** What saving a draft came to. */
export type DraftAnswer = {
	saved: { version: number; setAside: ShownText[] };
	/** Why the files that came with it were not taken. */
	error?: string | undefined;
};
