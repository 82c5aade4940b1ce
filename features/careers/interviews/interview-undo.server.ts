import { z } from "zod";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { setAsideEmailSchema } from "../../../platform/email/unsent-emails-store.ts";
import { standingInterviewSchema } from "./standing-interview.server.ts";
import type { InterviewRecord } from "./interview-record.ts";

/** For so long whoever changed an interview can take it back; its e-mails leave after that. */
export const takeBackSeconds = 10;

const undoSchema = z.object({
	/** Of the interview once it was changed; any other has been changed since. */
	sequence: z.number(),
	standing: standingInterviewSchema,
	/** Of the private link that the e-mails would have brought. */
	tokenHash: z.string(),
	/** The e-mails that tell of the change. */
	messageIds: z.array(z.string()),
	/** Those that gave way to them. */
	emails: z.array(setAsideEmailSchema),
});
/** How an interview was before staff changed it, with its e-mails. */
type InterviewUndo = z.infer<typeof undoSchema>;

export function writeUndo(undo: InterviewUndo): string {
	return JSON.stringify(undo);
}

/** Takes what takes a change back out of the store and notes that it was; undefined when that is too late, or somebody else's. */
export async function takeInterviewUndo(
	transaction: WriteTransaction,
	{ id: interviewId }: Pick<InterviewRecord, "id">,
	{ eventId, accountId }: { eventId: string; accountId: string },
	now: Temporal.Instant,
): Promise<InterviewUndo | undefined> {
	const row = await transaction
		.selectFrom("interviewEvents")
		.select("undo")
		.where("id", "=", eventId)
		.where("interviewId", "=", interviewId)
		.where("actorId", "=", accountId)
		.where("undo", "is not", null)
		.where("at", ">", toInstantText(now.subtract({ seconds: takeBackSeconds })))
		.executeTakeFirst();
	if (!row?.undo) return undefined;
	const { numUpdatedRows } = await transaction
		.updateTable("interviewEvents")
		.set({ undo: null, undoneAt: toInstantText(now) })
		.where("id", "=", eventId)
		.where("undo", "is not", null)
		.executeTakeFirst();
	return numUpdatedRows === 0n ? undefined : undoSchema.parse(JSON.parse(row.undo));
}

/** Forgets what would have taken changes back whose e-mails have left: it holds addresses and links. */
export async function forgetInterviewUndos(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("interviewEvents")
		.set({ undo: null })
		.where("undo", "is not", null)
		.where("at", "<=", toInstantText(now.subtract({ seconds: takeBackSeconds })))
		.execute();
}
