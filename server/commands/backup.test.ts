import { spawn } from "node:child_process";
import { hash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addApiToken, findTokenOfSecret, revokeApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import { backUp } from "../../platform/backup/back-up.ts";
import { findLastBackupRun } from "../../platform/backup/backup-runs.ts";
import { verifyArchive } from "../../platform/backup/verify-archive.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { openTestAccounts } from "../../tests/support/accounts.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	withTestDatabase,
	type DatabaseKind,
} from "../../tests/support/databases.ts";
import { giveToOtherUser, listOfOthers } from "../../tests/support/folder-owner.ts";
import {
	apply,
	book,
	commandPath,
	configOf,
	enquire,
	environmentOf,
	hashResume,
	runInstallationCommand,
	startInstallation,
	type InstallationConfig,
} from "../../tests/support/installations.ts";
import { changeObject, startS3Server, type S3Server } from "../../tests/support/s3-server.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { migrations } from "../migrations.ts";
import { listFileOwners } from "../personal-data.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

let store: S3Server;
beforeAll(async () => {
	store = await startS3Server();
});
afterAll(() => store.stop());

type FilesKind = "folder" | "bucket";

const createFilesUrl = async (kind: FilesKind) =>
	kind === "bucket" ? await store.createBucket(`test-${randomUUID()}`) : undefined;

/** A place to start a server on. */
async function createPlace(kind: DatabaseKind, filesKind: FilesKind): Promise<InstallationConfig> {
	return { ...(await createTestDatabaseConfig(kind)), filesUrl: await createFilesUrl(filesKind) };
}

/** A place to restore into, without tables. */
async function createEmpty(kind: DatabaseKind, filesKind: FilesKind): Promise<InstallationConfig> {
	return { ...(await createEmptyDatabaseConfig(kind)), filesUrl: await createFilesUrl(filesKind) };
}

async function createArchivePath(): Promise<string> {
	return join(await createTestDirectory(), "backup.tar.gz");
}

const hashOf = (content: Buffer) => hash("sha256", content, "hex");

const databaseOf = ({ dataDirectory, databaseUrl }: InstallationConfig) => ({ dataDirectory, databaseUrl });

describe.each([
	["sqlite", "folder", "sqlite", "folder"],
	["sqlite", "folder", "postgres", "bucket"],
	["postgres", "bucket", "sqlite", "folder"],
	["postgres", "folder", "postgres", "folder"],
] as const)("a backup of %s and a %s", (kind, filesKind, newKind, newFilesKind) => {
	test(`is made beside the server and restored into ${newKind} and a ${newFilesKind}`, async () => {
		const here = await createPlace(kind, filesKind);
		const server = await startInstallation(here);
		const sent = [await apply(server, "asha@a.example"), await apply(server, "ravi@a.example", 3_000_000)];
		const enquiry = await enquire(server, "asha@a.example");
		const booking = await book(server, "asha@a.example");
		const path = await createArchivePath();
		const made = await runInstallationCommand("backup", here, path);
		expect(made).toMatchObject({ code: 0, stderr: "" });
		expect(made.stdout).toMatch(/^Backed up to \S+: \d+ rows of \d+ tables, 2 files\.\n/);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		const later = await apply(server, "later@a.example");

		const there = await createEmpty(newKind, newFilesKind);
		const asked = await runInstallationCommand("restore", there, path);
		expect(asked).toMatchObject({ code: 2, stderr: "" });
		expect(asked.stdout).toContain("Nothing changed. To restore, stop every server and add --yes.");
		expect(asked.stdout).toMatch(/^applications +- +2$/m);
		const restored = await runInstallationCommand("restore", there, path, "--yes");
		expect(restored).toMatchObject({ code: 0, stderr: "" });

		const restoredServer = await startInstallation(there);
		for (const { reference, sha256 } of sent) expect(await hashResume(restoredServer, reference)).toBe(sha256);
		expect(await hashResume(restoredServer, later.reference)).toBeUndefined();
		await withTestDatabase(databaseOf(there), async ({ db }) => {
			expect(await db.selectFrom("enquiries").select(["reference", "message"]).execute()).toEqual([
				{ reference: enquiry, message: "Ünïcode: नमस्ते, “quotes”\nand lines" },
			]);
			expect(await db.selectFrom("bookings").select("reference").execute()).toEqual([{ reference: booking }]);
			const emails = (await verifyArchive(path)).tables.find(({ name }) => name === "emails");
			expect(emails?.rows).toBeGreaterThanOrEqual(2 * 4);
			expect(await db.selectFrom("emails").select("id").execute()).toHaveLength(emails?.rows ?? 0);
		});
		await apply(restoredServer, "new@a.example");
	});
});

describe.each(serverDatabaseKinds)("an archive of %s", (kind) => {
	test("holds every table that the migrations make", async () => {
		const here = await createPlace(kind, "folder");
		await (await startInstallation(here)).stop();
		const path = await createArchivePath();
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 0 });
		await withTestDatabase(databaseOf(here), async ({ db }) => {
			const { rows } =
				kind === "sqlite"
					? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
					: await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
							db,
						);
			const manifest = await verifyArchive(path);
			// SQLite's full-text search is filled from another table.
			const names = rows.map(({ name }) => name).filter((name) => !/^(?:kysely_|record_search)/.test(name));
			expect(manifest.tables.map(({ name }) => name)).toEqual(names.toSorted());
			expect(names.length).toBeGreaterThan(12);
			const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
			expect(manifest.migrations).toEqual(done.rows.map(({ name }) => name));
		});
	});

	test("takes the place of what is here, which is moved aside whole and belongs to the owner of DATA_DIR", async () => {
		const here = await createPlace(kind, "folder");
		let server = await startInstallation(here);
		const kept = await apply(server, "kept@a.example");
		const path = await createArchivePath();
		await runInstallationCommand("backup", here, path);
		const later = await apply(server, "later@a.example");
		expect(await runInstallationCommand("restore", here, path, "--yes")).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/A server.* is using the .*database.*Stop/) as string,
		});
		await server.stop();

		const owner = await giveToOtherUser(here.dataDirectory);
		const restored = await runInstallationCommand("restore", here, path, "--yes");
		expect(restored).toMatchObject({ code: 0, stderr: "" });
		expect(restored.stdout).toContain("1 previous file is in");
		expect(await listOfOthers(here.dataDirectory, owner)).toEqual([]);
		server = await startInstallation(here);
		expect(await hashResume(server, kept.reference)).toBe(kept.sha256);
		expect(await hashResume(server, later.reference)).toBeUndefined();
		const [label = ""] = await readdir(join(here.dataDirectory, "files", "replaced"));
		expect(await readdir(join(here.dataDirectory, "files", "replaced", label))).toEqual([`${later.reference}.pdf`]);
		if (kind === "sqlite")
			await withTestDatabase(
				{ dataDirectory: join(here.dataDirectory, "replaced", label), databaseUrl: undefined },
				async ({ db }) => expect(await db.selectFrom("applications").select("id").execute()).toHaveLength(2),
			);
		else
			await withTestDatabase(databaseOf(here), async ({ db }) => {
				const { rows } = await sql`select id from ${sql.table(`replaced_${label}.applications`)}`.execute(db);
				expect(rows).toHaveLength(2);
			});
		// And again, because nothing of the first restore is in the way.
		await server.stop();
		expect(await runInstallationCommand("restore", here, path, "--yes")).toMatchObject({ code: 0 });
		expect(await runInstallationCommand("backup", here, `${path}.2`)).toMatchObject({ code: 0 });
	});

	test("brings nobody back who was erased since", async () => {
		const here = await createPlace(kind, "folder");
		let server = await startInstallation(here);
		const erased = await apply(server, "erased@a.example");
		const kept = await apply(server, "kept@a.example");
		await server.stop();
		const path = await createArchivePath();
		await runInstallationCommand("backup", here, path);
		expect(await runInstallationCommand("inbox", here, "erase", "erased@a.example")).toMatchObject({ code: 0 });
		expect(await runInstallationCommand("restore", here, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
		server = await startInstallation(here);
		expect(await hashResume(server, kept.reference)).toBe(kept.sha256);
		expect(await hashResume(server, erased.reference)).toBeUndefined();
		expect(await readdir(join(here.dataDirectory, "files"))).not.toContain(`${erased.reference}.pdf`);
	});

	test("keeps closed the access that was closed since", async () => {
		const here = await createPlace(kind, "folder");
		await (await startInstallation(here)).stop();
		const clock = createTestClock(Temporal.Now.instant().toString());
		const desk = await openTestAccounts(kind, { clock, database: databaseOf(here) });
		const { administration } = desk.accounts;
		await desk.makeAdmin();
		const leaver = await desk.makeAccount("leaver@company.example", ["recruiter"]);
		await desk.makeAccount("stays@company.example", ["recruiter"]);
		await administration.invite("command", { email: "invited@company.example", roles: ["recruiter"] });
		const addToken = (name: string) =>
			desk.database.write((transaction) =>
				addApiToken(
					transaction,
					{ name, scopes: ["jobs:read"], by: "owner", endsAt: clock.now().add({ hours: 24 }) },
					clock.now(),
				),
			);
		const [leaked, good] = [await addToken("leaked"), await addToken("good")];
		if (!leaked.ok || !good.ok) throw new Error("No token was made");
		const path = await createArchivePath();
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 0 });
		expect(await administration.disable("command", leaver.accountId)).toMatchObject({ kind: "done" });
		await desk.database.write((transaction) => revokeApiToken(transaction, leaked.id, clock.now()));
		await desk.database.close();

		const restored = await runInstallationCommand("restore", here, path, "--yes");
		expect(restored).toMatchObject({ code: 0, stderr: "" });
		expect(restored.stdout).toContain(
			`Access that was closed since ${(await verifyArchive(path)).createdAt} may be open again: check accounts, API tokens, webhooks, preview links and calendar addresses.`,
		);
		await withTestDatabase(databaseOf(here), async ({ db }) => {
			const now = clock.now();
			expect(await findTokenOfSecret(db, leaked.secret, now)).toBeUndefined();
			expect(await findTokenOfSecret(db, good.secret, now)).toMatchObject({ name: "good" });
			const disabled = await db.selectFrom("accounts").select("email").where("disabledAt", "is not", null).execute();
			expect(disabled).toEqual([{ email: "leaver@company.example" }]);
			for (const table of ["sessions", "accountInvitations", "accountChallenges"] as const)
				expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
		});
	});

	test("made after an erasure is restored, with the note of it and the trash", async () => {
		const here = await createPlace(kind, "folder");
		const server = await startInstallation(here);
		await apply(server, "erased@a.example");
		const kept = await apply(server, "kept@a.example");
		await server.stop();
		expect(await runInstallationCommand("inbox", here, "erase", "erased@a.example")).toMatchObject({ code: 0 });
		const files = await openFileStore(configOf(here));
		await files.keep(await files.receive(Readable.from([Buffer.from("an orphan")])), "APP-7K3F9QXM.pdf");
		expect(await files.moveToTrash("APP-7K3F9QXM.pdf", "2026-11-23")).toBe(true);
		const path = await createArchivePath();
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 0 });

		const there = await createEmpty(kind, "bucket");
		expect(await runInstallationCommand("restore", there, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
		const restored = await openFileStore(configOf(there));
		expect(await Array.fromAsync(restored.listTrash())).toEqual([[{ name: "APP-7K3F9QXM.pdf", day: "2026-11-23" }]]);
		const notes = await Array.fromAsync(files.readErasureNotes());
		expect(notes).toHaveLength(1);
		expect(await Array.fromAsync(restored.readErasureNotes())).toEqual(notes);
		expect(await hashResume(await startInstallation(there), kept.reference)).toBe(kept.sha256);
	});

	test("brings nobody back who was erased again since", async () => {
		const here = await createPlace(kind, "folder");
		const files = await openFileStore(configOf(here));
		const path = await createArchivePath();
		const erase = () => runInstallationCommand("inbox", here, "erase", "erased@a.example");
		let server = await startInstallation(here);
		await apply(server, "erased@a.example");
		await server.stop();
		expect(await erase()).toMatchObject({ code: 0 });
		server = await startInstallation(here);
		const again = await apply(server, "erased@a.example");
		await server.stop();
		await runInstallationCommand("backup", here, path);
		expect(await erase()).toMatchObject({ code: 0 });
		const notes = await Array.fromAsync(files.readErasureNotes());
		expect(await runInstallationCommand("restore", here, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
		expect(await Array.fromAsync(files.readErasureNotes())).toEqual(notes);
		expect(await hashResume(await startInstallation(here), again.reference)).toBeUndefined();
	});

	test("of an older release is brought up to date", async () => {
		const here = await createEmpty(kind, "folder");
		const last = "0025-create-required-migrations";
		const older = await openTestDatabase(kind, databaseOf(here), { until: last });
		const since = toInstantText(Temporal.Now.instant());
		await sql`insert into installation (id, since) values ('an-installation', ${since})`.execute(older.db);
		await sql`insert into calendar_feeds (token, created_at) values ('a-feed', ${since})`.execute(older.db);
		await older.close();
		await (await openFileStore(configOf(here))).writeMark('{"installation":"an-installation","database":"it"}');
		const path = await createArchivePath();
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 0 });
		expect((await verifyArchive(path)).migrations.at(-1)).toBe(last);
		const there = await createEmpty(kind, "folder");
		expect(await runInstallationCommand("restore", there, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
		await withTestDatabase(databaseOf(there), async ({ db }) => {
			const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
			expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
			expect(await db.selectFrom("calendarFeeds").select("token").execute()).toEqual([{ token: "a-feed" }]);
		});
		await startInstallation(there);
	});
});

test("a restore after the database file was deleted does not read the log that it left", async () => {
	const here = await createPlace("sqlite", "folder");
	const server = await startInstallation(here);
	const kept = await apply(server, "kept@a.example");
	const path = await createArchivePath();
	await runInstallationCommand("backup", here, path);
	const later = await apply(server, "later@a.example");
	const file = join(here.dataDirectory, "front-office.sqlite");
	await rm(file);
	await server.stop();
	expect(existsSync(`${file}-wal`)).toBe(true);
	const restored = await runInstallationCommand("restore", here, path, "--yes");
	expect(restored).toMatchObject({ code: 0, stderr: "" });
	expect(restored.stdout).toMatch(/The previous database is in \S+front-office\.sqlite-wal\./);
	const aside = await readdir(join(here.dataDirectory, "replaced"), { recursive: true });
	expect(aside.map((name) => basename(name))).toEqual(expect.arrayContaining(["front-office.sqlite-wal"]));
	await withTestDatabase(databaseOf(here), async ({ db }) => {
		const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
		expect(rows).toEqual([{ integrityCheck: "ok" }]);
		expect(await db.selectFrom("applications").select("reference").execute()).toEqual([{ reference: kept.reference }]);
	});
	expect(await hashResume(await startInstallation(here), later.reference)).toBeUndefined();
});

describe.each(serverDatabaseKinds)("an encrypted archive of %s", (kind) => {
	test("is restored with its passphrase, and unreadable without", async () => {
		const environment = { BACKUP_PASSPHRASE: "correct horse battery staple" };
		const here = { ...(await createPlace(kind, "folder")), environment };
		const server = await startInstallation(here);
		const sent = await apply(server, "asha@a.example");
		const enquiry = await enquire(server, "ravi@a.example");
		const path = `${await createArchivePath()}.age`;
		const made = await runInstallationCommand("backup", here, path);
		expect(made).toMatchObject({ code: 0, stderr: "" });
		expect(made.stdout).toContain("Encrypted with the passphrase of BACKUP_PASSPHRASE.");
		const bytes = await readFile(path);
		for (const text of ["asha@a.example", "ravi@a.example", "manifest.json", "enquiries", "ustar"])
			expect(bytes.includes(text)).toBe(false);
		expect(() => gunzipSync(bytes)).toThrow("incorrect header");

		const there = await createEmpty(kind, "folder");
		const before = await readdir(there.dataDirectory, { recursive: true });
		const changed = Buffer.from(bytes);
		changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
		await writeFile(`${path}.changed`, changed);
		await writeFile(`${path}.short`, bytes.subarray(0, bytes.length - 100));
		const other = { BACKUP_PASSPHRASE: "another horse battery staple" };
		const cases: [string, Record<string, string>, string][] = [
			[path, {}, "is encrypted with a passphrase. Set BACKUP_PASSPHRASE to it"],
			[path, other, "Wrong passphrase: BACKUP_PASSPHRASE does not open"],
			[path, { BACKUP_IDENTITY: path }, "holds no secret key"],
			[path, { BACKUP_IDENTITY: `${path}.none` }, "cannot be read (ENOENT)"],
			[`${path}.changed`, environment, "is damaged: it ends early or has changed"],
			[`${path}.short`, environment, "is damaged: it ends early or has changed"],
		];
		for (const [file, keys, message] of cases) {
			const refused = await runInstallationCommand("restore", { ...there, environment: keys }, file, "--yes");
			expect(refused).toMatchObject({ code: 1, stdout: "" });
			expect(refused.stderr).toContain(message);
		}
		const after = await readdir(there.dataDirectory, { recursive: true });
		expect(after.filter((name) => !["files", "files/incoming"].includes(name))).toEqual(before);

		const rehearsed = await runInstallationCommand("restore", { ...there, environment }, path, "--rehearse");
		expect(rehearsed).toMatchObject({ code: 0, stderr: "" });
		const restored = await runInstallationCommand("restore", { ...there, environment }, path, "--yes");
		expect(restored).toMatchObject({ code: 0, stderr: "" });
		expect(await hashResume(await startInstallation(there), sent.reference)).toBe(sent.sha256);
		await withTestDatabase(databaseOf(there), async ({ db }) =>
			expect(await db.selectFrom("enquiries").select("reference").execute()).toEqual([{ reference: enquiry }]),
		);
	});
});

test("a backup that is killed leaves nothing under its name", async () => {
	const here = await createPlace("sqlite", "folder");
	await (await startInstallation(here)).stop();
	// Compressing this takes a second or more.
	await writeFile(join(here.dataDirectory, "files", "APP-7K3F9QXM.pdf"), randomBytes(60_000_000));
	const path = await createArchivePath();
	const { env } = await environmentOf(here);
	const child = spawn(process.execPath, [commandPath("backup"), path], { env, stdio: "ignore" });
	const ended = once(child, "exit");
	await vi.waitFor(async () => expect((await stat(`${path}.partial`)).size).toBeGreaterThan(100_000), {
		timeout: 60_000,
		interval: 5,
	});
	child.kill("SIGKILL");
	expect(await ended).toEqual([null, "SIGKILL"]);
	expect(await readdir(dirname(path))).toEqual([`${basename(path)}.partial`]);
});

describe("an archive", () => {
	async function createBackup(filesKind: FilesKind = "folder"): Promise<{ here: InstallationConfig; path: string }> {
		const here = await createPlace("sqlite", filesKind);
		const server = await startInstallation(here);
		await apply(server, "asha@a.example");
		await server.stop();
		const path = await createArchivePath();
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 0 });
		return { here, path };
	}

	const listAll = async (directory: string) => (await readdir(directory, { recursive: true })).toSorted();

	test("that is damaged, cut off, changed or none at all is refused, and nothing is changed", async () => {
		const { here, path } = await createBackup();
		const before = await listAll(here.dataDirectory);
		const whole = await readFile(path);
		const tar = gunzipSync(whole);
		const flipped = Buffer.from(whole);
		flipped[Math.floor(flipped.length / 2)] = (flipped[Math.floor(flipped.length / 2)] ?? 0) ^ 0xff;
		const changed = Buffer.from(tar.toString("latin1").replace("asha@a.example", "asta@a.example"), "latin1");
		const withoutEnd = tar.subarray(0, tar.lastIndexOf("manifest.json"));
		const cases: [Buffer, RegExp][] = [
			[whole.subarray(0, whole.length - 1_000), /is damaged: /],
			[flipped, /is damaged|cut off|is not a backup of this program/],
			[gzipSync(changed), /is damaged: the table \w+ is not as its manifest says/],
			[gzipSync(withoutEnd), /was cut off|is damaged/],
			[gzipSync("a text"), /is not a backup of this program|is empty/],
			[Buffer.from("a text"), /is not a backup of this program/],
			[Buffer.alloc(0), /is not a backup|is empty|is damaged/],
		];
		for (const [content, message] of cases) {
			await writeFile(path, content);
			const refused = await runInstallationCommand("restore", here, path, "--yes");
			expect(refused).toMatchObject({ code: 1, stdout: "" });
			expect(refused.stderr).toMatch(message);
		}
		expect(await listAll(here.dataDirectory)).toEqual(before);
		expect((await runInstallationCommand("restore", here, `${path}.none`, "--yes")).stderr).toContain("does not exist");
	});

	test("of a newer release, and one of another installation, are refused", async () => {
		const { here, path } = await createBackup();
		const newer = await createPlace("sqlite", "folder");
		await (await startInstallation(newer)).stop();
		const other = await runInstallationCommand("restore", newer, path, "--yes");
		expect(other).toMatchObject({ code: 1, stdout: "" });
		expect(other.stderr).toContain("is from another installation");

		await withTestDatabase(databaseOf(here), ({ db }) =>
			sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', ${toInstantText(Temporal.Now.instant())})`.execute(
				db,
			),
		);
		await runInstallationCommand("backup", here, `${path}.newer`);
		const refused = await runInstallationCommand("restore", here, `${path}.newer`, "--yes");
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.stderr).toContain("is from a newer version (0.1.0; this one does not know 9999-of-tomorrow)");
	});

	test("replaces a database that is damaged", async () => {
		const { here, path } = await createBackup();
		await writeFile(
			join(here.dataDirectory, "front-office.sqlite"),
			"no database at all, but long enough to be looked at ".repeat(100),
		);
		const restored = await runInstallationCommand("restore", here, path, "--yes");
		expect(restored).toMatchObject({ code: 0, stderr: "" });
		expect(restored.stdout).toContain("which is damaged");
		await withTestDatabase(databaseOf(here), async ({ db }) =>
			expect(await db.selectFrom("applications").select("id").execute()).toHaveLength(1),
		);
	});

	test("is never written over another file, nor of a database and files that do not belong together", async () => {
		const { here, path } = await createBackup();
		const before = await readFile(path);
		expect(await runInstallationCommand("backup", here, path)).toMatchObject({ code: 2, stdout: "" });
		expect(await readFile(path)).toEqual(before);
		await rm(join(here.dataDirectory, "files"), { recursive: true });
		const refused = await runInstallationCommand("backup", here, `${path}.2`);
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		expect(refused.stderr).toContain("belong to different installations");
		expect(existsSync(`${path}.2`)).toBe(false);
		expect(existsSync(`${path}.2.partial`)).toBe(false);
	});

	test("names a resume that has been lost, and holds the others", async () => {
		const { here, path } = await createBackup();
		const [resume = ""] = (await readdir(join(here.dataDirectory, "files"))).filter((name) => name.endsWith(".pdf"));
		await rm(join(here.dataDirectory, "files", resume));
		const made = await runInstallationCommand("backup", here, `${path}.2`);
		expect(made.stdout).toContain(`Damaged: 1 file is lost: ${resume}. Put`);
		expect(made.stdout).not.toContain("Missing");
		const manifest = await verifyArchive(`${path}.2`);
		expect(manifest).toMatchObject({ missingFiles: [resume], lostFiles: [resume] });
		await withTestDatabase(databaseOf(here), async ({ db }) =>
			expect(await findLastBackupRun(db, "backup")).toMatchObject({ failure: `1 file is lost: ${resume}` }),
		);
	});

	test("counts no file as lost that is erased while it is made", async () => {
		const { here, path } = await createBackup();
		const files = await openFileStore(configOf(here));
		const [[resume = ""] = []] = await Array.fromAsync(files.list());
		const manifest = await backUp(`${path}.2`, {
			config: configOf(here),
			files: {
				...files,
				async *listEverything() {
					expect(await runInstallationCommand("inbox", here, "erase", "asha@a.example")).toMatchObject({ code: 0 });
					yield* files.listEverything();
				},
			},
			fileOwners: listFileOwners(configOf(here), testCompany),
			log: createLog({ logLevel: "silent" }),
			now: Temporal.Now.instant(),
			release: "a release",
		});
		expect(manifest.missingFiles).toEqual([resume]);
		expect(manifest.lostFiles).toBeUndefined();
	});

	test("counts no file as lost that is in the trash", async () => {
		const { here, path } = await createBackup();
		const files = await openFileStore(configOf(here));
		const [[resume = ""] = []] = await Array.fromAsync(files.list());
		await files.moveToTrash(resume, "2026-11-23");
		const made = await runInstallationCommand("backup", here, `${path}.2`);
		expect(made.stdout).toContain(`Missing (erased in the meantime, or in the trash): ${resume}.`);
		expect(made.stdout).not.toContain("Damaged");
		expect((await verifyArchive(`${path}.2`)).lostFiles).toBeUndefined();
	});

	test.each(["folder", "bucket"] as const)(
		"names a resume that has changed in a %s, holds everything else, and replaces no intact one by it",
		async (filesKind) => {
			const { here, path } = await createBackup(filesKind);
			const config = configOf(here);
			const files = await openFileStore(config);
			const [resume = ""] = (await Array.fromAsync(files.list())).flat();
			const read = async (from = files) =>
				Buffer.concat((await (await from.read(resume, { isChecked: false }))?.toArray()) ?? []);
			const whole = await read();
			const damaged = Buffer.from(whole);
			damaged.write("x", 100);
			if (config.s3) await changeObject(config.s3, resume, { content: new Uint8Array(damaged), sha256: hashOf(whole) });
			else await writeFile(join(here.dataDirectory, "files", resume), damaged);
			const made = await runInstallationCommand("backup", here, `${path}.2`);
			expect(made).toMatchObject({ code: 0, stderr: "" });
			expect(made.stdout).toContain(`Damaged: 1 file differs from its record: ${resume}. Put`);
			const manifest = await verifyArchive(`${path}.2`);
			expect(manifest.damagedFiles).toEqual([{ name: resume, sha256: hashOf(whole) }]);
			expect(manifest.files.find(({ name }) => name === resume)?.sha256).toBe(hashOf(damaged));
			await withTestDatabase(databaseOf(here), async ({ db }) =>
				expect(await findLastBackupRun(db, "backup")).toMatchObject({
					failure: `1 file differs from its record: ${resume}`,
				}),
			);

			expect(await runInstallationCommand("restore", here, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
			expect(await read()).toEqual(whole);
			const restored = await runInstallationCommand("restore", here, `${path}.2`, "--yes");
			expect(restored).toMatchObject({ code: 0, stderr: "" });
			expect(restored.stdout).toContain(`Damaged before the backup: 1 file differs from its record: ${resume}.`);
			expect(await read()).toEqual(whole);
			const there = await createEmpty("sqlite", filesKind);
			expect(await runInstallationCommand("restore", there, `${path}.2`, "--yes")).toMatchObject({
				code: 0,
				stderr: "",
			});
			expect(await read(await openFileStore(configOf(there)))).toEqual(damaged);
		},
	);
});
