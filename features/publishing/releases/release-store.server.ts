import type { Connection } from "../../../platform/database/database.ts";
import type { ContentSource, PictureSource } from "../documents/content-source.server.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { readRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";
import { layRedirects, type FormerAddresses } from "./redirects.ts";

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
	/** Where former addresses lead. */
	redirects: FormerAddresses;
	/** Where they led before redirects.yml named them. */
	overruled: FormerAddresses;
};

/** Reads the published changes of one release, even if another is published meanwhile. */
export async function readOverlay(db: Connection): Promise<Overlay> {
	for (;;) {
		const edition = await findLastRelease(db);
		const documents = await db.selectFrom("contentDocuments").select(["path", "text"]).execute();
		const former = await readFormerAddresses(db);
		const pictures = await readPictureOverlay(db, { withDrafts: false });
		// Each query sees what is committed when it begins; a release in between would mix two.
		if ((await findLastRelease(db)) !== edition) continue;
		return {
			edition,
			documents: new Map(documents.map(({ path, text }) => [path, text ?? undefined])),
			pictures,
			...former,
		};
	}
}

/** Reads where former addresses lead. A later redirects.yml overrules the addresses that it names. */
export async function readFormerAddresses(db: Connection): Promise<Pick<Overlay, "redirects" | "overruled">> {
	const rows = await db.selectFrom("contentRedirects").select(["fromPath", "toPath", "edition"]).execute();
	const document = await db
		.selectFrom("contentDocuments")
		.select(["text", "edition"])
		.where("path", "=", redirectsFile)
		.executeTakeFirst();
	const listed = readRedirects(document?.text ?? undefined);
	const redirects = new Map<string, string | undefined>();
	const overruled = new Map<string, string | undefined>();
	for (const { fromPath, toPath, edition } of rows) {
		const isOverruled = document !== undefined && edition <= document.edition && listed.has(fromPath);
		(isOverruled ? overruled : redirects).set(fromPath, toPath || undefined);
	}
	return { redirects, overruled };
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
	const texts = layOver(base.documents, documents);
	return {
		...base,
		documents: texts,
		pictures: layOver(base.pictures, pictures),
		...(redirects.size > 0 && { formerAddresses: new Set(listRedirects(texts, redirects).keys()) }),
	};
}

/**
 * Lists the redirects of a content: those of redirects.yml and of former addresses.
 * @param pages addresses of pages; by default those of documents
 */
export function listRedirects(
	documents: ContentSource["documents"],
	former: FormerAddresses,
	pages?: ReadonlySet<string>,
): Map<string, string> {
	const listed = readRedirects(documents.get(redirectsFile));
	if (listed.size + former.size === 0) return new Map();
	return layRedirects(listed, { former, pages: pages ?? listDocumentAddresses(documents) });
}

function listDocumentAddresses(documents: ContentSource["documents"]): Set<string> {
	const addresses = new Set<string>();
	for (const path of documents.keys()) {
		const located = findDocumentKind(path);
		if (located?.kind.editedAs === "document" && "folder" in located.kind)
			addresses.add(located.kind.pathOf(located.slug));
	}
	return addresses;
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
