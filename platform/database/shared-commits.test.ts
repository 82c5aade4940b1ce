import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turnEventLoop } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createTestDirectory, openTestDatabase } from "../../tests/support/databases.ts";
import { createKysely, type Connection, type WriteTransaction } from "./database.ts";
import { createSharedCommits } from "./shared-commits.ts";
import { NodeSqliteDialect, openSqliteFile, sqliteFileName } from "./sqlite.ts";
import { CommitOutcomeUnknownError, StorageUnavailableError } from "./storage-errors.ts";

/** In milliseconds. It stands still, so that writes which come together have the time to, however busy the machine is. */
let elapsed = 0;
beforeEach(() => {
	elapsed = 0;
	vi.spyOn(performance, "now").mockImplementation(() => elapsed);
});
afterEach(() => vi.restoreAllMocks());

async function insertKey(db: Connection | WriteTransaction, key: string, answer = ""): Promise<void> {
	await db.insertInto("idempotencyKeys").values({ route: "test", key, bodyHash: "", answer, expiresAt: "" }).execute();
}

async function listKeys(db: Connection | WriteTransaction): Promise<string[]> {
	const rows = await db.selectFrom("idempotencyKeys").select("key").orderBy("key").execute();
	return rows.map(({ key }) => key);
}

/** Replaces each commit; the callback gets the real one. */
function onCommit(replace: (commit: () => void, connection: DatabaseSync) => void): void {
	const { exec } = DatabaseSync.prototype;
	const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, statement) {
		if (statement === "commit") replace(() => exec.call(this, statement), this);
		else exec.call(this, statement);
	});
	onTestFinished(() => spy.mockRestore());
}

function countCommits(): () => number {
	let commits = 0;
	onCommit((commit) => {
		commits++;
		commit();
	});
	return () => commits;
}

const names = Array.from({ length: 20 }, (_, index) => `key-${String(index).padStart(2, "0")}`);

test("writes that come together share a commit, and each has its own answer", async () => {
	const database = await openTestDatabase("sqlite");
	const commits = countCommits();
	const answers = await Promise.all(
		names.map((name) =>
			database.write(async (transaction) => {
				await insertKey(transaction, name);
				return `stored ${name}`;
			}),
		),
	);
	expect(answers).toEqual(names.map((name) => `stored ${name}`));
	expect(await listKeys(database.db)).toEqual(names);
	expect(commits()).toBeLessThan(5);
});

test("a failed write leaves no trace, and those of the same commit stay", async () => {
	const database = await openTestDatabase("sqlite");
	const commits = countCommits();
	const outcomes = await Promise.allSettled(
		names.map((name, index) =>
			database.write(async (transaction) => {
				await insertKey(transaction, name);
				if (index % 3 === 0) throw new Error(`no ${name}`);
			}),
		),
	);
	expect(outcomes.map((outcome) => (outcome.status === "rejected" ? String(outcome.reason) : undefined))).toEqual(
		names.map((name, index) => (index % 3 === 0 ? `Error: no ${name}` : undefined)),
	);
	expect(await listKeys(database.db)).toEqual(names.filter((_, index) => index % 3 !== 0));
	expect(commits()).toBeLessThan(5);
});

test("no result, not even a refusal, is returned before the shared commit is on disk", async () => {
	const database = await openTestDatabase("sqlite");
	const told: string[] = [];
	const toldBeforeCommit: string[][] = [];
	onCommit((commit) => {
		toldBeforeCommit.push([...told]);
		commit();
	});
	const other = new DatabaseSync(join(database.dataDirectory, sqliteFileName));
	onTestFinished(() => other.close());
	const visible = new Map<string, unknown[]>();
	const note = (name: string) => {
		told.push(name);
		visible.set(
			name,
			other
				.prepare("select key from idempotency_keys")
				.all()
				.map(({ key }) => key),
		);
	};
	await Promise.all([
		database.write((transaction) => insertKey(transaction, "a")).then(() => note("a")),
		database
			.write(async (transaction) => {
				await insertKey(transaction, "b");
				throw new Error("no");
			})
			.catch(() => note("b")),
		database.write((transaction) => insertKey(transaction, "c")).then(() => note("c")),
	]);
	// On a slow machine the last of them may come too late for the first commit.
	expect(toldBeforeCommit[0]).toEqual([]);
	expect(told.toSorted()).toEqual(["a", "b", "c"]);
	for (const name of ["a", "c"]) expect(visible.get(name)).toContain(name);
});

test("when the disk is full, all that share the commit fail, refused ones too, and nothing of them is stored", async () => {
	const database = await openTestDatabase("sqlite");
	await sql`pragma max_page_count = 1`.execute(database.db);
	const outcomes = await Promise.allSettled([
		database.write((transaction) => insertKey(transaction, "a")),
		database.write(async () => {
			throw new Error("refused because of a");
		}),
		database.write(async (transaction) => {
			for (let index = 0; index < 200; index++) await insertKey(transaction, `${index}`.padStart(1_000, "x"));
		}),
	]);
	expect(
		outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason instanceof StorageUnavailableError),
	).toEqual([true, true, true]);
	expect(await listKeys(database.db)).toEqual([]);
	await sql`pragma max_page_count = 1000000`.execute(database.db);
	await database.write((transaction) => insertKey(transaction, "b"));
	expect(await listKeys(database.db)).toEqual(["b"]);
});

test("when the outcome of the shared commit is unknown, each write in it says so", async () => {
	const database = await openTestDatabase("sqlite");
	onCommit((_, connection) => {
		connection.exec("rollback");
		throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1_034 });
	});
	const [stored, refused] = await Promise.allSettled([
		database.write((transaction) => insertKey(transaction, "a")),
		database.write(() => Promise.reject(new Error("refused"))),
	]);
	expect(stored.status === "rejected" && stored.reason).toBeInstanceOf(CommitOutcomeUnknownError);
	expect(refused.status === "rejected" && refused.reason).toBeInstanceOf(StorageUnavailableError);
	expect(refused.status === "rejected" && refused.reason).not.toBeInstanceOf(CommitOutcomeUnknownError);
});

test("a read sees nothing uncommitted", async () => {
	const database = await openTestDatabase("sqlite");
	const reads: Promise<string[]>[] = [];
	const outcomes = await Promise.allSettled([
		database.write((transaction) => insertKey(transaction, "a")),
		database.write(async (transaction) => {
			reads.push(listKeys(database.db));
			await turnEventLoop();
			// As SQLite does on a full disk.
			await sql`rollback`.execute(transaction);
		}),
	]);
	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await Promise.all(reads)).toEqual([[]]);
});

test("a statement that comes after the end of its write becomes part of no other", async () => {
	const database = await openTestDatabase("sqlite");
	let leaked: WriteTransaction | undefined;
	const first = database.write(async (transaction) => {
		leaked = transaction;
		throw new Error("no");
	});
	const second = database.write(async (transaction) => {
		await expect(insertKey(leaked as WriteTransaction, "stray")).rejects.toThrow();
		await insertKey(transaction, "a");
	});
	await Promise.allSettled([first, second]);
	await second;
	expect(await listKeys(database.db)).toEqual(["a"]);
});

test("a finished write waits for its commit at most until the next write has ended", async () => {
	const database = await openTestDatabase("sqlite");
	const commits = countCommits();
	const work = async (transaction: WriteTransaction, name: string) => {
		await insertKey(transaction, name);
		elapsed += 15;
	};
	await Promise.all(["a", "b", "c"].map((name) => database.write((transaction) => work(transaction, name))));
	expect(commits()).toBe(3);
});

type Task = { kind: "write" | "refused" | "read"; turns: number; startAfter: number };
const tasksArbitrary = fc.array(
	fc.record<Task>({
		kind: fc.constantFrom("write", "write", "refused", "read"),
		turns: fc.nat({ max: 2 }),
		startAfter: fc.nat({ max: 3 }),
	}),
	{ minLength: 1, maxLength: 15 },
);

test("simultaneous writes have the outcome of some sequence, and reads see committed data", async () => {
	const directory = await createTestDirectory();
	const connection = openSqliteFile(directory);
	connection.exec("create table entries (seen integer)");
	const db = createKysely(new NodeSqliteDialect(connection));
	onTestFinished(() => db.destroy());
	const beside = new DatabaseSync(join(directory, sqliteFileName));
	onTestFinished(() => beside.close());
	const countIn = async (executor: Connection | WriteTransaction) =>
		Number((await sql<{ count: number }>`select count(*) as count from entries`.execute(executor)).rows[0]?.count);
	await fc.assert(
		fc.asyncProperty(tasksArbitrary, async (tasks) => {
			connection.exec("delete from entries");
			const run = async ({ kind, turns, startAfter }: Task) => {
				for (let turn = 0; turn < startAfter; turn++) await turnEventLoop();
				if (kind === "read") {
					const seen = await countIn(db);
					const committed = beside.prepare("select count(*) as count from entries").get() as { count: number };
					expect(seen).toBeLessThanOrEqual(committed.count);
					return;
				}
				const writing = db.transaction().execute(async (transaction) => {
					const seen = await countIn(transaction);
					for (let turn = 0; turn < turns; turn++) await turnEventLoop();
					await sql`insert into entries (seen) values (${seen})`.execute(transaction);
					if (kind === "refused") throw new Error("refused");
				});
				if (kind === "refused") await expect(writing).rejects.toThrow("refused");
				else await writing;
			};
			await Promise.all(tasks.map(run));
			const stored = beside.prepare("select seen from entries order by rowid").all();
			const writes = tasks.filter(({ kind }) => kind === "write").length;
			expect(stored.map(({ seen }) => seen)).toEqual(Array.from({ length: writes }, (_, index) => index));
		}),
		{ numRuns: 60 },
	);
});

test("a transaction that cannot begin, for another process has the lock, keeps no read waiting", async () => {
	const directory = await createTestDirectory();
	const connection = openSqliteFile(directory);
	const other = new DatabaseSync(join(directory, sqliteFileName));
	onTestFinished(() => {
		connection.close();
		other.close();
	});
	other.exec("begin immediate");
	const commits = createSharedCommits(connection);
	await expect(commits.beginTransaction()).rejects.toThrow("database is locked");
	expect(commits.beginRead()).toBeUndefined();
});
