import { sql, type RawBuilder, type SqlBool } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { readInstant } from "../../shared/read-time.ts";
import { changeKeysOfRecord, type StoredRecord } from "./record-store.server.ts";

/** The furthest ahead. A stored time beyond it was written while the clock was wrong, and binds nobody. */
const longestSnooze = Temporal.Duration.from({ hours: 366 * 24 });

const snoozedUntil = sql.ref<string | null>("records.snoozedUntil");

/** Tells whether a record is snoozed at an instant. */
export function isSnoozed(record: Pick<StoredRecord, "snoozedUntil">, now: Temporal.Instant): boolean {
	return (
		record.snoozedUntil !== undefined &&
		Temporal.Instant.compare(record.snoozedUntil, now) > 0 &&
		Temporal.Instant.compare(record.snoozedUntil, now.add(longestSnooze)) <= 0
	);
}

/** The condition that a record is snoozed at an instant. */
export function whereSnoozed(now: Temporal.Instant): RawBuilder<SqlBool> {
	return writeCondition(snoozedUntil, now);
}

/** The condition that a record is not snoozed at an instant. */
export function whereAwake(now: Temporal.Instant): RawBuilder<SqlBool> {
	return sql<SqlBool>`not (${writeCondition(sql`coalesce(${snoozedUntil}, '')`, now)})`;
}

function writeCondition(until: RawBuilder<unknown>, now: Temporal.Instant): RawBuilder<SqlBool> {
	return sql<SqlBool>`${until} > ${toInstantText(now)} and ${until} <= ${toInstantText(now.add(longestSnooze))}`;
}

/** Writes when a record comes back: in whole seconds, because records sort by the second of their arrival. */
export function toSnoozeText(until: Temporal.Instant): string {
	return toInstantText(until.round({ smallestUnit: "second", roundingMode: "floor" }));
}

/** Explains why a record cannot be snoozed until then; undefined when it can. "" ends a snooze. */
export function findSnoozeFault(value: string, now: Temporal.Instant): string | undefined {
	if (value === "") return undefined;
	const until = readInstant(value);
	if (!until || toSnoozeText(until) !== value) return "Choose when it comes back.";
	if (Temporal.Instant.compare(until, now) <= 0) return "Choose a time that is still to come.";
	return isSnoozed({ snoozedUntil: until }, now) ? undefined : "Choose a day within a year.";
}

/**
 * Brings a record back, because its sender acted: a snoozed one is on top of its list. A change that was chosen without knowing of it is
 * refused, snoozed or not.
 */
export async function wakeRecord(
	transaction: WriteTransaction,
	reference: string,
	now: Temporal.Instant,
): Promise<void> {
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({
			version: set("version", "+", 1),
			snoozedUntil: sql<string | null>`case when ${whereSnoozed(now)} then ${toSnoozeText(now)} else snoozed_until end`,
		}))
		.where("reference", "=", reference)
		.returning(["reference", "kind"])
		.executeTakeFirst();
	if (changed) await recordChange(transaction, changeKeysOfRecord(changed));
}

/**
 * Undoes the waking of a record, unless it has changed since: a snooze that has not ended continues, and the record has a new version.
 * @returns whether the record still had the given version
 */
export async function snoozeAgain(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "reference" | "version" | "snoozedUntil">,
	now: Temporal.Instant,
): Promise<boolean> {
	const changed = await transaction
		.updateTable("records")
		.set((set) => ({
			version: set("version", "+", 1),
			changedAt: toInstantText(now),
			...(record.snoozedUntil && isSnoozed(record, now) && { snoozedUntil: toSnoozeText(record.snoozedUntil) }),
		}))
		.where("reference", "=", record.reference)
		.where("version", "=", record.version)
		.returning(["reference", "kind"])
		.executeTakeFirst();
	if (changed) await recordChange(transaction, changeKeysOfRecord(changed));
	return changed !== undefined;
}

/**
 * Announces records whose time has come, so that open pages show them. Lists need no announcement: they compare with the time.
 * @returns until when records have been announced, for the next call
 */
export async function announceWoken(
	database: Database,
	{ after, now }: { after: Temporal.Instant; now: Temporal.Instant },
): Promise<Temporal.Instant> {
	const woken = await database.db
		.selectFrom("records")
		.select(["reference", "kind"])
		.where("snoozedUntil", ">", toInstantText(after))
		.where("snoozedUntil", "<=", toInstantText(now))
		.execute();
	if (woken.length > 0)
		await database.write((transaction) => recordChange(transaction, woken.flatMap(changeKeysOfRecord)));
	return now;
}
