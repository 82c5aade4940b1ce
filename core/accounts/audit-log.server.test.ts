import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { listAuditEntries, verifyAuditLog, writeAuditEntry } from "./audit-log.server.ts";

const accountId = "5d6f1f9c-2f6c-4a38-8b39-0f7d8f4b2a11";

async function openLog(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const write = (action: string) =>
		database.write((transaction) =>
			writeAuditEntry(transaction, { actor: accountId, action, subject: "ENQ-7K3F9QXM" }, clock.now()),
		);
	await Promise.all(Array.from({ length: 12 }, (_, index) => write(`test.${index}`)));
	return { database, clock };
}

/** Removes the triggers, as the database's owner can. */
async function takeTriggersAway({ db, kind }: Database): Promise<void> {
	const names = kind === "sqlite" ? ["kept_from_update", "kept_from_delete"] : ["kept", "kept_whole"];
	for (const name of names)
		await sql`drop trigger ${sql.raw(`audit_log_${name}`)}${sql.raw(kind === "postgres" ? " on audit_log" : "")}`.execute(
			db,
		);
}

describe.each(databaseKinds)("the audit log on %s", (kind) => {
	test("is one chain, also when many write at once, and lists the newest first", async () => {
		const { database } = await openLog(kind);
		expect(await verifyAuditLog(database.db)).toMatchObject({ entries: 12, brokenAt: undefined });
		const newest = await listAuditEntries(database.db, { limit: 2 });
		expect(newest.map(({ sequence }) => sequence)).toEqual([12, 11]);
		expect(newest[0]).toMatchObject({ actor: accountId, subject: "ENQ-7K3F9QXM", details: {} });
		expect((await listAuditEntries(database.db, { limit: 2, before: 11 })).map(({ sequence }) => sequence)).toEqual([
			10, 9,
		]);
	});

	test("refuses to change or delete an entry", async () => {
		const { database } = await openLog(kind);
		const { db } = database;
		const refusal = "Entries of the audit log are neither changed nor deleted";
		await expect(db.updateTable("auditLog").set({ action: "x" }).execute()).rejects.toThrow(refusal);
		await expect(db.deleteFrom("auditLog").where("sequence", "=", 1).execute()).rejects.toThrow(refusal);
		if (kind === "postgres") await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refusal);
		expect(await verifyAuditLog(db)).toMatchObject({ entries: 12, brokenAt: undefined });
	});

	test.each([
		["an entry that was changed", 5, { action: "test.other" }],
		["an entry whose hash was made anew", 5, { hash: "f".repeat(64) }],
		["an entry that was put at another place", 5, { sequence: 50 }],
	])("finds %s", async (_what, sequence, change) => {
		const { database } = await openLog(kind);
		await takeTriggersAway(database);
		await database.db.updateTable("auditLog").set(change).where("sequence", "=", sequence).execute();
		expect(await verifyAuditLog(database.db)).toMatchObject({ entries: 4, brokenAt: 5 });
	});

	test("finds two entries whose places were changed", async () => {
		const { database } = await openLog(kind);
		await takeTriggersAway(database);
		const move = (from: number, to: number) =>
			database.db.updateTable("auditLog").set({ sequence: to }).where("sequence", "=", from).execute();
		await move(7, 99);
		await move(8, 7);
		await move(99, 8);
		expect(await verifyAuditLog(database.db)).toMatchObject({ brokenAt: 7 });
	});

	test("detects an inserted entry, whatever its hash", async () => {
		const { database } = await openLog(kind);
		await takeTriggersAway(database);
		const { db } = database;
		const third = await db.selectFrom("auditLog").selectAll().where("sequence", "=", 3).executeTakeFirstOrThrow();
		for (let sequence = 12; sequence >= 4; sequence--)
			await db
				.updateTable("auditLog")
				.set({ sequence: sequence + 1 })
				.where("sequence", "=", sequence)
				.execute();
		await db
			.insertInto("auditLog")
			.values({ ...third, sequence: 4, previousHash: third.hash })
			.execute();
		expect(await verifyAuditLog(db)).toMatchObject({ brokenAt: 4 });
	});

	test("detects a removed entry, and a truncated log if its hash was noted elsewhere", async () => {
		const { database } = await openLog(kind);
		await takeTriggersAway(database);
		const { db } = database;
		const whole = await verifyAuditLog(db);
		const mark = { sequence: whole.entries, hash: whole.lastHash };
		expect(await verifyAuditLog(db, mark)).toMatchObject({ entries: 12, brokenAt: undefined });
		await db.deleteFrom("auditLog").where("sequence", "=", 12).execute();
		expect(await verifyAuditLog(db)).toMatchObject({ entries: 11, brokenAt: undefined });
		expect(await verifyAuditLog(db, mark)).toMatchObject({ brokenAt: 12 });
		expect(await verifyAuditLog(db, { ...mark, sequence: 4 })).toMatchObject({ brokenAt: 4 });
		await db.deleteFrom("auditLog").where("sequence", "=", 3).execute();
		expect(await verifyAuditLog(db)).toMatchObject({ entries: 2, brokenAt: 3 });
	});

	test("takes references, and nothing that names a person", async () => {
		const { database, clock } = await openLog(kind);
		const entry = { actor: accountId, action: "test", subject: "ENQ-7K3F9QXM" };
		for (const wrong of [
			{ subject: "meera@company.example" },
			{ actor: "Meera Nair" },
			{ details: { reason: "Meera asked for it" } },
			{ details: { "Meera Nair": true } },
		])
			await expect(
				database.write((transaction) => writeAuditEntry(transaction, { ...entry, ...wrong }, clock.now())),
			).rejects.toThrow("references");
		expect(await verifyAuditLog(database.db)).toMatchObject({ entries: 12, brokenAt: undefined });
	});
});
