import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	databaseKinds,
	openTestDatabase,
	withoutPatience,
} from "../../tests/support/databases.ts";
import { startTcpProxy, throughProxy, type TcpProxy } from "../../tests/support/tcp-proxy.ts";
import { type Database, type WriteTransaction } from "./database.ts";
import { sqliteFileName } from "./sqlite.ts";
import { CommitOutcomeUnknownError, isStorageUnavailable, StorageUnavailableError } from "./storage-errors.ts";

const run = promisify(execFile);

async function insertKey(transaction: WriteTransaction, key: string): Promise<void> {
	await transaction
		.insertInto("idempotencyKeys")
		.values({ route: "test", key, bodyHash: "", answer: "", expiresAt: "" })
		.execute();
}

describe.each(databaseKinds)("the database on %s", (kind) => {
	test("keeps the stored data of a write", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertKey(transaction, "a"));
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "a" }]);
	});

	test("keeps nothing of a write that fails", async () => {
		const database = await openTestDatabase(kind);
		const failing = database.write(async (transaction) => {
			await insertKey(transaction, "a");
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([]);
	});

	test("reports a broken constraint as it is, not as unavailable storage", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertKey(transaction, "a"));
		const error = await database.write((transaction) => insertKey(transaction, "a")).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(Error);
		expect(isStorageUnavailable(error)).toBe(false);
	});

	test("can be opened by several processes at once while it is new", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const databases = await Promise.all([
			openTestDatabase(kind, config),
			openTestDatabase(kind, config),
			openTestDatabase(kind, config),
		]);
		for (const database of databases) await database.check();
	});

	test("reports a missing migration", async () => {
		const database = await openTestDatabase(kind);
		await database.check();
		await sql`delete from kysely_migration where name = '0003-create-enquiries'`.execute(database.db);
		await expect(database.check()).rejects.toThrow("0003-create-enquiries");
	});

	test("is served when a newer version has added a migration whose name comes before the last", async () => {
		const { db, ...config } = await openTestDatabase(kind);
		await sql`insert into kysely_migration (name, timestamp) values ('0002-later', '2099-01-01')`.execute(db);
		const database = await openTestDatabase(kind, config);
		await database.check();
	});
});

describe("SQLite", () => {
	test("syncs every commit to disk, enforces foreign keys, overwrites deleted data and leaves nothing in temporary files", async () => {
		const { db } = await openTestDatabase("sqlite");
		const { rows } =
			await sql`select (select journal_mode from pragma_journal_mode) as mode, (select synchronous from pragma_synchronous) as sync, (select foreign_keys from pragma_foreign_keys) as keys, (select secure_delete from pragma_secure_delete) as secure, (select temp_store from pragma_temp_store) as temporary`.execute(
				db,
			);
		expect(rows).toEqual([{ mode: "wal", sync: 2, keys: 1, secure: 1, temporary: 2 }]);
	});

	test("keeps nothing of deleted rows in its files, though pages were split and merged", async () => {
		const database = await openTestDatabase("sqlite");
		const names = Array.from({ length: 3_000 }, (_, index) => `key-${(index * 7_919) % 3_000}-`);
		const deleted = names.filter((_, index) => index % 3 === 0);
		await database.write(async (transaction) => {
			for (const [index, name] of names.entries())
				await insertKey(transaction, name.padEnd(20 + ((index * 104_729) % 800), "x"));
			await transaction
				.updateTable("idempotencyKeys")
				.set({ answer: sql`substr(key, 1, 300)` })
				.execute();
		});
		await database.write(async (transaction) => {
			for (const name of deleted)
				await transaction.deleteFrom("idempotencyKeys").where("key", "like", `${name}%`).execute();
		});
		await database.write(async (transaction) => {
			for (let index = 0; index < 300; index++) await insertKey(transaction, `later-${index}`.padEnd(300, "x"));
		});
		await database.overwriteDeleted({ thoroughly: true });
		const files = await readdir(database.dataDirectory);
		const bytes = (await Promise.all(files.map((file) => readFile(join(database.dataDirectory, file), "latin1")))).join(
			"",
		);
		const found = new Set(bytes.match(/key-\d+-/g));
		expect(deleted.filter((name) => found.has(name))).toEqual([]);
		expect(found.size).toBe(2_000);
		expect((await stat(join(database.dataDirectory, `${sqliteFileName}-wal`))).size).toBe(0);
	});

	test("waits for another writer and then stores, with the event loop going on between short tries", async () => {
		const database = await openTestDatabase("sqlite");
		const other = new DatabaseSync(join(database.dataDirectory, sqliteFileName));
		onTestFinished(() => other.close());
		other.exec("begin exclusive");
		let tries = 0;
		onBegin(() => {
			tries++;
			if (tries === 5) setImmediate(() => other.exec("commit"));
		});
		await database.write((transaction) => insertKey(transaction, "a"));
		expect(tries).toBeGreaterThan(5);
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "a" }]);
	});

	test("fails after a while, and works again when the lock is released", async () => {
		const database = await openTestDatabase("sqlite");
		const other = new DatabaseSync(join(database.dataDirectory, sqliteFileName));
		onTestFinished(() => other.close());
		other.exec("begin exclusive");
		const triesPerTick = countTriesPerTick();
		const writes = await Promise.allSettled(
			Array.from({ length: 20 }, (_, index) => database.write((transaction) => insertKey(transaction, `${index}`))),
		);
		expect(
			writes.map((write) => write.status === "rejected" && write.reason instanceof StorageUnavailableError),
		).not.toContain(false);
		// Two may coincide when they are before and behind the counter in their turns.
		expect(Math.max(...triesPerTick())).toBeLessThanOrEqual(2);
		other.exec("commit");
		await database.write((transaction) => insertKey(transaction, "b"));
	});

	test("reports a full disk as unavailable storage, and works again when there is room", async () => {
		const database = await openTestDatabase("sqlite");
		await sql`pragma max_page_count = 1`.execute(database.db);
		const failing = database.write(async (transaction) => {
			for (let index = 0; index < 200; index++) await insertKey(transaction, `${index}`.padStart(1_000, "x"));
		});
		await expect(failing).rejects.toThrow(StorageUnavailableError);
		await sql`pragma max_page_count = 1000000`.execute(database.db);
		await database.write((transaction) => insertKey(transaction, "a"));
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "a" }]);
	});

	test("reports a read-only file as unavailable storage", async () => {
		const database = await openTestDatabase("sqlite");
		await sql`pragma query_only = on`.execute(database.db);
		await expect(database.write((transaction) => insertKey(transaction, "a"))).rejects.toThrow(StorageUnavailableError);
	});

	test("loses no write of several processes at once", async () => {
		const { dataDirectory, db } = await openTestDatabase("sqlite");
		const script = fileURLToPath(new URL("../../tests/support/write-keys.ts", import.meta.url));
		await Promise.all(["a", "b", "c"].map((name) => run(process.execPath, [script, dataDirectory, name, "100"])));
		expect(await db.selectFrom("idempotencyKeys").select("key").execute()).toHaveLength(300);
	});
});

describe("PostgreSQL", () => {
	test("reports a server that cannot be reached, or was lost, as unavailable storage, and works again when it is back", async () => {
		const { database, proxy } = await openThroughProxy();

		const lost = database.write(async (transaction) => {
			await insertKey(transaction, "a");
			proxy.cut();
			await insertKey(transaction, "b");
		});
		await expect(lost).rejects.toThrow(StorageUnavailableError);
		await expect(database.write((transaction) => insertKey(transaction, "c"))).rejects.toThrow(StorageUnavailableError);
		await proxy.restore();
		await database.write((transaction) => insertKey(transaction, "d"));
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "d" }]);
	});

	test("reports an unknown outcome when the response to COMMIT is lost, and only then", async () => {
		const { database, proxy } = await openThroughProxy();
		proxy.cutResponseTo("commit\0");
		await expect(database.write((transaction) => insertKey(transaction, "a"))).rejects.toThrow(
			CommitOutcomeUnknownError,
		);
		await expect(database.write((transaction) => insertKey(transaction, "b"))).rejects.not.toThrow(
			CommitOutcomeUnknownError,
		);
		await proxy.restore();
		expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "a" }]);
	});

	test("reports a statement that waits too long as unavailable storage", async () => {
		const database = await openTestDatabase("postgres", withoutPatience(await createTestDatabaseConfig("postgres")));
		const other = new pg.Client({ connectionString: database.databaseUrl });
		await other.connect();
		await other.query("begin; lock table idempotency_keys");
		const error = await database.write((transaction) => insertKey(transaction, "a")).catch((caught: unknown) => caught);
		await other.end();
		expect(error).toBeInstanceOf(StorageUnavailableError);
	});

	test("limits a statement by the URL, otherwise to five seconds", async () => {
		const config = await createTestDatabaseConfig("postgres");
		const limits = [config, withoutPatience(config)].map(async (one) => {
			const { rows } = await sql<{ limit: string }>`show statement_timeout`.execute(
				(await openTestDatabase("postgres", one)).db,
			);
			return rows;
		});
		expect(await Promise.all(limits)).toEqual([[{ statementTimeout: "1min" }], [{ statementTimeout: "5s" }]]);
	});
});

/** Opens an empty PostgreSQL database through a connection that the test can cut. */
async function openThroughProxy(): Promise<{ database: Database; proxy: TcpProxy }> {
	const proxy = await startTcpProxy(Number(new URL(inject("postgresUrl")).port));
	return {
		database: await openTestDatabase("postgres", throughProxy(await createTestDatabaseConfig("postgres"), proxy)),
		proxy,
	};
}

/** Calls the listener whenever a transaction is about to try to begin. */
function onBegin(listener: () => void): void {
	const { exec } = DatabaseSync.prototype;
	const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, statement) {
		if (statement === "begin immediate") listener();
		return exec.call(this, statement);
	});
	onTestFinished(() => spy.mockRestore());
}

/** Counts the attempts to begin a transaction in each turn of the event loop that has one. */
function countTriesPerTick(): () => number[] {
	const tries = new Map<number, number>();
	let turn = 0;
	let next = setImmediate(countTurn);
	function countTurn() {
		turn++;
		next = setImmediate(countTurn);
	}
	onBegin(() => tries.set(turn, (tries.get(turn) ?? 0) + 1));
	return () => {
		clearImmediate(next);
		return [...tries.values()];
	};
}
