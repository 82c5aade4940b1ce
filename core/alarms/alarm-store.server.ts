import type { Selectable } from "kysely";
import { clockTolerance } from "../../platform/clock.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { Problem } from "./problem.ts";

type AlarmsTable = {
	id: string;
	/** Of its problem. */
	key: string;
	/** As it was when it began. */
	text: string;
	beganAt: string;
	/** When a server last saw the problem. */
	seenAt: string;
	endedAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		alarms: AlarmsTable;
	}
}

/** A problem that owners are told of when it begins and when it is over. */
export type Alarm = { id: string; key: string; text: string; beganAt: Temporal.Instant };

/** A problem that no server has seen for this long is over; until then it may come and go. */
const overAfter = Temporal.Duration.from({ minutes: 5 });
/** How long ended alarms are kept. */
const keptFor = Temporal.Duration.from({ hours: 30 * 24 });

/** Lists the alarms that are not over, oldest first. */
export async function listStandingAlarms(db: Connection): Promise<Alarm[]> {
	const rows = await db.selectFrom("alarms").selectAll().where("endedAt", "is", null).orderBy("id").execute();
	return rows.map(toAlarm);
}

export async function findAlarm(db: Connection, id: string): Promise<Alarm | undefined> {
	const row = await db.selectFrom("alarms").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toAlarm(row);
}

/**
 * Notes the problems that a server sees now. Several servers may see different ones, such as a full disk of their own.
 *
 * @returns the alarms that begin, and those that are over; each is returned once, to one server
 */
export async function noteProblems(
	transaction: WriteTransaction,
	problems: readonly Problem[],
	now: Temporal.Instant,
): Promise<{ begun: Alarm[]; ended: Alarm[] }> {
	await takeLock(transaction, "alarms");
	const nowText = toInstantText(now);
	const standing = new Set((await listStandingAlarms(transaction)).map(({ key }) => key));
	const seen = problems.map(({ key }) => key).filter((key) => standing.has(key));
	if (seen.length > 0)
		await transaction
			.updateTable("alarms")
			.set({ seenAt: nowText })
			.where("key", "in", seen)
			.where("endedAt", "is", null)
			.execute();
	const begun: Alarm[] = [];
	for (const { key, text } of problems) {
		if (standing.has(key)) continue;
		standing.add(key);
		const row = { id: createOrderedId(), key, text, beganAt: nowText, seenAt: nowText, endedAt: null };
		await transaction.insertInto("alarms").values(row).execute();
		begun.push(toAlarm(row));
	}
	const ended = await transaction
		.updateTable("alarms")
		.set({ endedAt: nowText })
		.where("endedAt", "is", null)
		.where((where) =>
			where.or([
				where("seenAt", "<=", toInstantText(now.subtract(overAfter))),
				// A clock that was wrong.
				where("seenAt", ">", toInstantText(now.add(clockTolerance))),
			]),
		)
		.returningAll()
		.execute();
	if (ended.length > 0)
		await transaction
			.deleteFrom("alarms")
			.where("endedAt", "<=", toInstantText(now.subtract(keptFor)))
			.execute();
	return { begun, ended: ended.map(toAlarm) };
}

function toAlarm({ id, key, text, beganAt }: Selectable<AlarmsTable>): Alarm {
	return { id, key, text, beganAt: Temporal.Instant.from(beganAt) };
}
