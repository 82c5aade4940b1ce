import { listPictureUses, mayShowPictures, type PictureUse } from "./picture-uses.ts";

/** A document's texts. */
export type PictureText = {
	document: string;
	published?: string | undefined;
	draft?: string | undefined;
	/** Scheduled texts. */
	scheduled?: readonly string[];
};

/** Creates the finder of pictures' places in public, scheduled and draft texts, by the picture's path. Known texts are not parsed again. */
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
				if (text === undefined || !mayShowPictures(text)) continue;
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
