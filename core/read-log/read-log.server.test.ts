import { describe, expect, test } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { addIncident } from "../incidents/incident-store.server.ts";
import { createReferenceSearch } from "./find-references.ts";
import { deleteOldReadEntries, listReadEntries } from "./read-log-store.server.ts";
import { createReadLog, type Reading } from "./read-log.server.ts";

const reading: Reading = {
	actor: "account-meera",
	sessionId: "session-1",
	place: "/enquiries",
	manner: "read",
	data: ["name", "email"],
};
const [first, second] = ["ENQ-7K3F9QXM", "ENQ-8K3F9QXM"];

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	for (const reference of [first, second]) await storeEnquiry(database, { reference });
	const refusing: { current: Error | undefined } = { current: undefined };
	const writing: Database = {
		...database,
		write: (work) => (refusing.current ? Promise.reject(refusing.current) : database.write(work)),
	};
	const readLog = createReadLog({
		database: writing,
		clock,
		log: createLog({ logLevel: "silent" }),
		prefixes: ["ENQ"],
		aliases: [
			{ prefix: "INT", findRecord: async (_, reference) => (reference === "INT-7K3F9QXM" ? second : undefined) },
		],
	});
	const list = async () => {
		await readLog.flush();
		const range = { actors: [reading.actor], from: clock.now().subtract({ hours: 1_000 * 24 }), until: clock.now() };
		return Array.fromAsync(listReadEntries(database.db, range));
	};
	return { database, clock, readLog, refusing, list };
}

describe.each(databaseKinds)("the log of reads on %s", (kind) => {
	test("a list is one entry, and a repeated read within ten minutes adds none", async () => {
		const { clock, readLog, list } = await setUp(kind);
		readLog.note(reading, [first, second]);
		readLog.note(reading, [second]);
		expect(await list()).toEqual([{ ...reading, at: clock.now(), subjects: [first, second] }]);
		clock.advance({ minutes: 10 });
		readLog.note(reading, [second]);
		expect((await list()).map(({ subjects }) => subjects)).toEqual([[first, second], [second]]);
	});

	test("another session, and other data of the same record, have entries of their own", async () => {
		const { readLog, list } = await setUp(kind);
		readLog.note(reading, [first]);
		readLog.note({ ...reading, sessionId: "session-2" }, [first]);
		readLog.note({ ...reading, data: ["resume"] }, [first]);
		readLog.note({ ...reading, manner: "exported" }, [first]);
		expect(await list()).toHaveLength(4);
	});

	test("references that somebody made up are left out, and an interview stands for its application", async () => {
		const { readLog, list } = await setUp(kind);
		readLog.note(reading, ["ENQ-00000000", "INT-7K3F9QXM", "INT-00000000"]);
		expect((await list()).map(({ subjects }) => subjects)).toEqual([[second]]);
		readLog.note({ ...reading, sessionId: "session-2" }, ["ENQ-00000000"]);
		expect(await list()).toHaveLength(1);
	});

	test("a response is searched on its way, whichever way it is cut, and as soon as its parts leave", async () => {
		const { readLog, list } = await setUp(kind);
		let send: ReadableStreamDefaultController<Uint8Array> | undefined;
		const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
		const reader = readLog.watch(body, reading).getReader();
		for (const part of ["<a href='/enquiries/ENQ-7K3", "F9QXM'>Zoë</a>"]) {
			send?.enqueue(Buffer.from(part));
			expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(part);
		}
		// The response has not ended.
		expect((await list()).map(({ subjects }) => subjects)).toEqual([[first]]);
		await reader.cancel();
	});

	test("what cannot be stored waits, and beyond a limit nothing is shown", async () => {
		const { readLog, refusing, list } = await setUp(kind);
		refusing.current = new Error("disk full");
		readLog.note(reading, [first]);
		await expect(readLog.flush()).rejects.toThrow("disk full");
		readLog.assertWritable();
		const many = Array.from({ length: 20_001 }, (_, index) => `ENQ-${String(index).padStart(8, "0")}`);
		readLog.note(reading, [...many, second]);
		expect(() => readLog.assertWritable()).toThrow("The log of reads cannot be written");
		refusing.current = undefined;
		expect((await list()).map(({ subjects }) => subjects)).toEqual([[first, second]]);
		readLog.assertWritable();
	});

	test("old entries are deleted, except those of an incident", async () => {
		const { database, clock, readLog, list } = await setUp(kind);
		const scope = { title: "Laptop", actors: ["account-meera"], until: undefined, awareAt: clock.now(), notes: "" };
		readLog.note(reading, [first]);
		readLog.note({ ...reading, actor: "account-ravi" }, [first]);
		await list();
		await database.write((transaction) =>
			addIncident(transaction, { ...scope, from: clock.now().add({ minutes: 4 }) }, "account-ravi", clock.now()),
		);
		clock.advance({ hours: 24 * 401 });
		await database.write((transaction) => deleteOldReadEntries(transaction, clock.now()));
		const left = await database.db.selectFrom("readLog").select("actor").execute();
		expect(left).toEqual([{ actor: "account-meera" }]);
	});
});

test("references are found in a text wherever it is cut, and nothing that only looks like one", () => {
	const text = 'x ENQ-7K3F9QXM, BKG-00000000"/ENQ-8K3F9QXM ENQ-7K3F9QXMM enq-7k3f9qxm XENQ-7K3F9QXM ENQ-7K3F9QXU end';
	for (let cut = 0; cut <= text.length; cut += 1) {
		const search = createReferenceSearch(["ENQ", "BKG"]);
		const found = new Set([...search(text.slice(0, cut)), ...search(text.slice(cut))]);
		for (const reference of ["ENQ-7K3F9QXM", "BKG-00000000", "ENQ-8K3F9QXM"]) expect(found).toContain(reference);
	}
	expect(new Set(createReferenceSearch(["ENQ", "BKG"])(text)).size).toBe(3);
});
