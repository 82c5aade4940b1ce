import { describe, expect, onTestFinished, test } from "vitest";
import { createPersonCheck, personCheckHours } from "../../core/people/person-check.server.ts";
import { writeQuarantineDigest } from "../../core/records/quarantine-digest.server.tsx";
import { moveQuarantineByCommand } from "../../core/records/quarantine.server.ts";
import type { RecordDeclaration } from "../../core/records/record-kind.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../../platform/config.ts";
import { listRecordKinds } from "../../server/records.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";
import { testBooking } from "../support/demo-booking.ts";
import { testDesk } from "../support/desk-settings.ts";
import { createPdf } from "../support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { createTestKinds } from "../support/records.ts";
import { renderEmails } from "../support/rendered-emails.ts";
import { startTestServer, testCompany } from "../support/test-server.ts";

const enquiry = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "We need an app." };

async function setUp(kind: DatabaseKind, limits = { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 }) {
	const server = await startTestServer(kind);
	const { database, clock, url } = server;
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	let released = 0;
	const personCheck = createPersonCheck({
		database,
		clock,
		kinds: listRecordKinds({
			config: { ...readConfig({}), bookingLimits: limits },
			company: testCompany,
			desk: testDesk,
		}),
		onAnswered: (_kind, result) => (released += result.kind === "released" ? 1 : 0),
	});
	const send = async (path: string, body: object) => {
		const isForm = body instanceof FormData;
		const response = await fetch(url + path, {
			method: "POST",
			headers: isForm ? {} : { "content-type": "application/json" },
			body: isForm ? body : JSON.stringify(body),
		});
		expect(response.status).toBe(200);
		const { data } = (await response.json()) as { data: { reference: string; personCheckUrl?: string } };
		return { ...data, token: data.personCheckUrl?.split("/").at(-1) as string };
	};
	const sendAll = async (change: object) => [
		await send("/contactus/submit", { ...enquiry, ...change }),
		await send("/demo/book", { ...testBooking, ...change }),
		await send(
			"/api/applications",
			createApplicationForm(
				{ ...createApplicationFields(testJob), ...change },
				{ name: "cv.pdf", content: createPdf({ bytes: 2_000 }) },
			),
		),
	];
	return {
		...server,
		personCheck,
		send,
		sendAll,
		released: () => released,
		readEmailStates: async (reference: string) => {
			const rows = await database.db.selectFrom("emails").select("state").where("reference", "=", reference).execute();
			return new Set(rows.map(({ state }) => state));
		},
	};
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("a bare request, and one with the name that form fillers fill, needs nothing", async () => {
		const { sendAll, readEmailStates } = await setUp(kind);
		for (const record of await sendAll({ website: "https://asha.example" })) {
			expect(record.personCheckUrl).toBeUndefined();
			expect(await readEmailStates(record.reference)).toEqual(new Set(["waiting"]));
		}
	});

	test("a filled hidden field is reported to its sender, who releases the record with one answer", async () => {
		const { sendAll, personCheck, readEmailStates, released, clock } = await setUp(kind);
		for (const { reference, token, personCheckUrl } of await sendAll({ leaveEmpty: "Asha Rao" })) {
			expect(personCheckUrl).toMatch(/^http:\/\/localhost:\d+\/person\/[0-9a-f]{40}$/);
			expect(await readEmailStates(reference)).toEqual(new Set(["held"]));
			// Opening the page changes nothing.
			for (let look = 0; look < 2; look++)
				expect(await personCheck.find(token)).toEqual({ prefix: reference.slice(0, 3), answer: undefined });
			expect(await personCheck.answer(token, "203.0.113.7")).toMatchObject({ kind: "released", isRepeated: false });
			expect(await readEmailStates(reference)).toEqual(new Set(["waiting"]));
		}
		expect(released()).toBe(3);
		const [late] = await sendAll({ leaveEmpty: "x", time: "11:00 AM" });
		clock.advance({ hours: personCheckHours });
		expect(await personCheck.answer(late?.token as string, undefined)).toEqual({ kind: "unknown" });
	});

	test("a button pressed twice at once, and again for 48 hours, is told what was answered and undoes nothing", async () => {
		const { send, personCheck, readEmailStates, released, clock, database } = await setUp(kind);
		const { reference, token } = await send("/contactus/submit", { ...enquiry, leaveEmpty: "Asha Rao" });
		clock.advance({ hours: personCheckHours - 1 });
		const answer = { kind: "released", prefix: "ENQ", confirm: false };
		expect(await Promise.all([personCheck.answer(token, undefined), personCheck.answer(token, undefined)])).toEqual(
			expect.arrayContaining([
				{ ...answer, isRepeated: false },
				{ ...answer, isRepeated: true },
			]),
		);
		expect(await personCheck.find(token)).toEqual({ prefix: "ENQ", answer: "yes" });
		const enquiries = createTestKinds().find(({ prefix }) => prefix === "ENQ") as RecordDeclaration;
		await moveQuarantineByCommand(database, enquiries, reference, { spam: true, now: clock.now() });
		clock.advance({ hours: personCheckHours - 1 });
		expect(await personCheck.answer(token, undefined)).toEqual({ ...answer, isRepeated: true });
		expect(await personCheck.find(token)).toEqual({ prefix: "ENQ", answer: "yes" });
		expect(await readEmailStates(reference)).toEqual(new Set(["held"]));
		clock.advance({ hours: 1 });
		expect(await personCheck.find(token)).toBeUndefined();
		expect(await personCheck.answer(token, undefined)).toEqual({ kind: "unknown" });
		expect(released()).toBe(1);
	});

	test("a record that staff released first needs no answer", async () => {
		const { send, personCheck, clock, database } = await setUp(kind);
		const { reference, token } = await send("/contactus/submit", { ...enquiry, leaveEmpty: "Asha Rao" });
		const enquiries = createTestKinds().find(({ prefix }) => prefix === "ENQ") as RecordDeclaration;
		await moveQuarantineByCommand(database, enquiries, reference, { spam: false, now: clock.now() });
		expect(await personCheck.find(token)).toEqual({ prefix: "ENQ", answer: "yes" });
		expect(await personCheck.answer(token, undefined)).toMatchObject({ kind: "released", isRepeated: true });
	});

	test("a call takes its slot with the answer, unless it is taken by then, and never beyond a limit", async () => {
		const { send, personCheck, database } = await setUp(kind, {
			livePerAddress: 2,
			livePerNetwork: 0,
			perHourUnconfirmed: 0,
		});
		const quarantined = { ...testBooking, leaveEmpty: "x" };
		const one = await send("/demo/book", quarantined);
		const same = await send("/demo/book", quarantined);
		const second = await send("/demo/book", { ...quarantined, time: "11:00 AM" });
		const third = await send("/demo/book", { ...quarantined, time: "12:00 PM" });
		expect(await personCheck.answer(one.token, undefined)).toMatchObject({ kind: "released", confirm: false });
		for (const isRepeated of [false, true]) {
			const answer = await personCheck.answer(second.token, undefined);
			expect(answer).toMatchObject({ kind: "released", confirm: true, isRepeated });
		}
		const requests = await database.db
			.selectFrom("emails")
			.select(["kind", "state"])
			.where("reference", "=", second.reference)
			.execute();
		expect(requests).toEqual([{ kind: "booking-confirm-request", state: "waiting" }]);
		expect(await personCheck.answer(third.token, undefined)).toMatchObject({
			kind: "refused",
			message: expect.stringContaining(testCompany.phone.display),
		});
		await database.db
			.updateTable("bookings")
			.set({ email: "other@visitor.example" })
			.where("reference", "=", same.reference)
			.execute();
		expect(await personCheck.answer(same.token, undefined)).toMatchObject({
			kind: "refused",
			message: expect.stringContaining("taken meanwhile"),
		});
	});

	test("staff get one digest a day of newly quarantined records, from one server, without names", async () => {
		const { sendAll, database, clock, renderers, personCheck } = await setUp(kind);
		const sent: number[] = [];
		const writeDigest = () =>
			writeQuarantineDigest({
				database,
				clock,
				company: testCompany,
				kinds: createTestKinds(),
				messageIdDomain: "narangi.example",
				onEmails: () => sent.push(1),
			});
		const runAll = async () =>
			(await Promise.all([writeDigest(), writeDigest(), writeDigest()])).reduce((sum, count) => sum + count, 0);
		expect(await runAll()).toBe(0);
		clock.advance({ minutes: 1 });
		const records = await sendAll({ leaveEmpty: "x" });
		const [, , application] = records;
		// The clock is at half past eleven, after the hour of that day's digest.
		expect(await runAll()).toBe(0);
		clock.advance({ hours: 21 });
		await personCheck.answer(application?.token as string, undefined);
		expect(await runAll()).toBe(1);
		expect(await runAll()).toBe(0);
		const [digest, ...others] = (await renderEmails({ database, clock }, renderers)).filter(
			(email) => email.kind === "quarantine-digest",
		);
		expect(others).toEqual([]);
		expect(digest).toMatchObject({
			recipient: testCompany.salesEmail,
			subject: "Possible spam: 1 enquiry and 1 booking",
		});
		for (const { reference } of records.slice(0, 2)) expect(digest?.text).toContain(reference);
		expect(digest?.text).toContain("http://localhost:0/enquiries?show=spam");
		expect(digest?.text).not.toMatch(/Asha|visitor/);
		clock.advance({ hours: 24 });
		expect(await runAll()).toBe(0);
		onTestFinished(() => expect(sent).toEqual([1]));
	});
});
