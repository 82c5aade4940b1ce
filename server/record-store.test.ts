import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
	createRecordId,
	deleteRecords,
	findRecord,
	isAmongRecords,
	registerRecord,
	searchRecords,
	setStaffWords,
	type NewRecord,
} from "../core/records/record-store.server.ts";
import { listSearchWords } from "../core/records/search-words.ts";
import { enquiryStore } from "../features/enquiries/store.server.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createEmptyDatabaseConfig, databaseKinds, openTestDatabase } from "../tests/support/databases.ts";
import { createEnquiryRecord } from "../tests/support/enquiries.ts";
import { migrations } from "./migrations.ts";

function newRecord(change: Partial<NewRecord> = {}): NewRecord {
	return {
		reference: "ENQ-00000001",
		kind: "enquiry",
		receivedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"),
		senderName: "Asha Rao",
		senderEmail: "Asha@Visitor.example",
		spam: false,
		texts: ["We need an app for our café in Kraków. नमस्ते दुनिया, 東京"],
		...change,
	};
}

async function search(database: Database, text: string): Promise<string[]> {
	const found = await searchRecords(database, text);
	const rows = await database.db
		.selectFrom("records")
		.select("reference")
		.where(isAmongRecords(database.kind, found))
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Finds two references of one second with the same number. */
function findEqualNumbers(): [string, string] {
	const found = new Map<number, string>();
	for (let index = 0; ; index++) {
		const reference = `ENQ-${String(index).padStart(8, "0")}`;
		const id = createRecordId(newRecord({ reference }));
		const other = found.get(id);
		if (other !== undefined) return [other, reference];
		found.set(id, reference);
	}
}

describe.each(databaseKinds)("records on %s", (kind) => {
	test("with colliding numbers get one each, earlier ones too", async () => {
		const references = findEqualNumbers();
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0070-create-records" });
		for (const [index, reference] of references.entries()) {
			const {
				receivedAt: _,
				source: _source,
				consent: _consent,
				answers: _answers,
				...enquiry
			} = createEnquiryRecord({ reference });
			await before.db
				.insertInto("enquiries")
				.values({ ...enquiry, id: String(index), receivedAt: "2026-11-23T06:00:00.000Z" })
				.execute();
		}
		await before.close();
		const database = await openTestDatabase(kind, config);
		const others = references.map((reference) => newRecord({ reference, kind: "other" }));
		const readIds = async () =>
			(await database.db.selectFrom("records").select(["id", "reference"]).execute()).map(({ id }) => Number(id));
		expect(new Set(await readIds()).size).toBe(2);
		await database.write((transaction) => deleteRecords(transaction, references));
		for (const record of others) await database.write((transaction) => registerRecord(transaction, record));
		expect(new Set(await readIds()).size).toBe(2);
		expect(await search(database, references[1])).toEqual([references[1]]);
	});

	test("are found by the beginnings of their words, in any case and order, with or without accents", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => registerRecord(transaction, newRecord()));
		for (const text of [
			"ENQ-00000001",
			"enq-0000",
			"asha",
			"ASHA rao",
			"asha@visitor.example",
			"visitor",
			"cafe",
			"CAFÉ",
			"krakow",
			"app need",
			"need ap",
			"नमस्ते",
			"नम",
			"東",
		])
			expect.soft(await search(database, text), text).toEqual(["ENQ-00000001"]);
		for (const text of ["sha", "ne app", "asha banana", "' or 1=1 --", '"', "*", "a'b", ":*", "", "NOT app"])
			expect.soft(await search(database, text), text).toEqual([]);
	});

	test("are found by staff's present words, and not by earlier ones", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => registerRecord(transaction, newRecord()));
		const record = await findRecord(database.db, "ENQ-00000001");
		await database.write((transaction) =>
			setStaffWords(transaction, record as { id: number }, ["Called back, Thursday"]),
		);
		expect(await search(database, "thursday asha")).toEqual(["ENQ-00000001"]);
		await database.write((transaction) => setStaffWords(transaction, record as { id: number }, ["Friday"]));
		expect(await search(database, "thursday")).toEqual([]);
		expect(await search(database, "friday asha")).toEqual(["ENQ-00000001"]);
	});

	test("are created for records that the release before stores beside this one", async () => {
		const database = await openTestDatabase(kind);
		const { receivedAt, answers: _answers, ...enquiry } = createEnquiryRecord();
		await database.db
			.insertInto("enquiries")
			.values({ ...enquiry, id: "1", receivedAt: receivedAt.toString({ smallestUnit: "millisecond" }) })
			.execute();
		expect(await enquiryStore.registerMissing(database)).toBe(1);
		expect(await search(database, "asha")).toEqual([enquiry.reference]);
		expect(await enquiryStore.registerMissing(database)).toBe(0);
	});

	test("are created once by two servers at the same time", async () => {
		const database = await openTestDatabase(kind);
		const other = await openTestDatabase(kind, database);
		const { receivedAt, answers: _answers, ...enquiry } = createEnquiryRecord();
		const rows = Array.from({ length: 150 }, (_, index) => ({
			...enquiry,
			id: String(index),
			reference: `ENQ-${String(index).padStart(8, "0")}`,
			receivedAt: receivedAt.toString({ smallestUnit: "millisecond" }),
		}));
		await database.db.insertInto("enquiries").values(rows).execute();
		await Promise.all([database, other].map((server) => enquiryStore.registerMissing(server)));
		expect(await search(database, "asha")).toHaveLength(rows.length);
	});

	test("leave no word behind when they are deleted", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => registerRecord(transaction, newRecord({ texts: ["hippopotamus"] })));
		await database.write((transaction) => deleteRecords(transaction, ["ENQ-00000001"]));
		expect(await search(database, "hippopotamus")).toEqual([]);
		expect(await database.db.selectFrom("recordWords").selectAll().execute()).toEqual([]);
		if (kind === "sqlite") {
			const { rows } = await sql<{ block: Uint8Array }>`select block from record_search_data`.execute(database.db);
			expect(rows.map(({ block }) => Buffer.from(block).toString("latin1")).join()).not.toContain("hippo");
		}
	});

	test("are created for enquiries of an earlier release", async () => {
		const config = await openTestDatabase(kind, undefined, { until: "0069" });
		const {
			receivedAt,
			source: _source,
			consent: _consent,
			answers: _answers,
			...enquiry
		} = createEnquiryRecord({ state: "quarantined", message: "Need hippopotamus" });
		await config.db
			.insertInto("enquiries")
			.values({ ...enquiry, id: "1", receivedAt: receivedAt.toString({ smallestUnit: "millisecond" }) })
			.execute();
		const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
		try {
			expect(await findRecord(database.db, enquiry.reference)).toMatchObject({
				kind: "enquiry",
				receivedAt,
				senderName: "Asha Rao",
				senderEmail: "asha@visitor.example",
				spam: true,
				stage: undefined,
				version: 1,
				changedAt: receivedAt,
			});
			expect(await search(database, "asha hippo")).toEqual([enquiry.reference]);
		} finally {
			await database.close();
		}
	});

	test.each([
		[
			"letters that do not decompose",
			"Łukasz Müller, Hauptstraße, Øresund",
			["lukasz muller", "hauptstrasse", "oresund", "ŁUKASZ"],
		],
		[
			"scripts without spaces",
			"東京の会社です。お見積りをお願いします",
			["見積り", "東京", "会社", "願", "東京 見積り"],
		],
		["Thai", "ขอใบเสนอราคาสำหรับแอป", ["ราคา", "แอป"]],
		[
			"phone numbers",
			"+91 98765 43210",
			["9876543210", "+919876543210", "98765-43210", "098765 43210", "98765 43210", "+91 98765 43210", "43210"],
		],
		["phone numbers in Devanagari", "+९१ ९८७६५ ४३२१०", ["9876543210", "+919876543210", "९८७६५ ४३२१०"]],
		["phone numbers in brackets", "(020) 7946-0958", ["2079460958", "020 7946 0958"]],
	])("are found by %s", async (_case, text, searches) => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => registerRecord(transaction, newRecord({ texts: [text] })));
		for (const typed of searches) expect([typed, await search(database, typed)]).toEqual([typed, ["ENQ-00000001"]]);
		for (const typed of ["見京", "9876543211", "lukas z"])
			expect([typed, await search(database, typed)]).toEqual([typed, []]);
	});

	test("from before are found by the words of now", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0250-remember-sweeps" });
		await before.write(async (transaction) => {
			const { reference, kind: name, senderName, senderEmail } = newRecord();
			const at = "2026-11-23T06:00:00.000Z";
			const sender = { senderName, senderEmail: senderEmail.toLowerCase() };
			const state = { spam: 0, stage: "", ownerId: null, followUpOn: null, version: 1, answeredAt: null };
			await transaction
				.insertInto("records")
				.values({ id: 1, reference, kind: name, receivedAt: at, changedAt: at, ...sender, ...state })
				.execute();
			await transaction
				.insertInto("recordWords")
				.values({ id: 1, words: "łukasz straße 東京の会社です 919876543210", staffWords: "øresund" })
				.execute();
		});
		await before.close();
		const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
		try {
			for (const typed of ["lukasz", "strasse", "会社", "9876543210", "oresund"])
				expect([typed, await search(database, typed)]).toEqual([typed, ["ENQ-00000001"]]);
		} finally {
			await database.close();
		}
	});
});

test("words are folded alike, however they are typed", () => {
	expect(listSearchWords("Cafe\u0301 CAFÉ café", "Straße", "İstanbul")).toEqual(["cafe", "strasse", "istanbul"]);
});
