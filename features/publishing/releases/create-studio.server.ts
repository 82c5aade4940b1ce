import { ContentError } from "../documents/content-error.ts";
import { optionalFiles } from "../documents/document-kinds.ts";
import { createRecentMemory } from "../documents/recent-memory.ts";
import { readKeptSamples, setKept } from "../launch/kept-samples.server.ts";
import { keyOf, listPlaceholders, type Placeholder } from "../launch/list-placeholders.server.ts";
import { readPictureOverlay } from "../pictures/publish-pictures.server.ts";
import { findEarlier } from "./earlier-texts.server.ts";
import { describeEntry, findCurrent, findTitle, listEntries, readStoredDocuments } from "./list-documents.server.ts";
import { listBothEnds } from "./plan-release.server.ts";
import { createDocumentSearch } from "./search-documents.server.ts";
import { createStudioContent, type StudioState } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { createStudioDrafts, toDraft } from "./studio-drafts.server.ts";
import { createStudioEndings } from "./studio-endings.server.ts";
import { createPublishPlan, createStudioPublishing, listSampleTexts, textsOf } from "./studio-publishing.server.ts";
import { createStudioSchedule } from "./studio-schedule.server.ts";
import type { Revision, Studio } from "./studio.server.ts";

/** Most revisions of a page of a history. */
const mostRevisions = 200;

/** Creates the studio (docs/product/studio.md). */
export function createStudio(deps: StudioDeps): Studio {
	const { database, base } = deps;
	const content = createStudioContent(deps);
	const publishPlan = createPublishPlan(deps, content);
	const titles = createRecentMemory();
	const samples = createRecentMemory();
	const search = createDocumentSearch();
	const drafts = createStudioDrafts(deps, content);
	const { listDue, end, ...endings } = createStudioEndings(deps, publishPlan);
	const dueEndings = { listDue, end };

	/** Returns the texts of existing drafts, with both ends of a change of address. */
	function draftsOf({ stored }: StudioState, paths: readonly string[]) {
		return textsOf(
			listBothEnds(paths, stored).flatMap((path) => {
				const draft = stored.get(path)?.draft;
				return draft ? [{ path, text: draft.text ?? null }] : [];
			}),
		);
	}

	return {
		async listDocuments() {
			const stored = await readStoredDocuments(database.db);
			titles.beginRound();
			return listEntries(base.documents, stored, (text) => titles.recall(findTitle, text));
		},

		async searchDocuments(words) {
			const stored = await readStoredDocuments(database.db);
			const documents = listEntries(base.documents, stored, (text) => titles.recall(findTitle, text)).map((entry) => {
				const { published, draft } = stored.get(entry.path) ?? {};
				const current = findCurrent(base.documents, entry.path, published);
				return { entry, text: draft?.text ?? current ?? base.documents.get(entry.path) };
			});
			return search(documents, words);
		},

		async listSamples() {
			const [stored, kept] = await Promise.all([readStoredDocuments(database.db), readKeptSamples(database.db)]);
			samples.beginRound();
			return [...new Set([...base.documents.keys(), ...stored.keys()])].flatMap((path) => {
				const { published, draft } = stored.get(path) ?? {};
				const text = draft ? draft.text : findCurrent(base.documents, path, published);
				const found = text === undefined ? [] : samples.recall(listPlaceholdersOf, `${path}\n${text}`);
				return found.map((one) => ({ ...one, isKept: kept.has(keyOf(one)) }));
			});
		},

		keepSamples: (chosen, { isKept, by }) =>
			database.write((transaction) => setKept(transaction, chosen, { isKept, by, now: deps.clock.now() })),

		async getDocument(path) {
			const stored = (await readStoredDocuments(database.db, [path])).get(path);
			if (!stored && !base.documents.has(path) && !optionalFiles.includes(path)) return undefined;
			const described = describeEntry(path, base.documents, stored);
			if (!described) return undefined;
			const { draft: _, ...entry } = described;
			const file = base.documents.get(path);
			const current = findCurrent(base.documents, path, stored?.published);
			const published = stored?.published?.text ?? undefined;
			return {
				...entry,
				...(file !== undefined && { base: file }),
				...(published !== undefined && { published }),
				...(current !== undefined && { current }),
				edition: stored?.published?.edition ?? 0,
				...(stored?.draft && { draft: toDraft(stored.draft, current) }),
			};
		},

		...drafts,

		async check(paths) {
			const state = await content.readState();
			return content.listProblems(state, draftsOf(state, paths));
		},

		async listSampleTexts(paths) {
			const state = await content.readState();
			return listSampleTexts(deps, state, draftsOf(state, paths));
		},

		async buildDraft(paths) {
			const state = await content.readState();
			return content.build(state, draftsOf(state, paths));
		},

		async buildShown(paths, valid) {
			const state = await content.readState();
			const texts = new Map(draftsOf(state, paths));
			while (texts.size > 0) {
				const shown = [...texts].flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
				const pictures = await readPictureOverlay(database.db, {
					withDrafts: { namedIn: shown, folder: base.pictures },
				});
				try {
					return { content: await content.build({ ...state, pictures }, texts), texts };
				} catch (error) {
					if (!(error instanceof ContentError)) throw error;
					const faulty = error.problems.map(({ file }) => file).filter((file) => texts.has(file));
					// The error is in another document, such as a reference to a deleted article.
					if (faulty.length === 0) texts.clear();
					for (const path of faulty) {
						const earlier = valid.get(path);
						if (earlier !== undefined && earlier !== texts.get(path)) texts.set(path, earlier);
						// Half a change of address would show the page at neither.
						else for (const one of listBothEnds([path], state.stored)) texts.delete(one);
					}
				}
			}
			return { content: undefined, texts };
		},

		...createStudioPublishing(deps, content, { publishPlan }),
		...endings,
		...createStudioSchedule(deps, publishPlan, dueEndings),

		async listHistory(path, { before = "", limit = mostRevisions } = {}) {
			const last = await database.db
				.selectFrom("contentRevisions")
				.select(["edition", "path"])
				.where("id", "=", before)
				.executeTakeFirst();
			const rows = await database.db
				.selectFrom("contentRevisions")
				.innerJoin("contentEditions", "contentEditions.number", "contentRevisions.edition")
				.leftJoin("contentRevisions as earlier", (join) =>
					join.onRef("earlier.path", "=", "contentRevisions.path").on("earlier.edition", "=", (of) =>
						of
							.selectFrom("contentRevisions as former")
							.select((former) => former.fn.max("former.edition").as("edition"))
							.whereRef("former.path", "=", "contentRevisions.path")
							.whereRef("former.edition", "<", "contentRevisions.edition"),
					),
				)
				.select((of) => [
					"contentRevisions.id",
					"contentRevisions.edition",
					"contentRevisions.path",
					"contentRevisions.action",
					"contentRevisions.text",
					"earlier.action as earlierAction",
					"earlier.text as earlierText",
					"contentEditions.by",
					"contentEditions.at",
					"contentEditions.note",
					of
						.selectFrom("contentRevisions as later")
						.select((later) => later.fn.max("later.edition").as("edition"))
						.whereRef("later.path", "=", "contentRevisions.path")
						.as("newest"),
				])
				.$if(path !== undefined, (query) => query.where("contentRevisions.path", "=", path ?? ""))
				.$if(last !== undefined, (query) =>
					query.where((where) =>
						where.or([
							where("contentRevisions.edition", "<", last?.edition ?? 0),
							where.and([
								where("contentRevisions.edition", "=", last?.edition ?? 0),
								where("contentRevisions.path", ">", last?.path ?? ""),
							]),
						]),
					),
				)
				.orderBy("contentRevisions.edition", "desc")
				.orderBy("contentRevisions.path")
				.limit(limit)
				.execute();
			return rows.map(({ text, earlierAction, earlierText, at, note, newest, ...row }): Revision => {
				const isOfBuild = earlierAction === null || earlierAction === "file taken";
				return {
					...row,
					text: text ?? undefined,
					earlier: findEarlier({ path: row.path, text, earlier: isOfBuild ? undefined : earlierText }, base.documents),
					at: Temporal.Instant.from(at),
					...(note !== null && { note }),
					current: row.edition === newest,
				};
			});
		},
	};
}

/** @param document its path, a line break, and its text */
function listPlaceholdersOf(document: string): Placeholder[] {
	const end = document.indexOf("\n");
	return listPlaceholders(new Map([[document.slice(0, end), document.slice(end + 1)]]));
}
