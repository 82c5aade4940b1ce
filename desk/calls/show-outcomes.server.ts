import { hasBegun } from "../../core/appointments/appointment.ts";
import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import { callOutcomes } from "../../shared/desk.ts";
import type { Outcomes } from "./outcome-buttons.tsx";

/** Returns the outcomes that a call can have besides its present one: none before it has begun, or once it is cancelled. */
export function showOutcomes(
	{ stages }: Pick<RecordKind, "stages">,
	record: Pick<StoredRecord, "stage" | "version">,
	{ startsAt, now }: { startsAt: Temporal.Instant | undefined; now: Temporal.Instant },
): Outcomes {
	const present = findStage({ stages }, record.stage).key;
	const isPossible = hasBegun({ startsAt }, now) && present !== callOutcomes.cancelled;
	const possible: string[] = isPossible ? [callOutcomes.held, callOutcomes.noShow] : [];
	return {
		version: record.version,
		stages: stages
			.filter(({ key }) => possible.includes(key) && key !== present)
			.map(({ key, label }) => ({ key, label })),
	};
}
