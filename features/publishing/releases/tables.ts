/** One publication; `by` is an account's id. */
type ContentEditionsTable = { number: number; at: string; by: string; note: string | null };

/** What the studio has published of a document; no text where it is deleted. */
type ContentDocumentsTable = {
	path: string;
	text: string | null;
	/** Of the text of the build that it was made from; null where the build had none. */
	baseHash: string | null;
	/** The last that changed it. */
	edition: number;
};

/** What happened to a document in an edition. */
export type RevisionAction = "published" | "created" | "deleted" | "restored" | "file taken" | "imported";

type ContentRevisionsTable = {
	/** UUIDv7. */
	id: string;
	edition: number;
	path: string;
	action: RevisionAction;
	/** What was public from then on; null where nothing was. */
	text: string | null;
};

/** What is not public yet of a document; one at most a document. */
type ContentDraftsTable = {
	path: string;
	/** Null where it will be deleted. */
	text: string | null;
	version: number;
	baseHash: string | null;
	renamedFrom: string | null;
	renamedTo: string | null;
	redirectTo: string | null;
	by: string;
	at: string;
};

type ContentRedirectsTable = {
	fromPath: string;
	/** Empty where the build has a redirect that is dropped. */
	toPath: string;
	edition: number;
};

type ContentScheduleTable = {
	id: string;
	at: string;
	by: string;
	note: string | null;
	createdAt: string;
	/** JSON of ScheduledChanges. */
	drafts: string;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		contentEditions: ContentEditionsTable;
		contentDocuments: ContentDocumentsTable;
		contentRevisions: ContentRevisionsTable;
		contentDrafts: ContentDraftsTable;
		contentRedirects: ContentRedirectsTable;
		contentSchedule: ContentScheduleTable;
	}
}
