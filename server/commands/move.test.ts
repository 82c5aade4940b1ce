import { spawn } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { withSnapshot } from "../../platform/database/offline-database.ts";
import { openSqliteFile } from "../../platform/database/sqlite.ts";
import { openFileStore, type FileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	withTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
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
import { startS3Server, type S3Server } from "../../tests/support/s3-server.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

let store: S3Server;
beforeAll(async () => {
	store = await startS3Server();
});
afterAll(() => store.stop());

const createBucket = () => store.createBucket(`test-${randomUUID()}`);

async function createPostgres(): Promise<DatabaseConfig & { databaseUrl: string }> {
	const config = await createEmptyDatabaseConfig("postgres");
	return { ...config, databaseUrl: config.databaseUrl as string };
}

/** A stopped installation on SQLite and a folder. */
async function createSource(applications = 3) {
	const source: InstallationConfig = await createTestDatabaseConfig("sqlite");
	const server = await startInstallation(source);
	const sent = [];
	for (let count = 0; count < applications; count++)
		sent.push(await apply(server, `applicant-${count}@a.example`, 200_000));
	const enquiry = await enquire(server, "asha@a.example");
	const booking = await book(server, "asha@a.example");
	await server.stop();
	const files = await openFileStore(configOf(source));
	await files.moveToTrash(`${String(sent.pop()?.reference)}.pdf`, "2026-11-23");
	return { source, sent, enquiry, booking, before: await hashAll(source.dataDirectory) };
}

/** Hashes every file of a folder and its subfolders, by name. */
async function hashAll(directory: string): Promise<Map<string, string>> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const hashes = await Promise.all(
		paths.map(async (path) => [path, hash("sha256", await readFile(path), "hex")] as const),
	);
	return new Map(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function listNames(files: FileStore): Promise<string[]> {
	const all: string[] = [];
	for await (const names of files.listEverything()) all.push(...names);
	return all.toSorted();
}

test("everything arrives in PostgreSQL and a bucket, the source stays as it is, and the new servers go on", async () => {
	const { source, sent, enquiry, booking, before } = await createSource();
	const { databaseUrl, dataDirectory } = await createPostgres();
	const filesUrl = await createBucket();
	const moved = await runInstallationCommand("move", source, "--to", databaseUrl, "--files", filesUrl);
	expect(moved).toMatchObject({ code: 0 });
	expect(moved.stdout).toMatch(/^applications +3 +[0-9a-f]{64}$/m);
	expect(moved.stdout).toMatch(/^3 files, \d+ bytes, all with equal SHA-256 checksums\.$/m);
	expect(moved.stdout + moved.stderr).not.toContain(
		store.secretAccessKey === "S3RVER" ? "S3RVER:" : store.secretAccessKey,
	);
	expect(await hashAll(source.dataDirectory)).toEqual(before);

	const target = { dataDirectory, databaseUrl, filesUrl };
	expect(await listNames(await openFileStore(configOf(target)))).toEqual(
		await listNames(await openFileStore(configOf(source))),
	);
	const server = await startInstallation(target);
	// Files in the trash come back when a record names them.
	for (const { reference, sha256 } of sent) expect(await hashResume(server, reference)).toBe(sha256);
	await withTestDatabase(target, async ({ db }) => {
		expect(await db.selectFrom("enquiries").select("reference").execute()).toEqual([{ reference: enquiry }]);
		expect(await db.selectFrom("bookings").select("reference").execute()).toEqual([{ reference: booking }]);
	});
	await apply(server, "new@a.example");
	await server.stop();

	const again = await runInstallationCommand("move", source, "--to", databaseUrl, "--files", filesUrl);
	expect(again).toMatchObject({ code: 1, stdout: "" });
	expect(again.stderr).toContain("a server has used one of them since the move");
});

test("the files may stay in the folder, which the servers on PostgreSQL go on with", async () => {
	const { source, sent, before } = await createSource();
	const { databaseUrl } = await createPostgres();
	const moved = await runInstallationCommand("move", source, "--to", databaseUrl);
	expect(moved).toMatchObject({ code: 0 });
	expect(moved.stdout).toContain("The files stay in");
	expect(await hashAll(source.dataDirectory)).toEqual(before);
	const server = await startInstallation({ ...source, databaseUrl });
	for (const { reference, sha256 } of sent) expect(await hashResume(server, reference)).toBe(sha256);
});

test("killed again and again, while files and while rows are on their way, it ends with all that there was", async () => {
	const { source, sent, before } = await createSource(40);
	// Enough rows for the copy of the database to take a while.
	await withTestDatabase({ dataDirectory: source.dataDirectory, databaseUrl: undefined }, ({ db }) =>
		sql`insert into idempotency_keys (route, key, body_hash, answer, expires_at, reference)
			with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
			select 'enquiries', i, 'hash', '{"reference":"ENQ-00000000"}', '2099-01-01T00:00:00.000Z', null from n`.execute(
			db,
		),
	);
	const copied = await hashAll(source.dataDirectory);
	const target = { ...(await createPostgres()), filesUrl: await createBucket() };
	const files = await openFileStore(configOf(target));
	const args = ["--to", target.databaseUrl, "--files", target.filesUrl];

	/** Kills the move with SIGKILL when a condition holds. */
	async function killWhen(condition: () => Promise<void>): Promise<void> {
		const { env } = await environmentOf(source);
		const child = spawn(process.execPath, [commandPath("move"), ...args], { env, stdio: "ignore" });
		onTestFinished(() => void child.kill("SIGKILL"));
		const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
		// Often: a statement under way can be over within milliseconds.
		await vi.waitFor(condition, { timeout: 60_000, interval: 2 });
		child.kill("SIGKILL");
		// Killed, not finished.
		expect(await exited).toBeNull();
	}

	for (const count of [1, 15, 30])
		await killWhen(async () => expect((await listNames(files)).length).toBeGreaterThanOrEqual(count));
	expect((await listNames(files)).length).toBeLessThanOrEqual(40);
	await withTestDatabaseUrl(target.databaseUrl, async (query) => {
		for (const statement of [/^create table/i, /^insert into/i])
			await killWhen(async () => {
				const rows = await query(
					"select query from pg_stat_activity where application_name = 'front-office migrations' and xact_start is not null",
				);
				expect(rows.some((row) => statement.test(String(row.query)))).toBe(true);
			});
		// The killed move has left nothing, once the server has noticed its lost connection.
		await eventually(async () =>
			expect(await query("select tablename from pg_tables where schemaname = 'public'")).toEqual([]),
		);
	});

	const moved = await runInstallationCommand("move", source, ...args);
	expect(moved).toMatchObject({ code: 0 });
	expect(moved.stdout).toMatch(/^idempotency_keys +600\d\d +[0-9a-f]{64}$/m);
	expect(await hashAll(source.dataDirectory)).toEqual(copied);
	expect(copied.size).toBe(before.size);
	// Again, it finds everything there.
	expect((await runInstallationCommand("move", source, ...args)).stdout).toBe(moved.stdout);
	const server = await startInstallation(target);
	for (const { reference, sha256 } of sent) expect(await hashResume(server, reference)).toBe(sha256);
});

async function withTestDatabaseUrl(
	connectionString: string,
	work: (query: (text: string) => Promise<Record<string, unknown>[]>) => Promise<void>,
): Promise<void> {
	const { default: pg } = await import("pg");
	const client = new pg.Client({ connectionString, application_name: "a test" });
	await client.connect();
	try {
		await work(async (text) => (await client.query<Record<string, unknown>>(text)).rows);
	} finally {
		await client.end();
	}
}

test("it refuses while a server uses the folder, and no server can start while it runs", async () => {
	const source = { dataDirectory: await createTestDirectory() };
	const server = await startInstallation(source);
	await enquire(server, "asha@a.example");
	const { databaseUrl } = await createPostgres();
	const refused = await runInstallationCommand("move", source, "--to", databaseUrl);
	expect(refused).toMatchObject({ code: 1, stdout: "" });
	expect(refused.stderr).toContain(
		`A server or another program is using the database in ${source.dataDirectory}. Stop it`,
	);
	await enquire(server, "ravi@a.example");
	await server.stop();
	await withSnapshot(
		{ ...source, databaseUrl: undefined },
		{ log: createLog({ logLevel: "silent" }), alone: true },
		async () => expect(() => openSqliteFile(source.dataDirectory)).toThrow("database is locked"),
	);
	expect(await runInstallationCommand("move", source, "--to", databaseUrl)).toMatchObject({
		code: 0,
		stderr: "moved: the database\n",
	});
});

test("it refuses a target that is not empty, or another installation's, and changes neither side", async () => {
	const { source, before } = await createSource(1);
	const other = await createPostgres();
	await (await startInstallation(other)).stop();
	const ofOthers = await runInstallationCommand("move", source, "--to", other.databaseUrl);
	expect(ofOthers).toMatchObject({ code: 1, stdout: "" });
	expect(ofOthers.stderr).toContain("belongs to another installation");

	const foreign = await createPostgres();
	await withTestDatabaseUrl(foreign.databaseUrl, async (query) => void (await query("create table things (a text)")));
	const notEmpty = await runInstallationCommand("move", source, "--to", foreign.databaseUrl);
	expect(notEmpty).toMatchObject({ code: 1, stdout: "" });
	expect(notEmpty.stderr).toContain("is not empty. Give an empty database");

	const { databaseUrl } = await createPostgres();
	const filesUrl = await createBucket();
	await (await startInstallation({ ...(await createTestDatabaseConfig("sqlite")), filesUrl })).stop();
	const otherBucket = await runInstallationCommand("move", source, "--to", databaseUrl, "--files", filesUrl);
	expect(otherBucket.stderr).toContain("belongs to another installation");
	await withTestDatabaseUrl(databaseUrl, async (query) =>
		expect(await query("select tablename from pg_tables where schemaname = 'public'")).toEqual([]),
	);
	expect(await hashAll(source.dataDirectory)).toEqual(before);
});

test.each([
	[[], "Give the PostgreSQL address"],
	[["--to", "mysql://a/b"], "--to: must be a URL"],
	[["--to", "postgres://a/b", "--files", "s3://bucket"], "--files: must"],
])("%j is answered with what to do", async (args, message) => {
	const { code, stderr } = await runInstallationCommand(
		"move",
		{ dataDirectory: await createTestDirectory() },
		...args,
	);
	expect(code).toBe(2);
	expect(stderr).toContain(message);
});
