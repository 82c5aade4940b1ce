import type { WriteTransaction } from "../../../platform/database/database.ts";
import { getKind } from "../../records/changes.server.ts";
import { findStage, type RecordKind } from "../../records/record-kind.ts";
import { findRecord, setRecordStage, type StoredRecord } from "../../records/record-store.server.ts";
import { isSnoozed, snoozeAgain, wakeRecord } from "../../records/snooze.server.ts";

/** The state of a record that its reopening replaced. */
export type ReplacedState = {
	/** Of the record since then. */
	version: number;
	/** Undefined if the record was open. */
	stage: string | undefined;
	/** Undefined if it was awake. */
	snoozedUntil: Temporal.Instant | undefined;
};

/**
 * After a message of somebody outside the team came into a record's conversation: ends a snooze, and opens a record that was closed.
 * @returns what that replaced; undefined if the record was open and awake
 */
export async function reopenRecord(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	record: StoredRecord,
	now: Temporal.Instant,
): Promise<ReplacedState | undefined> {
	const { reference } = record;
	await wakeRecord(transaction, reference, now);
	const kind = getKind(kinds, record);
	// The outcome of a call or an application is a fact that no message changes.
	const isReopened = !record.spam && kind.isPromised && !findStage(kind, record.stage).open;
	if (isReopened) await setRecordStage(transaction, reference, kind.stages[0]?.key ?? "", now);
	const isWoken = isSnoozed(record, now);
	const reopened = isReopened || isWoken ? await findRecord(transaction, reference) : undefined;
	return (
		reopened && {
			version: reopened.version,
			stage: isReopened ? record.stage : undefined,
			snoozedUntil: isWoken ? record.snoozedUntil : undefined,
		}
	);
}

/**
 * Undoes reopenRecord, unless the record has changed since.
 * @param replaced comes from a form: only the closed stage that the record was last moved to counts, and a snooze that can be chosen
 */
export async function undoReopening(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	reference: string,
	{ version, stage, snoozedUntil }: ReplacedState,
	now: Temporal.Instant,
): Promise<void> {
	// With a new version, so that what was chosen without knowing of it is refused.
	if (!(await snoozeAgain(transaction, { reference, version, snoozedUntil }, now))) return;
	const record = await findRecord(transaction, reference);
	if (!record || record.spam || stage === undefined) return;
	const { isPromised, stages } = getKind(kinds, record);
	if (!isPromised || !stages.some(({ key, open }) => key === stage && !open)) return;
	const moved = await transaction
		.selectFrom("recordChanges")
		.select("after")
		.where("reference", "=", reference)
		.where("field", "=", "stage")
		.orderBy("id", "desc")
		.executeTakeFirst();
	// An imported record was never moved.
	if (moved && moved.after !== stage) return;
	await setRecordStage(transaction, reference, stage, now);
}
