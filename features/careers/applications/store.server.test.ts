import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { moveQuarantine } from "../../../core/records/quarantine.server.ts";
import { findRecord, isAmongRecords, searchRecords } from "../../../core/records/record-store.server.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
	createApplicationRecord,
	storeApplication,
	storeApplicationAlone,
} from "../../../tests/support/applications.ts";
import { createEmptyDatabaseConfig, databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { getTestKind } from "../../../tests/support/records.ts";
import {
	findReferredFiles,
	insertApplication,
	applicationStore,
	withdrawApplication,
	listAppliedJobs,
} from "./store.server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

test.each(databaseKinds)("among many files only those of applications are found, on %s", async (kind) => {
	const database = await openTestDatabase(kind);
	await database.write(async (transaction) => {
		for (const index of [3, 1_100, 5_000]) {
			const reference = `APP-${String(index).padStart(8, "0")}`;
			const application = createApplicationRecord({ reference });
			await insertApplication(transaction, {
				...application,
				resume: { ...application.resume, file: `${index}.pdf` },
			});
		}
	});
	const names = Array.from({ length: 1_200 }, (_, index) => `${index}.pdf`);
	expect(await findReferredFiles(database.db, names)).toEqual(new Set(["3.pdf", "1100.pdf"]));
	expect(await findReferredFiles(database.db, [])).toEqual(new Set());
});

test.each(databaseKinds)(
	"positions are listed once each, by the latest application and as that one calls them, on %s",
	async (kind) => {
		const database = await openTestDatabase(kind);
		expect(await listAppliedJobs(database.db)).toEqual([]);
		const apply = (jobId: string, jobTitle: string, minutes: number) =>
			storeApplication(database, {
				reference: `APP-${minutes}`,
				jobId,
				jobTitle,
				receivedAt: now.add({ minutes }),
			});
		await apply("weaver", "Weaver", 4);
		await apply("dyer", "Dyer", 2);
		await apply("weaver", "A weaver", 1);
		await apply("dyer", "Dyer of wool", 5);
		await apply("", "No position", 3);
		expect(await listAppliedJobs(database.db)).toEqual([
			{ key: "dyer", label: "Dyer of wool" },
			{ key: "weaver", label: "Weaver" },
			{ key: "(none)", label: "No position" },
		]);
	},
);

test.each(databaseKinds)(
	"applications from before there was a quarantine keep their state and can be quarantined, and no other state is taken, on %s",
	async (kind) => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0014-add-told-jobs" });
		for (const state of ["received", "withdrawn"] as const)
			await storeApplicationAlone(
				before.db,
				createApplicationRecord({ reference: state === "received" ? "APP-1" : "APP-2", state }),
			);

		const { db, write } = await openTestDatabase(kind, config);
		const listStates = async () =>
			Object.fromEntries(
				(await Array.fromAsync(applicationStore.listAll(db))).map(({ reference, state }) => [reference, state]),
			);
		expect(await listStates()).toEqual({ "APP-1": "received", "APP-2": "withdrawn" });
		const quarantine = (reference: string) =>
			write((transaction) =>
				applicationStore.changeState(transaction, reference, { from: "received", to: "quarantined" }),
			);
		expect([await quarantine("APP-1"), await quarantine("APP-1"), await quarantine("APP-2")]).toEqual([
			true,
			false,
			false,
		]);
		expect(await listStates()).toEqual({ "APP-1": "quarantined", "APP-2": "withdrawn" });
		await expect(sql`update applications set state = 'lost'`.execute(db)).rejects.toThrow(/check/i);
	},
);

async function search(database: Database, text: string): Promise<string[]> {
	const found = await searchRecords(database, text);
	const rows = await database.db
		.selectFrom("records")
		.select("reference")
		.where(isAmongRecords(database.kind, found))
		.execute();
	return rows.map(({ reference }) => reference).toSorted();
}

const answers = { fullName: "Bela Varga", email: "Bela@Applicant.example", referred: "Yes", city: "Kraków" } as const;

describe.each(databaseKinds)("staff's side of applications on %s", (kind) => {
	test("is created with its job, its source and its search words", async () => {
		const database = await openTestDatabase(kind);
		await storeApplication(database, { answers });
		await storeApplication(database, { reference: "APP-00000002", state: "quarantined" });
		expect(await findRecord(database.db, "APP-00000001")).toMatchObject({
			kind: "application",
			senderName: "Bela Varga",
			senderEmail: "bela@applicant.example",
			spam: false,
			stage: undefined,
			topic: "react-engineer",
			source: "referral",
		});
		expect(await findRecord(database.db, "APP-00000002")).toMatchObject({ spam: true, source: "site" });
		expect(await search(database, "weave bela")).toEqual(["APP-00000001"]);
		expect(await search(database, "krakow react")).toEqual(["APP-00000001"]);
		expect(await search(database, "9198100")).toEqual(["APP-00000001", "APP-00000002"]);
	});

	test("is created for applications of an earlier release, also of one beside this", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0129" });
		await storeApplicationAlone(before.db, createApplicationRecord({ answers }));
		await storeApplicationAlone(before.db, createApplicationRecord({ reference: "APP-00000002", state: "withdrawn" }));
		await before.close();
		const database = await openTestDatabase(kind, config);
		expect(await findRecord(database.db, "APP-00000001")).toMatchObject({
			kind: "application",
			senderEmail: "bela@applicant.example",
			stage: undefined,
			topic: "react-engineer",
			source: "referral",
		});
		expect(await findRecord(database.db, "APP-00000002")).toMatchObject({ stage: "withdrawn", source: "site" });
		expect(await search(database, "weave bela")).toEqual(["APP-00000001"]);
		await storeApplicationAlone(database.db, createApplicationRecord({ reference: "APP-00000003" }));
		await storeApplicationAlone(
			database.db,
			createApplicationRecord({ reference: "APP-00000004", state: "withdrawn" }),
		);
		expect(await applicationStore.registerMissing(database)).toBe(2);
		expect(await applicationStore.registerMissing(database)).toBe(0);
		expect(await findRecord(database.db, "APP-00000003")).toMatchObject({ topic: "react-engineer", stage: undefined });
		expect(await findRecord(database.db, "APP-00000004")).toMatchObject({ stage: "withdrawn" });
		expect(await search(database, "weave")).toEqual(["APP-00000001", "APP-00000002", "APP-00000003", "APP-00000004"]);
	});

	test("follows them into quarantine, out of it, and when they are withdrawn", async () => {
		const database = await openTestDatabase(kind);
		await storeApplication(database);
		const reference = "APP-00000001";
		const applications = getTestKind("application");
		const move = (spam: boolean) =>
			database.write((transaction) => moveQuarantine(transaction, applications, reference, { spam, now }));
		const withdraw = (from: "received" | "quarantined") =>
			database.write((transaction) => withdrawApplication(transaction, reference, { from, now }));
		const read = async () => findRecord(database.db, "APP-00000001");
		await move(true);
		expect(await read()).toMatchObject({ spam: true, version: 2 });
		await move(false);
		expect(await read()).toMatchObject({ spam: false, version: 3, stage: undefined });
		await withdraw("quarantined");
		expect(await read()).toMatchObject({ version: 3, stage: undefined });
		await withdraw("received");
		expect(await read()).toMatchObject({ spam: false, version: 4, stage: "withdrawn", changedAt: now });
	});
});
