import { listMembers } from "../../core/records/members.server.ts";
import { findStage, withStagesOf, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import type { ChangedField } from "../../core/records/work-store.server.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { showMoney, showShortTime, showValue } from "../records/show-values.server.ts";

/**
 * Describes a change of a record with the name of the chosen value.
 * @param record as the change left it
 */
export async function describeChanged(
	changed: { field: ChangedField; value: string },
	record: StoredRecord,
	{ kind, company, database }: { kind: RecordKind } & Pick<DeskDeps, "company" | "database">,
): Promise<string> {
	const { field, value } = changed;
	const { reference, followUpOn, snoozedUntil } = record;
	const findCurrentStage = async () => findStage(await withStagesOf(database.db, kind, record.topic), record.stage);
	switch (field) {
		case "stage":
			return `Moved ${record.senderName} to ${(await findCurrentStage()).label}.`;
		case "owner": {
			const owner = (await listMembers(database.db)).find(({ id }) => id === value);
			return owner ? `Assigned to ${owner.name}.` : "Unassigned.";
		}
		case "follow-up":
			return followUpOn ? `Follow-up set for ${showValue(followUpOn, company).text}.` : "Follow-up removed.";
		case "snooze":
			return value === "" || !snoozedUntil
				? "Back in the list."
				: `Snoozed until ${showShortTime(snoozedUntil, company)}.`;
		case "value":
			return record.value === undefined ? "Value removed." : `Value: ${showMoney(record.value, company)}.`;
		case "reason": {
			const reason = (await findCurrentStage()).reasons?.find(({ key }) => key === value);
			return reason ? `Reason: ${reason.label}.` : "Reason removed.";
		}
		case "spam":
			return value === "yes"
				? `${reference} marked as spam. Its e-mails are on hold.`
				: `${reference} is not spam. Its e-mails go out within seconds.`;
	}
}
