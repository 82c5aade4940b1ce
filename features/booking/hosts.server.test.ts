import { expect, describe, test } from "vitest";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking } from "../../tests/support/demo-booking.ts";
import { releaseForgottenHosts } from "./allocate-hosts.server.ts";
import { listBookings } from "./find-bookings.server.ts";

const people = [{ id: "priya", name: "Priya Nair", email: "priya@staff.example" }];

async function openDemo(kind: (typeof databaseKinds)[number]) {
	const demo = await createTestDemoBooking(kind, { listPeople: async () => people });
	const { database, clock } = demo;
	return {
		...demo,
		isFree: async () => (await demo.freeSlots.onDate(testBooking.date)).includes(testBooking.time),
		makeHost: () =>
			database.write((transaction) =>
				saveHost(
					transaction,
					"priya",
					{ purposes: ["demo-call"], timeZone: undefined, hours: undefined, video: { kind: "room" } },
					{ version: 0, now: clock.now() },
				),
			),
	};
}

describe.each(databaseKinds)("hosts on %s", (kind) => {
	test("leave a call of before its time, which takes one of them", async () => {
		const { book, isFree, makeHost } = await openDemo(kind);
		await book();
		await makeHost();
		expect(await isFree()).toBe(false);
	});

	test("are free again when a release that knows of none has cancelled their call", async () => {
		const { book, database, isFree, makeHost } = await openDemo(kind);
		await makeHost();
		await book();
		const [booked] = await listBookings(database.db);
		expect(booked).toMatchObject({
			hostIds: ["priya"],
			videoUrl: expect.stringMatching(/^https:\/\/rooms\.example\/call-/),
		});
		await releaseForgottenHosts(database);
		expect(await isFree()).toBe(false);
		await database.db.updateTable("bookings").set({ state: "cancelled" }).execute();
		expect(await isFree()).toBe(false);
		await releaseForgottenHosts(database);
		expect(await isFree()).toBe(true);
	});
});
