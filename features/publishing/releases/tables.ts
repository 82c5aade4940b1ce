/** One release; `by` is an account's id. */
type ContentEditionsTable = { number: number; at: string; by: string; note: string | null };

/** The studio's published text of a document; null where it is deleted. */
type ContentDocumentsTable = {
	path: string;
	text: string | null;
	/** Of the build's text that it is based on; null without one. */
	baseHash: string | null;
	/** The last that changed it. */
	edition: number;
};

/** A release's effect on a document. */
export type RevisionAction = "published" | "created" | "deleted" | "restored" | "file taken" | "imported";

type ContentRevisionsTable = {
	/** UUIDv7. */
	id: string;
	edition: number;
	path: string;
	action: RevisionAction;
	/** The public text from then on; null without one. */
	text: string | null;
};

/** The draft of a document; at most one. */
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
	/** Empty where a redirect of the build is removed. */
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
	endsAt: string | null;
};

/** When the changes of a public release end; `by` is the account that set it. */
type ContentEndingsTable = { edition: number; at: string; by: string };

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		contentEditions: ContentEditionsTable;
		contentDocuments: ContentDocumentsTable;
		contentRevisions: ContentRevisionsTable;
		contentDrafts: ContentDraftsTable;
		contentRedirects: ContentRedirectsTable;
		contentSchedule: ContentScheduleTable;
		contentEndings: ContentEndingsTable;
	}
}
