import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { demoTypeOf, toOfferedCall } from "../../shared/call-type.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking } from "../../tests/support/demo-booking.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { acceptPostedBooking, type PostedBookingOutcome } from "./accept-posted-booking.server.ts";
import { packAvailability, policyOf } from "./availability.ts";
import { BookingWidget, type ChosenCall } from "./booking-widget.tsx";
import type { DemoBooking } from "./demo-booking.server.ts";
import { listBookings } from "./find-bookings.server.ts";
import { createBookingValidation } from "./rules.ts";

const { date, time, domain } = testBooking;
const callType = demoTypeOf(testCompany);

type Submission = Pick<DemoBooking, "callType" | "validateBooking" | "submitBooking">;

/** Sends the form of a page. */
function post(demo: Submission, change: Record<string, string>): Promise<PostedBookingOutcome> {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...testBooking, leaveEmpty: "", ...change })) form.set(name, value);
	return acceptPostedBooking(form, demo);
}

/** An offer of one slot. */
const offered = packAvailability(
	{ today: date, lastDate: date, days: new Map([[date, [time]]]), closures: [] },
	policyOf(testCompany),
);

/** Renders the page's steps as a browser without scripts gets them. */
function render(
	refusal?: Exclude<PostedBookingOutcome, { kind: "booked" }>,
	{ window = offered, chosen = { domain, date, time } }: { window?: typeof offered | null; chosen?: ChosenCall } = {},
): string {
	return renderToStaticMarkup(
		<BookingWidget
			settings={{ ...testCompany, call: toOfferedCall(callType) }}
			notice={undefined}
			plain={{ window: window ?? undefined, idempotencyKey: "new-key", refusal }}
			chosen={chosen}
			onChoose={() => {}}
			onBooked={() => {}}
		/>,
	);
}

describe.each(databaseKinds)("a booking's form sent without scripts, on %s", (kind) => {
	test("books one call when it is sent twice in a row, and shows the same one", async () => {
		const { database, ...demo } = await createTestDemoBooking(kind);
		const first = await post(demo, { idempotencyKey: "key" });
		expect(first).toMatchObject({ kind: "booked" });
		expect(await post(demo, { idempotencyKey: "key" })).toEqual(first);
		expect(await listBookings(database.db)).toHaveLength(1);
	});

	test("books one call when it is sent twice at once", async () => {
		const { database, ...demo } = await createTestDemoBooking(kind);
		const [first, second] = await Promise.all([
			post(demo, { idempotencyKey: "key" }),
			post(demo, { idempotencyKey: "key" }),
		]);
		expect(first).toMatchObject({ kind: "booked" });
		expect(second).toEqual(first);
		expect(await listBookings(database.db)).toHaveLength(1);
	});

	test("books a cancelled time again", async () => {
		const { manageBooking, database, ...demo } = await createTestDemoBooking(kind);
		const first = await post(demo, { idempotencyKey: "key" });
		if (first.kind !== "booked") throw new Error("The first call was not booked");
		expect(await manageBooking.cancel(new URL(first.nextUrl).pathname.split("/").at(-1) as string)).toMatchObject({
			ok: true,
		});
		const second = await post(demo, { idempotencyKey: "another-key" });
		expect(second).toMatchObject({ kind: "booked" });
		expect(second).not.toEqual(first);
		expect((await listBookings(database.db)).map(({ state }) => state).toSorted()).toEqual(["booked", "cancelled"]);
	});

	test("is refused after another booking with its key, and books with a new one", async () => {
		const demo = await createTestDemoBooking(kind);
		await post(demo, { idempotencyKey: "key" });
		const outcome = await post(demo, { idempotencyKey: "key", time: "10:30 AM" });
		expect(outcome).toMatchObject({ kind: "rejected", errors: [{ field: "Idempotency-Key" }] });
		expect(await post(demo, { idempotencyKey: "new-key", time: "10:30 AM" })).toMatchObject({
			kind: "booked",
		});
	});
});

test("a key that is none is left out", async () => {
	const demo = await createTestDemoBooking("sqlite");
	expect(await post(demo, { idempotencyKey: "ключ" })).toMatchObject({ kind: "booked" });
});

test("the form carries a key, and the same again after a failure", async () => {
	expect(render()).toContain('name="idempotencyKey" value="new-key"');
	const submitBooking = () => Promise.reject(new StorageUnavailableError(new Error("full")));
	const failed = await post(
		{ callType, submitBooking, validateBooking: createBookingValidation(testCompany, callType) },
		{ idempotencyKey: "key" },
	);
	if (failed.kind !== "failed") throw new Error("The booking did not fail");
	expect(render(failed)).toContain('name="idempotencyKey" value="key"');
});

test("a time that was taken, or a mistake, leaves the key as it was: nothing was stored under it", async () => {
	const demo = await createTestDemoBooking("sqlite");
	const mistaken = await post(demo, { idempotencyKey: "key", email: "none" });
	if (mistaken.kind !== "rejected") throw new Error("The booking was not rejected");
	expect(render(mistaken)).toContain('name="idempotencyKey" value="key"');
	await post(demo, { idempotencyKey: "somebody-else" });
	const taken = await post(demo, { idempotencyKey: "key" });
	if (taken.kind !== "taken") throw new Error("The time was still free");
	expect(render(taken)).toContain('name="idempotencyKey" value="key"');
	expect(await post(demo, { idempotencyKey: "key", time: taken.freeSlots[0] as string })).toMatchObject({
		kind: "booked",
	});
});

test("an error about the key is a sentence, not a link to a field, and the form has a new key", () => {
	const html = render({
		kind: "rejected",
		errors: [{ field: "Idempotency-Key", message: "This form was already sent." }],
		values: { idempotencyKey: "key" },
	});
	expect(html).toContain("This form was already sent.");
	expect(html).not.toContain("Idempotency-Key");
	expect(html).toContain('name="idempotencyKey" value="new-key"');
});

test("an error about the time that was chosen before says to choose again, and links to no field", () => {
	const errors = [
		{ field: "time", message: "No call starts at this time." },
		{ field: "email", message: "Enter your e-mail address" },
	];
	const html = render({ kind: "rejected", errors, values: {} });
	for (const part of ["No call starts at this time.", "Go back to choose again.", 'href="#booking-email"'])
		expect(html).toContain(part);
	expect(html).not.toContain('href="#booking-time"');
});

test("without free times a refused form keeps its slot and text, and does not claim that its day is full", () => {
	const values = { firstName: "Asha", message: "Show us the ERP." };
	const html = render({ kind: "failed", values }, { window: null });
	for (const part of ["Failed to submit booking. Please try again.", time, "Asha", "Show us the ERP."])
		expect(html).toContain(part);
	for (const part of ["No Availability", "Failed to load"]) expect(html).not.toContain(part);
});

test("without free times a new form reports it, and can be retried with its choices", () => {
	const html = render(undefined, { window: null, chosen: { domain, date } });
	for (const part of [
		"Failed to load available time slots. Please try again.",
		"Try again",
		`name="date" value="${date}"`,
	])
		expect(html).toContain(part);
	for (const part of ["No Availability", "Your details", `name="time"`]) expect(html).not.toContain(part);
});

test("the calendar begins with the first month that has a free day", () => {
	const window = packAvailability(
		{
			...offered,
			today: "2026-11-30",
			lastDate: "2026-12-31",
			days: new Map([
				["2026-11-30", []],
				["2026-12-01", [time]],
			]),
		},
		policyOf(testCompany),
	);
	expect(render(undefined, { window, chosen: {} })).toContain('aria-label="December 2026"');
	expect(render(undefined, { window, chosen: { month: "2026-11" } })).toContain('aria-label="November 2026"');
});

test("every step offers the next one as a form: a month and a date, then a time, then the details", () => {
	const formOf = (html: string) => /<form[^>]*>/.exec(html)?.[0];
	const calendar = render(undefined, { chosen: {} });
	expect(formOf(calendar)).toContain('action="/demo/by-form#form-title"');
	expect(formOf(calendar)).toContain('method="get"');
	expect(calendar).toMatch(new RegExp(`<button(?![^>]*type="button")(?=[^>]*name="date")[^>]*value="${date}"`));
	expect(calendar).toContain('name="month"');
	const times = render(undefined, { chosen: { domain, date } });
	expect(times).toContain(`<input type="hidden" name="date" value="${date}"/>`);
	expect(times).toMatch(new RegExp(`<button(?![^>]*type="button")(?=[^>]*name="time")[^>]*value="${time}"`));
	const details = formOf(render());
	expect(details).toContain('method="post"');
	expect(details).toContain(
		`action="/demo/by-form?${new URLSearchParams({ domain, date, time }).toString().replaceAll("&", "&amp;")}"`,
	);
	expect(details).not.toMatch(/novalidate/i);
});
