import type { Content } from "../documents/content.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import type { DocumentKindName } from "../documents/document-kinds.ts";
import type { Placeholder } from "../launch/list-placeholders.server.ts";
import type { RevisionAction } from "./tables.ts";

/** The fact that changes with every draft and every publication that is scheduled, for recordChange. */
export const draftsFact = "content-drafts";

/** Where a document comes from: the files of the build, the studio, or nowhere, for the studio has deleted it. */
export type DocumentState = "file" | "studio" | "deleted";

export type DraftNote = {
	/** Id of an account. */
	by: string;
	at: Temporal.Instant;
	/** What publishing it does. */
	change: "create" | "change" | "rename" | "delete";
};

/** A document that is public, was deleted by the studio, or will be public. */
export type DocumentEntry = {
	path: string;
	kind: DocumentKindName;
	/** Empty where the kind has one document. */
	slug: string;
	title: string;
	state: DocumentState;
	draft?: DraftNote;
	/** The file has changed since the studio made a version of its own. */
	conflict: boolean;
};

export type Draft = DraftNote & {
	/** Undefined where the document will be deleted. */
	text: string | undefined;
	version: number;
	/** The path that the document has had, where publishing changes its address; and the one that it will have. */
	renamedFrom?: string;
	renamedTo?: string;
	/** Where the address leads when the document is deleted. */
	redirectTo?: string;
};

export type StudioDocument = DocumentEntry & {
	/** The text of the file that the site was built with. */
	base?: string;
	/** What the studio has published; undefined where the file counts, or it is deleted. */
	published?: string;
	/** What is public; undefined where nothing is. */
	current?: string;
	draft?: Draft;
};

/** A document that was searched for, with where the words stand in it; without a place, it is called so. */
export type FoundDocument = {
	path: string;
	/** name: of the form's input; label: as the form says it; text: what stands there, or a part of it. */
	places: { name: string; label: string; text: string }[];
};

/** Something that names a document. */
export type Link = { path: string; title: string; field: string };

export type SaveResult = { version: number } | { overtaken: Draft };

export type CreateResult = { path: string; version: number } | { problem: string };

/** `drafts`: the versions of those that delete what is public, by path. */
export type DeleteResult = { drafts: Map<string, number> } | { problem: string } | { links: Link[] };

export type PublishResult =
	| { edition: number }
	| { scheduled: string }
	| { problems: ContentProblem[] }
	/** Somebody has changed them meanwhile, or there is nothing to publish any more. */
	| { overtaken: string[] }
	/** They wait for their time already, so they are not scheduled once more. */
	| { waiting: { path: string; at: Temporal.Instant }[] }
	/** They say what the sample company says, and nobody has confirmed that this shall be public. */
	| { sampleTexts: Placeholder[] };

/** `acceptsSample`: publishes texts of the sample company too, which are refused otherwise once the company has a name of its own. */
export type SampleConsent = { acceptsSample?: boolean };

export type MoveResult =
	| { moved: Temporal.Instant }
	/** It was published or cancelled already. */
	| { isGone: true }
	/** Somebody has given it another time meanwhile. */
	| { overtakenBy: Temporal.Instant }
	/** The time that it shall have is no more to come. */
	| { hasPassed: true }
	/** It makes public what admins alone do. */
	| { problems: ContentProblem[] };

export type ScheduledPublication = {
	id: string;
	at: Temporal.Instant;
	by: string;
	note?: string;
	paths: string[];
	/** Of those, what has been changed again since: that stays a draft. */
	changedSince: string[];
};

/** What was public of a document from an edition on. */
export type Revision = {
	id: string;
	edition: number;
	path: string;
	action: RevisionAction;
	/** Undefined where nothing was public any more. */
	text: string | undefined;
	by: string;
	at: Temporal.Instant;
	note?: string;
	/** Whether it is what is public now. */
	current: boolean;
};

/** What the pages of the desk do with the content. `by` is the id of an account. */
export type Studio = {
	/** Every document of every kind that is edited as one, in the order of the kinds. */
	listDocuments(): Promise<DocumentEntry[]>;
	/** Finds documents by their words, drafts as they are typed: docs/product/studio.md, Editing. In the order of the list. */
	searchDocuments(search: string): Promise<FoundDocument[]>;
	getDocument(path: string): Promise<StudioDocument | undefined>;
	/**
	 * Keeps what somebody types.
	 *
	 * @param draft version: of the draft that was changed, 0 where there was none
	 */
	saveDraft(path: string, draft: { text: string; version: number }, by: string): Promise<SaveResult>;
	/** Forgets what is not public; of a change of address both ends. */
	discardDraft(path: string, by: string): Promise<void>;
	/** Begins a draft of a new document, by default with empty fields. */
	createDocument(kind: DocumentKindName, slug: string, by: string, text?: string): Promise<CreateResult>;
	/** Begins a draft that gives a document another slug. Publishing it leaves a redirect. */
	renameDocument(path: string, slug: string, by: string): Promise<CreateResult>;
	/**
	 * Begins drafts that delete documents, all of them or none. Refused while something that stays links to one of them and nothing takes
	 * its place.
	 */
	deleteDocuments(paths: readonly string[], options: { redirectTo?: string }, by: string): Promise<DeleteResult>;
	/** Lists what else names one of these documents or its address, in what is public and in drafts. */
	listLinks(...paths: string[]): Promise<Link[]>;
	/** What is wrong with the content with these drafts. */
	check(paths: readonly string[]): Promise<ContentProblem[]>;
	/** How many places of each document say what the sample company says, drafts as they are typed; those without any are left out. */
	countSampleTexts(): Promise<Map<string, number>>;
	/** Lists texts of the sample company that publishing these drafts makes public; none while the company has the sample's name. */
	listSampleTexts(paths: readonly string[]): Promise<Placeholder[]>;
	/**
	 * The content with these drafts, for previews.
	 *
	 * @throws ContentError
	 */
	buildDraft(paths: readonly string[]): Promise<Content>;
	/**
	 * Makes drafts public, all or none of them, now or at a time.
	 *
	 * @param publication versions: of the drafts as whoever publishes has seen them, by path; without them, as they are
	 */
	publish(
		publication: {
			paths: readonly string[];
			/** Pictures whose new versions become public; those that the documents name for the first time do so anyway. */
			pictures?: readonly string[];
			at?: Temporal.Instant;
			note?: string;
			versions?: ReadonlyMap<string, number>;
		} & SampleConsent,
		by: string,
	): Promise<PublishResult>;
	listScheduled(): Promise<ScheduledPublication[]>;
	/** Nothing is lost: what was scheduled is a draft, though somebody has discarded it meanwhile. False when it is gone already. */
	cancelScheduled(id: string, by: string): Promise<boolean>;
	/**
	 * Gives what is scheduled another time. What will be public and who had scheduled it stay.
	 *
	 * @param times from: the time that whoever changes it has seen
	 */
	moveScheduled(id: string, times: { at: Temporal.Instant; from: Temporal.Instant }, by: string): Promise<MoveResult>;
	/** What was public, newest first; of one document, or of all. */
	listHistory(path?: string): Promise<Revision[]>;
	/** Makes public again what was once; where that is public now, nothing is published and the edition is that which made it so. */
	restore(revisionId: string, by: string, consent?: SampleConsent): Promise<PublishResult>;
	/**
	 * Takes the file's version: the document is the studio's no more, and its draft goes.
	 *
	 * @param seen draftVersion: of the draft that whoever takes it has seen, 0 for none; another is not given up
	 */
	takeFile(path: string, by: string, seen?: SampleConsent & { draftVersion?: number }): Promise<PublishResult>;
	/** Keeps the studio's version over a file that has changed; what is public stays as it is. False where there is none any more. */
	keepStudio(path: string, by: string): Promise<boolean>;
	/** Publishes what is due. Each publication is made once, by whichever server comes first; to be called every second or so. */
	publishDue(): Promise<void>;
};
