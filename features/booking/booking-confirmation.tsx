import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../../ui/button.tsx";
import type { BookingReceipt } from "./booking-calls.ts";
import { listReminders } from "./reminders.ts";
import { formatFullDate, formatVisitorTime } from "./slot-texts.ts";

/** What a visitor sees after booking: when, under which reference, and how to move or cancel the call. */
export function BookingConfirmation({ receipt }: { receipt: BookingReceipt }) {
	const { reference, date, time, durationMinutes, manageUrl } = receipt;
	// On this site as the visitor has reached it: a browser saves a file as such only from the page's own origin.
	const managePath = new URL(manageUrl).pathname;
	const visitorTime = formatVisitorTime(date, time);
	const [reminders] = useState(() => listReminders({ date, time }, Date.now()));
	return (
		<div className="mt-4">
			<p>
				{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong>{" "}
				India time
				{visitorTime && (
					<>
						{" "}
						(<span className="whitespace-nowrap">{visitorTime}</span> your time)
					</>
				)}
				, {durationMinutes} minutes.
			</p>
			<p className="mt-3">
				Your reference is <strong className="tabular font-semibold whitespace-nowrap text-ink">{reference}</strong>. A
				confirmation with an invitation for your calendar is on its way to your inbox
				{reminders.length > 0 && `, and we remind you ${reminders.map(({ inWords }) => inWords).join(" and ")} before`}.
			</p>
			<div className="mt-6 flex flex-wrap gap-3">
				<a href={`${managePath}/invitation.ics`} download className={buttonClass("primary")}>
					<CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
				</a>
				<a href={managePath} className={buttonClass("secondary")}>
					Move or cancel
				</a>
			</div>
		</div>
	);
}
