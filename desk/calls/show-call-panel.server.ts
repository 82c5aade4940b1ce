import { takeBackSeconds } from "../../features/booking/call-changes-store.server.ts";
import type { DeskCalls } from "../../features/booking/desk-calls.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import { callOutcomes } from "../../shared/desk.ts";

/** What can be done with a call now beside what can be done with every record. */
export async function showCallPanel(
	calls: Pick<DeskCalls, "findUndoable">,
	{ stages }: Pick<RecordKind, "stages">,
	{ reference, signedIn }: { reference: string; signedIn: { account: { id: string } } },
) {
	const outcomes: string[] = [callOutcomes.held, callOutcomes.noShow];
	const undoable = await calls.findUndoable(reference, signedIn.account.id);
	return {
		outcomes: stages.filter(({ key }) => outcomes.includes(key)).map(({ key, label }) => ({ key, label })),
		undoable: undoable && { id: undoable.id, said: `${deedsInWords[undoable.deed]} ${tellsLater}` },
	};
}

const deedsInWords = {
	move: "You have moved this call.",
	cancel: "You have cancelled this call.",
	"hand-over": "You have handed this call over.",
};
const tellsLater = `Nobody has been written to yet; the e-mails leave within ${takeBackSeconds} seconds.`;
