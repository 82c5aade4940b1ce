import { describe, expect, test } from "vitest";
import { sweep } from "../core/people/daily-sweep.server.ts";
import { confirmDate, findSweepHold } from "../core/people/last-sweep.server.ts";
import { insertEnquiry } from "../features/enquiries/store.server.ts";
import { readConfig } from "../platform/config.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { createLog } from "../platform/log.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { listFileOwners, listPersonalRecords } from "./personal-data.ts";

const { retentionMonths } = readConfig({});

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const files = await openFileStore(database);
	const clock = createTestClock();
	const lines: string[] = [];
	const installation = { id: "test", since: clock.now() };
	let stored = 0;
	return {
		database,
		clock,
		lines,
		/** Stores enquiries that came just now. */
		async store(count: number) {
			await database.write(async (transaction) => {
				for (let made = 0; made < count; made++) {
					stored += 1;
					const reference = `ENQ-${String(stored).padStart(8, "0")}`;
					await insertEnquiry(transaction, createEnquiryRecord({ reference, receivedAt: clock.now() }));
				}
			});
		},
		/** Does what a start does: one sweep. */
		async sweepNow() {
			await sweep(
				{
					database,
					files,
					installation,
					clock,
					log: createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) }),
					listPersonalRecords: () => listPersonalRecords({ ...readConfig({}), retentionMonths }, testCompany),
					listFileOwners: () => listFileOwners(readConfig({}), testCompany),
				},
				new AbortController().signal,
			);
		},
		async count() {
			return (await database.db.selectFrom("enquiries").select("id").execute()).length;
		},
	};
}

describe.each(serverDatabaseKinds)("a sweep on %s", (kind) => {
	test("erases nothing after the clock has jumped ahead, until somebody confirms the date", async () => {
		const { database, clock, lines, store, sweepNow, count } = await setUp(kind);
		await sweepNow();
		await store(3);
		clock.advance({ hours: 24 * 1_100 });
		await sweepNow();
		expect(await count()).toBe(3);
		expect(lines.join("")).toContain("nothing is erased, for the clock may be wrong");
		expect(await findSweepHold(database.db, clock.now())).toBeDefined();
		await database.write((transaction) => confirmDate(transaction, clock.now()));
		await sweepNow();
		expect(await count()).toBe(0);
	});

	test("goes on by itself once a clock that was wrong is right again", async () => {
		const { database, clock, store, sweepNow, count } = await setUp(kind);
		await sweepNow();
		await store(1);
		for (const hours of [24 * 1_100, -24 * 3_650]) {
			clock.advance({ hours });
			await sweepNow();
			expect(await findSweepHold(database.db, clock.now())).toBeDefined();
			clock.advance({ hours: -hours });
			await sweepNow();
			expect(await findSweepHold(database.db, clock.now())).toBeUndefined();
		}
		expect(await count()).toBe(1);
	});

	test("erases what has ended when each day has its sweep, and a weekend has none", async () => {
		const { clock, store, sweepNow, count } = await setUp(kind);
		await store(1);
		for (let days = 0; days < 740; days += 5) {
			await sweepNow();
			clock.advance({ hours: 24 * 5 });
		}
		await sweepNow();
		expect(await count()).toBe(0);
	});

	test("erases a thousand records on one day at most, however often the server starts", { tags: "all" }, async () => {
		const { database, clock, store, sweepNow, count } = await setUp(kind);
		await store(1_200);
		clock.advance({ hours: 24 * 1_100 });
		await database.write((transaction) => confirmDate(transaction, clock.now()));
		await sweepNow();
		await sweepNow();
		expect(await count()).toBe(200);
		clock.advance({ hours: 24 });
		await sweepNow();
		expect(await count()).toBe(0);
	});
});
