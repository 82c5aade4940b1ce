import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { Company } from "../../shared/company.ts";
import type { Interval } from "../../shared/interval.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { hostsChangeKey } from "./host-store.server.ts";
import { readInterval, toIntervalColumns } from "./interval-columns.ts";

type HostTimeOffTable = { id: string; hostId: string; startsAt: string; endsAt: string; note: string };

type ClosuresTable = {
	id: string;
	startsAt: string;
	endsAt: string;
	reason: string;
	/** Id of the account. */
	createdBy: string;
	createdAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		hostTimeOff: HostTimeOffTable;
		closures: ClosuresTable;
	}
}

/** When a host is away. A whole day is one in the host's zone. */
export type TimeOff = Interval & { id: string; hostId: string; note: string };

/** When the company takes no calls. A whole day is one in the company's zone. */
export type Closure = Interval & { id: string; reason: string };

/** Stores a host's time off and returns its id. */
export async function addTimeOff(
	transaction: WriteTransaction,
	{ hostId, note, ...interval }: Omit<TimeOff, "id">,
): Promise<string> {
	const id = createOrderedId();
	await transaction
		.insertInto("hostTimeOff")
		.values({ id, hostId, ...toIntervalColumns(interval), note })
		.execute();
	await recordChange(transaction, [hostsChangeKey]);
	return id;
}

/** Deletes one time off of a host; false when there is none. */
export async function deleteTimeOff(
	transaction: WriteTransaction,
	{ hostId, id }: Pick<TimeOff, "hostId" | "id">,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("hostTimeOff")
		.where("id", "=", id)
		.where("hostId", "=", hostId)
		.executeTakeFirst();
	if (numDeletedRows > 0n) await recordChange(transaction, [hostsChangeKey]);
	return numDeletedRows > 0n;
}

/** Deletes all time off of a host. */
export async function deleteTimeOffOf(transaction: WriteTransaction, hostId: string): Promise<void> {
	await transaction.deleteFrom("hostTimeOff").where("hostId", "=", hostId).execute();
}

/** Lists time off during an interval, earliest first, of one host or of all. */
export async function listTimeOff(
	db: Connection,
	interval: Interval,
	{ hostId }: { hostId?: string } = {},
): Promise<TimeOff[]> {
	const { startsAt, endsAt } = toIntervalColumns(interval);
	const rows = await db
		.selectFrom("hostTimeOff")
		.selectAll()
		.where("endsAt", ">", startsAt)
		.where("startsAt", "<", endsAt)
		.$if(hostId !== undefined, (query) => query.where("hostId", "=", hostId as string))
		.orderBy("startsAt")
		.orderBy("id")
		.execute();
	return rows.map(readInterval);
}

/** Stores a closure and returns its id. */
export async function addClosure(
	transaction: WriteTransaction,
	{ reason, createdBy, ...interval }: Omit<Closure, "id"> & { /** Id of an account. */ createdBy: string },
	now: Temporal.Instant,
): Promise<string> {
	const id = createOrderedId();
	await transaction
		.insertInto("closures")
		.values({ id, ...toIntervalColumns(interval), reason, createdBy, createdAt: toInstantText(now) })
		.execute();
	await recordChange(transaction, [hostsChangeKey]);
	return id;
}

/** Finds why the company takes no appointments at a time, by content or staff; undefined when it does. */
export async function findClosure(
	db: Connection,
	interval: Interval,
	{ timeZone, demo }: Pick<Company, "timeZone"> & { demo: Pick<Company["demo"], "closures"> },
): Promise<string | undefined> {
	const date = findDate(interval.startMs, timeZone);
	const [closed] = [...demo.closures.filter((one) => one.date === date), ...(await listClosures(db, interval))];
	return closed?.reason;
}

/** Deletes a closure; false when there is none. */
export async function deleteClosure(transaction: WriteTransaction, id: string): Promise<boolean> {
	const { numDeletedRows } = await transaction.deleteFrom("closures").where("id", "=", id).executeTakeFirst();
	if (numDeletedRows > 0n) await recordChange(transaction, [hostsChangeKey]);
	return numDeletedRows > 0n;
}

/** Lists closures during an interval, earliest first. */
export async function listClosures(db: Connection, interval: Interval): Promise<Closure[]> {
	const { startsAt, endsAt } = toIntervalColumns(interval);
	const rows = await db
		.selectFrom("closures")
		.select(["id", "startsAt", "endsAt", "reason"])
		.where("endsAt", ">", startsAt)
		.where("startsAt", "<", endsAt)
		.orderBy("startsAt")
		.orderBy("id")
		.execute();
	return rows.map(readInterval);
}

/** Deletes time off that ended before an instant. */
export async function deletePastTimeOff(db: Connection, until: Temporal.Instant): Promise<void> {
	await db.deleteFrom("hostTimeOff").where("endsAt", "<", toInstantText(until)).execute();
}
