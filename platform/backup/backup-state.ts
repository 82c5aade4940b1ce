import { z } from "zod";
import { findTimeOrNext } from "../../shared/zoned-time.ts";
import { clockTolerance } from "../clock.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText, toOptionalInstant } from "../database/instant-text.ts";
import { takeLock } from "../database/take-lock.ts";
import type { PlacedArchive } from "./backup-place.ts";

/** One row. */
type BackupStateTable = {
	id: number;
	askedAt: string | null;
	runner: string | null;
	runnerUntil: string | null;
	succeededAt: string | null;
	failure: string | null;
	failedAt: string | null;
	retryAt: string | null;
	kept: string | null;
};

declare module "../database/tables.ts" {
	interface Tables {
		backupState: BackupStateTable;
	}
}

/** The server's own backups. */
export type BackupState = {
	/** When a member asked for a backup that has not been made. */
	askedAt: Temporal.Instant | undefined;
	/** Whether one is being made. */
	isRunning: boolean;
	succeededAt: Temporal.Instant | undefined;
	/** Of the last attempt; undefined if it succeeded. */
	failure: { text: string; at: Temporal.Instant; retryAt: Temporal.Instant } | undefined;
	/** The archives of the installation after the last success, latest first. */
	kept: PlacedArchive[];
};

/** Time of day in the zone of the company, such as 02:00. */
export type BackupSchedule = { time: string; timeZone: string };

/** How long a process that has died keeps others from making a backup, and how often a living one prolongs that. */
const leaseMs = 90_000;
export const renewLeaseMs = 20_000;
const retryAfter = Temporal.Duration.from({ minutes: 30 });
const minutesPerHour = 60;

const keptSchema = z.array(z.object({ name: z.string(), madeAt: z.string(), bytes: z.number() }));

export async function readBackupState(db: Connection, now: Temporal.Instant): Promise<BackupState> {
	const row = await findRow(db);
	const [failedAt, retryAt] = [toOptionalInstant(row?.failedAt), toOptionalInstant(row?.retryAt)];
	return {
		askedAt: toOptionalInstant(row?.askedAt),
		isRunning: isHeld(row, now),
		succeededAt: toOptionalInstant(row?.succeededAt),
		failure: row?.failure && failedAt && retryAt ? { text: row.failure, at: failedAt, retryAt } : undefined,
		kept: keptSchema
			.parse(JSON.parse(row?.kept ?? "[]"))
			.map((archive) => ({ ...archive, madeAt: Temporal.Instant.from(archive.madeAt) })),
	};
}

/** Returns when the next backup is due by itself; a time in the past is due now. */
export function findNextBackup(
	{ succeededAt, failure }: Pick<BackupState, "succeededAt" | "failure">,
	{ time, timeZone }: BackupSchedule,
	now: Temporal.Instant,
): Temporal.Instant {
	// A time too far ahead comes of a clock that was wrong.
	if (failure && Temporal.Instant.compare(failure.retryAt, now.add(retryAfter).add(clockTolerance)) <= 0)
		return failure.retryAt;
	const isAhead = succeededAt && Temporal.Instant.compare(succeededAt, now.add(clockTolerance)) > 0;
	const [hours = 0, minutes = 0] = time.split(":").map(Number);
	const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
	const onDay = (day: Temporal.PlainDate) =>
		Temporal.Instant.fromEpochMilliseconds(findTimeOrNext(day.toString(), hours * minutesPerHour + minutes, timeZone));
	const last = [today, today.subtract({ days: 1 })]
		.map(onDay)
		.find((instant) => Temporal.Instant.compare(instant, now) <= 0);
	if (last && (!succeededAt || isAhead || Temporal.Instant.compare(succeededAt, last) < 0)) return last;
	return (
		[today, today.add({ days: 1 })].map(onDay).find((instant) => Temporal.Instant.compare(instant, now) > 0) ?? now
	);
}

/** Asks for a backup now. */
export async function askForBackup(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await putState(transaction, { askedAt: toInstantText(now) });
}

/**
 * Takes the turn to make a backup that is due or asked for.
 *
 * @param runner id of this process
 * @returns false when none is due, or another process makes it
 */
export async function claimBackup(
	transaction: WriteTransaction,
	{ runner, schedule, now }: { runner: string; schedule: BackupSchedule; now: Temporal.Instant },
): Promise<boolean> {
	await takeLock(transaction, "backup");
	const row = await findRow(transaction);
	if (isHeld(row, now)) return false;
	const state = await readBackupState(transaction, now);
	const isDue = Temporal.Instant.compare(findNextBackup(state, schedule, now), now) <= 0;
	if (!isDue && !state.askedAt) return false;
	await putState(transaction, { runner, runnerUntil: leaseEnd(now) });
	return true;
}

/** Prolongs the turn; false when another process has it. */
export async function renewBackup(
	transaction: WriteTransaction,
	runner: string,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("backupState")
		.set({ runnerUntil: leaseEnd(now) })
		.where("runner", "=", runner)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Ends the turn without a result: the server stops. */
export async function leaveBackup(transaction: WriteTransaction, runner: string): Promise<void> {
	await transaction
		.updateTable("backupState")
		.set({ runner: null, runnerUntil: null })
		.where("runner", "=", runner)
		.execute();
}

/** Records that a backup was made. */
export async function recordBackup(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await putState(transaction, {
		askedAt: null,
		succeededAt: toInstantText(now),
		failure: null,
		failedAt: null,
		retryAt: null,
	});
}

/** Records why no backup could be made; it is tried again within the hour. */
export async function recordBackupFailure(
	transaction: WriteTransaction,
	failure: string,
	now: Temporal.Instant,
): Promise<void> {
	await putState(transaction, {
		askedAt: null,
		failure,
		failedAt: toInstantText(now),
		retryAt: toInstantText(now.add(retryAfter)),
	});
}

/** Records the existing archives. */
export async function recordKept(transaction: WriteTransaction, kept: readonly PlacedArchive[]): Promise<void> {
	await putState(transaction, {
		kept: JSON.stringify(kept.map(({ name, madeAt, bytes }) => ({ name, madeAt: madeAt.toString(), bytes }))),
	});
}

function findRow(db: Connection): Promise<BackupStateTable | undefined> {
	return db.selectFrom("backupState").selectAll().where("id", "=", 1).executeTakeFirst();
}

async function putState(transaction: WriteTransaction, changes: Partial<Omit<BackupStateTable, "id">>): Promise<void> {
	const unset = {
		askedAt: null,
		runner: null,
		runnerUntil: null,
		succeededAt: null,
		failure: null,
		failedAt: null,
		retryAt: null,
		kept: null,
	};
	await transaction
		.insertInto("backupState")
		.values({ id: 1, ...unset, ...changes })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
		.execute();
}

function leaseEnd(now: Temporal.Instant): string {
	return toInstantText(now.add({ milliseconds: leaseMs }));
}

/** A turn that lasts too long comes of a clock that was wrong. */
function isHeld(row: Pick<BackupStateTable, "runnerUntil"> | undefined, now: Temporal.Instant): boolean {
	const runnerUntil = row?.runnerUntil ?? undefined;
	return (
		runnerUntil !== undefined &&
		runnerUntil >= toInstantText(now) &&
		runnerUntil <= toInstantText(now.add({ milliseconds: 10 * leaseMs }))
	);
}
