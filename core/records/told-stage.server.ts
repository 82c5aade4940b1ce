import type { Connection } from "../../platform/database/database.ts";
import type { Stage } from "../../shared/desk.ts";
import { findStage, withStagesOf, type RecordKind } from "./record-kind.ts";
import { findRecord } from "./record-store.server.ts";

/**
 * Finds the stage that the sender may know: a stage that an unsent reply is to announce stays hidden, and so does a final one before
 * anybody has written to them about it. Then it is the last open stage before. Returns undefined for an unknown record.
 */
export async function findToldStage(db: Connection, kind: RecordKind, reference: string): Promise<Stage | undefined> {
	const record = await findRecord(db, reference);
	if (!record) return undefined;
	const { stages } = await withStagesOf(db, kind, record.topic);
	const stage = findStage({ stages }, record.stage);
	if (kind.isWithdrawn?.(record)) return stage;
	const changes = await db
		.selectFrom("recordChanges")
		.select(["id", "before", "undoes"])
		.where("reference", "=", reference)
		.where("field", "=", "stage")
		.orderBy("id", "desc")
		.execute();
	const replies = await db
		.selectFrom("recordReplies")
		.leftJoin("recordAnswers", "recordAnswers.replyId", "recordReplies.id")
		.leftJoin("emails", "emails.messageId", "recordReplies.messageId")
		.select([
			"recordReplies.id",
			"recordAnswers.stage",
			"recordAnswers.stageBefore",
			"emails.state",
			"emails.notSentAt",
		])
		.where("recordReplies.reference", "=", reference)
		.where("recordReplies.withdrawnAt", "is", null)
		.where("recordReplies.isForward", "=", 0)
		.execute();
	const isWaiting = replies.some(
		(reply) =>
			reply.stage === stage.key &&
			reply.stageBefore !== stage.key &&
			(reply.state === "waiting" || reply.state === "held"),
	);
	const undone = new Set(changes.map(({ undoes }) => undoes));
	const change = changes.find(({ id, undoes }) => undoes === null && !undone.has(id));
	// By their ids, because a reply that moves the record is dated before the move.
	const isAfterChange = ({ id }: { id: string }) => change === undefined || id > change.id;
	const isTold = replies.some(
		(reply) =>
			reply.state === "sent" &&
			reply.notSentAt === null &&
			(reply.stage === stage.key || (reply.stage === null && isAfterChange(reply))),
	);
	if (!isWaiting && (stage.open || isTold)) return stage;
	const earlier = changes
		.map(({ before }) => findStage({ stages }, before))
		.find(({ open, key }) => open && key !== stage.key);
	return earlier ?? findStage({ stages }, undefined);
}
