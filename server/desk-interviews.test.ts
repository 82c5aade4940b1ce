import { expect, test, describe } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { describePerson } from "../core/people/describe-person.server.ts";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { findInterview, listInterviewsOf } from "../features/careers/interviews/store.server.ts";
import { readConfig } from "../platform/config.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer, testCompany, type TestDesk } from "../tests/support/test-server.ts";
import { listPersonalRecords } from "./personal-data.ts";

/** The desk on Monday, 23 November 2026, with an application and two possible interviewers. */
async function openDesk() {
	const server = await startTestServer("sqlite");
	const { database, clock } = server;
	const desk = await server.openDesk({ roles: ["recruiter"] });
	const now = clock.now();
	const dev = await signInStaff(database, {
		now,
		roles: ["recruiter", "sales"],
		email: "dev@staff.example",
		name: "Dev Shah",
	});
	for (const id of [desk.accountId, dev.accountId])
		await database.write((transaction) => saveHost(transaction, id, bothPurposes, { version: 0, now }));
	const application = await storeApplication(database);
	const get = async (url: string, by: TestDesk = desk) => {
		const answer = await by.inject({ method: "GET", url });
		expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
		return answer.body.replaceAll("<!-- -->", "").replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
	};
	/** Sends a form as a browser without scripts does. */
	const post = async (url: string, fields: [string, string][], by: TestDesk = desk) => {
		const answer = await by.inject({
			method: "POST",
			url,
			headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
			payload: new URLSearchParams(fields).toString(),
		});
		expect(answer.statusCode, answer.body.slice(0, 400)).toBeLessThan(500);
		return { ...answer, body: answer.body.replaceAll("<!-- -->", "") };
	};
	const fields = (more: [string, string][], subject = "An interview"): [string, string][] => [
		["host", desk.accountId],
		["host", dev.accountId],
		["length", "45"],
		["first", "2026-11-24"],
		["last", "2026-11-25"],
		["place", "phone"],
		["subject", subject],
		["text", "Hello Asha,\n\nwhen suits you?"],
		...more,
	];
	return {
		...server,
		desk,
		dev,
		application,
		get,
		post,
		fields,
		/** Offers an interview and returns its reference. */
		async offer() {
			await post(`/applications/${application}/interview`, fields([["do", "send"]]));
			const interviews = await listInterviewsOf(database.db, [application]);
			return interviews.at(-1)?.reference ?? "";
		},
		async listDeeds() {
			const entries = await listAuditEntries(database.db, { limit: 20 });
			return entries.map(({ action, subject }) => `${action} ${subject}`);
		},
	};
}

describe("interviews at the desk, without scripts", () => {
	test("are offered with a template, times, a preview and an error, and are listed with the application", async () => {
		const { get, post, fields, application, listDeeds, database } = await openDesk();
		const path = `/applications/${application}/interview`;
		expect(await get(`/applications/${application}`)).toContain("Offer an interview");
		const form = await get(path);
		for (const part of ["Dev Shah", "Interview for React Engineer at ", "Thank you for applying for React Engineer."])
			expect(form).toContain(part);
		const wrong = await post(path, fields([["do", "send"]], " "));
		expect(wrong.body).toContain("Enter a subject");
		expect(wrong.body).toContain("when suits you?");
		const times = await post(path, fields([["do", "times"]]));
		const [, start = ""] = /name="start" value="(2026-11-25T[^"]+)"/.exec(times.body) ?? [];
		expect(start).not.toBe("");
		const chosen: [string, string][] = [["start", start]];
		const preview = await post(path, fields([...chosen, ["do", "preview"]]));
		for (const part of ["when suits you?", "/career/interview/…", "By phone", "asha@applicant.example"])
			expect(preview.body).toContain(part);
		expect(preview.body).toMatch(/name="start"[^>]*checked=""[^>]*value="2026-11-25|value="2026-11-25[^>]*checked=""/);
		expect(await listInterviewsOf(database.db, [application])).toEqual([]);
		const sent = await post(path, fields([...chosen, ["do", "send"]]));
		expect(sent.headers.location).toBe(`/applications/${application}#interviews`);
		const page = await get(`/applications/${application}`);
		for (const part of ["One time offered", "Awaiting candidate", "Undo offer", "offered an interview: An interview"])
			expect(page).toContain(part);
		expect(await listDeeds()).toContain(`application.interview-offered ${application}`);
	});

	test("are not by phone for an application without a number", async () => {
		const { post, fields, database } = await openDesk();
		const application = await storeApplication(database, { reference: "APP-00000002", answers: { phone: "" } });
		for (const deed of ["preview", "send"]) {
			const { body } = await post(`/applications/${application}/interview`, fields([["do", deed]]));
			expect(body).toContain("The application has no phone number. Add it first, or choose another place");
		}
		expect(await listInterviewsOf(database.db, [application])).toEqual([]);
	});

	test("can be undone into the form within ten seconds, and not later", async () => {
		const { get, post, offer, fields, application, clock, database } = await openDesk();
		const first = await offer();
		expect((await post(`/interviews/${first}`, [["do", "constructor"]])).statusCode).toBe(400);
		const taken = await post(`/interviews/${first}`, [["do", "undo-offer"]]);
		expect(taken.headers.location).toBe(`/applications/${application}/interview?again=${first}`);
		expect(await get(String(taken.headers.location))).toContain("when suits you?");
		expect(await get(`/applications/${application}`)).toContain("Undone");
		const form = `/applications/${application}/interview`;
		const times = await post(form, fields([["do", "times"]]));
		const starts = [...times.body.matchAll(/name="start" value="([^"]+)"/g)].map(([, start = ""]) => start).slice(1, 3);
		await post(form, fields([...starts.map((start): [string, string] => ["start", start]), ["do", "send"]]));
		const [, single] = await listInterviewsOf(database.db, [application]);
		const back = await get(
			String((await post(`/interviews/${single?.reference}`, [["do", "undo-offer"]])).headers.location),
		);
		const boxes = [...back.matchAll(/<input type="checkbox" name="start"[^>]*>/g)].map(([box]) => box);
		const ticked = boxes.filter((box) => box.includes('checked=""')).map((box) => /value="([^"]+)"/.exec(box)?.[1]);
		expect(boxes.length).toBeGreaterThan(starts.length);
		expect(ticked).toEqual(starts);
		const second = await offer();
		clock.advance({ seconds: 11 });
		await post(`/interviews/${second}`, [["do", "undo-offer"]]);
		expect(await get(`/interviews/${second}`)).toContain("Awaiting candidate");
	});

	test("take no message with other interviewers while no time is chosen, and say that nobody is notified", async () => {
		const { get, post, offer, dev } = await openDesk();
		const path = `/interviews/${await offer()}`;
		const reassign: [string, string][] = [
			["do", "reassign"],
			["host", dev.accountId],
		];
		expect(await get(path)).not.toContain("reassign-message");
		const { text } = readNotice(await post(path, reassign));
		expect(text).toBe("Interview reassigned. The candidate has not chosen a time yet, so nobody is notified.");
		await post(path, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		expect(await get(path)).toContain("reassign-message");
	});

	test("are scheduled, reassigned and cancelled, each with its errors", async () => {
		const { get, post, offer, desk, dev, database, listDeeds, application } = await openDesk();
		const reference = await offer();
		const path = `/interviews/${reference}`;
		for (const slot of ["", "2026-13-45 10:00 AM", "2026-11-24 9:00 AM"])
			expect(
				(
					await post(path, [
						["do", "move"],
						["slot", slot],
					])
				).body,
			).toMatch(/Choose a (?:date|nother)|Choose another/);
		const scheduled = await post(path, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
			["message", "As agreed on the phone."],
		]);
		expect(scheduled.headers.location).toBe(path);
		expect(await get(path)).toContain("Tuesday, 24 November 2026 at 11:00 AM");
		expect((await post(path, [["do", "reassign"]])).body).toContain("Choose an interviewer");
		await post(path, [
			["do", "reassign"],
			["host", dev.accountId],
		]);
		expect((await findInterview(database.db, reference))?.hostIds).toEqual([dev.accountId]);
		const { undo } = readNotice(
			await post(path, [
				["do", "cancel"],
				["message", "Sorry."],
			]),
		);
		expect(await get(path)).toContain("The interview is cancelled. It can no longer be changed.");
		await post(undo?.path ?? "", [
			["do", undo?.does ?? ""],
			["id", undo?.id ?? ""],
		]);
		expect(await get(path)).toContain("Cancel interview");
		await post(path, [
			["do", "cancel"],
			["message", "Sorry."],
		]);
		const page = await get(`/applications/${application}`);
		for (const part of ["reassigned the interview to Dev Shah", "cancelled the interview", "As agreed on the phone."])
			expect(page).toContain(part);
		expect((await listDeeds()).filter((deed) => deed.includes("interview-"))).toHaveLength(6);
		void desk;
	});

	test("are on the recruiters' calendar and Today, and only show sales who is busy", async () => {
		const { get, post, offer, clock, openDesk: openAnother, database, dev } = await openDesk();
		const reference = await offer();
		await post(`/interviews/${reference}`, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		await storeBooking(database, createBookingRecord({ date: "2026-11-24", time: "2:00 PM" }));
		await database.db.updateTable("bookings").set({ hostId: dev.accountId }).execute();
		const ofRecruiter = await get("/calls?day=2026-11-24");
		for (const part of [
			"Interviews, Tuesday, 24 November 2026",
			"1 interview",
			"Asha Rao",
			`href="/calls/interviews/${reference}?day=2026-11-24"`,
		])
			expect(ofRecruiter).toContain(part);
		expect(ofRecruiter).toMatch(/2:00 – 2:30 PM.*?<strong[^>]*>Dev Shah<\/strong>.*?Busy/s);
		expect(ofRecruiter).not.toContain("Hosting");
		expect(ofRecruiter).not.toContain("/calls/new");
		const sales = await openAnother({ roles: ["sales"] });
		const ofSales = await get("/calls?day=2026-11-24", sales);
		expect(ofSales).toMatch(/Dev Shah busy.*Dev Shah busy.*2:00 – 2:30 PM/s);
		expect(ofSales).not.toContain("React Engineer");
		expect(ofSales).not.toContain(reference);
		const admin = await openAnother({ roles: ["admin"] });
		expect(await get("/calls?day=2026-11-24", admin)).toContain("1 call, 1 interview");
		clock.advance({ hours: 24 });
		// A session would not last as long without use.
		expect(await get("/", await openAnother({ roles: ["recruiter"] }))).toMatch(
			/Interviews today.*Asha Rao.*React Engineer · Phone/s,
		);
	});

	test("open beside the calendar, move by a drag, and hand one interviewer's part over", async () => {
		const { get, post, offer, database, clock, openDesk: openAnother } = await openDesk();
		const now = clock.now();
		const priya = await signInStaff(database, {
			now,
			roles: ["recruiter"],
			email: "priya@staff.example",
			name: "Priya Nair",
		});
		await database.write((transaction) => saveHost(transaction, priya.accountId, bothPurposes, { version: 0, now }));
		const reference = await offer();
		const beside = `/calls/interviews/${reference}?day=2026-11-24`;
		await post(beside, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		expect(await get(beside)).toMatch(/role="dialog".*24 November 2026 at 11:00 AM.*Reschedule/s);
		const before = (await findInterview(database.db, reference))?.hostIds ?? [];
		const [own = "", ...others] = before;
		const dragged = await post(`${beside}&drag=yes`, [
			["do", "move"],
			["slot", "2026-11-24 12:00 PM"],
			["value", priya.accountId],
			["from", own],
		]);
		expect(dragged.headers.location).toBe("/calls?day=2026-11-24");
		expect((await findInterview(database.db, reference))?.hostIds).toEqual([priya.accountId, ...others]);
		const { undo } = readNotice(dragged);
		expect(undo?.path).toBe(`${beside}&drag=yes`);
		await post(undo?.path ?? "", [
			["do", undo?.does ?? ""],
			["id", undo?.id ?? ""],
		]);
		expect((await findInterview(database.db, reference))?.hostIds).toEqual(before);
		const sales = await openAnother({ roles: ["sales"] });
		expect((await sales.inject({ url: beside })).statusCode).toBe(403);
	});

	test("dropped on the column of another of their interviewers move, and keep them all", async () => {
		const { post, offer, database, dev, desk } = await openDesk();
		const reference = await offer();
		const beside = `/calls/interviews/${reference}?day=2026-11-24&drag=yes`;
		const hostIds = [desk.accountId, dev.accountId];
		const drop = (fields: [string, string][]) =>
			post(beside, [...fields, ["value", dev.accountId], ["from", desk.accountId]]);
		const find = async () => {
			const { hostIds: present, startsAt } = (await findInterview(database.db, reference)) ?? {};
			return { hostIds: present, startsAt: startsAt?.toString() };
		};
		for (const [slot, startsAt] of [
			["2026-11-24 11:00 AM", "2026-11-24T05:30:00Z"],
			["2026-11-24 12:00 PM", "2026-11-24T06:30:00Z"],
		] as const) {
			await drop([
				["do", "move"],
				["slot", slot],
			]);
			expect(await find()).toEqual({ hostIds, startsAt });
		}
		await drop([["do", "reassign"]]);
		expect((await find()).hostIds).toEqual(hostIds);
	});

	test("dropped on the column of somebody who takes no interviews stay where they are", async () => {
		const { post, offer, database, clock, dev, desk } = await openDesk();
		const now = clock.now();
		const sam = await signInStaff(database, { now, roles: ["sales"], email: "sam@staff.example", name: "Sam Roy" });
		const callsAlone = { ...bothPurposes, purposes: ["demo-call"] };
		await database.write((transaction) => saveHost(transaction, sam.accountId, callsAlone, { version: 0, now }));
		const reference = await offer();
		const beside = `/calls/interviews/${reference}?day=2026-11-24`;
		await post(beside, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		const { body } = await post(`${beside}&drag=yes`, [
			["do", "move"],
			["slot", "2026-11-24 12:00 PM"],
			["value", sam.accountId],
			["from", desk.accountId],
		]);
		expect(body).toContain("Choose people who are bookable for interviews");
		expect(await findInterview(database.db, reference)).toMatchObject({
			startsAt: Temporal.Instant.from("2026-11-24T05:30:00Z"),
			hostIds: [desk.accountId, dev.accountId],
		});
	});

	test("dropped on another column move to a time at which only its host is free, with their video link", async () => {
		const { post, fields, application, database, clock, dev, desk } = await openDesk();
		const now = clock.now();
		const priya = await signInStaff(database, { now, roles: ["recruiter"], email: "priya@staff.example" });
		await database.write((transaction) => saveHost(transaction, priya.accountId, bothPurposes, { version: 0, now }));
		const byVideo = fields([["do", "send"]]).map(([name, value]): [string, string] =>
			name === "place" ? [name, "video"] : [name, value],
		);
		await post(`/applications/${application}/interview`, byVideo);
		const [{ reference } = { reference: "" }] = await listInterviewsOf(database.db, [application]);
		const beside = `/calls/interviews/${reference}?day=2026-11-24`;
		await post(beside, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		const before = await findInterview(database.db, reference);
		expect(before?.videoUrl).toMatch(/^https:/);
		const noon = Temporal.Instant.from("2026-11-24T06:30:00Z");
		const meeting = { startMs: noon.epochMilliseconds, endMs: noon.add({ hours: 1 }).epochMilliseconds };
		await database.write((transaction) =>
			insertReservations(
				transaction,
				[desk.accountId],
				{ ...meeting, purpose: "demo-call", reference: "BKG-7K3F9QXM" },
				now,
			),
		);
		await post(`${beside}&drag=yes`, [
			["do", "move"],
			["slot", "2026-11-24 12:00 PM"],
			["value", priya.accountId],
			["from", desk.accountId],
		]);
		const after = await findInterview(database.db, reference);
		expect(after).toMatchObject({ startsAt: noon, hostIds: [priya.accountId, dev.accountId] });
		expect(after?.videoUrl).toMatch(/^https:/);
		expect(after?.videoUrl).not.toBe(before?.videoUrl);
	});

	test("take an outcome on their page once they have begun", async () => {
		const { get, post, offer, clock, application, openDesk: openAnother } = await openDesk();
		const path = `/interviews/${await offer()}`;
		await post(path, [
			["do", "move"],
			["slot", "2026-11-24 11:00 AM"],
		]);
		expect(await get(path)).not.toContain("No-show");
		clock.advance({ hours: 24 });
		const later = await openAnother({ roles: ["recruiter"] });
		await post(
			path,
			[
				["do", "outcome"],
				["value", "no-show"],
			],
			later,
		);
		expect(await get(`/applications/${application}`, later)).toContain("No-show");
	});

	test("are not offered by a member who is no interviewer, and the page links to the setting", async () => {
		const { get, database, application } = await openDesk();
		await database.db.deleteFrom("hosts").execute();
		expect(await get(`/applications/${application}/interview`)).toContain("No interviewers yet");
	});
});

test("a host's own calendar shows interviews, and the export of a person their history; erasing deletes both", async () => {
	const { offer, post, get, desk, app, database, clock, application } = await openDesk();
	const reference = await offer();
	await post(`/interviews/${reference}`, [
		["do", "move"],
		["slot", "2026-11-24 11:00 AM"],
	]);
	const made = await post("/my-calendar", [["do", "feed"]]);
	const { secret: address } = await followToSecret(made, desk, /http:[^<]+\.ics/);
	const readFeed = async () => (await app.inject(new URL(address).pathname)).body.replaceAll("\r\n ", "");
	expect(await readFeed()).toContain("SUMMARY:Interview: Asha Rao (React Engineer)");

	const personalRecords = listPersonalRecords(
		{ ...readConfig({}), retentionMonths: { ...readConfig({}).retentionMonths, applications: 6 } },
		testCompany,
	);
	const [person] = await describePerson(database.db, personalRecords, {
		email: "asha@applicant.example",
		now: clock.now(),
	});
	expect(person?.work.map(({ title }) => title)).toEqual([
		`Staff offered an interview: An interview (${reference})`,
		`Staff chose the time of the interview: Tuesday, 24 November 2026 at 11:00 AM (${reference})`,
	]);
	expect(JSON.stringify(person?.stored)).toContain(reference);

	const files = { remove: async () => undefined };
	const erased = await erasePerson({ database, files, personalRecords }, ["asha@applicant.example"], clock.now());
	expect(erased.remarks).toEqual([expect.stringContaining("The interview on Tuesday, 24 November 2026 at 11:00 AM")]);
	for (const table of ["interviews", "interviewLinks", "interviewEvents", "hostReservations"] as const)
		expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
	expect(await database.db.selectFrom("emails").selectAll().where("reference", "=", application).execute()).toEqual([]);
	expect(await readFeed()).not.toContain("Asha Rao");
	void [desk, get];
});
