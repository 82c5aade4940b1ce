import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nameArchive } from "../platform/backup/archive-name.ts";
import { createAutomaticBackups } from "../platform/backup/automatic-backups.ts";
import type { RunBackupJob } from "../platform/backup/backup-job.ts";
import { openBackupPlace } from "../platform/backup/backup-place.ts";
import { findLastBackupRun } from "../platform/backup/backup-runs.ts";
import { askForBackup, readBackupState } from "../platform/backup/backup-state.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { createTestClock } from "../tests/support/clock.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { testCompany } from "../tests/support/test-server.ts";

const installation = "0199d2a4-5b6c-7d8e-9f00-112233445566";
/** The first of 60 days, at midnight in the zone of the company. */
const begin = Temporal.ZonedDateTime.from("2026-09-01T00:00[Asia/Kolkata]");
const days = 60;
/** When the servers look whether a backup is due at 02:00; after a failure, it is again within the hour. */
const hours = [0, 1, 2, 3, 4, 5, 6, 12, 18];
const keep = { daily: 7, weekly: 4, monthly: 3 };

/** The failures, by the number of the day. */
const awayInTheMorning = 5;
const away = [10, 11];
const stopped = [20, 21, 22];
const killed = 25;
const unreadable = [30, 31, 58];
const askedFor = 40;
const full = 45;

/** An archive that was made, and whether its restore on trial failed. */
type Made = { name: string; day: Temporal.PlainDate; isBad: boolean };

/**
 * An installation with two servers that back up into a folder, until the work is ended. The work is that of the real process, except that
 * archives are tiny.
 */
async function openSchedule(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock(begin.toInstant().toString());
	const folder = join(await createTestDirectory(), "backups");
	const config = {
		...readConfig({
			BACKUP_FOLDER: folder,
			BACKUP_KEEP: `${keep.daily} daily, ${keep.weekly} weekly, ${keep.monthly} monthly`,
		}),
		dataDirectory: database.dataDirectory,
	};
	const made: Made[] = [];
	let [day, killings] = [0, 2];
	const runJob: RunBackupJob = async (job) => {
		try {
			if (job.kind === "rehearse")
				return unreadable.includes(day) ? { failed: "the archive is damaged" } : { rehearsed: job.name };
			if (day === killed && killings-- > 0) return { failed: "the process ended without a result (SIGKILL)" };
			const place = await openBackupPlace({ folder }, { installation, scratch: join(folder, "scratch") });
			await place.removePartial();
			const madeAt = clock.now();
			const name = nameArchive(installation, madeAt, false);
			const bytes = await place.store(name, async (path) => {
				await writeFile(`${path}.partial`, "archive");
				if (day === full && timeOfDay().hour < 6) throw new Error("the disk is full");
				await rename(`${path}.partial`, path);
			});
			made.push({ name, day: timeOfDay().toPlainDate(), isBad: unreadable.includes(day) });
			return { name, madeAt: madeAt.toString(), bytes, isEncrypted: false };
		} catch (error) {
			return { failed: (error as Error).message };
		}
	};
	const timeOfDay = () => clock.now().toZonedDateTimeISO(begin.timeZoneId);
	const [one, other] = [1, 2].map(() =>
		createAutomaticBackups({
			config,
			getCompany: () => testCompany,
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			installation,
			runJob,
			stopping: new AbortController().signal,
		}),
	);
	return {
		database,
		made,
		folder,
		readState: () => readBackupState(database.db, clock.now()),
		ask: () => database.write((transaction) => askForBackup(transaction, clock.now())),
		/** Lets both servers look, five minutes after an hour of a day. */
		async look(ofDay: number, hour: number) {
			day = ofDay;
			clock.advance(clock.now().until(begin.add({ days: ofDay, hours: hour, minutes: 5 }).toInstant()));
			await Promise.all([one?.(), other?.()]);
		},
	};
}

/** The archives that the rule keeps of all that were ever made, by its words: the last good one of each of so many days, weeks and months. */
function listWanted(made: readonly Made[]): string[] {
	const good = made.filter(({ isBad }) => !isBad);
	const lastOfEach = (archives: readonly Made[], count: number, nameOf: (day: Temporal.PlainDate) => string) =>
		[...Map.groupBy(archives, ({ day }) => nameOf(day)).values()]
			.slice(-count)
			.map((group) => group.at(-1)?.name ?? "");
	const listKept = (archives: readonly Made[]) => [
		...lastOfEach(archives, keep.daily, String),
		...lastOfEach(archives, keep.weekly, (day) => day.subtract({ days: day.dayOfWeek - 1 }).toString()),
		...lastOfEach(archives, keep.monthly, (day) => day.toPlainYearMonth().toString()),
	];
	// Bad ones stay until there is a newer good one.
	const untested = made.slice(made.findLastIndex(({ isBad }) => !isBad) + 1);
	return [...new Set([...listKept(good), ...listKept(untested)])].toSorted();
}

describe.each(serverDatabaseKinds)("over 60 days with failures on %s", (kind) => {
	test("a backup is made on each day on which one can be, and the folder holds what the rule says", async () => {
		const { database, made, folder, readState, ask, look } = await openSchedule(kind);
		const [elsewhere, holiday] = [`${folder}-elsewhere`, "holiday.jpg"];
		const listArchives = async () => (await readdir(folder)).filter((name) => name !== holiday).toSorted();
		for (let day = 0; day < days; day++) {
			if (stopped.includes(day)) continue;
			for (const hour of hours) {
				const isAway = away.includes(day) || (day === awayInTheMorning && hour < 12);
				if (isAway) {
					// A file is where the folder was, as an empty mount point would be in the way of another one.
					await rename(folder, elsewhere);
					await writeFile(folder, "");
				}
				if (day === askedFor && hour === 12) await ask();
				const before = made.length;
				await look(day, hour);
				if (isAway) {
					expect(made).toHaveLength(before);
					if (hour >= 2) expect((await readState()).failure?.text).toContain("cannot be created");
					await rm(folder);
					await rename(elsewhere, folder);
				} else if (made.length > before) {
					expect(made).toHaveLength(before + 1);
					const state = await readState();
					expect([day, hour, await listArchives()]).toEqual([day, hour, listWanted(made)]);
					expect(state).toMatchObject({ isRunning: false, failure: undefined });
					expect(state.kept.map(({ name }) => name).toSorted()).toEqual(listWanted(made));
				}
			}
			if (day === 0) await writeFile(join(folder, holiday), "a picture");
		}
		const dates = Array.from({ length: days }, (_, day) => begin.toPlainDate().add({ days: day }));
		const lost = new Set([...away, ...stopped]);
		expect([...new Set(made.map(({ day }) => day.toString()))]).toEqual(
			dates.filter((_, day) => !lost.has(day)).map(String),
		);
		// On the first day and after days without, one is made at the first moment, before that of the day.
		const several = [...Map.groupBy(made, ({ day }) => day.toString())].filter(([, ofDay]) => ofDay.length > 1);
		expect(several.map(([day, ofDay]) => [day, ofDay.length])).toEqual(
			[0, 12, 23, askedFor].map((day) => [String(dates[day]), 2]),
		);
		expect(await readdir(folder)).toContain(holiday);
		expect((await findLastBackupRun(database.db, "backup"))?.archive).toBe(made.at(-1)?.name);
		expect(await findLastBackupRun(database.db, "rehearsal")).toMatchObject({ failure: undefined });
	});
});
