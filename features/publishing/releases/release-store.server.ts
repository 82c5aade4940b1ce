import type { Connection } from "../../../platform/database/database.ts";
import type { ContentSource, PictureSource } from "../documents/content-source.server.ts";
import { getRedirects } from "../documents/redirects-file.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";
import { layRedirects, type RedirectOverlay } from "./redirects.ts";

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
	/** Where addresses lead that documents had once. */
	redirects: RedirectOverlay;
};

/** Reads what is published, of one edition whole, whatever is published meanwhile. */
export async function readOverlay(db: Connection): Promise<Overlay> {
	for (;;) {
		const edition = await findLastEdition(db);
		const documents = await db.selectFrom("contentDocuments").select(["path", "text"]).execute();
		const redirects = await readRedirectOverlay(db);
		const pictures = await readPictureOverlay(db, { withDrafts: false });
		// Each query sees what is committed as it begins; an edition in between would leave a mixture.
		if ((await findLastEdition(db)) !== edition) continue;
		return {
			edition,
			documents: new Map(documents.map(({ path, text }) => [path, text ?? undefined])),
			pictures,
			redirects,
		};
	}
}

/** Reads what the studio says over the redirects of the build. */
export async function readRedirectOverlay(db: Connection): Promise<RedirectOverlay> {
	const rows = await db.selectFrom("contentRedirects").select(["fromPath", "toPath"]).execute();
	return new Map(rows.map(({ fromPath, toPath }) => [fromPath, toPath || undefined]));
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
	return { ...base, documents: layOver(base.documents, documents), pictures: layOver(base.pictures, pictures) };
}

/** Where addresses lead that have no page of their own, as far as the build and the studio say. */
export function listRedirects(base: ContentSource, { redirects }: Pick<Overlay, "redirects">): Map<string, string> {
	return layRedirects(getRedirects(base.redirects), redirects);
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
