import { listChangeRows, type ChangeRow } from "../../core/appointments/appointment-changes-store.server.ts";
import type { AppointmentKind } from "../../core/appointments/appointment-kind.ts";
import type { TimelineEvent } from "../../core/records/record-kind.ts";
import type { Connection } from "../../platform/database/database.ts";
import { describeStart, type BookingRecord } from "./booking-record.server.ts";

type CallChangesTable = ChangeRow & {
	reference: string;
	/** The member. */
	accountId: string;
	deed: "move" | "cancel" | "hand-over" | "invite";
	/** Before and after in words: the time of a move, the host of a reassignment. */
	before: string;
	after: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		callChanges: CallChangesTable;
	}
}

const kinds = { move: "moved", cancel: "cancelled", "hand-over": "handed-over", invite: "invited" } as const;

/** Stores the changes that staff make to calls. */
export const callChanges: AppointmentKind<BookingRecord, BookingRecord, readonly string[]>["changes"] = {
	table: "callChanges",
	owner: "reference",
	actor: "accountId",
	ownerOf: ({ reference }) => reference,
	kindOf: ({ deed }) => kinds[deed as CallChangesTable["deed"]],
	describe({ kind, before, after, by, people }) {
		if (!by) return undefined;
		const nameChanged = ({ hostIds }: BookingRecord, other: BookingRecord) =>
			people.find(({ id }) => hostIds.includes(id) && !other.hostIds.includes(id))?.name ?? "";
		if (kind === "cancelled") return { accountId: by.id, deed: "cancel", before: describeStart(before), after: "" };
		// Addresses are erased only with the call.
		if (kind === "invited") return { accountId: by.id, deed: "invite", before: "", after: "" };
		return kind === "handed-over"
			? { accountId: by.id, deed: "hand-over", before: nameChanged(before, after), after: nameChanged(after, before) }
			: { accountId: by.id, deed: "move", before: describeStart(before), after: describeStart(after) };
	},
};

/** Lists what staff did with a call, latest first. */
export async function listCallEvents(db: Connection, reference: string): Promise<TimelineEvent[]> {
	const rows = (await listChangeRows(db, callChanges, [reference])) as unknown as CallChangesTable[];
	return rows.toReversed().map(({ id, at, accountId, undoneAt, ...change }) => ({
		id,
		at: Temporal.Instant.from(at),
		accountId,
		event: describeCallChange(change),
		isUndone: undoneAt !== null,
	}));
}

function describeCallChange({ deed, before, after }: Pick<CallChangesTable, "deed" | "before" | "after">): string {
	if (deed === "invite") return "changed the guests of the call";
	if (deed === "cancel") return `cancelled the call of ${before}`;
	if (deed === "move") return `moved the call from ${before} to ${after}`;
	return before === "" ? `assigned the call to ${after}` : `reassigned the call from ${before} to ${after}`;
}
