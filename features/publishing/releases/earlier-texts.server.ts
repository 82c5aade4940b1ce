import type { Connection } from "../../../platform/database/database.ts";
import { listEndingRows } from "./ending-store.server.ts";
import { findCurrent, hashText, type StoredDocument } from "./list-documents.server.ts";
import type { DocumentChange } from "./write-release.server.ts";

/** A document of a release. */
export type ReleasedDocument = {
	path: string;
	/** Its text; null where it is deleted. */
	text: string | null;
	/** The studio's public text before; null where it was deleted, undefined where the build's counted. */
	earlier: string | null | undefined;
};

/** Reads the documents of a release with what was public before it; none where there is no such release. */
export async function readReleasedDocuments(db: Connection, edition: number): Promise<ReleasedDocument[]> {
	const revisions = await db
		.selectFrom("contentRevisions")
		.select(["path", "text", "edition", "action"])
		.where("edition", "<=", edition)
		.where("path", "in", (of) => of.selectFrom("contentRevisions").select("path").where("edition", "=", edition))
		.orderBy("edition", "desc")
		.execute();
	return revisions
		.filter((revision) => revision.edition === edition)
		.map(({ path, text }) => {
			const before = revisions.find((one) => one.path === path && one.edition < edition);
			// From then on the file was public, in every later build too.
			return { path, text, earlier: before?.action === "file taken" ? undefined : before?.text };
		});
}

/** Reads where addresses lead since a release that has deleted or moved their documents. */
export async function readReleasedRedirects(db: Connection, edition: number): Promise<Map<string, string>> {
	const rows = await db
		.selectFrom("contentRedirects")
		.select(["fromPath", "toPath"])
		.where("edition", "=", edition)
		.execute();
	return new Map(rows.map(({ fromPath, toPath }) => [fromPath, toPath]));
}

/** Returns the text that was public before a release. */
export function findEarlier(
	{ path, earlier }: ReleasedDocument,
	base: ReadonlyMap<string, string>,
): string | undefined {
	return earlier === undefined ? base.get(path) : (earlier ?? undefined);
}

/**
 * Returns the changes that make public again what was public before a release. A document whose file was public leaves the studio; a new one
 * stays there as deleted, so that its history can be found.
 */
export function planEarlier(
	documents: readonly ReleasedDocument[],
	{ base, stored }: { base: ReadonlyMap<string, string>; stored: ReadonlyMap<string, StoredDocument> },
): DocumentChange[] {
	return documents.map((document) => {
		const { path } = document;
		const file = base.get(path);
		const text = findEarlier(document, base) ?? null;
		if (text !== null && text === file) return { path, text, action: "file taken", isFileTaken: true, baseHash: null };
		const baseHash = stored.get(path)?.published?.baseHash ?? hashText(file);
		return { path, text, action: text === null ? "deleted" : "restored", baseHash };
	});
}

/** Tells whether a document of a release is still public as the release left it. */
export function isAsReleased(
	{ path, text }: ReleasedDocument,
	{ base, stored }: { base: ReadonlyMap<string, string>; stored: ReadonlyMap<string, StoredDocument> },
): boolean {
	return findCurrent(base, path, stored.get(path)?.published) === (text ?? undefined);
}

/** Lists the texts that are public again when releases end. */
export async function listReturningTexts(
	db: Connection,
	base: ReadonlyMap<string, string>,
): Promise<{ path: string; text: string }[]> {
	const lists = await Promise.all((await listEndingRows(db)).map(({ edition }) => readReleasedDocuments(db, edition)));
	return lists.flat().flatMap((document) => {
		const text = findEarlier(document, base);
		return text === undefined ? [] : [{ path: document.path, text }];
	});
}
