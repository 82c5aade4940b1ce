import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { updateAccount } from "../core/accounts/store.server.ts";
import { addClosure, addTimeOff } from "../core/appointments/absence-store.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { listLinkedRecords } from "../core/records/record-links.server.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { demoCallPurpose } from "../features/booking/booking-record.server.ts";
import { findBooking, findBookingByToken } from "../features/booking/find-bookings.server.ts";
import { listEmails } from "../platform/email/email-list-store.ts";
import { createBookedSlot, createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { reviewType, withReviews } from "../tests/support/review-type.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

/** The desk on Monday, 23 November 2026, with a call on the following Monday. */
async function openDesk(company = testCompany) {
	const server = await startTestServer("sqlite", { company });
	const desk = await server.openDesk({ roles: ["sales"] });
	const booking = createBookingRecord();
	await storeBooking(server.database, booking);
	return {
		...server,
		desk,
		booking,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "").replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
		},
		/** Sends a form as a browser without scripts does. */
		async post(url: string, fields: Record<string, string>) {
			const answer = await desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
			expect(answer.statusCode, answer.body.slice(0, 400)).toBeLessThan(500);
			return answer;
		},
		async listEmails(reference = booking.reference) {
			const emails = await listEmails(server.database.db, { now: server.clock.now(), reference, limit: 50 });
			return emails.map(({ kind }) => kind).filter((kind) => !kind.includes("reminder"));
		},
		/** Renders an e-mail that waits for a recipient. */
		async render(kind: string, recipient: string, reference = booking.reference) {
			const row = await server.database.db
				.selectFrom("emails")
				.selectAll()
				.where("kind", "=", kind)
				.where("recipient", "=", recipient)
				.executeTakeFirstOrThrow();
			const parameters: unknown = JSON.parse(row.parameters ?? "{}");
			const rendered = await server.renderers[kind]?.(
				{ kind, reference, recipient, parameters } as never,
				{ db: server.database.db, now: server.clock.now() } as never,
			);
			if (!rendered || !("text" in rendered)) throw new Error(`${kind} is not sent`);
			const [file] = rendered.attachments ?? [];
			return {
				parameters: parameters as { token?: string },
				text: rendered.text.replaceAll(/\s+/g, " "),
				calendar: file?.contentBase64 ? Buffer.from(file.contentBase64, "base64").toString() : "",
			};
		},
		async listDeeds() {
			const entries = await listAuditEntries(server.database.db, { limit: 9 });
			return entries.map(
				({ actor, action, subject }) => `${actor === desk.accountId ? "own" : actor} ${action} ${subject}`,
			);
		},
	};
}

/** The text of a time's cell in a table of one day. */
/** Returns the text of a cell of the calendar, by default of its first column. */
function readCell(html: string, time: string, column = 0): string {
	const rows = [...html.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)];
	const [, , cells = ""] = rows.find(([, head = ""]) => readText(head).replace(/^Book /, "") === time) ?? [];
	return readText([...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)][column]?.[1] ?? "no such cell");
}

/** Lists the names of the calendar's columns. */
function listHeads(html: string): string[] {
	return [...html.matchAll(/<th scope="col"[^>]*><a[^>]*>(.*?)<\/a>/gs)].map(([, name = ""]) => readText(name));
}

function readText(html: string): string {
	return html
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ")
		.trim();
}

describe("the calendar of calls", () => {
	test("shows a week whose address says which, with each call where it begins", async () => {
		const { get } = await openDesk();
		expect(await get("/calls")).toContain("No calls this week");
		for (const week of ["2026-11-30", "2026-12-02"]) {
			const page = await get(`/calls?week=${week}`);
			expect(page).toContain("Calls, 30 November 2026 to 6 December 2026");
			expect(page).toContain("10:00 – 10:30 AM");
			expect(page).toContain('href="/calls/BKG-7K3F9QXM?week=2026-11-30"');
			expect(page).toContain('href="/calls?week=2026-12-07"');
		}
		for (const odd of ["?week=x", "?day=2026-02-31", "?week=2026-11-30&week=2026-12-07"])
			expect(await get(`/calls${odd}`)).toContain("Calls, 23 November 2026 to 29 November 2026");
	});

	test("shows on a day what is free, taken, past and closed", async () => {
		const { get, booking, database } = await openDesk();
		await storeBooking(database, {
			...booking,
			id: "early",
			reference: "BKG-00000001",
			startsAt: booking.startsAt.subtract({ minutes: 105 }),
		});
		const day = await get("/calls?day=2026-11-30");
		expect(readCell(day, "8:00 AM")).toContain("8:15 – 8:45 AM Asha Rao");
		expect(readCell(day, "9:30 AM")).toBe("closed");
		expect(readCell(day, "10:00 AM")).toContain("Asha Rao Hosting");
		expect(readCell(day, "10:30 AM")).toBe("Book 10:30 AM");
		expect(readCell(await get("/calls?day=2026-11-29"), "10:30 AM")).toBe("closed");
		expect(readCell(await get("/calls?day=2026-11-20"), "10:30 AM")).toBe("closed");
	});

	test("shows a week in which clocks skip an hour, with a call early in the night", async () => {
		const { get, booking, database } = await openDesk({ ...testCompany, timeZone: "Europe/Berlin" });
		await storeBooking(database, {
			...booking,
			id: "early",
			reference: "BKG-00000001",
			startsAt: Temporal.Instant.from("2027-03-27T23:10:00Z"),
		});
		expect(await get("/calls?week=2027-03-22")).toContain("12:10 – 12:40 AM");
	});
});

describe("hosts in the calendar of calls", () => {
	/** The desk's own account and Dev are hosts; Dev has the call at 10:00 AM and the following day off. */
	async function openWithHosts(company = testCompany) {
		const office = await openDesk(company);
		const { database, clock, desk, booking } = office;
		const now = clock.now();
		const dev = await signInStaff(database, { now, roles: ["sales"], email: "dev@staff.example" });
		const msAt = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime("Asia/Kolkata").epochMilliseconds;
		await database.write(async (transaction) => {
			await transaction.updateTable("accounts").set({ name: "Dev Shah" }).where("id", "=", dev.accountId).execute();
			for (const id of [desk.accountId, dev.accountId])
				await saveHost(
					transaction,
					id,
					{ purposes: [demoCallPurpose], timeZone: undefined, hours: undefined, video: { kind: "none" } },
					{ version: 0, now },
				);
			await transaction.updateTable("bookings").set({ hostId: dev.accountId }).execute();
			const off = { hostId: dev.accountId, startMs: msAt("2026-12-01T00:00"), endMs: msAt("2026-12-02T00:00") };
			await addTimeOff(transaction, { ...off, note: "Dentist" });
			const stock = { startMs: msAt("2026-11-30T16:00"), endMs: msAt("2026-11-30T17:00"), reason: "Inventory" };
			await addClosure(transaction, { ...stock, createdBy: desk.accountId }, now);
			await insertReservations(
				transaction,
				[desk.accountId],
				{
					startMs: msAt("2026-11-30T14:00"),
					endMs: msAt("2026-11-30T15:00"),
					purpose: "interview",
					reference: booking.reference,
				},
				now,
			);
		});
		const names = await database.db.selectFrom("accounts").select(["id", "name"]).execute();
		const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? "";
		return { ...office, dev, ownName: nameOf(desk.accountId), devName: nameOf(dev.accountId) };
	}

	test("are named at their calls; who is busy or away, and what is closed, stands where it is", async () => {
		const { get, ownName, devName } = await openWithHosts();
		const monday = await get("/calls?day=2026-11-30");
		const read = (time: string, host: string) => readCell(monday, time, listHeads(monday).indexOf(host));
		expect(read("10:00 AM", devName)).toContain("Asha Rao");
		expect(read("10:00 AM", ownName)).not.toContain("Asha Rao");
		expect(monday).toContain('href="/calls/new?date=2026-11-30&amp;time=2%3A30+PM"');
		expect(read("2:30 PM", ownName)).toBe(`taken ${ownName} busy`);
		expect(read("2:30 PM", devName)).toBe("free");
		expect(read("4:30 PM", devName)).toBe("Closed: Inventory");
		const week = await get("/calls?week=2026-11-30");
		expect(week).toContain(`Away: ${devName}`);
		expect(week).not.toContain("Dentist");
		const [, list = ""] = /<div class="day-list">(.*)<\/ol>/s.exec(week) ?? [];
		for (const said of [
			`${ownName} is busy 2:00 PM to 3:00 PM`,
			`${devName} is away all day`,
			"Closed 4:00 PM to 5:00 PM: Inventory",
		])
			expect(list).toContain(said);
	});

	test("count within the hours of a day that differs from the others", async () => {
		const exceptions = [{ day: "Monday" as const, opens: "11:00", closes: "16:30" }];
		const { get } = await openWithHosts({ ...testCompany, hours: { ...testCompany.hours, exceptions } });
		const monday = await get("/calls?day=2026-11-30");
		expect(readCell(monday, "11:00 AM", 1)).toBe("free");
		for (const closed of ["10:30 AM", "5:00 PM"]) expect(readCell(monday, closed, 1)).not.toBe("free");
		expect(await get("/calls?week=2026-11-30")).toContain("Closed 4:00 PM to 4:30 PM: Inventory");
	});

	test("can be looked at one by one, and the address keeps whose", async () => {
		const { get, desk, dev, devName, ownName } = await openWithHosts();
		const week = await get("/calls?week=2026-11-30");
		expect(week).toContain(`<option value="${dev.accountId}">${devName}</option>`);
		const own = await get(`/calls?day=2026-11-30&host=${desk.accountId}`);
		expect(own).toContain(`No calls hosted by ${ownName}`);
		expect(readCell(own, "10:00 AM")).not.toContain("Asha Rao");
		expect(readCell(own, "2:30 PM")).toBe(`taken ${ownName} busy`);
		const of = await get(`/calls?day=2026-11-30&host=${dev.accountId}`);
		expect(readCell(of, "10:00 AM")).toContain("Asha Rao");
		expect(readCell(of, "2:30 PM")).toBe("Book 2:30 PM");
		expect(of).toContain(`href="/calls?day=2026-12-01&amp;host=${dev.accountId}"`);
		expect(await get("/calls?week=2026-11-30&host=nobody")).toContain("No calls without a host");
	});

	test("leave their calls under “No host” once they are hosts no more", async () => {
		const { get, dev, database, clock } = await openWithHosts();
		await database.write((transaction) => updateAccount(transaction, dev.accountId, { disabledAt: clock.now() }));
		for (const view of ["week", "day"]) {
			const page = await get(`/calls?${view}=2026-11-30&host=nobody`);
			expect(page).toContain("Asha Rao");
			expect(page).not.toContain("No calls without a host");
		}
		// A drag to a host finds it again by its id.
		expect(await get("/calls?day=2026-11-30")).toMatch(/<a[^>]* id="BKG-[0-9A-Z]{8}"/);
	});
});

const person = {
	firstName: "Bela",
	lastName: "",
	email: "bela@visitor.example",
	phone: "+91 98100 00001",
	domain: "Hosting",
	message: "",
	slot: "2026-11-30 2:00 PM",
};

describe("on behalf of the visitor, without scripts", () => {
	test("a call of another type is booked at its own times", async () => {
		const { get, post, database } = await openDesk(withReviews());
		expect(await get("/calls/new")).toContain('href="/calls/new?type=architecture-review"');
		const page = await get("/calls/new?type=architecture-review");
		expect(page).toContain("2026-11-30 2:00 PM");
		expect(page).not.toContain("2026-11-30 5:30 PM");
		const [, key = ""] = /name="key" value="([^"]+)"/.exec(page) ?? [];
		const booked = await post("/calls/new", { ...person, key, type: reviewType.slug, domain: reviewType.domains[0] });
		expect(booked.statusCode).toBe(303);
		const reference = String(booked.headers.location).split("/").at(-1) ?? "";
		expect(await findBooking(database.db, reference)).toMatchObject({ callType: reviewType.slug, durationMinutes: 45 });
	});

	test("a call is booked by the rules of the site, once however often the form is sent", async () => {
		const { get, post, listDeeds, listEmails: list, database } = await openDesk();
		const [, key = ""] = /name="key" value="([^"]+)"/.exec(await get("/calls/new")) ?? [];
		const wrong = await post("/calls/new", { ...person, key, email: "bela", slot: "2026-11-30 10:00 AM" });
		expect(wrong.body).toContain("There is a problem");
		expect(wrong.body).toContain('value="Bela"');
		const taken = await post("/calls/new", { ...person, key, slot: "2026-11-30 10:00 AM" });
		expect(taken.body).toContain("That time is no longer free");
		const [first, second] = [
			await post("/calls/new", { ...person, key }),
			await post("/calls/new", { ...person, key }),
		];
		expect(first.statusCode).toBe(303);
		expect(second.headers.location).toBe(first.headers.location);
		const reference = String(first.headers.location).split("/").at(-1) ?? "";
		expect(await findBooking(database.db, reference)).toMatchObject({
			firstName: "Bela",
			...createBookedSlot("2026-11-30", "2:00 PM"),
			state: "booked",
		});
		expect(await list(reference)).toEqual(expect.arrayContaining(["booking-confirmation", "booking-staff-notice"]));
		expect(await listDeeds()).toEqual([`own booking.book ${reference}`]);
		expect(await get(String(first.headers.location))).toContain("Reschedule, reassign or cancel");
	});

	test("it moves, with a message, and the links of both e-mails go on working", async () => {
		const { get, post, booking, database, render, listDeeds } = await openDesk();
		const path = `/calls/${booking.reference}`;
		expect(await get(path)).not.toContain('value="2026-11-30 10:00 AM"');
		const refused = await post(path, { do: "move", slot: "2026-11-29 11:00 AM", message: "So sorry" });
		expect(refused.body).toMatch(/href="#slot"[^>]*>That time is no longer free/);
		expect(refused.body).toContain('id="slot"');
		expect(refused.body).toContain("So sorry");
		const past = await post(path, { do: "move", slot: "2026-11-20 11:00 AM" });
		expect(past.body).toMatch(/href="#slot"[^>]*>That time is in the past/);
		const done = await post(path, { do: "move", slot: "2026-12-01 11:00 AM", message: "Our network is down." });
		expect([done.statusCode, done.headers.location]).toEqual([303, path]);
		expect(await findBooking(database.db, booking.reference)).toMatchObject({
			...createBookedSlot("2026-12-01", "11:00 AM"),
			sequence: 1,
			moves: 0,
		});
		const { text, calendar, parameters } = await render("booking-moved", booking.email);
		expect(text).toContain("It now takes place at this time");
		expect(text).toContain("Our network is down.");
		expect(calendar).toMatch(/METHOD:REQUEST[^]*SEQUENCE:1/);
		expect(await findBookingByToken(database.db, booking.id)).toBeDefined();
		const [link] = await database.db.selectFrom("bookingLinks").select("tokenHash").execute();
		expect((await findBookingByToken(database.db, link?.tokenHash ?? ""))?.reference).toBe(booking.reference);
		expect(parameters.token).toBeTruthy();
		expect(await listDeeds()).toEqual([`own booking.move ${booking.reference}`]);
	});

	test.each(["", "constructor", "__proto__"])("nothing is done that there is not, such as %j", async (deed) => {
		const { post, booking } = await openDesk();
		expect((await post(`/calls/${booking.reference}`, { do: deed })).statusCode).toBe(400);
	});

	test("it is cancelled, which frees its time and says so to the visitor as ours", async () => {
		const { post, booking, render, database, get } = await openDesk();
		const path = `/calls/${booking.reference}`;
		await post(path, { do: "cancel", message: "Whoever knows this is ill." });
		const { text, calendar } = await render("booking-cancelled", booking.email);
		expect(text).toContain("We had to cancel this call");
		expect(text).toContain("Whoever knows this is ill.");
		expect(calendar).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1/);
		expect((await findRecord(database.db, booking.reference))?.stage).toBe("cancelled");
		expect(readCell(await get("/calls?day=2026-11-30"), "10:00 AM")).toContain("Book");
		expect(await get(path)).toContain("The call is cancelled.");
		const again = await post(path, { do: "move", slot: "2026-12-01 11:00 AM" });
		expect(again.body).toContain("The call is cancelled.");
	});

	test("what was done can be taken back by a button for ten seconds, and stands in its history", async () => {
		const { get, post, booking, database, clock, listDeeds } = await openDesk();
		const path = `/calls/${booking.reference}`;
		const record = `/bookings/${booking.reference}`;
		const moved = readNotice(await post(`${path}?week=2026-11-30`, { do: "move", slot: "2026-12-01 11:00 AM" }));
		expect(moved).toMatchObject({
			text: "Call moved to Tue 1 Dec, 11:00 AM. Everyone is notified in 10 seconds unless you undo it.",
			// The calendar goes back to the week it came from.
			undo: { path: `${path}?week=2026-11-30`, does: "undo-change" },
		});
		expect(await get(record)).toMatch(
			/moved the call from Monday, 30 November 2026 at 10:00 AM to Tuesday, 1 December 2026 at 11:00 AM/,
		);
		expect((await post(path, { do: "undo-change", id: moved.undo?.id ?? "" })).headers.location).toBe(path);
		expect(await findBooking(database.db, booking.reference)).toMatchObject(createBookedSlot("2026-11-30", "10:00 AM"));
		expect(await get(record)).toContain("Undone");
		expect(await listDeeds()).toEqual([
			`own booking.take-back ${booking.reference}`,
			`own booking.move ${booking.reference}`,
		]);
		const { undo } = readNotice(await post(path, { do: "cancel" }));
		clock.advance({ seconds: 10 });
		expect(readNotice(await post(path, { do: "undo-change", id: undo?.id ?? "" })).text).toContain("Too late to undo");
	});

	test("its guests are saved only if they have changed, as the notice says", async () => {
		const { post, booking, database, listEmails: list } = await openDesk();
		const save = async (guests: string) =>
			readNotice(await post(`/calls/${booking.reference}`, { do: "invite", guests })).text;
		expect(await save("")).toBe("Guests unchanged.");
		expect(await save("vera@ours.example\nmeera@guest.example")).toContain("Guests saved. Everyone is notified");
		const before = [await findBooking(database.db, booking.reference), await list()];
		expect(await save("Meera@guest.example\nvera@ours.example")).toBe("Guests unchanged.");
		expect([await findBooking(database.db, booking.reference), await list()]).toEqual(before);
		expect(await save("vera@ours.example")).toContain("Guests saved.");
	});

	test("it is handed to another host, if that one is free then", async () => {
		const { get, post, booking, database, clock, desk, render, listEmails: list } = await openDesk();
		const now = clock.now();
		const other = await signInStaff(database, { now, roles: ["sales"], email: "dev@staff.example" });
		const settings = {
			purposes: [demoCallPurpose],
			timeZone: undefined,
			hours: undefined,
			video: { kind: "room" as const },
		};
		for (const id of [desk.accountId, other.accountId])
			await database.write((transaction) => saveHost(transaction, id, settings, { version: 0, now }));
		const path = `/calls/${booking.reference}`;
		expect(await get(path)).toContain('id="reassign"');
		expect((await post(path, { do: "reassign", value: "nobody" })).body).toContain(
			"Choose somebody who takes calls of this type",
		);
		expect((await post(path, { do: "reassign", value: other.accountId })).statusCode).toBe(303);
		expect((await findBooking(database.db, booking.reference))?.hostIds).toEqual([other.accountId]);
		expect(await list()).toEqual(expect.arrayContaining(["booking-handed-over", "booking-host-notice"]));
		expect((await render("booking-handed-over", booking.email)).text).toContain("will take this call");
		expect((await post(path, { do: "reassign", value: other.accountId })).body).toContain(
			"They have it already. Choose someone else",
		);
	});
});

describe("hosts of a call who are away, or whose company is closed", () => {
	test("are shown with the reason, and those who are away cannot be chosen", async () => {
		const { get, post, booking, database, clock, desk } = await openDesk();
		const now = clock.now();
		const other = await signInStaff(database, { now, roles: ["sales"], email: "dev@staff.example" });
		const settings = {
			purposes: [demoCallPurpose],
			timeZone: undefined,
			hours: undefined,
			video: { kind: "room" as const },
		};
		const day = {
			startMs: Date.parse("2026-11-30T00:00:00+05:30"),
			endMs: Date.parse("2026-12-01T00:00:00+05:30"),
		};
		await database.write(async (transaction) => {
			for (const id of [desk.accountId, other.accountId])
				await saveHost(transaction, id, settings, { version: 0, now });
			await addTimeOff(transaction, { hostId: other.accountId, ...day, note: "" });
		});
		const path = `/calls/${booking.reference}`;
		expect(await get(path)).toMatch(new RegExp(`<option value="${other.accountId}" disabled="">[^<]* \\(away\\)<`));
		const refused = (await post(path, { do: "reassign", value: other.accountId })).body;
		expect(refused).toMatch(/href="#reassign"[^>]*>Someone you chose is busy/);
		expect(refused).toContain('id="reassign"');
		await database.write((transaction) =>
			addClosure(transaction, { ...day, reason: "Moving house", createdBy: desk.accountId }, now),
		);
		expect(await get(path)).toMatch(new RegExp(`<option value="${desk.accountId}">[^<]* \\(closed: Moving house\\)<`));
	});
});

describe("calls during an absence, without scripts", () => {
	const settings = {
		purposes: [demoCallPurpose],
		timeZone: undefined,
		hours: undefined,
		video: { kind: "room" as const },
	};

	test("are moved, reassigned or cancelled with a message, each with undo, and nobody is told before", async () => {
		const opened = await openDesk();
		const { get, post, database, clock, desk, booking, listEmails: list, render } = opened;
		const other = await signInStaff(database, { now: clock.now(), roles: ["sales"], email: "dev@staff.example" });
		for (const id of [desk.accountId, other.accountId])
			await database.write((transaction) => saveHost(transaction, id, settings, { version: 0, now: clock.now() }));
		expect((await post(`/calls/${booking.reference}`, { do: "reassign", value: desk.accountId })).statusCode).toBe(303);
		clock.advance({ minutes: 1 });
		const before = await list();
		const added = await post("/my-calendar", { do: "time-off", from: "2026-11-30", until: "2026-12-01" });
		expect(readNotice(added).text).toBe("Time off added. 1 call is still booked then.");
		const path = String(added.headers.location);
		const page = await get(path);
		expect(page).toContain("1 call is during time off.");
		// The nearest free time: its own is taken over by the other host.
		expect(page).toMatch(/<option value="2026-11-30 10:30 AM" selected="">/);
		expect(page).toContain(`<option value="${other.accountId}"`);
		expect(await list()).toEqual(before);
		const act = (fields: Record<string, string>) =>
			post(`${path}?appointment=${booking.reference}`, { from: desk.accountId, value: other.accountId, ...fields });

		const moved = await act({ do: "move", slot: "2026-12-02 11:00 AM", message: "I am away that day." });
		expect(moved.headers.location).toBe(path);
		expect(await get(path)).toContain("Nothing is booked during time off.");
		expect(await get("/my-calendar")).not.toContain("still booked then");
		expect(await render("booking-moved", booking.email)).toMatchObject({
			text: expect.stringContaining("I am away that day.") as string,
		});
		const { undo } = readNotice(moved);
		expect((await post(undo?.path ?? "", { do: "undo-change", id: undo?.id ?? "" })).headers.location).toBe(path);
		expect((await findBooking(database.db, booking.reference))?.hostIds).toEqual([desk.accountId]);
		expect(await get(path)).toContain("1 call is during time off.");

		expect((await act({ do: "move", slot: "2026-11-30 9:17 AM", message: "Kept text" })).body).toMatch(
			/That time is no longer free.*Kept text/s,
		);
		expect((await act({ do: "reassign" })).statusCode).toBe(303);
		expect((await findBooking(database.db, booking.reference))?.hostIds).toEqual([other.accountId]);
		expect((await act({ do: "reassign", value: desk.accountId })).body).toContain("Someone you chose is busy");
		expect((await post(`${path}?appointment=BKG-UNKNOWN0`, { do: "cancel" })).statusCode).toBe(404);
		expect((await act({ do: "cancel" })).statusCode).toBe(303);
		expect(await findBooking(database.db, booking.reference)).toMatchObject({ state: "cancelled" });
	});

	test("that nobody has confirmed yet are moved by asking their visitor alone, as the page says", async () => {
		const { get, post, database, clock, listEmails: list, render } = await openDesk();
		const unconfirmed = createBookingRecord({
			id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf4",
			reference: "BKG-7K3F9QXN",
			time: "11:00 AM",
			confirmBy: clock.now().add({ minutes: 20 }),
		});
		await storeBooking(database, unconfirmed);
		const { reference } = unconfirmed;
		const path = String((await post("/closures", { do: "add", from: "2026-11-30", text: "Fair" })).headers.location);
		expect(await get(path)).toContain(
			"Asha has not confirmed it. If you move it, they get an e-mail 10 seconds later that asks them to confirm the new time",
		);
		const moved = await post(`${path}?appointment=${reference}`, {
			do: "move",
			slot: "2026-12-02 11:00 AM",
			message: "",
		});
		expect(readNotice(moved).text).toBe(
			"Call moved to Wed 2 Dec, 11:00 AM. The visitor is asked in 10 seconds to confirm the new time, unless you undo it.",
		);
		expect(await list(reference)).toEqual(["booking-confirm-request"]);
		expect(await render("booking-confirm-request", unconfirmed.email, reference)).toMatchObject({
			text: expect.stringContaining(
				"We had to move your call. We are holding this time for you until 12:00 PM",
			) as string,
			calendar: "",
		});
		const cancelled = await post(`/calls/${reference}`, { do: "cancel" });
		expect(readNotice(cancelled).text).toBe("Call cancelled. The visitor has not confirmed it, so nobody is notified.");
		expect(await list(reference)).toEqual([]);
	});

	test("are listed for closed days too, with or without a host, but not for reassigning", async () => {
		const { get, post, booking } = await openDesk();
		const added = await post("/closures", { do: "add", from: "2026-11-30", text: "Moving house" });
		expect(readNotice(added).text).toBe("Closed days added. 1 call is still booked then.");
		const path = String(added.headers.location);
		const page = await get(path);
		expect(page).toContain("1 call is on closed days.");
		expect(page).not.toContain('value="reassign"');
		expect(page).not.toContain('value="2026-11-30 10:30 AM"');
		expect(await get("/closures")).toContain(`href="${path}"`);
		expect(await get("/")).toContain("1 call is on closed days, Mon, 30 Nov");
		await post(`${path}?appointment=${booking.reference}`, { do: "cancel" });
		expect(await get(path)).toContain("Nothing is booked on closed days.");
		expect(await get("/")).not.toContain("on closed days");
	});
});

describe("a call beside the calendar, without scripts", () => {
	test("has an address of its own, which shows its week, its free times of a day and who can take it", async () => {
		const { get, booking } = await openDesk();
		const page = await get(`/calls/${booking.reference}`);
		expect(page).toContain("Calls, 30 November 2026 to 6 December 2026");
		expect(page).toContain('role="dialog"');
		expect(page).toContain('value="2026-11-30 11:00 AM"');
		expect(page).not.toContain('value="2026-12-02 11:00 AM"');
		expect(page).toContain("Asha and the host get an e-mail with the new time 10 seconds later, unless you undo it.");
		const other = await get(`/calls/${booking.reference}?week=2026-11-30&on=2026-12-02`);
		expect(other).toContain('value="2026-12-02 11:00 AM"');
		expect((await get(`/calls/${booking.reference}?on=yesterday`)).includes('value="2026-11-30 11:00 AM"')).toBe(true);
	});

	test("is moved by a drop without opening, and says why it was not", async () => {
		const { post, booking } = await openDesk();
		const dropped = `/calls/${booking.reference}?week=2026-11-30&drag=yes`;
		const done = await post(dropped, { do: "move", slot: "2026-12-01 11:00 AM" });
		expect(done.headers.location).toBe("/calls?week=2026-11-30");
		expect(readNotice(done).undo?.path).toBe(`/calls/${booking.reference}?week=2026-11-30&drag=yes`);
		const refused = await post(dropped, { do: "move", slot: "2026-11-29 11:00 AM" });
		expect(refused.body).toContain("That time is no longer free");
		expect(refused.body).toContain('role="dialog"');
	});

	test("is not moved by a drop on the column of somebody who takes no such calls", async () => {
		const { post, booking, database, clock, desk, listEmails: list } = await openDesk();
		const now = clock.now();
		const other = await signInStaff(database, { now, roles: ["sales", "recruiter"], email: "dev@staff.example" });
		const settings = { timeZone: undefined, hours: undefined, video: { kind: "room" as const } };
		await database.write(async (transaction) => {
			await saveHost(transaction, desk.accountId, { ...settings, purposes: [demoCallPurpose] }, { version: 0, now });
			await saveHost(transaction, other.accountId, { ...settings, purposes: ["interview"] }, { version: 0, now });
		});
		const dropped = `/calls/${booking.reference}?day=2026-11-30&drag=yes`;
		const target = { do: "move", slot: "2026-11-30 11:00 AM", value: other.accountId, from: "" };
		expect((await post(dropped, target)).body).toContain("Choose somebody who takes calls of this type");
		expect(await findBooking(database.db, booking.reference)).toMatchObject({
			startsAt: booking.startsAt,
			hostIds: booking.hostIds,
		});
		expect(await list()).toEqual([]);
	});

	test("takes its outcome, which is undone beside the calendar", async () => {
		const { get, post, booking, database } = await openDesk();
		const path = `/calls/${booking.reference}`;
		await database.db.updateTable("bookings").set({ startsAt: "2026-11-23T05:30:00.000Z" }).execute();
		expect(await get(path)).toContain("How did it go?");
		const done = await post(path, { do: "stage", value: "held", version: "1" });
		expect(done.headers.location).toBe(path);
		const { undo } = readNotice(done);
		expect((await findRecord(database.db, booking.reference))?.stage).toBe("held");
		await post(undo?.path ?? "", { do: "undo", id: undo?.id ?? "" });
		expect((await findRecord(database.db, booking.reference))?.stage).toBe("booked");
	});
});

describe("after a call", () => {
	test("its outcome is one click, and can be undone; before it has begun, there is none", async () => {
		const { get, post, booking, database } = await openDesk();
		const path = `/bookings/${booking.reference}`;
		expect(await get(path)).not.toContain("Outcome: ");
		expect((await post(path, { do: "stage", value: "no-show", version: "1" })).body).toContain("has not begun yet");
		await database.db.updateTable("bookings").set({ startsAt: "2026-11-23T05:30:00.000Z" }).execute();
		expect(await get(path)).toContain("Outcome: ");
		expect((await post(path, { do: "stage", value: "no-show", version: "1" })).statusCode).toBe(303);
		expect(await get(path)).toContain("stage: Booked → No-show");
		expect(await get(path)).toContain('value="undo"');
	});

	test("its stage does not cancel it before it begins, nor book it again", async () => {
		const { get, post, booking, database } = await openDesk();
		const path = `/bookings/${booking.reference}`;
		const why = "This stage does not cancel the call.";
		const setStage = async (value: string) => {
			const { version = 0 } = (await findRecord(database.db, booking.reference)) ?? {};
			return post(path, { do: "stage", value, version: String(version) });
		};
		const reply = (stage: string) => post(path, { do: "send", subject: "Our call", text: "Hello Asha,", stage });
		expect((await setStage("cancelled")).body).toContain(why);
		expect((await reply("cancelled")).body).toContain(why);
		expect((await reply("held")).body).toContain("has not begun yet");
		expect((await findRecord(database.db, booking.reference))?.stage).toBeUndefined();
		expect((await post(`/calls/${booking.reference}`, { do: "cancel" })).statusCode).toBe(303);
		for (const stage of ["booked", "held", "no-show"])
			expect((await setStage(stage)).body).toContain("The call is cancelled");
		expect((await setStage("follow-up")).statusCode).toBe(303);
		expect((await setStage("cancelled")).statusCode).toBe(303);
		await database.db.updateTable("bookings").set({ startsAt: "2026-11-23T05:30:00.000Z" }).execute();
		expect(await get(path)).not.toContain("Outcome: ");
	});

	test("an enquiry comes of it, owned and followed up, each linked with the other, once", async () => {
		const { get, post, booking, database, desk, listDeeds, listEmails: list } = await openDesk();
		const path = `/bookings/${booking.reference}`;
		const opened = await post(`${path}/enquiry`, { day: "2026-12-07" });
		const enquiry = String(opened.headers.location).split("/").at(-1) ?? "";
		expect(await findRecord(database.db, enquiry)).toMatchObject({
			kind: "enquiry",
			ownerId: desk.accountId,
			followUpOn: Temporal.PlainDate.from("2026-12-07"),
			senderEmail: booking.email,
		});
		expect(await get(`/enquiries/${enquiry}`)).toContain(`href="${path}"`);
		const call = await get(path);
		expect(call).toContain(`href="/enquiries/${enquiry}"`);
		expect(call).not.toContain("Create follow-up enquiry");
		expect(await list(enquiry)).toEqual([]);
		expect((await post(`${path}/enquiry`, {})).headers.location).toBe(`/enquiries/${enquiry}`);
		expect(await get("/enquiries?show=unanswered")).not.toContain(enquiry);
		expect(await listLinkedRecords(database.db, enquiry)).toEqual([booking.reference]);
		expect(await listDeeds()).toEqual([`own booking.enquiry ${enquiry}`]);
	});
});
