import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { lockContent } from "../content-lock.server.ts";
import {
	documentKinds,
	findAddress,
	findDocumentKind,
	pathOfDocument,
	type DocumentKind,
	type FolderKind,
} from "../documents/document-kinds.ts";
import { findSlugFault, maxSlugLength } from "../documents/document-slug.ts";
import { writeEmptyDocument } from "../documents/document-text.server.ts";
import { readRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import { listIndexedPaths } from "../site-paths.ts";
import { deleteDrafts, plainRow, putDraft, tidyText, type DraftRow } from "./draft-store.server.ts";
import { findLinks } from "./find-links.ts";
import {
	describeEntry,
	findCurrent,
	hashText,
	noteOf,
	readStoredDocuments,
	type StoredDocument,
} from "./list-documents.server.ts";
import { subjectOf } from "./note-content.ts";
import { layRedirects } from "./redirects.ts";
import { readFormerAddresses } from "./release-store.server.ts";
import type { StudioContent } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { draftsChangeKey, type Draft, type Link, type Studio } from "./studio.server.ts";

type DraftStudio = Pick<
	Studio,
	"saveDraft" | "discardDraft" | "createDocument" | "renameDocument" | "deleteDocuments" | "listLinks"
>;

/** Creates the store of drafts: texts, new documents, changes of address and deletions. */
export function createStudioDrafts(
	{ database, clock, base, noteContent }: StudioDeps,
	content: StudioContent,
): DraftStudio {
	const { db } = database;

	/** The hash of the build's text that a draft is based on. */
	const baseHashOf = (path: string, { published, draft }: StoredDocument) =>
		draft ? draft.baseHash : published ? published.baseHash : hashText(base.documents.get(path));

	const find = async (transaction: WriteTransaction, path: string): Promise<StoredDocument> =>
		(await readStoredDocuments(transaction, [path])).get(path) ?? {};

	async function listLinksIn(connection: Connection, paths: readonly string[]): Promise<Link[]> {
		const addresses = paths.flatMap((path) => findAddress(path) ?? []);
		if (addresses.length === 0) return [];
		const stored = await readStoredDocuments(connection);
		const texts = new Map<string, string>();
		for (const other of new Set([...base.documents.keys(), ...stored.keys()])) {
			const { published, draft } = stored.get(other) ?? {};
			const text = draft ? draft.text : findCurrent(base.documents, other, published);
			if (!paths.includes(other) && text !== undefined) texts.set(other, text);
		}
		const linking = [...texts].map(([other, text]) => ({ path: other, text }));
		return addresses
			.flatMap((address) => findLinks(linking, address))
			.map((link) => ({
				...link,
				title: describeEntry(link.path, base.documents, stored.get(link.path))?.title ?? link.path,
			}));
	}

	async function listAddresses(): Promise<string[]> {
		return listIndexedPaths(await content.build(await content.readState(), new Map()));
	}

	return {
		listLinks: (...paths) => listLinksIn(db, paths),

		async saveDraft(path, { text: typed, version, edition }, by) {
			getKind(path);
			const text = tidyText(typed);
			return database.write(async (transaction) => {
				await lockContent(transaction);
				const stored = await find(transaction, path);
				const { draft } = stored;
				// A draft that was published or discarded meanwhile is created again.
				const expected = draft ? version : 0;
				const isAsPublic = text === findCurrent(base.documents, path, stored.published);
				const isOutdated = !draft && edition !== undefined && edition !== (stored.published?.edition ?? 0);
				const conflict = isOutdated && !isAsPublic ? await findPublicText(transaction, stored) : undefined;
				if (conflict) return conflict;
				await recordChange(transaction, [draftsChangeKey]);
				if (draft?.version === version && isAsPublic && draft.renamedFrom === undefined) {
					await deleteDrafts(transaction, [path]);
					return { version: 0 };
				}
				// A moved document is changed at its new address.
				const isMoving = draft?.renamedTo !== undefined;
				const saved = isMoving
					? undefined
					: await putDraft(
							transaction,
							{
								path,
								text,
								baseHash: baseHashOf(path, stored),
								renamedFrom: draft?.renamedFrom ?? null,
								renamedTo: null,
								redirectTo: null,
							},
							expected,
							{ by, now: clock.now() },
						);
				if (saved !== undefined) return { version: saved };
				const other = (await find(transaction, path)).draft;
				if (!other) throw new Error(`The draft of ${path} went while it was saved`);
				return { conflict: toDraft(other, findCurrent(base.documents, path, stored.published)) };
			});
		},

		discardDraft: (path, by, version) =>
			database.write(async (transaction) => {
				await lockContent(transaction);
				const { draft } = await find(transaction, path);
				if (!draft) return true;
				if (version !== undefined && draft.version !== version) return false;
				await deleteDrafts(transaction, listEnds(path, draft));
				await recordChange(transaction, [draftsChangeKey]);
				await noteContent(transaction, { actor: by, action: "content.discard", subject: subjectOf(path) });
				return true;
			}),

		async createDocument(name, slug, by, text) {
			const kind: DocumentKind = documentKinds[name];
			if (!("folder" in kind) || kind.editedAs !== "document")
				return { problem: `${kind.label}: only one can exist, and it already does` };
			const fault = describeSlugFault(kind, slug);
			if (fault !== undefined) return { problem: fault };
			const path = pathOfDocument(kind, slug);
			return database.write(async (transaction) => {
				await lockContent(transaction);
				const redirected = await findRedirectFrom(transaction, kind, slug);
				if (redirected !== undefined) return { problem: redirected };
				const stored = await find(transaction, path);
				if (stored.draft || findCurrent(base.documents, path, stored.published) !== undefined)
					return { problem: takenAddress(kind, slug) };
				const version = await putDraft(
					transaction,
					{
						...plainRow(path),
						text: tidyText(text ?? writeEmptyDocument(kind.hasBody)),
						baseHash: baseHashOf(path, stored),
					},
					0,
					{ by, now: clock.now() },
				);
				if (version === undefined) return { problem: takenAddress(kind, slug) };
				await recordChange(transaction, [draftsChangeKey]);
				return { path, version };
			});
		},

		async renameDocument(path, slug, by) {
			const kind = getKind(path);
			if (!("folder" in kind)) return { problem: `${kind.label}: its URL cannot change` };
			const fault = describeSlugFault(kind, slug);
			if (fault !== undefined) return { problem: fault };
			const target = pathOfDocument(kind, slug);
			return database.write(async (transaction) => {
				await lockContent(transaction);
				const stored = await find(transaction, path);
				const current = findCurrent(base.documents, path, stored.published);
				const text = stored.draft ? stored.draft.text : current;
				const address = kind.pathOf(slugOfPath(path));
				if (stored.draft?.renamedTo !== undefined) return { problem: "Its new URL is a draft. Discard that first." };
				if (stored.draft && text === undefined) return { problem: "Its deletion is a draft. Discard that first." };
				if (text === undefined) return { problem: `${kind.label}: nothing found at ${address}` };
				if (target === path) return { problem: `${address} is already the URL: enter another URL slug` };
				const saved = { by, now: clock.now() };
				const origin = stored.draft?.renamedFrom ?? (current === undefined ? undefined : path);
				const there = await find(transaction, target);
				const isTaken = there.draft || findCurrent(base.documents, target, there.published) !== undefined;
				if (isTaken && target !== origin) return { problem: takenAddress(kind, slug) };
				const redirected = await findRedirectFrom(transaction, kind, slug, kind.pathOf(slugOfPath(origin ?? path)));
				if (redirected !== undefined) return { problem: redirected };
				await recordChange(transaction, [draftsChangeKey]);
				await deleteDrafts(transaction, [path, ...(origin === undefined ? [] : [origin])]);
				if (origin !== undefined && target !== origin) {
					const old = await find(transaction, origin);
					const row = { ...plainRow(origin), baseHash: baseHashOf(origin, old), renamedTo: target };
					await putDraft(transaction, row, 0, saved);
				}
				// Moved back unchanged, it equals the public text again.
				if (target === origin && text === findCurrent(base.documents, target, there.published))
					return { path: target, version: 0 };
				const version = await putDraft(
					transaction,
					{
						...plainRow(target),
						text,
						baseHash: baseHashOf(target, { ...(there.published && { published: there.published }) }),
						renamedFrom: origin === undefined || target === origin ? null : origin,
					},
					0,
					saved,
				);
				return version === undefined ? { problem: takenAddress(kind, slug) } : { path: target, version };
			});
		},

		async deleteDocuments(paths, { redirectTo, versions }, by) {
			const addresses: string[] = [];
			for (const path of paths) {
				const kind = getKind(path);
				if (!("folder" in kind)) return { problem: `${kind.label}: cannot be deleted, because a page needs it` };
				addresses.push(kind.pathOf(slugOfPath(path)));
			}
			if (redirectTo !== undefined && (addresses.includes(redirectTo) || !(await listAddresses()).includes(redirectTo)))
				return { problem: `${redirectTo} is not another page on the site` };
			return database.write(async (transaction) => {
				await lockContent(transaction);
				const conflict = versions ? await listUnseen(transaction, paths, versions) : [];
				if (conflict.length > 0) return { conflict };
				const links = redirectTo === undefined ? await listLinksIn(transaction, paths) : [];
				if (links.length > 0) return { links };
				await recordChange(transaction, [draftsChangeKey]);
				const drafts = new Map<string, number>();
				for (const path of paths) {
					const draft = await putDeletion(transaction, path, redirectTo, by);
					if (draft) drafts.set(draft.path, draft.version);
				}
				return { drafts };
			});
		},
	};

	/**
	 * Says which redirect a freely chosen address would end; undefined for none.
	 * @param own the document's public address: its former ones may be taken again
	 */
	async function findRedirectFrom(
		transaction: WriteTransaction,
		kind: FolderKind,
		slug: string,
		own?: string,
	): Promise<string | undefined> {
		if (!kind.choosesAddress) return undefined;
		const document = findCurrent(base.documents, redirectsFile, (await find(transaction, redirectsFile)).published);
		const { redirects: former } = await readFormerAddresses(transaction);
		const redirects = layRedirects(readRedirects(document), { former, pages: new Set() });
		const to = redirects.get(kind.pathOf(slug));
		return to === undefined || to === own
			? undefined
			: `${kind.pathOf(slug)} redirects to ${to}: choose another URL slug`;
	}

	/** Lists the drafts that end with documents and are not those that were seen. */
	async function listUnseen(
		transaction: WriteTransaction,
		paths: readonly string[],
		versions: ReadonlyMap<string, number>,
	): Promise<string[]> {
		const unseen = new Set<string>();
		for (const path of paths) {
			const { draft } = await find(transaction, path);
			for (const end of draft ? listEnds(path, draft) : []) {
				const there = (await find(transaction, end)).draft;
				if (there && there.version !== versions.get(end)) unseen.add(end);
			}
		}
		return [...unseen];
	}

	/** Creates a draft that deletes a document; a document that was never public is deleted at once, and nothing is returned. */
	async function putDeletion(
		transaction: WriteTransaction,
		path: string,
		redirectTo: string | undefined,
		by: string,
	): Promise<{ path: string; version: number } | undefined> {
		const stored = await find(transaction, path);
		const { draft } = stored;
		const isPublic = findCurrent(base.documents, path, stored.published) !== undefined;
		await deleteDrafts(transaction, draft ? listEnds(path, draft) : []);
		const gone = isPublic ? path : draft?.renamedFrom;
		if (gone === undefined) {
			if (draft) await noteContent(transaction, { actor: by, action: "content.discard", subject: subjectOf(path) });
			return undefined;
		}
		const row: DraftRow = {
			...plainRow(gone),
			baseHash: baseHashOf(gone, { ...stored, ...(gone !== path && (await find(transaction, gone))) }),
			redirectTo: redirectTo ?? null,
		};
		const version = await putDraft(transaction, row, 0, { by, now: clock.now() });
		if (version === undefined) throw new Error(`The draft of ${gone} came while it was deleted`);
		return { path: gone, version };
	}
}

/** @throws Error when the studio does not edit the document */
function getKind(path: string): DocumentKind {
	const located = findDocumentKind(path);
	if (located?.kind.editedAs !== "document") throw new Error(`${path} is no document of the studio`);
	return located.kind;
}

const slugOfPath = (path: string) => findDocumentKind(path)?.slug ?? "";

/** Returns a draft's path with the other end of a change of address. */
function listEnds(path: string, { renamedFrom, renamedTo }: Draft): string[] {
	return [path, renamedFrom, renamedTo].filter((one) => one !== undefined);
}

function describeSlugFault(kind: FolderKind, slug: string): string | undefined {
	if (slug.length > maxSlugLength) return `The URL slug must have at most ${maxSlugLength} characters`;
	const fault = findSlugFault(kind, slug);
	return fault && `The URL slug ${fault}`;
}

function takenAddress(kind: FolderKind, slug: string): string {
	return `${kind.pathOf(slug)} is already taken by a public document or a draft`;
}

/** Finds the text that a release has made public; undefined where it has deleted the document. */
async function findPublicText(
	connection: Connection,
	{ published }: StoredDocument,
): Promise<{ conflict: Draft; edition: number } | undefined> {
	if (!published || published.text === null) return undefined;
	const { text, edition } = published;
	const { by, at } = await connection
		.selectFrom("contentEditions")
		.select(["by", "at"])
		.where("number", "=", edition)
		.executeTakeFirstOrThrow();
	return { conflict: { text, version: 0, by, at: Temporal.Instant.from(at), change: "change" }, edition };
}

/** Converts a stored draft for editing. */
export function toDraft(
	{ baseHash: _, ...draft }: NonNullable<StoredDocument["draft"]>,
	current: string | undefined,
): Draft {
	return { ...draft, ...noteOf(draft, current) };
}
