import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { startOfSlot } from "./availability.ts";
import type { BookingReceipt } from "./booking-calls.ts";
import { formatFullDate, formatVisitorTime } from "./slot-texts.ts";

const dayMs = 86_400_000;

/** What a visitor sees after booking: when, under which reference, and how to move or cancel the call. */
export function BookingConfirmation({ receipt }: { receipt: BookingReceipt }) {
	const { reference, date, time, durationMinutes, manageUrl } = receipt;
	// On this site as the visitor has reached it: a browser saves a file as such only from the page's own origin.
	const managePath = new URL(manageUrl).pathname;
	const visitorTime = formatVisitorTime(date, time);
	// The reminder of the day before is not written for a call that is nearer.
	const [isFar] = useState(() => startOfSlot(date, time) - Date.now() > dayMs);
	return (
		<div className="mt-4">
			<p>
				{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong> India time
				{visitorTime && <> (<span className="whitespace-nowrap">{visitorTime}</span> your time)</>}, {durationMinutes} minutes.
			</p>
			<p className="mt-3">
				Your reference is <strong className="tabular font-semibold whitespace-nowrap text-ink">{reference}</strong>. A confirmation with an invitation for your calendar is on
				its way to your inbox, and we remind you {isFar ? "a day and an hour" : "an hour"} before.
			</p>
			<div className="mt-6 flex flex-wrap gap-3">
				<a href={`${managePath}/invitation.ics`} download className={buttonClass("primary")}>
					<CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
				</a>
				<a href={managePath} className={buttonClass("secondary")}>Move or cancel</a>
			</div>
		</div>
	);
}
