import { describe, expect, test } from "vitest";
import { createAdministration } from "../core/accounts/administration.server.ts";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { createSession, deleteEndedSessions, endSession, endSessionOfToken } from "../core/accounts/sessions.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { announceAppointments } from "../core/push/announce-appointments.server.ts";
import { createPushRenderers } from "../core/push/push-renderers.server.ts";
import { pushToHosts } from "../core/push/push-to-hosts.server.ts";
import { createPushTransport } from "../core/push/push-transport.server.ts";
import {
	deleteLapsedSubscriptions,
	listSubscriptions,
	renewSubscription,
	saveSubscription,
} from "../core/push/subscriptions.server.ts";
import { recordNames } from "../desk/guard/record-names.ts";
import { demoCallPurpose } from "../features/booking/booking-record.server.ts";
import { endFeedsOf } from "../features/booking/calendar-feed.server.ts";
import { readConfig } from "../platform/config.ts";
import { countEmails, listEmails } from "../platform/email/email-list-store.ts";
import { createOutbox } from "../platform/email/outbox.ts";
import { createLog } from "../platform/log.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startPushService } from "../tests/support/push-service.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { appointmentPages } from "./hosts.ts";

/** A colleague who writes and a member with a device; both are sales, and both have turned their device on. */
async function openDesks(kind: DatabaseKind, { allowsPrivateNetworks = true } = {}) {
	const server = await startTestServer(kind, { environment: { WEB_PUSH_TO_PRIVATE_NETWORKS: "yes" } });
	const { database, clock } = server;
	const service = await startPushService();
	const writerDesk = await server.openDesk({ roles: ["sales"] });
	const desk = await server.openDesk({ roles: ["admin"] });
	const writer = createDeskBrowser(writerDesk);
	const member = createDeskBrowser(desk);
	const turnOn = async (browser: typeof member, name: string) =>
		browser.post("/account", { action: "device-on", subscription: service.subscribe(name) });
	await turnOn(writer, "writer");
	expect(readNotice(await turnOn(member, "member")).text).toBe("Notifications turned on.");
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: createPushTransport({ database, getContact: () => testCompany.email, allowsPrivateNetworks }),
		getRenderers: () => createPushRenderers({ kinds: recordNames, appointmentPages, timeZone: testCompany.timeZone }),
		channel: "push messages",
	});
	return {
		...server,
		service,
		writerDesk,
		desk,
		writer,
		member,
		turnOn,
		path: `/enquiries/${await storeEnquiry(database)}`,
		/** Sends what is due, and returns the messages since the last time. */
		async deliver() {
			await outbox.runOnce();
			return service.received.splice(0);
		},
		listDevices: () => listSubscriptions(database.db, [desk.accountId]),
		countQueued: async () =>
			(await database.db.selectFrom("emails").select("id").where("kind", "=", "push-message").execute()).length,
	};
}

describe.each(serverDatabaseKinds)("notifications on devices (%s)", (kind) => {
	test("a mention reaches the device of the mentioned, encrypted and signed, and not its author's", async () => {
		const { writer, path, deliver, service, desk, database, clock, countQueued, listDevices } = await openDesks(kind);
		await writer.post(path, { do: "note", text: "@Robin admin and @Robin sales, look: secret words" });
		const reference = path.split("/")[2] ?? "";
		expect(await listEmails(database.db, { now: clock.now(), reference, limit: 9 })).not.toContainEqual(
			expect.objectContaining({ kind: "push-message" }),
		);
		expect((await countEmails(database.db, clock.now())).waiting).toBe(1);
		const messages = await deliver();
		expect(messages).toMatchObject([
			{
				payload: { title: "Robin sales mentioned you", body: reference, path },
				headers: { ttl: "86400", urgency: "high", "content-encoding": "aes128gcm" },
				claims: { aud: service.origin, sub: "mailto:hello@narangi.example" },
			},
		]);
		expect(JSON.stringify(messages)).not.toContain("secret words");
		expect(messages[0]?.key).toBe(
			(await database.db.selectFrom("pushKeys").select("publicKey").executeTakeFirstOrThrow()).publicKey,
		);
		expect(await countQueued()).toBe(0);
		expect(await deliver()).toEqual([]);
		expect(await listDevices()).toMatchObject([{ accountId: desk.accountId }]);
	});

	test("an assigned record reaches its new owner, once it is not read", async () => {
		const { writer, writerDesk, member, desk, path, deliver } = await openDesks(kind);
		await writer.post(path, { do: "owner", value: desk.accountId, version: "1" });
		expect(await deliver()).toMatchObject([{ payload: { title: "Robin sales assigned you a record", path } }]);
		await writer.post(path, { do: "owner", value: writerDesk.accountId, version: "2" });
		expect(await deliver()).toEqual([]);
		await writer.post(path, { do: "owner", value: desk.accountId, version: "3" });
		await member.get(path);
		expect(await deliver()).toEqual([]);
	});

	test("a program that writes a note or assigns a record has the name of its token", async () => {
		const { database, clock, desk, path, deliver } = await openDesks(kind);
		const program = await addProgram({ database, clock }, desk, ["enquiries:change"]);
		const noted = await program.post(`/api/v1${path}/notes`, { text: "@Robin admin look" });
		const assigned = await program.patch(`/api/v1${path}`, { owner: desk.accountId }, { "if-match": "*" });
		expect([noted.statusCode, assigned.statusCode]).toEqual([201, 200]);
		const titles = (await deliver()).map(({ payload }) => (payload as { title: string }).title);
		expect(titles.toSorted()).toEqual([
			`API token “${program.name}” assigned you a record`,
			`API token “${program.name}” mentioned you`,
		]);
	});

	test("each topic is turned off by itself", async () => {
		const { writer, member, desk, path, deliver } = await openDesks(kind);
		const choose = (...topics: string[]) =>
			member.post("/account", [
				["action", "device-topics"],
				...topics.map((topic): [string, string] => ["topic", topic]),
			]);
		await choose("record", "appointment");
		await writer.post(path, { do: "note", text: "@Robin admin one" });
		await writer.post(path, { do: "owner", value: desk.accountId, version: "1" });
		expect(await deliver()).toMatchObject([{ payload: { title: "Robin sales assigned you a record" } }]);
		await choose("mention");
		await writer.post(path, { do: "owner", value: "", version: "2" });
		await writer.post(path, { do: "owner", value: desk.accountId, version: "3" });
		await writer.post(path, { do: "note", text: "@Robin admin two" });
		expect(await deliver()).toMatchObject([{ payload: { title: "Robin sales mentioned you" } }]);
		const page = await member.get("/account");
		expect(page).toMatch(/<input type="checkbox" name="topic" checked="" value="mention"\/>/);
		expect(page).toMatch(/<input type="checkbox" name="topic" value="record"\/>/);
	});

	test("a call that begins in ten minutes reaches its host once, unless it is moved or turned off", async () => {
		const { database, clock, desk, member, deliver } = await openDesks(kind);
		const reserve = async (reference: string, minutes: number) => {
			const startMs = clock.now().add({ minutes }).epochMilliseconds;
			await database.write((transaction) =>
				insertReservations(
					transaction,
					[desk.accountId],
					{ purpose: demoCallPurpose, reference, startMs, endMs: startMs + 1_800_000 },
					clock.now(),
				),
			);
		};
		await reserve("BKG-11111111", 20);
		await reserve("BKG-22222222", 90);
		await announceAppointments(database, clock.now());
		expect(await deliver()).toEqual([]);
		clock.advance({ minutes: 9, seconds: 50 });
		await announceAppointments(database, clock.now());
		clock.advance({ seconds: 15 });
		await announceAppointments(database, clock.now());
		await announceAppointments(database, clock.now());
		expect(await deliver()).toMatchObject([
			{
				payload: { title: "Call at 11:50 AM", body: "BKG-11111111", path: "/calls/BKG-11111111" },
				headers: { ttl: "595" },
			},
		]);
		clock.advance({ seconds: 15 });
		await announceAppointments(database, clock.now());
		expect(await deliver()).toEqual([]);
		clock.advance({ minutes: 70 });
		await announceAppointments(database, clock.now());
		await database.write((transaction) => transaction.deleteFrom("hostReservations").execute());
		expect(await deliver()).toEqual([]);
		await member.post("/account", { action: "device-topics", topic: "mention" });
		await reserve("BKG-33333333", 9);
		clock.advance({ seconds: 1 });
		await announceAppointments(database, clock.now());
		expect(await deliver()).toEqual([]);
	});

	test("a call that a colleague reassigns reaches its new host after the time for undo, and nobody else", async () => {
		const { database, clock, desk, writer, writerDesk, deliver } = await openDesks(kind);
		const booking = createBookingRecord({ hostIds: [writerDesk.accountId] });
		const settings = {
			purposes: [demoCallPurpose],
			timeZone: undefined,
			hours: undefined,
			video: { kind: "none" },
		} as const;
		await database.write(async (transaction) => {
			for (const id of [desk.accountId, writerDesk.accountId])
				await saveHost(transaction, id, settings, { version: 0, now: clock.now() });
		});
		await storeBooking(database, booking);
		const path = `/calls/${booking.reference}`;
		const answer = await writer.post(path, { do: "reassign", value: desk.accountId });
		expect(answer.statusCode).toBe(303);
		expect(await deliver()).toEqual([]);
		clock.advance({ seconds: 11 });
		expect(await deliver()).toMatchObject([{ payload: { title: "New call: Mon, 30 Nov, 10:00 AM", path } }]);
	});

	test("a call that moves to a few minutes ahead is announced at once to its host, and not to the host who moved it", async () => {
		const { database, clock, desk, deliver } = await openDesks(kind);
		const at = (minutes: number) => clock.now().add({ minutes });
		const before = createBookingRecord({ hostIds: [desk.accountId], startsAt: at(120) });
		const move = async (minutes: number, by?: string) => {
			const after = { ...before, startsAt: at(minutes) };
			const startMs = after.startsAt.epochMilliseconds;
			await database.write(async (transaction) => {
				await transaction.deleteFrom("hostReservations").execute();
				const wanted = { purpose: demoCallPurpose, reference: before.reference, startMs, endMs: startMs + 1_800_000 };
				await insertReservations(transaction, after.hostIds, wanted, clock.now());
				await pushToHosts(transaction, { before, after, purpose: demoCallPurpose, by }, clock.now());
			});
			return deliver();
		};
		await announceAppointments(database, clock.now());
		clock.advance({ seconds: 15 });
		const path = `/calls/${before.reference}`;
		expect(await move(5)).toMatchObject([{ payload: { title: expect.stringMatching(/^Call at /) as string, path } }]);
		expect(await move(5, desk.accountId)).toEqual([]);
		// This one is announced in its time.
		expect(await move(60)).toEqual([]);
	});

	test("a device that its service no longer knows is forgotten; other failures are retried for ten minutes at most", async () => {
		const { writer, member, path, deliver, service, listDevices, countQueued, clock, turnOn, database } =
			await openDesks(kind);
		const mention = () => writer.post(path, { do: "note", text: `@Robin admin ${clock.now().toString()}` });
		for (const status of [404, 410]) {
			await turnOn(member, "member");
			service.answerWith(status);
			await mention();
			expect(await deliver()).toHaveLength(1);
			expect(await listDevices()).toEqual([]);
			expect(await countQueued()).toBe(0);
		}
		await turnOn(member, "member");
		service.answerWith(503);
		await mention();
		expect(await deliver()).toHaveLength(1);
		expect(await countQueued()).toBe(1);
		service.answerWith(201);
		clock.advance({ seconds: 20 });
		expect(await deliver()).toHaveLength(1);
		expect(await countQueued()).toBe(0);
		service.answerWith(400);
		await mention();
		expect(await deliver()).toHaveLength(1);
		expect(await countQueued()).toBe(0);
		expect(await listDevices()).toHaveLength(1);
		await mention();
		clock.advance({ minutes: 10 });
		expect(await deliver()).toEqual([]);
		const log = createLog({ logLevel: "silent" });
		await createOutbox({ database, clock, log, transport: undefined, getRenderers: () => ({}) }).runOnce();
		expect(await countQueued()).toBe(0);
	});

	test("signing out and disabling the account end its devices, and nobody turns off another's", async () => {
		const { writer, writerDesk, member, desk, turnOn, listDevices, database, clock } = await openDesks(kind);
		const [device] = await listDevices();
		await writer.post("/account", { action: "device-off", device: device?.id ?? "" });
		expect(await listDevices()).toHaveLength(1);
		expect(await member.get("/account")).toContain("This browser");
		await member.post("/account", { action: "device-off", device: device?.id ?? "" });
		expect(await listDevices()).toEqual([]);
		await turnOn(member, "member");
		await member.post("/sign-out", {});
		expect(await listDevices()).toEqual([]);
		const administration = createAdministration({
			config: readConfig({}),
			database,
			clock,
			messageIdDomain: "narangi.example",
			endFeedsOf,
			onEmails: () => undefined,
		});
		expect(await listSubscriptions(database.db, [writerDesk.accountId])).toHaveLength(1);
		expect(await administration.disable("command", writerDesk.accountId)).toMatchObject({ kind: "done" });
		expect(await listSubscriptions(database.db, [writerDesk.accountId])).toEqual([]);
		const entries = await listAuditEntries(database.db, { limit: 20 });
		expect(entries).toContainEqual(
			expect.objectContaining({ actor: desk.accountId, action: "account.device-notifications-off" }),
		);
	});

	test("a device outlives its session, moves to the next one on the same browser, and lapses after two weeks", async () => {
		const { database, clock } = await startTestServer(kind);
		const device = { deviceHash: "browser", device: "Firefox on Linux", p256dh: "key", auth: "secret" };
		const list = () => listSubscriptions(database.db, ["meera", "ravi"]);
		const begin = (accountId: string, id: string) =>
			database.write(async (transaction) => {
				await renewSubscription(transaction, { accountId, sessionId: id, deviceHash: "browser" }, clock.now());
				return createSession(transaction, { id, accountId, device: device.device, now: clock.now() });
			});
		await begin("meera", "first");
		const subscription = { ...device, accountId: "meera", sessionId: "first", endpoint: "https://push.example/1" };
		await database.write((transaction) => saveSubscription(transaction, subscription, clock.now()));
		clock.advance({ hours: 24 * 8 });
		await deleteEndedSessions(database.db, clock.now());
		expect(await list()).toHaveLength(1);
		const token = await begin("meera", "second");
		expect(await list()).toMatchObject([{ sessionId: "second" }]);
		clock.advance({ hours: 24 * 13 });
		await deleteLapsedSubscriptions(database.db, clock.now());
		expect(await list()).toHaveLength(1);
		const endOf = (accountId: string) =>
			database.write((transaction) => endSession(transaction, { accountId, id: "second" }));
		expect([await endOf("ravi"), (await list()).length]).toEqual([false, 1]);
		await database.write((transaction) => endSessionOfToken(transaction, token));
		expect(await list()).toEqual([]);
		await database.write((transaction) => saveSubscription(transaction, subscription, clock.now()));
		await begin("ravi", "third");
		expect(await list()).toEqual([]);
		await database.write((transaction) => saveSubscription(transaction, subscription, clock.now()));
		clock.advance({ hours: 24 * 14 });
		await deleteLapsedSubscriptions(database.db, clock.now());
		expect(await list()).toEqual([]);
	});
});

test("no message goes to a private network, and no address without TLS is taken, unless that is allowed", async () => {
	const { writer, path, deliver, countQueued } = await openDesks("sqlite", { allowsPrivateNetworks: false });
	await writer.post(path, { do: "note", text: "@Robin admin look" });
	expect(await deliver()).toEqual([]);
	expect(await countQueued()).toBe(0);
	const server = await startTestServer("sqlite");
	const member = createDeskBrowser(await server.openDesk());
	const service = await startPushService();
	for (const subscription of [service.subscribe("a"), "{}", "not JSON", service.subscribe("a".repeat(2_000))]) {
		const answer = await member.post("/account", { action: "device-on", subscription });
		expect(answer.body).toContain("Notifications cannot be sent to this browser.");
	}
	expect(await member.get("/account")).not.toContain('This browser</span></th><td data-label="Turned on"');
});

test("an installation that sends none offers none", async () => {
	const server = await startTestServer("sqlite", { environment: { WEB_PUSH: "no" } });
	const member = createDeskBrowser(await server.openDesk());
	expect(await member.get("/account")).toContain("Turned off for your company.");
	const service = await startPushService();
	await member.post("/account", { action: "device-on", subscription: service.subscribe("a") });
	expect(await server.database.db.selectFrom("pushSubscriptions").select("id").execute()).toEqual([]);
});
