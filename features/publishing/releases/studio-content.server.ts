import { checkRedirects } from "../check-references.server.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { ContentError, type ContentProblem } from "../documents/content-error.ts";
import type { ContentSource } from "../documents/content-source.server.ts";
import type { Content } from "../documents/content.ts";
import { readWrittenRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import { readPictureOverlay, type PictureOverlay } from "../pictures/publish-pictures.server.ts";
import { readStoredDocuments, type StoredDocument } from "./list-documents.server.ts";
import { findLead } from "./plan-release.server.ts";
import { applyOverlay, findLastRelease, readOverlay, type Overlay } from "./release-store.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { listRedirectsAfter } from "./write-redirects.server.ts";

/** The public content and the drafts at one moment. */
export type StudioState = {
	overlay: Overlay;
	stored: ReadonlyMap<string, StoredDocument>;
	/** Pictures over those of the build, with drafts. */
	pictures: PictureOverlay;
	/** Where the addresses of documents lead that drafts delete or move, by path. */
	leads: ReadonlyMap<string, string>;
	/** Former addresses that an import ends; undefined without an import. */
	forgotten?: readonly string[] | undefined;
};

/** Texts over the public ones; null for a document to delete. */
export type ChangedTexts = ReadonlyMap<string, string | null>;

/** Reads and builds the content with drafts. */
export type StudioContent = {
	readState(): Promise<StudioState>;
	/** @throws ContentError */
	build(state: StudioState, changed: ChangedTexts): Promise<Content>;
	/** Lists the errors of the content with these texts. */
	listProblems(state: StudioState, changed: ChangedTexts): Promise<ContentProblem[]>;
};

/** Creates the builder of content with drafts; it caches the result of each text. */
export function createStudioContent({
	database,
	base,
	built,
}: Pick<StudioDeps, "database" | "base" | "built">): StudioContent {
	const builder = createContentBuilder();
	if (built) builder.takeOver(base, built);
	const build = (state: StudioState, changed: ChangedTexts) => builder.build(applyChanges(base, state, changed));

	/** Lists faults of redirects that an editor has changed: those of files and imports only have to be addresses. */
	async function listFaultyRedirects(state: StudioState, changed: ChangedTexts): Promise<ContentProblem[]> {
		const source = applyChanges(base, state, changed);
		const linked = await builder.build(source);
		const text = changed.get(redirectsFile);
		if (typeof text !== "string" || text === base.documents.get(redirectsFile) || state.forgotten) return [];
		const problems: ContentProblem[] = [];
		checkRedirects(
			readWrittenRedirects(text),
			{ linked, leading: source.formerAddresses ?? new Set() },
			(file, field, message) => problems.push({ file, field, message }),
		);
		return problems;
	}

	return {
		async readState() {
			for (;;) {
				const edition = await findLastRelease(database.db);
				const stored = await readStoredDocuments(database.db);
				const overlay = await readOverlay(database.db);
				// Another release in between would mix two states.
				if (overlay.edition !== edition) continue;
				const leads = [...stored].flatMap(([path, { draft }]) => {
					const to = draft && findLead(draft);
					return to === undefined ? [] : [[path, to] as const];
				});
				return {
					overlay,
					stored,
					pictures: await readPictureOverlay(database.db, { withDrafts: true }),
					leads: new Map(leads),
				};
			}
		},
		build,
		async listProblems(state, changed) {
			try {
				return await listFaultyRedirects(state, changed);
			} catch (error) {
				if (error instanceof ContentError) return error.problems;
				throw error;
			}
		},
	};
}

function applyChanges(
	base: ContentSource,
	{ overlay, pictures: withDrafts, leads, forgotten }: StudioState,
	changed: ChangedTexts,
): ContentSource {
	const { documents, ...rest } = applyOverlay(base, { ...overlay, pictures: withDrafts });
	const texts = new Map(documents);
	for (const [path, text] of changed) {
		if (text === null) texts.delete(path);
		else texts.set(path, text);
	}
	const changes = [...changed].map(([path, text]) => ({ path, text, leadsTo: leads.get(path) }));
	const redirects = listRedirectsAfter(texts, overlay, { changes, forgotten });
	return { ...rest, documents: texts, formerAddresses: new Set(redirects.keys()) };
}
