import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addClosure, addTimeOff } from "../core/appointments/absence-store.server.ts";
import { intervalOf as intervalOfInterview, isBooked, maxMoves } from "../core/appointments/appointment.ts";
import { findHost, saveHost, type HostHours } from "../core/appointments/host-store.server.ts";
import { listReservations } from "../core/appointments/reservation-store.server.ts";
import { findBookingByToken, listBookings } from "../features/booking/find-bookings.server.ts";
import type { Slot } from "../features/booking/rules.ts";
import { giveToHosts } from "../features/booking/store.server.ts";
import { findInterview, listBookedInterviews } from "../features/careers/interviews/store.server.ts";
import { hashToken } from "../platform/ids/secret-token.ts";
import { overlap, type Interval } from "../shared/interval.ts";
import { startOfSlot } from "../shared/slot-times.ts";
import { weekdays } from "../shared/weekdays.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { createTestDemoBooking, type TestDemoBooking } from "../tests/support/demo-booking.ts";
import { createInterviewParts, typedOffer } from "../tests/support/interviews.ts";
import { testCompany } from "../tests/support/test-server.ts";

const people = ["asha", "dev", "priya"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));
const ids = people.map(({ id }) => id);
const slots: Slot[] = [
	{ date: "2026-11-23", time: "5:30 PM" },
	{ date: "2026-11-24", time: "10:00 AM" },
	{ date: "2026-11-24", time: "10:30 AM" },
	{ date: "2026-11-24", time: "2:00 PM" },
];
const purposes = ["demo-call", "interview"];
const onEveryDay = (from: string, until: string): HostHours[] => weekdays.map((weekday) => ({ weekday, from, until }));
const settings = [
	{ purposes, timeZone: undefined, hours: undefined },
	{ purposes, timeZone: undefined, hours: onEveryDay("10:00", "13:00") },
	// 1:00 PM to 5:30 PM in India.
	{ purposes, timeZone: "Europe/Berlin", hours: onEveryDay("08:30", "13:00") },
	{ purposes: ["interview"], timeZone: undefined, hours: undefined },
];

/** The expected state: the private links of calls and interviews. */
type Model = { tokens: string[]; interviews: { reference: string; token: string }[] };
type World = TestDemoBooking & { interviews: ReturnType<typeof createInterviewParts>; application: string };
type Step = fc.AsyncCommand<Model, World>;

function intervalOf({ date, time }: Slot): Interval {
	const startMs = startOfSlot(date, time, testCompany.timeZone);
	return { startMs, endMs: startMs + testCompany.demo.callMinutes * 60_000 };
}

const instantOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms);
const all = { startMs: 0, endMs: Date.parse("2100-01-01T00:00:00Z") };

/** After every step, no host is in two places, and every call has its host. */
async function compare(demo: World): Promise<void> {
	const reserved = await listReservations(demo.database.db, all, { now: demo.clock.now() });
	for (const [index, one] of reserved.entries())
		for (const other of reserved.slice(index + 1))
			expect(one.hostId === other.hostId && overlap(one, other), JSON.stringify([one, other])).toBe(false);
	const calls = reserved.filter(({ purpose }) => purpose === "demo-call");
	const booked = (await listBookings(demo.database.db)).filter(({ state }) => state === "booked");
	const describeAll = (list: { reference: string; hostId?: string | undefined; startMs: number }[]) =>
		list.map(({ reference, hostId, startMs }) => `${reference} ${hostId} ${startMs}`).toSorted();
	expect(describeAll(calls)).toEqual(
		describeAll(
			booked
				.filter(({ hostIds }) => hostIds.length > 0)
				.map((call) => ({ ...call, hostId: call.hostIds[0], startMs: call.startsAt.epochMilliseconds })),
		),
	);
	const interviews = await listBookedInterviews(demo.database.db, { from: instantOf(0) });
	expect(describeAll(reserved.filter(({ purpose }) => purpose === "interview"))).toEqual(
		describeAll(
			interviews.flatMap(({ reference, hostIds, startsAt }) =>
				hostIds.map((hostId) => ({ reference, hostId, startMs: startsAt.epochMilliseconds })),
			),
		),
	);
}

/** A host who was just assigned is available: neither away nor busy, and at work. */
async function expectIsThere({ database: { db } }: World, hostId: string, interval: Interval): Promise<void> {
	for (const table of ["hostTimeOff", "busyTimes"] as const)
		for (const { startsAt, endsAt } of await db.selectFrom(table).selectAll().where("hostId", "=", hostId).execute())
			expect(overlap(interval, { startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) })).toBe(false);
	for (const { startsAt, endsAt } of await db.selectFrom("closures").selectAll().execute())
		expect(overlap(interval, { startMs: Date.parse(startsAt), endMs: Date.parse(endsAt) })).toBe(false);
	const host = await findHost(db, hostId);
	const clockOf = (ms: number) =>
		instantOf(ms)
			.toZonedDateTimeISO(host?.timeZone ?? testCompany.timeZone)
			.toPlainTime()
			.toString()
			.slice(0, 5);
	const [spell] = host?.hours ?? [];
	if (spell) {
		expect(clockOf(interval.startMs) >= spell.from).toBe(true);
		expect(clockOf(interval.endMs) <= spell.until).toBe(true);
	}
}

const hasCall = ({ tokens }: Model) => tokens.length > 0;

function step(
	text: string,
	work: (model: Model, demo: World) => Promise<void>,
	check: (model: Readonly<Model>) => boolean = () => true,
): Step {
	return {
		check,
		toString: () => text,
		async run(model, demo) {
			await work(model, demo);
			await compare(demo);
		},
	};
}

const describeSlot = ({ date, time }: Slot) => `${date} ${time}`;
const pick = ({ tokens }: Model, index: number) => tokens[index % tokens.length] as string;
const findCall = async ({ database }: World, token: string) => findBookingByToken(database.db, hashToken(token));

const book = (slot: Slot, times: number) =>
	step(`book ${describeSlot(slot)} ${times} times at once`, async (model, demo) => {
		const isOffered = (await demo.freeSlots.onDate(slot.date)).includes(slot.time);
		const results = await Promise.all(
			Array.from({ length: times }, () =>
				demo.submit({ firstName: "Asha", email: "asha@visitor.example", phone: "1", ...slot }),
			),
		);
		const booked = results.filter((result) => result.ok);
		// Of several requests at once, at least one gets what was offered.
		expect(booked.length > 0).toBe(isOffered);
		for (const { confirmation } of booked) {
			const token = confirmation.manageUrl.split("/").at(-1) as string;
			model.tokens.push(token);
			const hostId = (await findCall(demo, token))?.hostIds[0];
			if (hostId !== undefined) await expectIsThere(demo, hostId, intervalOf(slot));
		}
	});

const move = (index: number, slot: Slot) =>
	step(
		`move call ${index} to ${describeSlot(slot)}`,
		async (model, demo) => {
			const token = pick(model, index);
			const before = await findCall(demo, token);
			const offered = await demo.manageBooking.listFree(token);
			const isOpen = (await demo.manageBooking.find(token))?.state === "upcoming";
			const { startMs } = intervalOf(slot);
			const isSame = before?.startsAt.epochMilliseconds === startMs;
			const isPossible = isOpen && (isSame || ((before?.moves ?? 0) < maxMoves && offered.includes(startMs)));
			expect((await demo.move(token, slot)).ok).toBe(isPossible);
			const after = await findCall(demo, token);
			const [hostId] = after?.hostIds ?? [];
			if (isPossible && !isSame && hostId !== undefined) await expectIsThere(demo, hostId, intervalOf(slot));
		},
		hasCall,
	);

const cancel = (index: number) =>
	step(
		`cancel call ${index}`,
		async (model, demo) => void (await demo.manageBooking.cancel(pick(model, index))),
		hasCall,
	);

const handOver = (index: number, hostId: string) =>
	step(
		`give call ${index} to ${hostId}`,
		async (model, demo) => {
			const call = await findCall(demo, pick(model, index));
			if (call?.state !== "booked") return;
			const room = { company: testCompany, hosts: demo.hosts, now: demo.clock.now() };
			const given = await demo.database.write((transaction) => giveToHosts(transaction, call, [hostId], room));
			if (!given) return;
			const { startsAt, durationMinutes } = given;
			expect(given.hostIds).toEqual([hostId]);
			// A host keeps a call that they have, whatever they are offered for since.
			const isBookable = (await findHost(demo.database.db, hostId))?.purposes.includes("demo-call");
			expect(isBookable === true || call.hostIds.includes(hostId)).toBe(true);
			const startMs = startsAt.epochMilliseconds;
			const others = await listReservations(
				demo.database.db,
				{ startMs, endMs: startMs + durationMinutes * 60_000 },
				{ now: demo.clock.now(), hostId },
			);
			expect(others.map(({ reference }) => reference)).toEqual([call.reference]);
		},
		hasCall,
	);

const offer = (hostIds: string[], slot: Slot, length: string) =>
	step(
		`offer ${length} minutes by ${hostIds.join(" and ")} on ${slot.date}`,
		async (model, { interviews, application, database }) => {
			const typed = { ...typedOffer, hostIds, length, firstDate: slot.date, lastDate: slot.date };
			const result = await interviews.desk.offer(
				application,
				typed,
				{ id: "asha", name: "Asha" },
				{ idempotencyKey: undefined },
			);
			if (!result.ok) return;
			const { parameters } = await database.db
				.selectFrom("emails")
				.select("parameters")
				.where("kind", "=", "interview-offer")
				.orderBy("id", "desc")
				.executeTakeFirstOrThrow();
			const { token } = JSON.parse(parameters ?? "{}") as { token: string };
			model.interviews.push({ reference: result.reference, token });
		},
	);

const pickInterview = ({ interviews }: Model, index: number) =>
	interviews[index % interviews.length] as Model["interviews"][number];

/** All interviewers of a newly scheduled interview are available, and nowhere else. */
async function expectAllAreThere(demo: World, reference: string): Promise<void> {
	const interview = await findInterview(demo.database.db, reference);
	if (!interview || !isBooked(interview)) throw new Error("The interview has no time");
	for (const hostId of interview.hostIds) {
		await expectIsThere(demo, hostId, intervalOfInterview(interview));
		expect((await findHost(demo.database.db, hostId))?.purposes).toContain("interview");
	}
}

const choose = (index: number, slot: Slot, offered: number | undefined) =>
	step(
		`choose ${offered === undefined ? describeSlot(slot) : `offered time ${offered}`} for interview ${index}`,
		async (model, demo) => {
			const { reference, token } = pickInterview(model, index);
			const { manage } = demo.interviews;
			const free = await manage.listFree(token);
			const own = (await manage.find(token))?.startMs;
			const before = await findInterview(demo.database.db, reference);
			const startMs = free[(offered ?? 0) % Math.max(1, free.length)];
			const wanted = offered === undefined || startMs === undefined ? intervalOf(slot).startMs : startMs;
			const isOpen = before?.state !== "cancelled";
			const isPossible = isOpen && (wanted === own || (free.includes(wanted) && (before?.moves ?? 0) < maxMoves));
			expect((await manage.choose(token, wanted)).ok).toBe(isPossible);
			if (isPossible && wanted !== own) await expectAllAreThere(demo, reference);
		},
		(model) => model.interviews.length > 0,
	);

const cancelInterview = (index: number) =>
	step(
		`cancel interview ${index}`,
		async (model, { interviews }) => void (await interviews.manage.cancel(pickInterview(model, index).token)),
		(model) => model.interviews.length > 0,
	);

const handInterviewOver = (index: number, hostIds: string[]) =>
	step(
		`give interview ${index} to ${hostIds.join(" and ")}`,
		async (model, demo) => {
			const { reference } = pickInterview(model, index);
			const by = { id: "asha", name: "Asha", message: "" };
			const errors = await demo.interviews.desk.reassign(reference, { hostIds }, by);
			const after = await findInterview(demo.database.db, reference);
			if (errors) return;
			expect(after?.hostIds).toEqual(hostIds);
			if (after && isBooked(after)) await expectAllAreThere(demo, reference);
		},
		(model) => model.interviews.length > 0,
	);

const set = (id: string, index: number) =>
	step(`set ${id} to ${index}`, async (_, { database, clock }) => {
		const chosen = settings[index] as (typeof settings)[number];
		const version = (await findHost(database.db, id))?.version ?? 0;
		await database.write((transaction) =>
			saveHost(transaction, id, { ...chosen, video: { kind: "room" } }, { version, now: clock.now() }),
		);
	});

const absent = (kind: "time off" | "busy" | "closure", hostId: string, slot: Slot, minutes: number) =>
	step(`${kind} of ${hostId} for ${minutes} minutes from ${describeSlot(slot)}`, async (_, { database, clock }) => {
		const { startMs } = intervalOf(slot);
		const times = { startMs, endMs: startMs + minutes * 60_000 };
		await database.write(async (transaction) => {
			if (kind === "time off") await addTimeOff(transaction, { hostId, ...times, note: "" });
			else if (kind === "closure")
				await addClosure(transaction, { ...times, reason: "Stocktaking", createdBy: hostId }, clock.now());
			else
				await transaction
					.insertInto("busyTimes")
					.values({
						calendarId: randomUUID(),
						hostId,
						startsAt: new Date(startMs).toISOString(),
						endsAt: new Date(startMs + minutes * 60_000).toISOString(),
					})
					.execute();
		});
	});

describe.each(serverDatabaseKinds)("hosts on %s", (kind) => {
	test("are never double-booked, and offered times can be booked", async () => {
		const demo = await createTestDemoBooking(kind, { listPeople: async () => people });
		const interviews = createInterviewParts(demo);
		const application = await storeApplication(demo.database);
		const start = demo.clock.now();
		const slot = fc.constantFrom(...slots);
		const host = fc.constantFrom(...ids);
		const index = fc.nat(9);
		const some = fc.subarray(ids, { minLength: 1, maxLength: 2 });
		const steps = fc.commands(
			[
				fc.tuple(slot, fc.integer({ min: 1, max: 4 })).map(([wanted, times]) => book(wanted, times)),
				fc.tuple(slot, fc.integer({ min: 1, max: 4 })).map(([wanted, times]) => book(wanted, times)),
				fc.tuple(host, fc.nat(settings.length - 1)).map(([id, chosen]) => set(id, chosen)),
				fc.tuple(host, fc.constant(0)).map(([id, chosen]) => set(id, chosen)),
				fc.tuple(index, slot).map(([call, wanted]) => move(call, wanted)),
				index.map(cancel),
				fc.tuple(index, host).map(([call, id]) => handOver(call, id)),
				fc.tuple(some, slot, fc.constantFrom("15", "30", "60")).map((parts) => offer(...parts)),
				fc.tuple(index, slot, fc.option(fc.nat(40), { nil: undefined })).map((parts) => choose(...parts)),
				fc.tuple(index, slot, fc.nat(40)).map((parts) => choose(...parts)),
				index.map(cancelInterview),
				fc.tuple(index, some).map((parts) => handInterviewOver(...parts)),
				fc
					.tuple(
						fc.constantFrom("time off" as const, "busy" as const, "closure" as const),
						host,
						slot,
						fc.constantFrom(10, 30, 300),
					)
					.map((parts) => absent(...parts)),
			],
			{ maxCommands: 24 },
		);
		await fc.assert(
			fc.asyncProperty(fc.subarray(ids), steps, async (hostIds, commands) => {
				const { db } = demo.database;
				for (const table of [
					"bookings",
					"emails",
					"interviews",
					"interviewLinks",
					"interviewEvents",
					"hostReservations",
					"hosts",
					"hostTimeOff",
					"busyTimes",
					"closures",
				] as const)
					await db.deleteFrom(table).execute();
				demo.clock.advance(demo.clock.now().until(start));
				const ofAll = settings[0] as (typeof settings)[number];
				for (const id of hostIds)
					await demo.database.write((transaction) =>
						saveHost(transaction, id, { ...ofAll, video: { kind: "none" } }, { version: 0, now: start }),
					);
				await fc.asyncModelRun(
					() => ({
						model: { tokens: [], interviews: [] },
						real: { ...demo, interviews, application },
					}),
					commands,
				);
			}),
			{ numRuns: 60, interruptAfterTimeLimit: 60_000 },
		);
	});
});
