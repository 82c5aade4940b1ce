import { nameMembers } from "../../core/records/members.server.ts";
import { documentKinds, type DocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import type { DocumentEntry } from "../../features/publishing/releases/studio.server.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownState, ShownValue } from "../records/values.ts";
import type { SiteWork } from "./site-work.server.ts";

/** A document in a list. */
export type ShownDocument = {
	path: string;
	title: string;
	/** Its purpose, or its address. */
	about: string;
	kind: string;
	state: ShownState;
	/** The draft's change, author and time. */
	draft: { what: string; by: string; at: ShownValue } | undefined;
	scheduledFor: ShownValue | undefined;
	isConflict: boolean;
	/** Number of sample texts in the draft, or in the public text. */
	sampleCount: number;
	/** Whether the site can do without it. */
	isDeletable: boolean;
};

const changeNames = { create: "New", change: "Changed", rename: "New URL", delete: "Deletion" };

/** Lists every document of the site, as its list shows them. */
export async function listShownDocuments(work: SiteWork): Promise<ShownDocument[]> {
	const { studio } = work.site;
	const [documents, scheduled, samples] = await Promise.all([
		studio.listDocuments(),
		studio.listScheduled(),
		studio.listSamples(),
	]);
	const samplesIn = Map.groupBy(
		samples.filter(({ isKept }) => !isKept),
		({ file }) => file,
	);
	const nameOf = await nameMembers(work.source.database.db);
	const shown = documents.map((document) => {
		const { path, kind, title, draft, conflict } = document;
		const publication = scheduled.find(({ paths }) => paths.includes(path));
		return {
			path,
			title: title === "" ? documentKinds[kind].label : title,
			about: describe(documentKinds[kind], document.slug),
			kind: nameGroup(documentKinds[kind]),
			state: showState(document, publication !== undefined),
			draft: draft && {
				what: changeNames[draft.change],
				by: nameOf(draft.by),
				at: showValue(draft.at, work.deps.company),
			},
			scheduledFor: publication && showValue(publication.at, work.deps.company),
			isConflict: conflict,
			sampleCount: samplesIn.get(path)?.length ?? 0,
			isDeletable: "folder" in documentKinds[kind] && document.state !== "deleted",
		};
	});
	const groups = [...new Set(shown.map(({ kind }) => kind))];
	return groups.flatMap((group) => shown.filter(({ kind }) => kind === group));
}

/** Documents with a page each, besides those below pages/. */
const pageFiles = new Set(["home.yml", "terms.yml", "pages.yml"]);

function isPage(kind: DocumentKind): boolean {
	return "file" in kind && (kind.file.startsWith("pages/") || pageFiles.has(kind.file));
}

/** Returns a document's group in the list. */
function nameGroup(kind: DocumentKind): string {
	if ("folder" in kind) return kind.plural;
	return isPage(kind) ? "Pages" : "Company and lists";
}

/** Returns a page's address, or the purpose of a document that several pages show. */
function describe(kind: DocumentKind, slug: string): string {
	const [address] = kind.listPaths(slug);
	return ("folder" in kind || isPage(kind)) && address !== undefined ? address : kind.help;
}

function showState({ state, draft, conflict }: DocumentEntry, isScheduled: boolean): ShownState {
	if (conflict) return { state: "failed", name: "Conflict" };
	if (isScheduled) return { state: "scheduled", name: "Scheduled" };
	if (draft) return { state: "waiting", name: draft.change === "create" ? "New draft" : "Draft" };
	if (state === "deleted") return { state: "lapsed", name: "Deleted" };
	return state === "studio" ? { state: "open", name: "Edited" } : { state: "sent", name: "Original" };
}
