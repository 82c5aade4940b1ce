import { spawn } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openFileStore } from "../../platform/files/file-store.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	databaseKinds,
	withTestDatabase,
} from "../support/databases.ts";
import {
	apply,
	commandPath,
	configOf,
	enquire,
	environmentOf,
	hashResume,
	runInstallationCommand,
	startInstallation,
	type InstallationConfig,
} from "../support/installations.ts";
import { startS3Server } from "../support/s3-server.ts";

// Each test starts many processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

const applications = 12;
const randomKills = 4;

/** Kills a command with SIGKILL when a condition holds, or lets it end before. */
async function killWhen(
	[name, ...args]: [name: string, ...args: string[]],
	installation: InstallationConfig,
	isTime: () => boolean | Promise<boolean>,
): Promise<void> {
	const { env } = await environmentOf(installation);
	const child = spawn(process.execPath, [commandPath(name), ...args], { env, stdio: "ignore" });
	onTestFinished(() => void child.kill("SIGKILL"));
	const exited = new Promise((resolve) => child.once("exit", resolve));
	while (child.exitCode === null && !(await isTime())) await sleep(1);
	child.kill("SIGKILL");
	await exited;
}

const databaseOf = ({ dataDirectory, databaseUrl }: InstallationConfig) => ({ dataDirectory, databaseUrl });

async function countRows(installation: InstallationConfig): Promise<number[]> {
	const counts: number[] = [];
	await withTestDatabase(databaseOf(installation), async ({ db }) => {
		for (const table of ["applications", "enquiries"] as const)
			counts.push((await db.selectFrom(table).select("id").execute()).length);
	});
	return counts;
}

async function countFiles(installation: InstallationConfig): Promise<number> {
	const files = await openFileStore(configOf(installation));
	let count = 0;
	for await (const names of files.list()) count += names.length;
	return count;
}

/** Enough rows for the copy of the database to take a while. */
async function addRows(installation: InstallationConfig): Promise<void> {
	await withTestDatabase(databaseOf(installation), ({ db }) =>
		sql`insert into idempotency_keys (route, key, body_hash, answer, expires_at, reference)
			with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
			select 'enquiries', i, 'hash', '{"reference":"ENQ-00000000"}', '2099-01-01T00:00:00.000Z', null from n`.execute(
			db,
		),
	);
}

/** A stopped installation on SQLite and a folder. */
async function createSource(count: number) {
	const source: InstallationConfig = await createTestDatabaseConfig("sqlite");
	const server = await startInstallation(source);
	const sent = [];
	for (let made = 0; made < count; made++) sent.push(await apply(server, `applicant-${made}@a.example`, 200_000));
	await enquire(server, "asha@a.example");
	await server.stop();
	await addRows(source);
	return { source, sent };
}

/** Hashes every file of a folder and its subfolders, by name, without the empty log that a killed reader leaves beside a database. */
async function hashAll(directory: string): Promise<Map<string, string>> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
		.map(({ parentPath, name }) => join(parentPath, name));
	const hashes = await Promise.all(
		paths.map(async (path) => [path, hash("sha256", await readFile(path), "hex")] as const),
	);
	return new Map(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stops a server that starts on an installation, which is whole then; "incomplete" if it refuses to start as such. */
async function startOn(target: InstallationConfig, rows: number[]): Promise<"incomplete" | "whole"> {
	try {
		const server = await startInstallation(target);
		await server.stop();
	} catch (error) {
		expect(String(error)).toMatch(/The installation is not complete: a (?:restore|move) was interrupted/);
		return "incomplete";
	}
	expect(await countRows(target)).toEqual(rows);
	return "whole";
}

/** Moments at random, each counted from its command's start. */
function listRandomMoments(withinMs: number): (() => boolean)[] {
	return Array.from({ length: randomKills }, () => {
		let startedAt: number | undefined;
		const afterMs = Math.random() * withinMs;
		return () => performance.now() - (startedAt ??= performance.now()) >= afterMs;
	});
}

describe.each(databaseKinds)("a restore into an empty %s and a folder", (kind) => {
	test("that is killed again and again never starts unless it is whole, and completes when it is run again", async () => {
		const { source, sent } = await createSource(applications);
		const archive = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", source, archive)).toMatchObject({ code: 0 });
		const target: InstallationConfig = await createEmptyDatabaseConfig(kind);
		const args = [archive, "--yes"];
		const begun = performance.now();
		const first = async () => (await countFiles(target)) > 0;
		await killWhen(["restore", ...args], target, first);
		expect(await startOn(target, [applications, 1])).toBe("incomplete");
		for (const isTime of listRandomMoments(3 * (performance.now() - begun))) {
			await killWhen(["restore", ...args], target, isTime);
			await startOn(target, [applications, 1]);
		}
		expect(await runInstallationCommand("restore", target, ...args)).toMatchObject({ code: 0 });
		const server = await startInstallation(target);
		expect(await countRows(target)).toEqual([applications, 1]);
		for (const { reference, sha256 } of sent) expect(await hashResume(server, reference)).toBe(sha256);
	});
});

test("a move that is killed before its database is there does not start, harms nothing, and completes", async () => {
	const store = await startS3Server();
	onTestFinished(() => store.stop());
	const { source } = await createSource(0);
	const before = await hashAll(source.dataDirectory);
	const target = {
		...(await createEmptyDatabaseConfig("postgres")),
		filesUrl: await store.createBucket(`test-${randomUUID()}`),
	};
	const args = ["--to", String(target.databaseUrl), "--files", target.filesUrl];
	const files = await openFileStore(configOf(target));
	const begun = performance.now();
	await killWhen(["move", ...args], source, async () => (await files.readMark()) !== undefined);
	expect(await startOn(target, [0, 1])).toBe("incomplete");
	for (const isTime of listRandomMoments(2 * (performance.now() - begun))) {
		await killWhen(["move", ...args], source, isTime);
		expect(await hashAll(source.dataDirectory)).toEqual(before);
	}
	expect(await runInstallationCommand("move", source, ...args)).toMatchObject({ code: 0 });
	expect(await hashAll(source.dataDirectory)).toEqual(before);
	expect(await startOn(target, [0, 1])).toBe("whole");
});
