import { listPictureUses, type PictureUse } from "./picture-uses.ts";

/** A document's texts, as far as there are some. */
export type PictureText = {
	document: string;
	published?: string | undefined;
	draft?: string | undefined;
	/** What will be public at a time. */
	scheduled?: readonly string[];
};

/** Makes what finds where each picture stands, in what is public, scheduled or a draft, by the picture's path. Texts that it knows are not read again. */
export function createUsesReader(): (texts: readonly PictureText[]) => Map<string, PictureUse[]> {
	type Read = { text: string; uses: Map<string, PictureUse[]> };
	let known = new Map<string, Read>();

	return (texts) => {
		const seen = new Map<string, Read>();
		const found = new Map<string, PictureUse[]>();
		for (const { document, published, draft, scheduled = [] } of texts)
			for (const [name, text] of [
				[document, published],
				[`${document} draft`, draft],
				...scheduled.map((own, index) => [`${document} scheduled ${index}`, own] as const),
			] as const) {
				if (!text?.includes("src")) continue;
				const before = known.get(name);
				const read = before?.text === text ? before : { text, uses: listPictureUses(document, text) };
				seen.set(name, read);
				for (const [src, places] of read.uses) found.set(src, addNew(found.get(src) ?? [], places));
			}
		known = seen;
		return found;
	};
}

function addNew(known: readonly PictureUse[], places: readonly PictureUse[]): PictureUse[] {
	return [
		...known,
		...places.filter(
			({ document, field }) => !known.some((other) => other.document === document && other.field === field),
		),
	];
}
