import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { findRecord } from "../../core/records/record-store.server.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { requestStore } from "./store.server.ts";

/** Days are those of the company's zone, as YYYY-MM-DD. */
type SettledRequestsTable = {
	id: string;
	/** Key of a kind; empty for none. */
	requestKind: string;
	receivedOn: string;
	/** Key of its last stage; empty for the first. */
	stage: string;
	/** When it came to that stage; null if it never left the first. */
	stageOn: string | null;
	/** When the person's data was deleted from it. */
	erasedOn: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		settledRequests: SettledRequestsTable;
	}
}

/** The rest of a request without the person: that it came, and when and how it ended. */
export type RegisteredRequest = Omit<SettledRequestsTable, "id" | "stageOn"> & { stageOn: string | undefined };

/**
 * Keeps of requests that are about to be deleted the facts that name no person, and tells the audit log. Those in quarantine leave nothing.
 * @param references unknown ones are left out
 */
export async function registerErasedRequests(
	transaction: WriteTransaction,
	references: readonly string[],
	{ now, timeZone }: { now: Temporal.Instant; timeZone: string },
): Promise<void> {
	const dayOf = (instant: Temporal.Instant) => findDate(instant.epochMilliseconds, timeZone);
	for (const { reference, receivedAt, requestKind, state } of await requestStore.listOf(transaction, references)) {
		if (state === "quarantined") continue;
		const record = await findRecord(transaction, reference);
		const change = await transaction
			.selectFrom("recordChanges")
			.select("at")
			.where("reference", "=", reference)
			.where("field", "=", "stage")
			.orderBy("at", "desc")
			.orderBy("id", "desc")
			.limit(1)
			.executeTakeFirst();
		const entry = {
			requestKind,
			receivedOn: dayOf(receivedAt),
			stage: record?.stage ?? "",
			stageOn: change ? dayOf(Temporal.Instant.from(change.at)) : null,
			erasedOn: dayOf(now),
		};
		await transaction
			.insertInto("settledRequests")
			.values({ id: createOrderedId(), ...entry })
			.execute();
		const { stageOn, ...facts } = entry;
		await writeAuditEntry(
			transaction,
			{
				actor: "server",
				action: "request.kept-without-person",
				subject: "",
				details: { ...facts, ...(stageOn !== null && { stageOn }) },
			},
			now,
		);
	}
}

/** Lists the rest of deleted requests, the latest first. */
export async function listRegisteredRequests(db: Connection, limit: number): Promise<RegisteredRequest[]> {
	const rows = await db.selectFrom("settledRequests").selectAll().orderBy("id", "desc").limit(limit).execute();
	return rows.map(({ id: _id, stageOn, ...row }) => ({ ...row, stageOn: stageOn ?? undefined }));
}
