import type { Clock } from "../../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../../platform/database/database.ts";
import type { Content } from "../documents/content.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import type { ContentSource } from "../documents/content-source.server.ts";
import type { NoteContent } from "./note-content.ts";

/** What became of a publication that was due and could not be made. */
export type FailedPublication = {
	/** Id of the account that had scheduled it. */
	by: string;
	at: Temporal.Instant;
	/** Its documents, which are drafts as before. */
	paths: readonly string[];
	/** What is wrong with the content; nothing where others have published one of the documents meanwhile. */
	problems: readonly ContentProblem[];
};

/** Tells who had scheduled a publication that it was not made, as part of the transaction that gives it up. */
export type TellScheduler = (transaction: WriteTransaction, failed: FailedPublication) => Promise<void>;

export type StudioDeps = {
	database: Database;
	clock: Clock;
	/** What the site was built with. */
	base: ContentSource;
	/** What the build made of it, so that the first check costs only what differs. */
	built?: Content;
	noteContent: NoteContent;
	/** Whether somebody may publish what admins alone do; left out, everybody who reaches the studio may. */
	mayPublishReserved?(by: string): Promise<boolean>;
	tellScheduler: TellScheduler;
};
