import type { Clock } from "../../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../../platform/database/database.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import type { ContentSource } from "../documents/content-source.server.ts";
import type { Content } from "../documents/content.ts";
import type { NoteContent } from "./note-content.ts";

/** A scheduled release that could not be published. */
export type FailedRelease = {
	/** Id of the account that scheduled it. */
	by: string;
	at: Temporal.Instant;
	/** Its documents, which stay drafts. */
	paths: readonly string[];
	/** Whether its end failed: the changes stay public. */
	isEnd?: boolean;
	/** Errors of the content; empty when a document was published meanwhile. */
	problems: readonly ContentProblem[];
};

/** Notifies the member who scheduled a release that it was not made, within the transaction that drops it. */
export type TellScheduler = (transaction: WriteTransaction, failed: FailedRelease) => Promise<void>;

export type StudioDeps = {
	database: Database;
	clock: Clock;
	/** The content that the site was built with. */
	base: ContentSource;
	/** The build's result, so that the first check only processes what differs. */
	built?: Content;
	noteContent: NoteContent;
	/** Whether an account may publish what is reserved to admins; without it, everybody may. */
	mayPublishReserved?(by: string): Promise<boolean>;
	tellScheduler: TellScheduler;
};
