import type { WriteTransaction } from "../../../platform/database/database.ts";
import { getKind } from "../../records/changes.server.ts";
import { findStage, type RecordKind } from "../../records/record-kind.ts";
import { setRecordStage, type StoredRecord } from "../../records/record-store.server.ts";
import { wakeRecord } from "../../records/snooze.server.ts";

/** After a message of somebody outside the team came into a record's conversation: ends a snooze, and opens a record that was closed. */
export async function reopenRecord(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	record: StoredRecord,
	now: Temporal.Instant,
): Promise<void> {
	const { reference } = record;
	await wakeRecord(transaction, reference, now);
	const kind = getKind(kinds, record);
	// The outcome of a call or an application is a fact that no message changes.
	if (record.spam || !kind.isPromised || findStage(kind, record.stage).open) return;
	await setRecordStage(transaction, reference, kind.stages[0]?.key ?? "", now);
}
