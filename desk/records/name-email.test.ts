import { expect, test } from "vitest";
import { nameEmail } from "./name-email.ts";

test("an e-mail is named by its key, or by a name that says more", () => {
	expect(nameEmail("enquiry-confirmation")).toBe("enquiry confirmation");
	expect(nameEmail("booking-staff-reminder-day")).toBe("booking team 1-day reminder");
	expect(nameEmail("weekly-numbers")).toBe("weekly summary");
	expect(nameEmail("test")).toBe("test");
});

test("beside its record it goes without the noun", () => {
	expect(nameEmail("booking-moved", "booking")).toBe("reschedule notice");
	expect(nameEmail("interview-offer", "application")).toBe("interview offer");
});
