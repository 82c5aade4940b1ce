import { hasBegun } from "../../core/appointments/appointment.ts";
import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import type { StoredRecord } from "../../core/records/record-store.server.ts";
import type { BookingRecord } from "../../features/booking/booking-record.server.ts";
import { callOutcomes } from "../../shared/desk.ts";
import type { Outcomes } from "./outcome-buttons.tsx";

/** Returns the outcomes that a call can have besides its present one: none before it has begun, or once it is cancelled. */
export function showOutcomes(
	{ stages }: Pick<RecordKind, "stages">,
	record: Pick<StoredRecord, "stage" | "version">,
	{ call, now }: { call: Pick<BookingRecord, "startsAt" | "state">; now: Temporal.Instant },
): Outcomes {
	const present = findStage({ stages }, record.stage).key;
	const isPossible = hasBegun(call, now) && call.state !== "cancelled";
	const possible: string[] = isPossible ? [callOutcomes.held, callOutcomes.noShow] : [];
	return {
		version: record.version,
		stages: stages
			.filter(({ key }) => possible.includes(key) && key !== present)
			.map(({ key, label }) => ({ key, label })),
	};
}
