import type { WantedChange } from "../../core/records/changes.server.ts";
import { findStage, type Member, type RecordKind } from "../../core/records/record-kind.ts";
import type { Company } from "../../shared/company.ts";
import { showShortTime, showValue } from "../records/show-values.server.ts";

/** Says what was done to several records. */
export function describeBatch(
	count: number,
	{ field, value }: WantedChange,
	{
		kind,
		members,
		company,
	}: { kind: RecordKind; members: readonly Member[]; company: Pick<Company, "locale" | "timeZone"> },
): string {
	if (field === "stage") return `${count} moved to ${findStage(kind, value).label}.`;
	if (field === "owner") {
		const owner = members.find(({ id }) => id === value);
		return owner ? `${count} assigned to ${owner.name}.` : `${count} unassigned.`;
	}
	if (field === "spam") return value === "yes" ? `${count} marked as spam.` : `${count} marked as not spam.`;
	if (field === "snooze")
		return value === ""
			? `${count} back in the list.`
			: `${count} snoozed until ${showShortTime(Temporal.Instant.from(value), company)}.`;
	if (field !== "follow-up") return `${count} changed.`;
	return value === ""
		? `Follow-up removed from ${count}.`
		: `Follow-up of ${count} set for ${showValue(Temporal.PlainDate.from(value), company).text}.`;
}
