import type { Connection } from "../../../platform/database/database.ts";
import type { ContentSource, PictureSource } from "../documents/content-source.server.ts";
import { getRedirects } from "../documents/redirects-file.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";
import { layRedirects, type RedirectOverlay } from "./redirects.ts";

/** The change key of every release. */
export const contentChangeKey = "content";

/** The studio's published changes over the build. */
export type Overlay = {
	/** Number of the last release; 0 before the first. */
	edition: number;
	/** Texts by path; undefined for a deleted document. */
	documents: ReadonlyMap<string, string | undefined>;
	/** By path below pictures/; undefined for a deleted picture. */
	pictures: ReadonlyMap<string, PictureSource | undefined>;
	/** Redirects of former addresses. */
	redirects: RedirectOverlay;
};

/** Reads the published changes of one release, even if another is published meanwhile. */
export async function readOverlay(db: Connection): Promise<Overlay> {
	for (;;) {
		const edition = await findLastRelease(db);
		const documents = await db.selectFrom("contentDocuments").select(["path", "text"]).execute();
		const redirects = await readRedirectOverlay(db);
		const pictures = await readPictureOverlay(db, { withDrafts: false });
		// Each query sees what is committed when it begins; a release in between would mix two.
		if ((await findLastRelease(db)) !== edition) continue;
		return {
			edition,
			documents: new Map(documents.map(({ path, text }) => [path, text ?? undefined])),
			pictures,
			redirects,
		};
	}
}

/** Reads the studio's redirects over those of the build. */
export async function readRedirectOverlay(db: Connection): Promise<RedirectOverlay> {
	const rows = await db.selectFrom("contentRedirects").select(["fromPath", "toPath"]).execute();
	return new Map(rows.map(({ fromPath, toPath }) => [fromPath, toPath || undefined]));
}

/** Returns the number of the last release; 0 before the first. */
export async function findLastRelease(db: Connection): Promise<number> {
	const last = await db
		.selectFrom("contentEditions")
		.select((of) => of.fn.max("number").as("number"))
		.executeTakeFirst();
	return last?.number ?? 0;
}

/** Returns the served content: the build's, with the studio's published changes. */
export function applyOverlay(base: ContentSource, { documents, pictures, redirects }: Overlay): ContentSource {
	return {
		...base,
		documents: layOver(base.documents, documents),
		pictures: layOver(base.pictures, pictures),
		...(redirects.size > 0 && { formerAddresses: new Set(listRedirects(base, { redirects }).keys()) }),
	};
}

/** Lists the redirects of the build and the studio. */
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
