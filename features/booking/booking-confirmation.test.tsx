import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { testCompany } from "../../tests/support/test-server.ts";
import { BookingConfirmation } from "./booking-confirmation.tsx";

const receipt = {
	reference: "BKG-7K3F9QXM",
	date: "2026-11-30",
	time: "10:00 AM",
	timeZone: "Asia/Kolkata",
	durationMinutes: 30,
	manageUrl: "https://narangi.example/demo/booking/0123456789abcdef",
};

test.each([
	["2026-11-29T04:29:59Z", "we will remind you a day and an hour before."],
	["2026-11-29T04:30:00Z", "we will remind you an hour before."],
])("at %s, of a call at 04:30 on the 30th, the reminders that are still to come are promised", (now, sentence) => {
	vi.useFakeTimers({ now: new Date(now) });
	onTestFinished(() => void vi.useRealTimers());
	expect(
		renderToStaticMarkup(<BookingConfirmation receipt={receipt} company={testCompany} />).replaceAll(/\s+/g, " "),
	).toContain(sentence);
});
