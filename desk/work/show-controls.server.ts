import { findStage, type Member, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { isSnoozed } from "../../core/records/snooze.server.ts";
import type { Company } from "../../shared/company.ts";
import { showShortTime } from "../records/show-values.server.ts";
import { findDone } from "./find-done.server.ts";
import { listMemberChoices } from "./member-choices.server.ts";
import { listSnoozeChoices } from "./snooze-choices.server.ts";
import type { WorkControlsProps } from "./work-controls.tsx";

type Of = {
	/** With the stages of the record's topic. */
	kind: RecordKind;
	/** Possible owners. */
	members: readonly Member[];
	/** The signed-in member. */
	me: string;
	company: Pick<Company, "currency"> & Parameters<typeof listSnoozeChoices>[1];
	now: Temporal.Instant;
};

/** Shows the fields of a record that members set, with their choices. */
export function showControls(
	record: StoredRecord,
	{ kind, members, me, company, now }: Of,
): Omit<WorkControlsProps, "path"> {
	const stage = findStage(kind, record.stage);
	return {
		version: record.version,
		values: {
			stage: stage.key,
			// A reason of an earlier stage does not apply to this one.
			reason: stage.reasons?.find(({ key }) => key === record.reason)?.key ?? "",
			owner: record.ownerId ?? "",
			followUp: record.followUpOn?.toString() ?? "",
			value: record.value?.toString() ?? "",
		},
		reasons: stage.reasons ?? [],
		currency: kind.hasValue ? company.currency : undefined,
		snooze: {
			snoozedUntil:
				record.snoozedUntil && isSnoozed(record, now) ? showShortTime(record.snoozedUntil, company) : undefined,
			choices: listSnoozeChoices(now, company),
		},
		me,
		done: stage.open ? findDone(kind) : undefined,
		stages: kind.stages.map(({ key, label }) => ({ key, label })),
		members: listMemberChoices(members),
	};
}
