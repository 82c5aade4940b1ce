import type { ContentProblem } from "../documents/content-error.ts";
import type { Content } from "../documents/content.ts";
import type { DocumentKindName } from "../documents/document-kinds.ts";
import type { Placeholder } from "../launch/list-placeholders.server.ts";
import type { RevisionAction } from "./tables.ts";

/** The change key of drafts and scheduled releases. */
export const draftsChangeKey = "content-drafts";

/** Where a document comes from; "deleted" by the studio. */
export type DocumentState = "file" | "studio" | "deleted";

export type DraftNote = {
	/** Id of an account. */
	by: string;
	at: Temporal.Instant;
	/** The effect of publishing it. */
	change: "create" | "change" | "rename" | "delete";
};

/** A document that is public, deleted by the studio, or a draft. */
export type DocumentEntry = {
	path: string;
	kind: DocumentKindName;
	/** Empty for a kind with one document. */
	slug: string;
	title: string;
	state: DocumentState;
	draft?: DraftNote;
	/** The file has changed since the studio's version was made. */
	conflict: boolean;
};

export type Draft = DraftNote & {
	/** Undefined where the document will be deleted. */
	text: string | undefined;
	version: number;
	/** The former and the future path of a change of address. */
	renamedFrom?: string;
	renamedTo?: string;
	/** Redirect of the deleted document. */
	redirectTo?: string;
};

export type StudioDocument = DocumentEntry & {
	/** The text of the build. */
	base?: string;
	/** The studio's published text; undefined where the file counts, or it is deleted. */
	published?: string;
	/** The public text; undefined without one. */
	current?: string;
	/** Of the release that made it public; 0 for the file's. */
	edition: number;
	draft?: Draft;
};

/** A search result with its places; none when the title matches. */
export type FoundDocument = {
	path: string;
	/** name: of the form's input; label: of the form; text: the value, or a part of it. */
	places: { name: string; label: string; text: string }[];
};

/** A reference to a document. */
export type Link = { path: string; title: string; field: string };

/** `conflict`: the draft that somebody else has saved meanwhile, or the public text of another release, with its edition. */
export type SaveResult = { version: number } | { conflict: Draft; edition?: number };

export type CreateResult = { path: string; version: number } | { problem: string };

/** `drafts`: versions of the drafts that delete public documents, by path. `conflict`: drafts that were saved since they were seen. */
export type DeleteResult =
	| { drafts: Map<string, number> }
	| { problem: string }
	| { links: Link[] }
	| { conflict: string[] };

export type PublishResult =
	/** `keepsDrafts`: of an undone release, where a document has another draft already. */
	| { edition: number; keepsDrafts?: true }
	| { scheduled: string }
	| { problems: ContentProblem[] }
	/** Changed meanwhile, or nothing is left to publish. */
	| { conflict: string[] }
	/** Already scheduled. */
	| { waiting: { path: string; at: Temporal.Instant }[] }
	/** Texts of the sample company and guiding texts, without a confirmation to publish them. */
	| { sampleTexts: Placeholder[] };

/** A text of the sample company; `isKept`: the company keeps it as its own, so nobody is asked about it. */
export type Sample = Placeholder & { isKept: boolean };

/**
 * `acceptsSample`: publishes guiding texts too, and texts of the sample company, which are otherwise refused once the company has its own
 * name.
 */
export type SampleConsent = { acceptsSample?: boolean };

export type MoveResult =
	| { moved: Temporal.Instant }
	/** Already published or cancelled. */
	| { isGone: true }
	/** Rescheduled meanwhile. */
	| { conflictingTime: Temporal.Instant }
	/** The new time is past. */
	| { hasPassed: true }
	/** Its changes would have ended before. */
	| { isAfterEnd: true }
	/** It would publish what is reserved to admins. */
	| { problems: ContentProblem[] };

/** False when it is gone already; `problems`: it would publish what is reserved to admins. */
export type CancelResult = boolean | { problems: ContentProblem[] };

export type ScheduledRelease = {
	id: string;
	at: Temporal.Instant;
	by: string;
	note?: string;
	paths: string[];
	/** Drafts that have changed since and stay. */
	changedSince: string[];
	/** When its changes end again. */
	endsAt?: Temporal.Instant;
};

/** The end of a public release: at that time, what was public before is public again. */
export type Ending = {
	edition: number;
	at: Temporal.Instant;
	/** Id of the account that set it. */
	by: string;
	paths: string[];
	/** Documents that have been published again since. While there are any that differ from before, the release does not end. */
	changedSince: string[];
};

/** The public text of a document from a release on. */
export type Revision = {
	id: string;
	edition: number;
	path: string;
	action: RevisionAction;
	/** Undefined where nothing was still public. */
	text: string | undefined;
	/** The text that was public before, if any was. */
	earlier: string | undefined;
	by: string;
	at: Temporal.Instant;
	note?: string;
	/** Whether it is public now. */
	current: boolean;
};

/** The desk's functions of the content. `by` is the id of an account. */
export type Studio = {
	/** Lists every editable document, by kind. */
	listDocuments(): Promise<DocumentEntry[]>;
	/** Finds documents by words, with drafts: docs/product/studio.md, Editing. In the order of the list. */
	searchDocuments(search: string): Promise<FoundDocument[]>;
	getDocument(path: string): Promise<StudioDocument | undefined>;
	/**
	 * Saves typed text.
	 * @param draft version: of the draft that was changed, 0 for none; edition: of the public text that it was based on, where a later release
	 *   is a conflict
	 */
	saveDraft(
		path: string,
		draft: { text: string; version: number; edition?: number | undefined },
		by: string,
	): Promise<SaveResult>;
	/** Discards a draft, with a version only that one; of a change of address, both ends. False when the draft has another version. */
	discardDraft(path: string, by: string, version?: number): Promise<boolean>;
	/** Creates a draft of a new document, by default with empty fields. */
	createDocument(kind: DocumentKindName, slug: string, by: string, text?: string): Promise<CreateResult>;
	/** Creates a draft that changes a document's slug; publishing it leaves a redirect. */
	renameDocument(path: string, slug: string, by: string): Promise<CreateResult>;
	/**
	 * Creates drafts that delete documents, all or none, in place of the drafts there are. Refused while a remaining document links to one of
	 * them and there is no redirect.
	 * @param options versions: of the drafts that were seen, also of the other ends of changes of address, by path; without them, any
	 */
	deleteDocuments(
		paths: readonly string[],
		options: { redirectTo?: string; versions?: ReadonlyMap<string, number> },
		by: string,
	): Promise<DeleteResult>;
	/** Lists references to these documents or their addresses in public texts and drafts. */
	listLinks(...paths: string[]): Promise<Link[]>;
	/** Lists the errors of the content with these drafts. */
	check(paths: readonly string[]): Promise<ContentProblem[]>;
	/** Lists the texts of the sample company in all documents, with drafts, and whether the company keeps them. */
	listSamples(): Promise<Sample[]>;
	/** Keeps sample texts as the company's own, or marks them as sample texts again. */
	keepSamples(
		samples: readonly Pick<Sample, "file" | "text">[],
		options: { isKept: boolean; by: string },
	): Promise<void>;
	/** Lists sample texts to ask about before publishing these drafts; empty for the sample company itself. */
	listSampleTexts(paths: readonly string[]): Promise<Placeholder[]>;
	/**
	 * Builds the content with these drafts, for previews.
	 * @throws ContentError
	 */
	buildDraft(paths: readonly string[]): Promise<Content>;
	/**
	 * Builds the content with these drafts for people who cannot mend them. A draft with errors counts with its last valid text, and without
	 * one not at all. Of new pictures, those that the drafts name are included.
	 * @param valid earlier texts of drafts, by path; null for a deletion
	 * @returns the content, undefined where no draft is left, and the texts in it
	 */
	buildShown(
		paths: readonly string[],
		valid: ReadonlyMap<string, string | null>,
	): Promise<{ content: Content | undefined; texts: ReadonlyMap<string, string | null> }>;
	/**
	 * Publishes drafts, all or none, now or at a time.
	 * @param publication versions: of the drafts as they were seen, by path; without them, any
	 */
	publish(
		publication: {
			paths: readonly string[];
			/** Pictures whose new versions are published; new pictures of the documents always are. */
			pictures?: readonly string[];
			at?: Temporal.Instant;
			/** When what was public before is public again, as another release. Pictures stay. */
			endsAt?: Temporal.Instant;
			note?: string;
			versions?: ReadonlyMap<string, number>;
		} & SampleConsent,
		by: string,
	): Promise<PublishResult>;
	listScheduled(): Promise<ScheduledRelease[]>;
	/** Turns a scheduled release back into drafts, even discarded ones. */
	cancelScheduled(id: string, by: string): Promise<CancelResult>;
	/**
	 * Changes the time of a scheduled release; its content and its author stay.
	 * @param times from: the time as it was seen
	 */
	moveScheduled(id: string, times: { at: Temporal.Instant; from: Temporal.Instant }, by: string): Promise<MoveResult>;
	/** Lists the ends of public releases, earliest first. */
	listEndings(): Promise<Ending[]>;
	/** Keeps the changes of a release public. */
	cancelEnding(edition: number, by: string): Promise<CancelResult>;
	/**
	 * Changes the end of a public release.
	 * @param times from: the end as it was seen
	 */
	moveEnding(edition: number, times: { at: Temporal.Instant; from: Temporal.Instant }, by: string): Promise<MoveResult>;
	/**
	 * Lists earlier public texts, newest first, of one document or of all.
	 * @param page before: id of the revision after which the list goes on
	 */
	listHistory(path?: string, page?: { before?: string | undefined; limit?: number }): Promise<Revision[]>;
	/** Publishes an earlier revision again; if it is public already, returns its release without publishing. */
	restore(revisionId: string, by: string, consent?: SampleConsent): Promise<PublishResult>;
	/**
	 * Publishes what was public before a release, as another release, and makes drafts of its texts, except where somebody has begun
	 * another. Pictures stay as they are.
	 * @returns `conflict`: what was published again since, or nothing where there is no such release
	 */
	undoRelease(edition: number, by: string): Promise<PublishResult>;
	/**
	 * Publishes the file's version: the document leaves the studio, and its draft is deleted.
	 * @param options draftVersion: of the draft as it was seen, 0 for none; any other draft is kept. keepsDraft: keeps the draft in any case
	 */
	takeFile(
		path: string,
		by: string,
		options?: SampleConsent & { draftVersion?: number; keepsDraft?: boolean },
	): Promise<PublishResult>;
	/** Keeps the studio's version over a changed file; the public text stays. False where there is none left. */
	keepStudio(path: string, by: string): Promise<boolean>;
	/** Publishes and ends what is due in the order of the times, each release once, by the first server that takes it. Call it about every second. */
	publishDue(): Promise<void>;
};
