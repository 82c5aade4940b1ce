import { describe, expect, test } from "vitest";
import { createRecordChanges } from "../../core/records/changes.server.ts";
import { countRecords, listRecords } from "../../core/records/list.server.ts";
import { findRecord, searchRecords } from "../../core/records/record-store.server.ts";
import { listEmails } from "../../platform/email/email-list-store.ts";
import { createBookingRecord, storeBooking } from "../../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";
import { getTestKind, meera } from "../../tests/support/records.ts";
import { lapseUnconfirmed } from "./allocate-hosts.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { bookingStore } from "./store.server.ts";

const bookings = getTestKind("booking");

async function openDemo(kind: (typeof databaseKinds)[number]) {
	const demo = await createTestDemoBooking(kind);
	const { database, clock } = demo;
	const changes = createRecordChanges({
		database,
		clock,
		kinds: [bookings],
	});
	return {
		...demo,
		find: (reference: string) => findRecord(database.db, reference),
		setSpam: async (reference: string, value: "yes" | "no") => {
			const version = (await findRecord(database.db, reference))?.version ?? 0;
			return changes.change(reference, { field: "spam", value, version, by: meera.id });
		},
		changes,
		undo: (batch: string) => changes.undo({ batch, kind: "booking" }, meera.id),
	};
}

describe.each(databaseKinds)("bookings as records on %s", (kind) => {
	test("are records from the start, and found by their words", async () => {
		const { book, find, database } = await openDemo(kind);
		const { reference } = await book();
		expect(await find(reference)).toMatchObject({
			kind: "booking",
			senderName: "Asha Rao",
			spam: false,
			stage: undefined,
		});
		expect(await searchRecords(database, "asha hosting")).toHaveLength(1);
	});

	test("become cancelled by themselves", async () => {
		const { book, find, manageBooking, database, clock } = await openDemo(kind);
		const { reference, token } = await book();
		await manageBooking.cancel(token);
		expect(await find(reference)).toMatchObject({ stage: "cancelled" });
		const waiting = createBookingRecord({ confirmBy: clock.now().add({ minutes: 5 }) });
		await storeBooking(database, waiting);
		await database.write((transaction) => lapseUnconfirmed(transaction, clock.now().add({ minutes: 6 })));
		expect(await find(waiting.reference)).toMatchObject({ stage: "cancelled" });
	});

	test("are not cancelled by their stage alone before they begin, nor booked again by it", async () => {
		const { book, find, changes, manageBooking, database, clock } = await openDemo(kind);
		const { reference, token } = await book();
		const plan = async (value: string) => changes.plan([reference], { field: "stage", value });
		const setStage = async (value: string) => {
			const version = (await find(reference))?.version ?? 0;
			return changes.change(reference, { field: "stage", value, version, by: meera.id });
		};
		const refused = expect.stringContaining("does not cancel the call");
		expect(await setStage("cancelled")).toMatchObject({ ok: false, why: "refused", message: refused });
		expect(await plan("cancelled")).toMatchObject([{ refused }]);
		expect(await setStage("follow-up")).toMatchObject({ ok: true });
		expect(await setStage("booked")).toMatchObject({ ok: true });
		await manageBooking.cancel(token);
		for (const stage of ["booked", "held", "no-show"])
			expect(await setStage(stage)).toMatchObject({ ok: false, message: expect.stringContaining("is cancelled") });
		expect(await setStage("follow-up")).toMatchObject({ ok: true });
		expect(await setStage("cancelled")).toMatchObject({ ok: true });
		const other = await book();
		await database.db
			.updateTable("bookings")
			.set({ startsAt: clock.now().toString({ smallestUnit: "millisecond" }) })
			.where("reference", "=", other.reference)
			.execute();
		const { version = 0 } = (await find(other.reference)) ?? {};
		expect(
			await changes.change(other.reference, { field: "stage", value: "cancelled", version, by: meera.id }),
		).toMatchObject({ ok: true });
	});

	test("go into quarantine, which frees their time, and come out only while it is free", async () => {
		const { book, setSpam, undo, database, clock, find } = await openDemo(kind);
		const { reference } = await book();
		const quarantined = await setSpam(reference, "yes");
		expect(quarantined).toMatchObject({ ok: true, record: { spam: true } });
		expect((await findBooking(database.db, reference))?.state).toBe("quarantined");
		const states = async () =>
			(await listEmails(database.db, { now: clock.now(), reference, limit: 9 })).map(({ state }) => state);
		expect(new Set(await states())).toEqual(new Set(["held"]));
		const other = await book();
		const before = await find(reference);
		expect(await setSpam(reference, "no")).toMatchObject({
			ok: false,
			why: "refused",
			message: expect.stringContaining("another call is booked at its time"),
		});
		expect(await undo(quarantined.ok ? (quarantined.batch ?? "") : "")).toMatchObject({ ok: false, why: "refused" });
		expect(await find(reference)).toEqual(before);
		await setSpam(other.reference, "yes");
		expect(await setSpam(reference, "no")).toMatchObject({ ok: true, record: { spam: false } });
		expect((await findBooking(database.db, reference))?.state).toBe("booked");
	});

	test("are listed by when they take place, page by page", async () => {
		const { book, database } = await openDemo(kind);
		const times = ["11:00 AM", "10:00 AM", "10:30 AM"];
		const made = new Map<string, string>();
		for (const time of times) made.set((await book({ time })).reference, time);
		const filter = { kinds: [bookings], kind: bookings };
		const first = await listRecords(database, filter, { limit: 2, sort: "moment" });
		const second = await listRecords(database, filter, { limit: 2, sort: "moment", after: first.next });
		expect([...first.records, ...second.records].map(({ reference }) => made.get(reference))).toEqual(times.toSorted());
		expect(first.records[0]?.moment?.toString()).toBe("2026-11-30T04:30:00Z");
		const until = Temporal.Instant.from("2026-11-30T05:00:00Z");
		const early = await listRecords(database, { ...filter, momentBefore: until }, { limit: 9 });
		const late = await listRecords(database, { ...filter, momentFrom: until }, { limit: 9 });
		expect([early.records.length, late.records.length]).toEqual([1, 2]);
		const turned = { limit: 1, sort: "moment", turned: true } as const;
		const last = await listRecords(database, { ...filter, momentFrom: until }, turned);
		const rest = await listRecords(database, { ...filter, momentFrom: until }, { ...turned, after: last.next });
		expect([last, rest].flatMap(({ records }) => records.map(({ moment }) => moment?.toString()))).toEqual([
			"2026-11-30T05:30:00Z",
			"2026-11-30T05:00:00Z",
		]);
		expect(rest.next).toBeUndefined();
		const received = await listRecords(database, { ...filter, momentFrom: until, stages: ["booked"] }, { limit: 9 });
		expect(received.records.map(({ reference }) => made.get(reference)).toSorted()).toEqual(["10:30 AM", "11:00 AM"]);
		expect(await countRecords(database, { ...filter, momentBefore: until })).toBe(1);
		expect(await countRecords(database, { ...filter, momentFrom: until, owner: "somebody" })).toBe(0);
	});

	test("are created for bookings of an earlier release, also of one beside this", async () => {
		const before = await openTestDatabase(kind, undefined, { until: "0109" });
		const insert = async (reference: string, state: "booked" | "cancelled" | "quarantined") => {
			const {
				startsAt,
				bookedAt,
				hostIds: _,
				callType: _callType,
				callTitle: _callTitle,
				bufferBeforeMinutes: _before,
				bufferAfterMinutes: _after,
				place: _place,
				confirmBy: _confirmBy,
				answers: _answers,
				guests: _guests,
				...booking
			} = createBookingRecord({
				id: reference,
				reference,
				state,
			});
			await before.db
				.insertInto("bookings")
				.values({
					...booking,
					date: "2026-11-30",
					time: "10:00",
					startsAt: startsAt.toString({ smallestUnit: "millisecond" }),
					bookedAt: bookedAt.toString({ smallestUnit: "millisecond" }),
					lane: state === "booked" ? 1 : null,
					tokenHash: reference,
					confirmBy: null,
					confirmHash: null,
					networkBucket: null,
				})
				.execute();
		};
		await insert("BKG-00000001", "booked");
		await insert("BKG-00000002", "cancelled");
		const database = await openTestDatabase(kind, before);
		expect(await findRecord(database.db, "BKG-00000001")).toMatchObject({
			stage: undefined,
			spam: false,
			version: 1,
		});
		expect(await findRecord(database.db, "BKG-00000002")).toMatchObject({ stage: "cancelled" });
		expect(await searchRecords(database, "hosting")).toHaveLength(2);
		await insert("BKG-00000003", "quarantined");
		await insert("BKG-00000004", "cancelled");
		expect(await bookingStore.registerMissing(database)).toBe(2);
		expect(await findRecord(database.db, "BKG-00000003")).toMatchObject({ spam: true, stage: undefined });
		expect(await findRecord(database.db, "BKG-00000004")).toMatchObject({ spam: false, stage: "cancelled" });
		expect(await bookingStore.registerMissing(database)).toBe(0);
	});
});
