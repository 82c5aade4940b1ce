import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databaseKinds } from "../../tests/support/databases.ts";
import { createTestDemoBooking, type TestDemoBooking } from "../../tests/support/demo-booking.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { slotOf } from "./booking-record.server.ts";
import { bookingEmailKinds } from "./email-intents.server.ts";
import { listBookings } from "./find-bookings.server.ts";
import type { Slot } from "./rules.ts";

const slots: Slot[] = [
	{ date: "2026-11-23", time: "1:00 PM" },
	{ date: "2026-11-23", time: "5:30 PM" },
	{ date: "2026-11-24", time: "10:00 AM" },
	{ date: "2026-11-24", time: "10:30 AM" },
];
const never: Slot[] = [
	{ date: "2026-11-29", time: "10:00 AM" },
	{ date: "2026-11-24", time: "9:30 AM" },
];

/** The expected state: the slot of each call, by its token. */
type Call = Slot & { state: "booked" | "cancelled" };
type Model = { calls: Map<string, Call>; callsPerSlot: number };
type Step = fc.AsyncCommand<Model, TestDemoBooking>;

const keyOf = ({ date, time }: Slot) => `${date} ${time}`;
const liveIn = (model: Model, slot: Slot) =>
	[...model.calls.values()].filter((call) => call.state === "booked" && keyOf(call) === keyOf(slot)).length;
const pick = (model: Model, index: number) => [...model.calls][index % model.calls.size] as [string, Call];

async function isOffered(demo: TestDemoBooking, slot: Slot): Promise<boolean> {
	return (await demo.freeSlots.onDate(slot.date)).includes(slot.time);
}

/** After every step, no slot is sold more often than calls are taken, and the stored state equals the model. */
async function compare(model: Model, { database }: TestDemoBooking): Promise<void> {
	const rows = await database.db
		.selectFrom("bookings")
		.select(["date", "time", "lane"])
		.where("state", "=", "booked")
		.execute();
	expect(new Set(rows.map(({ date, time, lane }) => `${date} ${time} ${lane}`)).size).toBe(rows.length);
	for (const same of Map.groupBy(rows, ({ date, time }) => `${date} ${time}`).values())
		expect(same.length).toBeLessThanOrEqual(model.callsPerSlot);
	const bookings = await listBookings(database.db);
	const describeAll = (all: Iterable<Slot & { state: string }>) =>
		[...all].map((call) => `${keyOf(call)} ${call.state}`).toSorted();
	expect(describeAll(bookings.map((one) => ({ ...one, ...slotOf(one) })))).toEqual(describeAll(model.calls.values()));

	const reminders = await database.db
		.selectFrom("emails")
		.select(["reference", "kind", "expiresAt"])
		.where(
			"kind",
			"in",
			bookingEmailKinds.filter((kind) => kind.includes("reminder")),
		)
		.execute();
	for (const { reference, expiresAt } of reminders) {
		const booking = bookings.find((candidate) => candidate.reference === reference);
		expect(booking?.state).toBe("booked");
		expect(
			Temporal.Instant.from(expiresAt as string)
				.toZonedDateTimeISO("Asia/Kolkata")
				.toPlainDate()
				.toString(),
		).toBe(booking && slotOf(booking).date);
	}
}

const book = (slot: Slot, times: number): Step => ({
	check: () => true,
	toString: () => `book ${keyOf(slot)} ${times} times at once`,
	async run(model, demo) {
		const free = (await isOffered(demo, slot)) ? model.callsPerSlot - liveIn(model, slot) : 0;
		const results = await Promise.all(
			Array.from({ length: times }, () =>
				demo.submit({ firstName: "Asha", email: "asha@visitor.example", phone: "1", ...slot }),
			),
		);
		const booked = results.filter((result) => result.ok);
		expect(booked).toHaveLength(Math.min(free, times));
		for (const { confirmation } of booked)
			model.calls.set(confirmation.manageUrl.split("/").at(-1) as string, { ...slot, state: "booked" });
		await compare(model, demo);
	},
});

const move = (index: number, slot: Slot): Step => ({
	check: (model) => model.calls.size > 0,
	toString: () => `move call ${index} to ${keyOf(slot)}`,
	async run(model, demo) {
		const [token, call] = pick(model, index);
		const before = await demo.manageBooking.find(token);
		const possible = before?.state === "upcoming" && (keyOf(call) === keyOf(slot) || (await isOffered(demo, slot)));
		expect((await demo.move(token, slot)).ok).toBe(possible);
		if (possible) model.calls.set(token, { ...slot, state: "booked" });
		await compare(model, demo);
	},
});

const cancel = (index: number, times: number): Step => ({
	check: (model) => model.calls.size > 0,
	toString: () => `cancel call ${index} ${times} times at once`,
	async run(model, demo) {
		const [token, call] = pick(model, index);
		const possible = (await demo.manageBooking.find(token))?.state !== "started";
		const results = await Promise.all(Array.from({ length: times }, () => demo.manageBooking.cancel(token)));
		expect(results.every(({ ok }) => ok === possible)).toBe(true);
		if (possible) model.calls.set(token, { ...call, state: "cancelled" });
		await compare(model, demo);
	},
});

const wait = (minutes: number): Step => ({
	check: () => true,
	toString: () => `wait ${minutes} minutes`,
	async run(_model, { clock }) {
		clock.advance({ minutes });
	},
});

describe.each(databaseKinds)("booking, moving and cancelling in any order on %s", (kind) => {
	test.each([1, 2])(
		"never sells a slot more than %i times",
		async (callsPerSlot) => {
			const slot = fc.oneof(
				{ arbitrary: fc.constantFrom(...slots), weight: 9 },
				{ arbitrary: fc.constantFrom(...never), weight: 1 },
			);
			const steps = fc.commands(
				[
					fc.tuple(slot, fc.integer({ min: 1, max: 3 })).map(([wanted, times]) => book(wanted, times)),
					fc.tuple(fc.nat(9), slot).map(([index, wanted]) => move(index, wanted)),
					fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 2 })).map(([index, times]) => cancel(index, times)),
					fc.constantFrom(5, 45, 300).map((minutes) => wait(minutes)),
				],
				{ maxCommands: 15 },
			);
			const demo = await createTestDemoBooking(kind, {
				company: { ...testCompany, demo: { ...testCompany.demo, callsPerSlot } },
			});
			const start = demo.clock.now();
			await fc.assert(
				fc.asyncProperty(steps, async (commands) => {
					await demo.database.db.deleteFrom("bookings").execute();
					await demo.database.db.deleteFrom("emails").execute();
					demo.clock.advance(demo.clock.now().until(start));
					await fc.asyncModelRun(() => ({ model: { calls: new Map(), callsPerSlot }, real: demo }), commands);
				}),
				{ numRuns: 15, interruptAfterTimeLimit: 90_000 },
			);
		},
		120_000,
	);
});
