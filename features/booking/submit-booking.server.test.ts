import { expect, test } from "vitest";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";

test("limits are checked once, as part of storing a booking", async () => {
	let questions = 0;
	const demo = await createTestDemoBooking("sqlite", {
		limits: {
			livePerAddress: 0,
			livePerNetwork: 0,
			// Read twice: whether there is a limit, and its value.
			get perHourUnconfirmed() {
				questions++;
				return 1;
			},
		},
	});
	expect(await demo.book()).not.toHaveProperty("confirmBy");
	expect(questions).toBe(2);
	expect(await demo.book({ time: "11:00 AM" })).toHaveProperty("confirmBy");
	expect(questions).toBe(4);
});
