import { hasBegun } from "../../core/appointments/appointment.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { DeskCalls } from "../../features/booking/desk-calls.server.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { showUndoable } from "./change-appointment.server.ts";

/** Returns what can be done with a call beyond what can be done with every record; an outcome only once it has begun. */
export async function showCallPanel(
	calls: Pick<DeskCalls, "findUndoable" | "findStart">,
	{ stages }: Pick<RecordKind, "stages">,
	{ reference, signedIn, now }: { reference: string; signedIn: { account: { id: string } }; now: Temporal.Instant },
) {
	const startsAt = await calls.findStart(reference);
	const outcomes: string[] = hasBegun({ startsAt }, now) ? [callOutcomes.held, callOutcomes.noShow] : [];
	return {
		outcomes: stages.filter(({ key }) => outcomes.includes(key)).map(({ key, label }) => ({ key, label })),
		undoable: showUndoable(await calls.findUndoable(reference, signedIn.account.id), "call"),
	};
}
