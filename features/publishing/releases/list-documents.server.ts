import { hash } from "node:crypto";
import type { Connection } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { findDocumentKind, listedKinds, optionalFiles } from "../documents/document-kinds.ts";
import { parseYaml } from "../parse-yaml.ts";
import type { DocumentEntry, Draft, DraftNote } from "./studio.server.ts";

type Documents = ReadonlyMap<string, string>;

/** A document in the database: published text and draft. */
export type StoredDocument = {
	published?: { text: string | null; baseHash: string | null; edition: number };
	draft?: Draft & { baseHash: string | null };
};

const draftColumns = [
	"path",
	"text",
	"version",
	"baseHash",
	"renamedFrom",
	"renamedTo",
	"redirectTo",
	"by",
	"at",
] as const;

/** Reads the database's documents, all or some. */
export async function readStoredDocuments(
	db: Connection,
	paths?: readonly string[],
): Promise<Map<string, StoredDocument>> {
	if (paths?.length === 0) return new Map();
	const published = await db
		.selectFrom("contentDocuments")
		.select(["path", "text", "baseHash", "edition"])
		.$if(paths !== undefined, (query) => query.where("path", "in", paths ?? []))
		.execute();
	const drafts = await db
		.selectFrom("contentDrafts")
		.select(draftColumns)
		.$if(paths !== undefined, (query) => query.where("path", "in", paths ?? []))
		.execute();
	const stored = new Map<string, StoredDocument>();
	for (const { path, ...rest } of published) stored.set(path, { published: rest });
	for (const { path, ...row } of drafts) stored.set(path, { ...stored.get(path), draft: toDraft(row) });
	return stored;
}

function toDraft(row: Omit<Tables["contentDrafts"], "path">): Draft & { baseHash: string | null } {
	const { text, version, baseHash, renamedFrom, renamedTo, redirectTo, by, at } = row;
	return {
		text: text ?? undefined,
		version,
		baseHash,
		by,
		at: Temporal.Instant.from(at),
		change: text === null ? (renamedTo === null ? "delete" : "rename") : renamedFrom === null ? "change" : "rename",
		...(renamedFrom !== null && { renamedFrom }),
		...(renamedTo !== null && { renamedTo }),
		...(redirectTo !== null && { redirectTo }),
	};
}

/**
 * Lists every editable document by kind and path.
 * @param titleOf findTitle, or a cache of it
 */
export function listEntries(
	base: Documents,
	stored: ReadonlyMap<string, StoredDocument>,
	titleOf: typeof findTitle = findTitle,
): DocumentEntry[] {
	const paths = [...new Set([...base.keys(), ...stored.keys(), ...optionalFiles])].toSorted();
	const entries = paths.flatMap((path) => describeEntry(path, base, stored.get(path), titleOf) ?? []);
	const order = new Map(listedKinds.map(({ name }, index) => [name, index]));
	return entries.toSorted((a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0));
}

/** Describes a document's state; undefined when it is edited elsewhere. A document that the site does without is there in any case. */
export function describeEntry(
	path: string,
	base: Documents,
	{ published, draft }: StoredDocument = {},
	titleOf: typeof findTitle = findTitle,
): DocumentEntry | undefined {
	const located = findDocumentKind(path);
	if (located?.kind.editedAs !== "document") return undefined;
	const { name, kind, slug } = located;
	const file = base.get(path);
	const isOptional = optionalFiles.includes(path);
	const current = findCurrent(base, path, published);
	const shown = draft?.text ?? current ?? file;
	return {
		path,
		kind: name,
		slug,
		title: ("folder" in kind && shown !== undefined && titleOf(shown)) || slug || kind.label,
		state: current === undefined && !isOptional ? "deleted" : published ? "studio" : "file",
		...(draft && { draft: noteOf(draft, current) }),
		conflict: isConflict(file, published) || isConflict(file, draft),
	};
}

/** Returns the public text of a document. */
export function findCurrent(base: Documents, path: string, published: StoredDocument["published"]): string | undefined {
	return published ? (published.text ?? undefined) : base.get(path);
}

/** Tells whether the build's text has changed since the studio's version was made from it, and the two differ. */
export function isConflict(
	file: string | undefined,
	own: { text: string | null | undefined; baseHash: string | null } | undefined,
): boolean {
	return own !== undefined && (own.text ?? undefined) !== file && own.baseHash !== hashText(file);
}

/** Describes what a draft does to the public text. */
export function noteOf({ by, at, change }: Draft, current: string | undefined): DraftNote {
	return { by, at, change: change === "change" && current === undefined ? "create" : change };
}

/** SHA-256 of a text; null where there is none. */
export function hashText(text: string | undefined): string | null {
	return text === undefined ? null : hash("sha256", text, "hex");
}

/** Reads only the title: parsing a thousand documents would take a second. */
export function findTitle(text: string): string | undefined {
	const written = /^title: *([^|>\s].*)$/m.exec(text)?.[1];
	if (written === undefined) return undefined;
	try {
		const title: unknown = parseYaml(written);
		return typeof title === "string" ? title : undefined;
	} catch {
		return undefined;
	}
}
