import type { RouterContextProvider } from "react-router";

/** What pages are made of, which may change while the server runs. */
export type PageContents = {
	/** Whether it is what the site was built with. */
	isAsBuilt(): boolean;
	/** Grows with each change. */
	edition(): number;
	/** Gives where a page stands that is asked for under another address: with other capitals, or where it stood before. */
	findAddress(path: string): string | undefined;
	/** Whether the site has the part that an address belongs to. */
	isOffered(path: string): boolean;
	/** Makes the context of a page that shows nothing of whoever asks for it. */
	createContext(): RouterContextProvider;
};

/** Keeps what is made of the contents until they change. */
export function keepForEdition<Made>(contents: Pick<PageContents, "edition">, make: () => Made): () => Made {
	let kept: { edition: number; made: Made } | undefined;
	return () => {
		const edition = contents.edition();
		if (kept?.edition !== edition) kept = { edition, made: make() };
		return kept.made;
	};
}

/** Keeps what is made of what does not change. */
export function keepForEver<Made>(make: () => Made): () => Made {
	return keepForEdition({ edition: () => 0 }, make);
}
