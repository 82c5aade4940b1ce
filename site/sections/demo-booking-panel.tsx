import { lazy, Suspense, useState } from "react";
import type { BookingReceipt } from "../../features/booking/booking-calls.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

const loadBooking = () => import("./demo-dialog-content.tsx");
const BookingWidget = lazy(loadBooking);
const BookingConfirmation = lazy(async () => ({ default: (await loadBooking()).BookingConfirmation }));

/** The booking steps on a page of their own. Until scripts run, a link leads to the same steps as plain forms. */
export function DemoBookingPanel({ weekdays, timeZone }: { /** Of calls, in words. */ weekdays: string; timeZone: string }) {
	const hydrated = useHydrated();
	const [receipt, setReceipt] = useState<BookingReceipt>();

	return (
		// The height is kept free for the calendar, so that nothing moves when it arrives.
		<div className="min-h-[36rem]">
			{hydrated ? (
				<Suspense fallback={<p role="status">Loading…</p>}>
					<BookingWidget onBooked={setReceipt} />
				</Suspense>
			) : (
				<>
					<p>{weekdays}, half an hour, in India time ({timeZone}).</p>
					<ButtonLink to="/demo/by-form" className="mt-6">Choose a date and a time</ButtonLink>
				</>
			)}
			<Dialog open={receipt !== undefined} onClose={() => setReceipt(undefined)} title="Your demo is booked">
				<Suspense>{receipt && <BookingConfirmation receipt={receipt} />}</Suspense>
			</Dialog>
		</div>
	);
}
