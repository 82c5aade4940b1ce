import { expect, test } from "vitest";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";

test("a booking is given up when what the limits allow is another thing at every attempt", async () => {
	let questions = 0;
	const demo = await createTestDemoBooking("sqlite", {
		caps: {
			livePerAddress: 0,
			livePerNetwork: 0,
			// Asked twice an attempt: whether there is a limit, and which.
			get perHourUnconfirmed() {
				return Math.floor(questions++ / 2) % 2 === 0 ? 1 : 1_000;
			},
		},
	});
	questions = 2;
	await demo.book();
	questions = 0;
	await expect(demo.book({ time: "11:00 AM" })).rejects.toThrow(StorageUnavailableError);
	expect(questions / 2).toBe(5);
});
