import { randomUUID } from "node:crypto";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAutomaticBackups } from "../platform/backup/automatic-backups.ts";
import { createBackupProcess } from "../platform/backup/backup-process.ts";
import { findLastBackupRun } from "../platform/backup/backup-runs.ts";
import {
	askForBackup,
	claimBackup,
	findNextBackup,
	readBackupState,
	recordBackupFailure,
} from "../platform/backup/backup-state.ts";
import { verifyArchive } from "../platform/backup/verify-archive.ts";
import { createLog } from "../platform/log.ts";
import { getProgramUrl } from "../platform/program-url.ts";
import { createTestClock, type TestClock } from "../tests/support/clock.ts";
import {
	createTestDatabaseConfig,
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { apply, configOf, startInstallation, type InstallationConfig } from "../tests/support/installations.ts";
import { startS3Server, type S3Server } from "../tests/support/s3-server.ts";
import { testCompany } from "../tests/support/test-server.ts";

// Each test starts several processes in sequence, which yield to everything else on the machine.
const backupTimeoutMs = 300_000;
vi.setConfig({ testTimeout: 3 * backupTimeoutMs });

const passphrase = "correct horse battery staple";
const log = createLog({ logLevel: "silent" });

/** An installation with an application, whose server has stopped, and its backups. */
async function openBackups(
	kind: DatabaseKind,
	environment: Record<string, string>,
	{ clock = createTestClock() }: { clock?: TestClock } = {},
) {
	const here: InstallationConfig = await createTestDatabaseConfig(kind);
	const server = await startInstallation(here);
	await apply(server, "asha@a.example");
	await server.stop();
	const database = await openTestDatabase(kind, { databaseUrl: undefined, ...here });
	const { id: installation } = await database.db.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
	const stopping = new AbortController();
	const open = (changes: Record<string, string> = {}) =>
		createAutomaticBackups({
			config: configOf(here, { ...environment, ...changes }),
			getCompany: () => testCompany,
			database,
			clock,
			log,
			installation,
			runJob: createBackupProcess(getProgramUrl("./backup-program.ts", import.meta.url)),
			stopping: stopping.signal,
		});
	return {
		here,
		database,
		clock,
		open,
		stopping,
		backUp: open(),
		readState: () => readBackupState(database.db, clock.now()),
		findRun: (runKind: "backup" | "rehearsal") => findLastBackupRun(database.db, runKind),
	};
}

describe.each(serverDatabaseKinds)("on %s", (kind) => {
	test("a backup that is due is made, restored on trial, and not made twice a day", async () => {
		const folder = await createTestDirectory();
		const { here, database, clock, backUp, readState, findRun } = await openBackups(kind, { BACKUP_FOLDER: folder });
		await writeFile(join(folder, "holiday.jpg"), "a picture");
		await backUp();
		const [name = "", ...others] = (await readdir(folder)).filter((file) => file !== "holiday.jpg");
		expect(others).toEqual([]);
		expect(name).toMatch(/^front-office-[0-9a-f]{8}-\d{8}t\d{6}z\.tar\.gz$/);
		expect((await verifyArchive(join(folder, name))).files).toHaveLength(1);
		expect(await findRun("backup")).toMatchObject({ archive: name, location: folder, isEncrypted: false });
		expect(await findRun("rehearsal")).toMatchObject({ archive: name, failure: undefined });
		expect(await readdir(here.dataDirectory)).not.toContain("backup-scratch");
		expect(await readState()).toMatchObject({ isRunning: false, failure: undefined, kept: [{ name }] });

		await backUp();
		expect(await readdir(folder)).toHaveLength(2);
		await database.write((transaction) => askForBackup(transaction, clock.now()));
		await backUp();
		const state = await readState();
		expect(state.askedAt).toBeUndefined();
		expect(state.kept).toHaveLength(2);
		expect(await readdir(folder)).toEqual([...state.kept.map((one) => one.name).toSorted(), "holiday.jpg"]);
	});

	test("a failure is recorded and tried again within the hour", async () => {
		const folder = await createTestDirectory();
		await writeFile(join(folder, "file"), "");
		const { clock, backUp, open, readState } = await openBackups(kind, {
			BACKUP_FOLDER: join(folder, "file", "below"),
		});
		await backUp();
		const { failure } = await readState();
		expect(failure?.text).toContain("cannot be created");
		expect(failure?.at.until(failure.retryAt).total("minutes")).toBeLessThanOrEqual(60);
		const repaired = open({ BACKUP_FOLDER: join(folder, "good") });
		await repaired();
		expect((await readState()).failure).toBeDefined();
		clock.advance({ minutes: 60 });
		await repaired();
		expect((await readState()).failure).toBeUndefined();
		expect(await readdir(join(folder, "good"))).toHaveLength(1);
	});

	test("a damaged file is named, and keeps no backup from being made", async () => {
		const folder = await createTestDirectory();
		const { here, backUp, readState, findRun } = await openBackups(kind, { BACKUP_FOLDER: folder });
		const files = join(here.dataDirectory, "files");
		const [resume = ""] = (await readdir(files)).filter((name) => name.endsWith(".pdf"));
		await writeFile(join(files, resume), "something else");
		await backUp();
		expect(await readState()).toMatchObject({ failure: undefined, kept: [{}] });
		const backup = await findRun("backup");
		expect(backup?.failure).toBe(`1 file differs from its record: ${resume}`);
		expect(await findRun("rehearsal")).toMatchObject({ archive: backup?.archive, failure: undefined });
	});

	test("a lost file is named, and keeps the backup from before until a backup is whole again", async () => {
		const folder = await createTestDirectory();
		const { here, clock, backUp, readState, findRun } = await openBackups(kind, {
			BACKUP_FOLDER: folder,
			BACKUP_KEEP: "1 daily",
		});
		await backUp();
		const files = join(here.dataDirectory, "files");
		const [resume = ""] = (await readdir(files)).filter((name) => name.endsWith(".pdf"));
		const content = await readFile(join(files, resume));
		await rm(join(files, resume));
		clock.advance({ hours: 100_000 });
		await backUp();
		const backup = await findRun("backup");
		expect(backup?.failure).toBe(`1 file is lost: ${resume}`);
		expect(await findRun("rehearsal")).toMatchObject({ archive: backup?.archive, failure: undefined });
		const [before = ""] = (await readdir(folder)).filter((name) => name !== backup?.archive);
		expect((await readState()).kept).toHaveLength(2);
		for (let day = 0; day < 2; day += 1) {
			clock.advance({ hours: 24 });
			await backUp();
			expect(await readdir(folder)).toEqual([before, (await findRun("backup"))?.archive].toSorted());
		}
		await writeFile(join(files, resume), content);
		clock.advance({ hours: 24 });
		await backUp();
		expect(await readdir(folder)).toEqual([(await findRun("backup"))?.archive]);
	});

	test("of several servers, one makes it; when it dies, another does", async () => {
		const { database, clock } = await openBackups(kind, { BACKUP_FOLDER: await createTestDirectory() });
		const schedule = { time: "02:00", timeZone: testCompany.timeZone };
		const claim = (runner: string) =>
			database.write((transaction) => claimBackup(transaction, { runner, schedule, now: clock.now() }));
		const claims = await Promise.all(["one", "two", "three"].map(claim));
		expect(claims.filter(Boolean)).toHaveLength(1);
		clock.advance({ seconds: 60 });
		expect(await claim("four")).toBe(false);
		clock.advance({ seconds: 60 });
		expect(await claim("four")).toBe(true);
	});
});

test("with a public key, nothing can be read without the secret one, and with it the restore is tested", async () => {
	const folder = await createTestDirectory();
	const secret = await generateIdentity();
	const key = join(await createTestDirectory(), "backup.key");
	await writeFile(key, `# created: today\n${secret}\n`);
	await chmod(key, 0o600);
	const { database, clock, backUp, open, findRun } = await openBackups("sqlite", {
		BACKUP_FOLDER: folder,
		BACKUP_RECIPIENT: await identityToRecipient(secret),
	});
	await backUp();
	const [name = ""] = await readdir(folder);
	expect(name).toMatch(/\.tar\.gz\.age$/);
	expect(await findRun("backup")).toMatchObject({ archive: name, isEncrypted: true });
	expect(await findRun("rehearsal")).toBeUndefined();
	const path = join(folder, name);
	const bytes = await readFile(path);
	for (const text of ["asha@a.example", "front-office-backup.json", "manifest", "ustar"])
		expect(bytes.includes(text)).toBe(false);
	await expect(verifyArchive(path)).rejects.toThrow("Set BACKUP_IDENTITY");
	await expect(verifyArchive(path, { keys: { identities: [await generateIdentity()] } })).rejects.toThrow("Wrong key");
	expect((await verifyArchive(path, { keys: { identities: [secret] } })).files).toHaveLength(1);

	await rm(path);
	await database.write((transaction) => askForBackup(transaction, clock.now()));
	await open({ BACKUP_IDENTITY: key })();
	expect(await findRun("rehearsal")).toMatchObject({ failure: undefined });

	await writeFile(key, await generateIdentity());
	clock.advance({ seconds: 1 });
	await database.write((transaction) => askForBackup(transaction, clock.now()));
	await open({ BACKUP_IDENTITY: key })();
	expect((await findRun("rehearsal"))?.failure).toContain("Wrong key");
});

test("a server with a place for backups makes one soon after its start", async () => {
	const folder = await createTestDirectory();
	const server = await startInstallation(await createTestDatabaseConfig("sqlite"), { BACKUP_FOLDER: folder });
	await eventually(() => expect(server.lines.join("")).toContain("made a backup"), backupTimeoutMs);
	await server.stop();
	const archives = (await readdir(folder)).filter((name) => name.endsWith(".tar.gz"));
	expect(archives).toHaveLength(1);
	expect((await verifyArchive(join(folder, archives[0] ?? ""))).database).toBe("sqlite");
});

test("old backups that cannot be removed make no backup fail", async () => {
	const { database, clock, backUp, readState } = await openBackups("sqlite", {
		BACKUP_FOLDER: await createTestDirectory(),
	});
	await database.write((transaction) => recordBackupFailure(transaction, "the disk is full", clock.now()));
	await sql`create trigger stop_listing before update on backup_state when new.kept is not null
		begin select raise(abort, 'not now'); end`.execute(database.db);
	clock.advance({ hours: 1 });
	await backUp();
	expect(await readState()).toMatchObject({ failure: undefined, succeededAt: clock.now(), isRunning: false, kept: [] });
});

test("a server that stops ends the backup, which the next start makes", async () => {
	const folder = await createTestDirectory();
	const { backUp, stopping, readState } = await openBackups("sqlite", { BACKUP_FOLDER: folder });
	const making = backUp();
	await vi.waitFor(async () => expect((await readState()).isRunning).toBe(true), {
		interval: 5,
		timeout: backupTimeoutMs,
	});
	stopping.abort();
	await making;
	expect(await readState()).toMatchObject({ isRunning: false, succeededAt: undefined, failure: undefined });
	expect((await readdir(folder)).filter((name) => !name.endsWith(".partial"))).toEqual([]);
});

describe("a bucket", () => {
	let store: S3Server;
	beforeAll(async () => {
		store = await startS3Server();
	});
	afterAll(() => store.stop());

	test("takes encrypted backups, which are read back for the trial restore", async () => {
		const { clock, backUp, findRun, readState } = await openBackups("sqlite", {
			BACKUP_BUCKET: (await store.createBucket(`backups-${randomUUID()}`)).replace("?", "/office?"),
			BACKUP_PASSPHRASE: passphrase,
			BACKUP_KEEP: "1 daily",
		});
		await backUp();
		const run = await findRun("backup");
		expect(run).toMatchObject({ isEncrypted: true, location: expect.stringMatching(/\/office$/) as string });
		expect(await findRun("rehearsal")).toMatchObject({ archive: run?.archive, failure: undefined });
		clock.advance({ hours: 100_000 });
		await backUp();
		const latest = await findRun("backup");
		expect(latest?.archive).not.toBe(run?.archive);
		expect((await readState()).kept).toMatchObject([{ name: latest?.archive }]);
	});
});

describe("the next backup", () => {
	const schedule = { time: "02:30", timeZone: "Europe/Berlin" };
	const next = (now: string, succeededAt?: string, retryAt?: string) =>
		findNextBackup(
			{
				succeededAt: succeededAt === undefined ? undefined : Temporal.Instant.from(succeededAt),
				failure:
					retryAt === undefined
						? undefined
						: { text: "the disk is full", at: Temporal.Instant.from(retryAt), retryAt: Temporal.Instant.from(retryAt) },
			},
			schedule,
			Temporal.Instant.from(now),
		).toString();

	test("is due at its time of day, and at once when that was missed", () => {
		expect(next("2026-11-23T01:00:00Z", "2026-11-22T01:30:00Z")).toBe("2026-11-23T01:30:00Z");
		expect(next("2026-11-23T01:31:00Z", "2026-11-22T01:30:00Z")).toBe("2026-11-23T01:30:00Z");
		expect(next("2026-11-23T01:32:00Z", "2026-11-23T01:31:00Z")).toBe("2026-11-24T01:30:00Z");
		expect(next("2026-11-23T00:00:00Z")).toBe("2026-11-22T01:30:00Z");
	});

	test("does not wait for a time that a wrong clock has noted", () => {
		const [now, year] = ["2026-11-23T03:00:00Z", "2028-01-01T01:31:00Z"];
		expect(next(now, year)).toBe("2026-11-23T01:30:00Z");
		expect(next(now, undefined, year)).toBe("2026-11-23T01:30:00Z");
		expect(next(now, "2026-11-23T01:31:00Z", "2026-11-23T03:30:00Z")).toBe("2026-11-23T03:30:00Z");
	});

	test("is made on the days on which clocks change", () => {
		// 02:30 is skipped on this day, and comes twice on the other.
		expect(next("2026-03-28T23:30:00Z", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00Z");
		expect(next("2026-10-24T23:30:00Z", "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00Z");
	});
});
