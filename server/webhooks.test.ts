import type { LookupFunction } from "node:net";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeReplyEvent } from "../core/conversations/reply-events.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { setRecordSpam } from "../core/records/record-store.server.ts";
import {
	listDeliveries,
	sendAgain,
	tidyDeliveries,
	writeEvent,
	type WebhookEvent,
} from "../core/webhooks/delivery-store.server.ts";
import type { EventType } from "../core/webhooks/event-types.ts";
import { signWebhook } from "../core/webhooks/signature.server.ts";
import { createWebhookRenderers } from "../core/webhooks/webhook-renderers.server.ts";
import {
	addWebhook,
	changeWebhook,
	findSecrets,
	findWebhook,
	listWebhooks,
	maxWebhooks,
	pauseWebhook,
	removeWebhook,
	rotateSecret,
	type WebhookSettings,
} from "../core/webhooks/webhook-store.server.ts";
import { createWebhookTransport } from "../core/webhooks/webhook-transport.server.ts";
import type { Database } from "../platform/database/database.ts";
import { countEmails, listEmails } from "../platform/email/email-list-store.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { eventually } from "../tests/support/eventually.ts";
import { getRecord, openTestRecords } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { startWebhookReceiver, testWebhook, type ReceivedWebhook } from "../tests/support/webhook-receiver.ts";
import { listPersonalRecords } from "./personal-data.ts";

const deskUrl = "https://desk.narangi.example";

type Sent = { type: string; timestamp: string; data: Record<string, unknown> };

async function openWebhooks(
	kind: DatabaseKind,
	{ privateHosts = ["127.0.0.1"], resolve }: { privateHosts?: string[]; resolve?: LookupFunction } = {},
) {
	const opened = await openTestRecords(kind);
	const { database, clock, kinds } = opened;
	const createLane = (responseTimeoutMs = 5_000) => {
		const outbox = createOutbox({
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			transport: createWebhookTransport({
				database,
				clock,
				privateHosts,
				responseTimeoutMs,
				...(resolve && { resolve }),
			}),
			getRenderers: () => createWebhookRenderers({ kinds, deskUrl, timeZone: testCompany.timeZone }),
			channel: "webhooks",
		});
		onTestFinished(() => outbox.stop());
		return outbox;
	};
	const outbox = createLane();
	return {
		...opened,
		outbox,
		createLane,
		async add(change: Partial<WebhookSettings>) {
			const added = await database.write((transaction) =>
				addWebhook(transaction, { ...testWebhook, ...change }, clock.now()),
			);
			if (!added) throw new Error("There are too many webhooks");
			return added;
		},
		write: (reference: string, data: WebhookEvent["data"] = {}, type: EventType = "record.changed") =>
			database.write((transaction) => writeEvent(transaction, { type, reference, data }, clock.now())),
		/** Sends all that is due. */
		async drain() {
			for (;;) {
				const { length } = await listQueued();
				await outbox.runOnce();
				if ((await listQueued()).length === length) return;
			}
		},
		listQueued,
		list: (id: string) => listDeliveries(database.db, id, { limit: 100 }),
	};

	async function listQueued() {
		return database.db.selectFrom("emails").select(["id", "state"]).where("kind", "=", "webhook").execute();
	}
}

/** Tells whether a transaction on PostgreSQL waits for a named lock. */
async function isWaiting({ db }: Pick<Database, "db">): Promise<boolean> {
	const { rows } = await sql`select 1 from pg_locks
		where locktype = 'advisory' and not granted
		and database = (select oid from pg_database where datname = current_database())`.execute(db);
	return rows.length > 0;
}

function read({ body }: ReceivedWebhook): Sent {
	return JSON.parse(body) as Sent;
}

describe.each(serverDatabaseKinds)("webhooks on %s", (kind) => {
	test("are kept with secrets that only one function returns", async () => {
		const { database, clock, add, drain } = await openWebhooks(kind);
		const { id, secret } = await add({ events: ["call.moved", "alarm.raised"], format: "slack" });
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const stored = { ...testWebhook, id, events: ["call.moved", "alarm.raised"], format: "slack", isPaused: false };
		expect(await listWebhooks(database.db)).toEqual([{ ...stored, createdAt: clock.now() }]);
		expect(JSON.stringify(await findWebhook(database.db, id))).not.toContain(secret);
		await database.write((transaction) =>
			changeWebhook(transaction, id, { ...testWebhook, description: "Other" }, clock.now()),
		);
		expect(await findWebhook(database.db, id)).toMatchObject({ description: "Other", format: "json" });
		expect(await database.write((transaction) => changeWebhook(transaction, "gone", testWebhook, clock.now()))).toBe(
			false,
		);
		expect(await database.write((transaction) => rotateSecret(transaction, "gone", clock.now()))).toBeUndefined();
		expect(await database.write((transaction) => removeWebhook(transaction, id))).toBe(true);
		expect(await listWebhooks(database.db)).toEqual([]);
		for (let index = 0; index < maxWebhooks; index++) await add({});
		await expect(add({})).rejects.toThrow("too many");
		await drain();
	});

	test("sign with the secret before, too, for a day after a rotation", async () => {
		const { database, clock, add, write, drain } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		const { id, secret: first } = await add({ url: receiver.url });
		const second = (await database.write((transaction) => rotateSecret(transaction, id, clock.now()))) ?? "";
		expect(second).not.toBe(first);
		const sendOne = async () => {
			await write("ENQ-00000001");
			await drain();
			const { headers, body } = receiver.received.splice(0)[0] as ReceivedWebhook;
			const sent = {
				id: String(headers["webhook-id"]),
				seconds: Number(headers["webhook-timestamp"]),
				body,
			};
			expect(sent.seconds).toBe(Math.floor(clock.now().epochMilliseconds / 1_000));
			return { signature: headers["webhook-signature"], sent };
		};
		const early = await sendOne();
		expect(early.signature).toBe(signWebhook([second, first], early.sent));
		clock.advance({ hours: 24 });
		const late = await sendOne();
		expect(late.signature).toBe(signWebhook([second], late.sent));
		expect(await findSecrets(database.db, id, clock.now())).toEqual([second]);
	});

	test("get what they chose, once, in the transaction's fate", async () => {
		const { database, clock, add, drain, write, list, listQueued } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		const { id } = await add({ url: receiver.url, events: ["record.created"] });
		await storeEnquiry(database);
		await write("ENQ-7K3F9QXM", {}, "record.changed");
		await expect(
			database.write(async (transaction) => {
				await writeEvent(transaction, { type: "record.created", reference: "ENQ-1", data: {} }, clock.now());
				throw new Error("rolled back");
			}),
		).rejects.toThrow("rolled back");
		await drain();
		await drain();
		expect(receiver.received.map(read)).toEqual([
			{
				type: "record.created",
				timestamp: "2026-11-23T06:00:00.000Z",
				data: {
					record: {
						reference: "ENQ-7K3F9QXM",
						kind: "enquiry",
						receivedAt: "2026-11-23T06:00:00.000Z",
						sender: { name: "Asha Rao", email: "asha@visitor.example" },
						topic: "",
						source: "site",
						stage: { key: expect.any(String), label: expect.any(String) },
						owner: null,
					},
					url: `${deskUrl}/enquiries/ENQ-7K3F9QXM`,
				},
			},
		]);
		expect(receiver.received[0]?.body).not.toContain("We need an app");
		expect(receiver.received[0]?.headers).not.toHaveProperty("delivery");
		expect(await list(id)).toMatchObject([{ state: "delivered", attempts: 1, last: { status: 204 } }]);
		expect(await listQueued()).toEqual([]);
		expect(await countEmails(database.db, clock.now())).toMatchObject({ sent: 0, waiting: 0, failed: 0 });
		expect(await listEmails(database.db, { now: clock.now(), limit: 9 })).toEqual([]);
	});

	test("are tried again after a failure, with the same id and in the order of each record", async () => {
		const { clock, add, write, drain, list } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		let isDown = true;
		receiver.answerWith((response) => void response.writeHead(isDown ? 500 : 200).end("x".repeat(100_000)));
		const { id } = await add({ url: receiver.url });
		for (const text of ["1", "2", "3"]) await write("ENQ-A", { text });
		await drain();
		expect(receiver.received).toHaveLength(1);
		await write("ENQ-B", { text: "other" });
		await drain();
		expect(receiver.received.map((one) => read(one).data["text"])).toEqual(["1", "other"]);
		expect((await list(id)).map(({ state, last }) => [state, last?.status])).toEqual([
			["waiting", 500],
			["waiting", undefined],
			["waiting", undefined],
			["waiting", 500],
		]);
		isDown = false;
		const [failed] = receiver.received.splice(0);
		clock.advance({ seconds: 15 });
		await drain();
		const texts = receiver.received.map((one) => read(one).data["text"]);
		expect(texts.filter((text) => text !== "other")).toEqual(["1", "2", "3"]);
		expect(texts).toHaveLength(4);
		const again = receiver.received.find((one) => read(one).data["text"] === "1");
		expect(again?.headers["webhook-id"]).toBe(failed?.headers["webhook-id"]);
		expect((await list(id)).every(({ state }) => state === "delivered")).toBe(true);
	});

	test("go to a new address at once, though the old one was to be tried again hours later", async () => {
		const { database, clock, add, write, drain, list } = await openWebhooks(kind);
		const [old, next] = [await startWebhookReceiver(), await startWebhookReceiver()];
		old.answerWith((response) => void response.writeHead(500).end());
		const { id } = await add({ url: old.url });
		const change = (settings: Partial<WebhookSettings>) =>
			database.write((transaction) =>
				changeWebhook(transaction, id, { ...testWebhook, url: old.url, ...settings }, clock.now()),
			);
		const pause = (isPaused: boolean) =>
			database.write((transaction) => pauseWebhook(transaction, id, { isPaused, now: clock.now() }));
		await write("ENQ-A", { text: "1" });
		await write("ENQ-A", { text: "2" });
		await drain();
		await change({ description: "Other" });
		await drain();
		expect(old.received).toHaveLength(1);
		await pause(true);
		await change({ url: next.url });
		await drain();
		expect(next.received).toEqual([]);
		await pause(false);
		await drain();
		expect(next.received.map((one) => read(one).data["text"])).toEqual(["1", "2"]);
		expect(old.received).toHaveLength(1);
		expect((await list(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
	});

	test("are given up after three days, shown, and sent again on request", async () => {
		const { database, clock, add, write, drain, list, listQueued } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		receiver.answerWith((response) => void response.writeHead(503).end());
		const { id } = await add({ url: receiver.url });
		await write("ENQ-A", { text: "1" });
		await write("ENQ-A", { text: "2" });
		await drain();
		clock.advance({ hours: 71 });
		await drain();
		expect((await list(id)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
		clock.advance({ hours: 7 });
		await drain();
		const [second, first] = await list(id);
		expect(first).toMatchObject({ state: "given-up", last: { status: 503 } });
		// The next one's turn has come.
		expect(second).toMatchObject({ state: "waiting", attempts: 1 });
		receiver.answerWith((response) => void response.writeHead(200).end());
		receiver.received.length = 0;
		const which = { id: first?.id ?? "", webhookId: id };
		expect(await database.write((transaction) => sendAgain(transaction, which, clock.now()))).toBe(true);
		expect(
			await database.write((transaction) => sendAgain(transaction, { ...which, webhookId: "other" }, clock.now())),
		).toBe(false);
		clock.advance({ hours: 1 });
		await drain();
		expect(receiver.received.map((one) => read(one).data["text"]).toSorted()).toEqual(["1", "2"]);
		expect((await list(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
		expect(await listQueued()).toEqual([]);
		clock.advance({ hours: 24 * 31 });
		await database.write((transaction) => tidyDeliveries(transaction, clock.now()));
		expect(await list(id)).toEqual([]);
	});

	test("about a message that is deleted before they leave are given up, and not kept", async () => {
		const { database, clock, add, drain, write, list } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		const { id } = await add({ url: receiver.url });
		await write("ENQ-00000001", { message: { id: "deleted" } }, "message.received");
		await drain();
		expect(receiver.received).toEqual([]);
		expect(await list(id)).toMatchObject([{ state: "given-up" }]);
		clock.advance({ hours: 24 * 30 });
		await database.write((transaction) => tidyDeliveries(transaction, clock.now()));
		expect(await list(id)).toEqual([]);
	});

	test("wait while paused, three days at most", async () => {
		const { database, clock, add, write, drain, list } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		const { id } = await add({ url: receiver.url });
		const pause = (isPaused: boolean) =>
			database.write((transaction) => pauseWebhook(transaction, id, { isPaused, now: clock.now() }));
		await write("ENQ-A", { text: "before" });
		expect(await pause(true)).toBe(true);
		await write("ENQ-A", { text: "meanwhile" });
		await drain();
		expect(receiver.received).toEqual([]);
		await pause(false);
		await drain();
		expect(receiver.received.map((one) => read(one).data["text"])).toEqual(["before", "meanwhile"]);
		await pause(true);
		await write("ENQ-A", { text: "late" });
		clock.advance({ hours: 73 });
		await database.write((transaction) => tidyDeliveries(transaction, clock.now()));
		await pause(false);
		await drain();
		expect(receiver.received).toHaveLength(2);
		expect((await list(id))[0]).toMatchObject({ state: "given-up", error: "The webhook was paused for three days." });
	});

	test("are sent that were written while their webhook was resumed", async () => {
		const { database, clock, add, drain, list } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		const { id } = await add({ url: receiver.url });
		const pause = (isPaused: boolean) =>
			database.write((transaction) => pauseWebhook(transaction, id, { isPaused, now: clock.now() }));
		await pause(true);
		const [isWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const writing = database.write(async (transaction) => {
			await writeEvent(transaction, { type: "record.changed", reference: "ENQ-A", data: {} }, clock.now());
			isWritten.resolve();
			await mayCommit.promise;
		});
		await isWritten.promise;
		let isResumed = false;
		const resuming = pause(false).then(() => (isResumed = true));
		// On SQLite writes never overlap.
		if (kind === "postgres") await eventually(async () => expect(isResumed || (await isWaiting(database))).toBe(true));
		mayCommit.resolve();
		await Promise.all([writing, resuming]);
		await drain();
		expect(await list(id)).toMatchObject([{ state: "delivered" }]);
	});

	test("a slow receiver keeps only its own place", async () => {
		const { add, write, createLane, list, listQueued } = await openWebhooks(kind);
		const [slow, quick] = [await startWebhookReceiver(), await startWebhookReceiver()];
		let release = () => {};
		slow.answerWith((response) => {
			release = () => response.end();
		});
		const { id: slowId } = await add({ url: slow.url, events: ["record.changed"] });
		const { id } = await add({ url: quick.url });
		for (let index = 0; index < 30; index++) await write(`ENQ-${index}`);
		// The slow receiver holds its first request for as long as the others take.
		const lane = createLane(60_000);
		await lane.start();
		await eventually(() => expect(quick.received).toHaveLength(30));
		expect(slow.received).toHaveLength(1);
		await eventually(async () => expect((await list(id)).every(({ state }) => state === "delivered")).toBe(true));
		expect((await list(slowId)).every(({ state }) => state === "waiting")).toBe(true);
		await eventually(async () => expect(await listQueued()).toHaveLength(30));
		release();
	});

	test("a receiver that takes too long has failed", async () => {
		const { add, write, createLane, list } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		receiver.answerWith(() => undefined);
		const { id } = await add({ url: receiver.url });
		await write("ENQ-A");
		await createLane(100).runOnce();
		expect(await list(id)).toMatchObject([
			{ state: "waiting", attempts: 1, error: "takes longer than 0.1 seconds", last: { status: undefined } },
		]);
	});

	test("a redirect is a failure, and its target gets nothing", async () => {
		const { add, write, drain, list } = await openWebhooks(kind);
		const [receiver, target] = [await startWebhookReceiver(), await startWebhookReceiver()];
		receiver.answerWith((response) => void response.writeHead(307, { location: target.url }).end());
		const { id } = await add({ url: receiver.url });
		await write("ENQ-A");
		await drain();
		expect(target.received).toEqual([]);
		expect(await list(id)).toMatchObject([{ state: "waiting", last: { status: 307 } }]);
	});

	test.each([
		["https://127.0.0.1/", "the address is not public"],
		["https://[::1]/", "the address is not public"],
		["https://10.0.0.7/", "the address is not public"],
		["https://[fd00::1]/", "the address is not public"],
		["https://[::ffff:192.168.0.1]/", "the address is not public"],
		["https://0x7f000001/", "the address is not public"],
		["https://169.254.169.254/", "the address is not public"],
		["http://example.com/", "must start with https://"],
	])("nothing is sent to %s", async (url, error) => {
		const { add, write, drain, list } = await openWebhooks(kind, { privateHosts: [] });
		const { id } = await add({ url });
		await write("ENQ-A");
		await drain();
		expect(await list(id)).toMatchObject([{ state: "waiting", error, last: { status: undefined } }]);
	});

	test("metadata services get nothing, even where their host is allowed", async () => {
		const { add, write, drain, list } = await openWebhooks(kind, { privateHosts: ["169.254.169.254"] });
		const { id } = await add({ url: "http://169.254.169.254/latest" });
		await write("ENQ-A");
		await drain();
		expect(await list(id)).toMatchObject([{ error: "the address is not public" }]);
	});

	test("a name that resolves to a private address gets nothing, also where another of its addresses is public", async () => {
		let asked = 0;
		const resolve: LookupFunction = (_name, _options, done) => {
			asked += 1;
			done(null, [
				{ address: "203.0.113.9", family: 4 },
				{ address: "127.0.0.1", family: 4 },
			]);
		};
		const { add, write, drain, list } = await openWebhooks(kind, { privateHosts: [], resolve });
		const { id } = await add({ url: "https://rebinding.example/" });
		await write("ENQ-A");
		await drain();
		expect(asked).toBe(1);
		expect(await list(id)).toMatchObject([{ error: "the address is not public" }]);
	});

	test("the connection goes to the address that was checked, though the name has another by then", async () => {
		let asked = 0;
		const resolve: LookupFunction = (_name, options, done) => {
			asked += 1;
			const address = asked === 1 ? "127.0.0.1" : "127.0.0.2";
			if (options.all) done(null, [{ address, family: 4 }]);
			else done(null, address, 4);
		};
		const { add, write, drain } = await openWebhooks(kind, { privateHosts: ["rebinding.example"], resolve });
		const receiver = await startWebhookReceiver();
		await add({ url: `http://rebinding.example:${receiver.port}/` });
		await write("ENQ-A");
		await drain();
		expect(asked).toBe(1);
		expect(receiver.received).toHaveLength(1);
	});

	test("tell of a record from its arrival to its end, and are erased with it", async () => {
		const opened = await openWebhooks(kind);
		const { database, files, config, clock, add, addMember, records, drain, list, listQueued } = opened;
		const receiver = await startWebhookReceiver();
		const { id } = await add({ url: receiver.url });
		const meera = await addMember("Meera Iyer", "sales");
		const reference = await storeEnquiry(database, { state: "quarantined" });
		const changeTo = async (field: "owner" | "stage" | "follow-up", value: string) => {
			const { version } = await getRecord(database, reference);
			await records.changes.change(reference, { field, value, version, by: meera.id });
		};
		await changeTo("follow-up", "2026-12-01");
		await drain();
		expect(receiver.received).toEqual([]);
		await database.write((transaction) => setRecordSpam(transaction, reference, false, clock.now()));
		await changeTo("owner", meera.id);
		const done = records.kinds.find(({ name }) => name === "enquiry")?.stages.find(({ open }) => !open)?.key ?? "";
		await changeTo("stage", done);
		await drain();
		const by = { id: meera.id, name: "Meera Iyer" };
		expect(receiver.received.map(read)).toMatchObject([
			{ type: "record.created", data: { record: { reference } } },
			{ type: "record.changed", data: { record: { owner: by }, change: { field: "owner", to: meera.id, by } } },
			{ type: "record.changed", data: { record: { stage: { key: done } }, change: { field: "stage", to: done } } },
		]);
		await database.write((transaction) => pauseWebhook(transaction, id, { isPaused: true, now: clock.now() }));
		await changeTo("owner", "");
		expect(await listQueued()).toHaveLength(1);
		const personalRecords = listPersonalRecords(config, testCompany);
		await erasePerson({ database, files, personalRecords }, ["asha@visitor.example"], clock.now());
		expect(await listQueued()).toEqual([]);
		expect(await list(id)).toEqual([]);
	});

	test("tell once that a record has arrived, though a member takes it for spam by mistake", async () => {
		const { database, add, addMember, records, drain } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		await add({ url: receiver.url });
		const { id: by } = await addMember("Meera Iyer", "sales");
		const reference = await storeEnquiry(database);
		const { version } = await getRecord(database, reference);
		const marked = await records.changes.change(reference, { field: "spam", value: "yes", version, by });
		if (!marked.ok || marked.batch === undefined) throw new Error("It was not marked");
		expect(await records.changes.undo({ batch: marked.batch, kind: "enquiry" }, by)).toMatchObject({ ok: true });
		await drain();
		expect(receiver.received.map(read)).toMatchObject([
			{ type: "record.created", data: { record: { reference } } },
			{ type: "record.changed", data: { change: { field: "spam", from: "no", to: "yes", by: { id: by } } } },
			{ type: "record.changed", data: { change: { field: "spam", from: "yes", to: "no", by: { id: by } } } },
		]);
	});

	test("tell of a reply once it has left, and of no other e-mail", async () => {
		const { database, clock, add, addMember, records, drain } = await openWebhooks(kind);
		const receiver = await startWebhookReceiver();
		await add({ url: receiver.url, events: ["reply.sent"] });
		const by = await addMember("Meera Iyer", "sales");
		const reference = await storeEnquiry(database);
		const sent = await records.replies.send(reference, { subject: "Your app", text: "Gladly, with all details.", by });
		if (!sent.ok) throw new Error("It was not sent");
		const { messageId } = sent.reply;
		await database.write(async (transaction) => {
			await writeReplyEvent(transaction, { kind: "enquiry-notice", reference, messageId }, clock.now());
			await writeReplyEvent(transaction, { kind: "record-reply", reference, messageId: "<copy@x>" }, clock.now());
			await writeReplyEvent(transaction, { kind: "record-reply", reference, messageId }, clock.now());
		});
		await drain();
		expect(receiver.received.map(read)).toMatchObject([
			{
				type: "reply.sent",
				data: { record: { reference }, reply: { subject: "Your app" }, by: { name: "Meera Iyer" } },
			},
		]);
		expect(receiver.received[0]?.body).not.toContain("Gladly");
	});
});
