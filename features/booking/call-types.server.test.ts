import { describe, expect, test } from "vitest";
import { addClosure, addTimeOff } from "../../core/appointments/absence-store.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { insertReservations } from "../../core/appointments/reservation-store.server.ts";
import type { CallType } from "../../shared/call-type.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking } from "../../tests/support/demo-booking.ts";
import { createTestRenderers, renderEmails } from "../../tests/support/rendered-emails.ts";
import { reviewType, withReviews } from "../../tests/support/review-type.ts";
import { startTestServer, testCompany, type TestServer } from "../../tests/support/test-server.ts";
import type { AvailabilityResponse } from "./availability.ts";
import { demoCallPurpose } from "./booking-record.server.ts";
import { listCallEvents } from "./call-changes.server.ts";
import type { CallBooking } from "./demo-booking.server.ts";
import { createDeskCalls } from "./desk-calls.server.ts";
import { listBookings } from "./find-bookings.server.ts";

const { domain: _domain, ...visitor } = testBooking;

async function ask<Data>(server: TestServer, path: string): Promise<Data> {
	const response = await fetch(server.url + path);
	expect(response.status).toBe(200);
	return ((await response.json()) as { data: Data }).data;
}

function book(server: TestServer, path: string, change: Record<string, string> = {}): Promise<Response> {
	return fetch(`${server.url}${path}/book`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...visitor, ...change }),
	});
}

const listSlots = async (server: TestServer, path: string) =>
	(await ask<{ availableSlots: string[] }>(server, `${path}/slots/${visitor.date}`)).availableSlots;

const reviews = "/calls/architecture-review";

describe.each(databaseKinds)("another type of call on %s", (kind) => {
	test("has its own length, step, notice and window beside the demo call", async () => {
		const server = await startTestServer(kind, { company: withReviews() });
		const offered = await ask<AvailabilityResponse>(server, `${reviews}/availability`);
		expect(offered).toMatchObject({ durationMinutes: 45, today: "2026-11-23", lastDate: "2026-12-06" });
		expect(offered.slots.slice(0, 2)).toEqual(["10:00 AM", "10:30 AM"]);
		// The last one ends by closing.
		expect(offered.slots.at(-1)).toBe("5:00 PM");
		expect(offered.days["2026-11-23"]).not.toContain("1");
		expect(await ask(server, "/demo/availability")).toMatchObject({ durationMinutes: 30, lastDate: "2027-02-20" });
	});

	test("takes time from the demo call, and the demo call from it", async () => {
		const server = await startTestServer(kind, { company: withReviews() });
		expect((await book(server, reviews, { time: "11:00 AM" })).status).toBe(200);
		expect((await book(server, "/demo", { time: "2:00 PM" })).status).toBe(200);
		const demos = await listSlots(server, "/demo");
		expect(["10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM"].filter((time) => demos.includes(time))).toEqual([
			"10:30 AM",
			"12:00 PM",
		]);
		const free = await listSlots(server, reviews);
		expect(["10:00 AM", "10:30 AM", "1:00 PM", "1:30 PM", "2:30 PM"].filter((time) => free.includes(time))).toEqual([
			"10:00 AM",
			"1:00 PM",
			"2:30 PM",
		]);
		const taken = await book(server, reviews, { time: "10:30 AM" });
		expect([taken.status, await taken.json()]).toEqual([409, expect.objectContaining({ availableSlots: free })]);
	});

	test("is stored, moved and described by its name and length", async () => {
		const server = await startTestServer(kind, { company: withReviews() });
		const response = await book(server, reviews, { domain: "Mobile backend", time: "10:30 AM" });
		const { data } = (await response.json()) as { data: { durationMinutes: number; manageUrl: string } };
		expect(data.durationMinutes).toBe(45);
		const [booking] = await listBookings(server.database.db);
		expect(booking).toMatchObject({
			callType: reviewType.slug,
			callTitle: reviewType.title,
			domain: "Mobile backend",
			durationMinutes: 45,
		});
		const emails = await renderEmails(server, createTestRenderers(withReviews()));
		expect(emails.map(({ subject }) => subject).filter((subject) => !subject.startsWith("Reminder"))).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^Your architecture review is booked: Monday, 30 November 2026 at 10:30 AM/),
				expect.stringMatching(/^Architecture review booked: .*Asha Rao/),
			]),
		);
	});

	test("keeps time free around its calls, which no other call may take", async () => {
		const company = withReviews({ bufferBeforeMinutes: 15, bufferAfterMinutes: 30 });
		const server = await startTestServer(kind, { company });
		expect((await book(server, reviews, { time: "11:00 AM" })).status).toBe(200);
		const demos = await listSlots(server, "/demo");
		// It lasts until 11:45, and then there is half an hour for notes.
		expect(["10:00 AM", "10:30 AM", "11:30 AM", "12:00 PM", "12:30 PM"].filter((time) => demos.includes(time))).toEqual(
			["10:00 AM", "12:30 PM"],
		);
		expect((await book(server, "/demo", { time: "12:00 PM" })).status).toBe(409);
		// Its own free time may lie before the office opens and after it closes.
		expect(await listSlots(server, reviews)).toEqual(expect.arrayContaining(["5:00 PM"]));
		expect((await book(server, "/demo", { time: "4:30 PM" })).status).toBe(200);
		expect(await listSlots(server, reviews)).not.toContain("5:00 PM");
	});

	test("keeps time free after midnight from a call before it, on the day that begins then too", async () => {
		const days = ["Monday", "Tuesday"] as const;
		const night = { ...testCompany, hours: { ...testCompany.hours, days: [...days], opens: "22:00", closes: "03:00" } };
		const server = await startTestServer(kind, { company: withReviews({ bufferBeforeMinutes: 15 }, night) });
		const [monday, tuesday] = ["2026-11-30", "2026-12-01"];
		expect((await book(server, "/demo", { date: monday, time: "11:30 PM" })).status).toBe(200);
		const { availableSlots } = await ask<{ availableSlots: string[] }>(server, `${reviews}/slots/${tuesday}`);
		expect(availableSlots).toContain("12:30 AM");
		expect(availableSlots).not.toContain("12:00 AM");
	});

	test("has a limit of calls a day, which a move to that day obeys too", async () => {
		const server = await startTestServer(kind, { company: withReviews({ callsPerDay: 2 }) });
		for (const time of ["10:00 AM", "2:00 PM"]) expect((await book(server, reviews, { time })).status).toBe(200);
		expect(await listSlots(server, reviews)).toEqual([]);
		expect((await book(server, reviews, { time: "4:00 PM" })).status).toBe(409);
		expect((await book(server, "/demo", { time: "4:00 PM" })).status).toBe(200);
		expect((await book(server, reviews, { date: "2026-12-01" })).status).toBe(200);
	});

	test("is taken by its hosts alone, up to their limit of calls of any type a day", async () => {
		const people = ["priya", "dev"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));
		const company = withReviews({ hosts: ["Dev@staff.example"], callsPerHostPerDay: 2 });
		const demo = await createTestDemoBooking(kind, { company, listPeople: async () => people });
		for (const { id } of people)
			await demo.database.write((transaction) =>
				saveHost(
					transaction,
					id,
					{ purposes: [demoCallPurpose], timeZone: undefined, hours: undefined, video: { kind: "room" } },
					{ version: 0, now: demo.clock.now() },
				),
			);
		const calls = demo.findCalls(reviewType.slug);
		const bookReview = async (time: string) => {
			const checked = calls?.validateBooking({ ...visitor, time });
			return checked?.ok ? calls?.submitBooking(checked) : undefined;
		};
		expect(await bookReview("10:00 AM")).toMatchObject({ ok: true });
		expect(await bookReview("10:00 AM")).toMatchObject({ ok: false, kind: "taken" });
		expect(await bookReview("12:00 PM")).toMatchObject({ ok: true });
		expect(await calls?.freeSlots.onDate(visitor.date)).toEqual([]);
		expect(await bookReview("2:00 PM")).toMatchObject({ ok: false, kind: "taken" });
		const stored = await listBookings(demo.database.db);
		expect(stored.map(({ hostIds }) => hostIds)).toEqual([["dev"], ["dev"]]);
		// The limit is of this type alone: both take demo calls.
		expect(await demo.submit({ ...testBooking, time: "2:00 PM" })).toMatchObject({ ok: true });
		expect(await demo.submit({ ...testBooking, time: "2:00 PM" })).toMatchObject({ ok: true });
	});

	test("takes place where its type says, instead of a video call", async () => {
		const company = withReviews({ place: "27 Long Road, New Delhi" });
		const server = await startTestServer(kind, { company });
		expect((await book(server, reviews)).status).toBe(200);
		const [email] = (await renderEmails(server, createTestRenderers(company))).filter(
			(one) => one.kind === "booking-confirmation",
		);
		expect(email?.text).toContain("Place: 27 Long Road, New Delhi");
		expect(email?.text).not.toContain("video");
		expect(JSON.stringify(email?.attachments)).toContain("architecture-review.ics");
		const link = /\/demo\/booking\/[0-9a-f]+/.exec(email?.text ?? "")?.[0] ?? "";
		const file = await fetch(`${server.url}${link}/invitation.ics`);
		expect(file.headers.get("content-disposition")).toBe('attachment; filename="architecture-review.ics"');
	});

	test("refuses a topic of the demo call, and an unknown type has nothing", async () => {
		const server = await startTestServer(kind, { company: withReviews() });
		const wrong = await book(server, reviews, { domain: "Hosting" });
		expect([wrong.status, await wrong.json()]).toEqual([
			422,
			expect.objectContaining({
				errors: [{ field: "domain", message: "The domain must be one of: Web platform, Mobile backend" }],
			}),
		]);
		for (const path of ["/calls/no-such-type", "/calls/demo"]) {
			expect((await book(server, path)).status, path).toBe(404);
			for (const read of ["availability", `slots/${visitor.date}`])
				expect((await fetch(`${server.url}${path}/${read}`)).status, path).toBe(404);
		}
	});
});

describe.each(databaseKinds)("hosts of another type of call on %s", (kind) => {
	const people = ["priya", "dev", "noor"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));

	/** Opens a company whose reviews are assigned in one way; everybody is a host of calls. */
	async function openReviews(settings: Partial<CallType>) {
		const company = withReviews(settings);
		const demo = await createTestDemoBooking(kind, { company, listPeople: async () => people });
		for (const { id } of people) {
			demo.clock.advance({ seconds: 1 });
			await demo.database.write((transaction) =>
				saveHost(
					transaction,
					id,
					{ purposes: [demoCallPurpose], timeZone: undefined, hours: undefined, video: { kind: "room" } },
					{ version: 0, now: demo.clock.now() },
				),
			);
		}
		const calls = demo.findCalls(reviewType.slug) as CallBooking;
		const desk = createDeskCalls({
			...demo,
			company,
			salesEmail: company.salesEmail,
			publicUrl: "https://narangi.example",
			messageIdDomain: "narangi.example",
			limits: { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 },
			onOccurrence: () => {},
		});
		return {
			...demo,
			calls,
			desk,
			async bookReview(change: Record<string, string> = {}) {
				const checked = calls.validateBooking({ ...visitor, ...change });
				if (!checked.ok) throw new Error("The booking is invalid");
				demo.clock.advance({ seconds: 1 });
				return calls.submitBooking(checked);
			},
			listHostIds: async () => (await listBookings(demo.database.db)).map(({ hostIds }) => hostIds),
		};
	}

	test("take it all together: nobody is free beside it, everybody is invited, and a move takes all along", async () => {
		const { bookReview, calls, submit, listHostIds, ...demo } = await openReviews({
			assignment: "collective",
			hosts: ["priya@staff.example", "dev@staff.example"],
		});
		const booked = await bookReview({ time: "11:00 AM" });
		if (!booked.ok) throw new Error("Nothing was booked");
		expect(await listHostIds()).toEqual([["priya", "dev"]]);
		const invited = (
			await renderEmails(demo, createTestRenderers(testCompany, undefined, demo.hosts.listPeople))
		).filter((one) => one.kind === "booking-host-notice");
		expect(invited.map(({ recipient }) => recipient)).toEqual(["dev@staff.example", "priya@staff.example"]);
		// The third host is free for one demo call; then nobody is.
		expect(await submit({ ...testBooking, time: "11:00 AM" })).toMatchObject({ ok: true });
		expect(await submit({ ...testBooking, time: "11:00 AM" })).toMatchObject({ ok: false, kind: "taken" });
		// Two demo calls at two leave one host.
		for (let index = 0; index < 2; index++) await submit({ ...testBooking, time: "2:00 PM" });
		expect(await calls.freeSlots.onDate(visitor.date)).not.toContain("2:00 PM");
		const token = booked.confirmation.manageUrl.split("/").at(-1) as string;
		expect(await demo.move(token, { date: visitor.date, time: "2:00 PM" })).toMatchObject({ ok: false });
		expect(await demo.move(token, { date: visitor.date, time: "4:00 PM" })).toEqual({ ok: true });
		expect(await submit({ ...testBooking, time: "11:00 AM" })).toMatchObject({ ok: true });
		expect((await listHostIds()).filter((ids) => ids.length > 1)).toEqual([["priya", "dev"]]);
	});

	test("are exchanged one by one, by somebody who is free for it and its breaks, and undo brings back one who is away", async () => {
		const { bookReview, desk, clock, database, listHostIds } = await openReviews({
			assignment: "collective",
			hosts: ["priya@staff.example", "dev@staff.example"],
			bufferAfterMinutes: 30,
		});
		const by = { id: "mina", name: "Mina", message: "" };
		const booked = await bookReview({ time: "11:00 AM" });
		const { reference } = booked.ok ? booked.confirmation : { reference: "" };
		const choices = async () =>
			Object.fromEntries((await desk.findChoices(reference))?.hosts.map(({ id, busy }) => [id, busy]) ?? []);
		expect(await choices()).toEqual({ priya: undefined, dev: undefined, noor: undefined });
		const startMs = startOfSlot(visitor.date, "11:00 AM", withReviews().timeZone);
		const absence = { startMs, endMs: startMs + 3_600_000, note: "" };
		for (const hostId of ["priya", "dev"])
			await database.write((transaction) => addTimeOff(transaction, { hostId, ...absence }));
		expect(await choices()).toEqual({ priya: "away", dev: "away", noor: undefined });
		expect(await desk.reassign(reference, { from: "dev", to: "noor" }, by)).toBeUndefined();
		expect(await listHostIds()).toEqual([["priya", "noor"]]);
		const [change] = await listCallEvents(database.db, reference);
		expect(change?.event).toBe("reassigned the call from dev to noor");
		expect(await desk.undo(reference, change?.id ?? "", by.id)).toBeUndefined();
		expect(await listHostIds()).toEqual([["priya", "dev"]]);
		// A call that begins in the break after it.
		clock.advance({ minutes: 1 });
		const short = {
			purpose: "interview",
			reference: "INT-1",
			startMs: startMs + 60 * 60_000,
			endMs: startMs + 90 * 60_000,
		};
		await database.write((transaction) => insertReservations(transaction, ["noor"], short, clock.now()));
		expect(await choices()).toMatchObject({ noor: "too close to another appointment" });
		expect(await desk.reassign(reference, { from: "dev", to: "noor" }, by)).toMatchObject([{ field: "hosts" }]);
	});

	test("are exchanged with the time, whatever the one who leaves has then", async () => {
		const { bookReview, desk, clock, database, listHostIds } = await openReviews({
			assignment: "collective",
			hosts: ["priya@staff.example", "dev@staff.example"],
		});
		const by = { id: "mina", name: "Mina", message: "" };
		const booked = await bookReview({ time: "11:00 AM" });
		const { reference } = booked.ok ? booked.confirmation : { reference: "" };
		const [before] = await listBookings(database.db);
		const at = (time: string) => startOfSlot(visitor.date, time, withReviews().timeZone);
		const isBusy = (hostId: string, time: string) => {
			const interview = { purpose: "interview", reference: `INT-${hostId}`, startMs: at(time) };
			const wanted = { ...interview, endMs: interview.startMs + 3_600_000 };
			return database.write((transaction) => insertReservations(transaction, [hostId], wanted, clock.now()));
		};
		await isBusy("priya", "2:00 PM");
		await isBusy("dev", "4:00 PM");
		const exchange = { from: "priya", to: "noor" };
		expect(await desk.move(reference, at("2:00 PM"), by)).toMatchObject([{ field: "slot" }]);
		expect(await desk.move(reference, at("4:00 PM"), by, exchange)).toMatchObject([{ field: "slot" }]);
		expect(await desk.move(reference, at("2:00 PM"), by, exchange)).toBeUndefined();
		const [moved] = await listBookings(database.db);
		expect(moved).toMatchObject({ hostIds: ["noor", "dev"], videoUrl: expect.stringMatching(/^https:/) });
		expect(moved?.startsAt.epochMilliseconds).toBe(at("2:00 PM"));
		expect(moved?.videoUrl).not.toBe(before?.videoUrl);
		const [change] = await listCallEvents(database.db, reference);
		expect(await desk.undo(reference, change?.id ?? "", by.id)).toBeUndefined();
		expect(await listHostIds()).toEqual([["priya", "dev"]]);
	});

	test("who stay get the new link when the first host is exchanged", async () => {
		const { bookReview, desk, ...demo } = await openReviews({
			assignment: "collective",
			hosts: ["priya@staff.example", "dev@staff.example"],
		});
		const booked = await bookReview({ time: "11:00 AM" });
		const { reference } = booked.ok ? booked.confirmation : { reference: "" };
		await demo.database.db.updateTable("emails").set({ state: "sent" }).execute();
		const by = { id: "mina", name: "Mina", message: "" };
		expect(await desk.reassign(reference, { from: "priya", to: "noor" }, by)).toBeUndefined();
		const [call] = await listBookings(demo.database.db);
		const renderers = createTestRenderers(testCompany, undefined, demo.hosts.listPeople);
		const changed = (await renderEmails(demo, renderers)).filter((one) => one.kind === "booking-host-changed");
		expect(changed.map(({ recipient }) => recipient)).toEqual(["dev@staff.example"]);
		expect(changed[0]?.text.replaceAll(/\s+/g, " ")).toContain(`Video call: ${call?.videoUrl}`);
		expect(changed[0]?.attachments).toHaveLength(1);
	});

	test("who stay get the new link when a visitor's move makes one of them the first", async () => {
		const { bookReview, desk, move, database, listHostIds } = await openReviews({
			assignment: "collective",
			hosts: ["dev@staff.example", "noor@staff.example"],
		});
		const booked = await bookReview({ time: "11:00 AM" });
		if (!booked.ok) throw new Error("Nothing was booked");
		const { reference, manageUrl } = booked.confirmation;
		const by = { id: "mina", name: "Mina", message: "" };
		for (const exchange of [
			{ from: "dev", to: "priya" },
			{ from: "noor", to: "dev" },
		])
			expect(await desk.reassign(reference, exchange, by)).toBeUndefined();
		const [before] = await listBookings(database.db);
		expect(before?.hostIds).toEqual(["priya", "dev"]);
		const token = manageUrl.split("/").at(-1) as string;
		expect(await move(token, { date: visitor.date, time: "4:00 PM" })).toEqual({ ok: true });
		expect(await listHostIds()).toEqual([["dev", "noor"]]);
		const [moved] = await listBookings(database.db);
		expect(moved?.videoUrl).toMatch(/^https:/);
		expect(moved?.videoUrl).not.toBe(before?.videoUrl);
	});

	test("take over only calls of their types, within the limit of a day", async () => {
		const { bookReview, desk, submit } = await openReviews({
			hosts: ["priya@staff.example", "dev@staff.example"],
			callsPerHostPerDay: 1,
		});
		const by = { id: "mina", name: "Mina", message: "" };
		const booked = await bookReview({ time: "11:00 AM" });
		const { reference } = booked.ok ? booked.confirmation : { reference: "" };
		expect((await desk.findChoices(reference))?.hosts.map(({ id }) => id)).toEqual(["priya", "dev"]);
		expect(await desk.reassign(reference, { from: "", to: "noor" }, by)).toEqual([
			{ field: "hosts", message: "Choose somebody who takes calls of this type" },
		]);
		for (let index = 0; index < 3; index++) await submit({ ...testBooking, time: "4:00 PM" });
		expect((await desk.findChoices(reference))?.hosts.at(-1)).toMatchObject({ busy: "fully booked that day" });
		expect(await desk.reassign(reference, { from: "", to: "dev" }, by)).toMatchObject([{ field: "hosts" }]);
	});

	test("take it all together though an address is named twice", async () => {
		const { bookReview, listHostIds } = await openReviews({
			assignment: "collective",
			hosts: ["priya@staff.example", "Priya@staff.example", "dev@staff.example"],
		});
		expect(await bookReview({ time: "11:00 AM" })).toMatchObject({ ok: true });
		expect(await listHostIds()).toEqual([["priya", "dev"]]);
	});

	test("get the topics that go to them first, as long as they are free", async () => {
		const { bookReview, listHostIds } = await openReviews({
			topicHosts: [{ topic: "Mobile backend", hosts: ["Noor@staff.example"] }],
		});
		const about = (domain: string, time: string) => bookReview({ domain, time });
		await about("Mobile backend", "10:00 AM");
		await about("Mobile backend", "12:00 PM");
		await about("Mobile backend", "12:00 PM");
		await about("Web platform", "2:00 PM");
		expect(await listHostIds()).toEqual([["noor"], ["noor"], ["priya"], ["dev"]]);
	});

	test("take it in turn: the one with the fewest upcoming calls, then the one whose last is longest ago", async () => {
		const { bookReview, listHostIds } = await openReviews({ assignment: "round-robin" });
		for (const date of ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"])
			expect(await bookReview({ date })).toMatchObject({ ok: true });
		expect(await listHostIds()).toEqual([["priya"], ["dev"], ["noor"], ["priya"]]);
		// In the week before, the least busy one would be the first again.
		expect(await bookReview({ date: "2026-11-27" })).toMatchObject({ ok: true });
		expect((await listHostIds())[0]).toEqual(["dev"]);
	});

	test("in turn, past a host who is away, and nobody on a day that was closed", async () => {
		const { bookReview, calls, listHostIds, database, clock } = await openReviews({ assignment: "round-robin" });
		const day = {
			startMs: Date.parse("2026-11-30T00:00:00+05:30"),
			endMs: Date.parse("2026-12-01T00:00:00+05:30"),
		};
		await database.write((transaction) => addTimeOff(transaction, { hostId: "priya", ...day, note: "" }));
		expect(await bookReview({ date: "2026-11-30" })).toMatchObject({ ok: true });
		expect(await listHostIds()).toEqual([["dev"]]);
		// A mistyped last day, which must not be reached day by day.
		const closed = { ...day, endMs: Date.parse("9999-12-31T00:00:00Z"), reason: "Moving house", createdBy: "priya" };
		await database.write((transaction) => addClosure(transaction, closed, clock.now()));
		expect(await calls.freeSlots.onDate("2026-11-30")).toEqual([]);
	});
});
