import type { Connection } from "../../../platform/database/database.ts";
import type { ContentSource, PictureSource } from "../documents/content-source.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";

/** The fact that changes with every edition, for recordChange. */
export const contentFact = "content";

/** What the studio has published over the base. */
export type Overlay = {
	/** Of the last publication; 0 before the first. */
	edition: number;
	/** Texts by path; undefined where the studio has deleted the document. */
	documents: ReadonlyMap<string, string | undefined>;
	/** By path below pictures/; undefined where the studio has deleted the picture. */
	pictures: ReadonlyMap<string, PictureSource | undefined>;
	/** Where an address leads that a document had once. */
	redirects: ReadonlyMap<string, string>;
};

/** Reads what is published, of one edition whole, whatever is published meanwhile. */
export async function readOverlay(db: Connection): Promise<Overlay> {
	for (;;) {
		const edition = await findLastEdition(db);
		const documents = await db.selectFrom("contentDocuments").select(["path", "text"]).execute();
		const redirects = await db.selectFrom("contentRedirects").select(["fromPath", "toPath"]).execute();
		const pictures = await readPictureOverlay(db, { withDrafts: false });
		// Each query sees what is committed as it begins; an edition in between would leave a mixture.
		if ((await findLastEdition(db)) !== edition) continue;
		return {
			edition,
			documents: new Map(documents.map(({ path, text }) => [path, text ?? undefined])),
			pictures,
			redirects: new Map(redirects.map(({ fromPath, toPath }) => [fromPath, toPath])),
		};
	}
}

/** The number of the last edition; 0 before the first. */
export async function findLastEdition(db: Connection): Promise<number> {
	const last = await db
		.selectFrom("contentEditions")
		.select((of) => of.fn.max("number").as("number"))
		.executeTakeFirst();
	return last?.number ?? 0;
}

/** What an installation serves: what it was built with, and what the studio has published over it. */
export function applyOverlay(base: ContentSource, { documents, pictures }: Overlay): ContentSource {
	return { documents: layOver(base.documents, documents), pictures: layOver(base.pictures, pictures) };
}

function layOver<Value>(
	base: ReadonlyMap<string, Value>,
	over: ReadonlyMap<string, Value | undefined>,
): ReadonlyMap<string, Value> {
	if (over.size === 0) return base;
	const result = new Map(base);
	for (const [path, value] of over) {
		if (value === undefined) result.delete(path);
		else result.set(path, value);
	}
	return result;
}
