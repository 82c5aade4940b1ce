import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import type { CompanyTime } from "../../shared/company.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { listReminders } from "../../shared/reminders.ts";
import { formatTimeOf, formatVisitorTime, nameZone } from "../../shared/slot-texts.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { buttonClass } from "../../ui/button.tsx";
import type { BookingReceipt } from "./booking-calls.ts";

/** Shown after a booking: time, reference, and how to move or cancel the call. */
export function BookingConfirmation({ receipt, company }: { receipt: BookingReceipt; company: CompanyTime }) {
	const { reference, date, time, timeZone, durationMinutes, manageUrl, confirmBy, hasGuests } = receipt;
	// On the visitor's own origin: browsers save a file only from there.
	const managePath = new URL(manageUrl).pathname;
	const visitorTime = formatVisitorTime(receipt, company.locale);
	const [reminders] = useState(() => listReminders(startOfSlot(date, time, timeZone), Date.now()));
	return (
		<div className="mt-4">
			<p>
				{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong>{" "}
				{nameZone(timeZone, company)} time
				{visitorTime && (
					<>
						{" "}
						(<span className="whitespace-nowrap">{visitorTime}</span> your time)
					</>
				)}
				, {durationMinutes} minutes.
			</p>
			{confirmBy !== undefined ? (
				<p className="mt-3">
					<strong className="font-semibold text-ink">Please confirm it</strong> with the link in the e-mail that is on
					its way to your inbox. We are holding the time for you until{" "}
					<strong className="tabular font-semibold whitespace-nowrap text-ink">
						{formatTimeOf(Date.parse(confirmBy), timeZone)}
					</strong>{" "}
					{nameZone(timeZone, company)} time; after that, the slot is released. We ask because{" "}
					{hasGuests ? "you invited guests" : "several calls were booked in a short time"}. Your reference is{" "}
					<strong className="tabular font-semibold whitespace-nowrap text-ink">{reference}</strong>.
				</p>
			) : (
				<p className="mt-3">
					Your reference is <strong className="tabular font-semibold whitespace-nowrap text-ink">{reference}</strong>. A
					confirmation with an invitation for your calendar is on its way to your inbox
					{reminders.length > 0 &&
						`, and we will remind you ${reminders.map(({ inWords }) => inWords).join(" and ")} before`}
					.
				</p>
			)}
			<div className="mt-6 flex flex-wrap gap-3">
				{confirmBy === undefined && (
					<a href={`${managePath}/invitation.ics`} download className={buttonClass("primary")}>
						<CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
					</a>
				)}
				<a href={managePath} className={buttonClass("secondary")}>
					{confirmBy === undefined ? "Move or cancel" : "Cancel"}
				</a>
			</div>
		</div>
	);
}
