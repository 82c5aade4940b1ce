import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate, useSearchParams, type NavigateOptions } from "react-router";
import type { TitledReceipt } from "../../features/booking/booking-calls.ts";
import type { ChosenCall } from "../../features/booking/booking-widget.tsx";
import { writeDuration } from "../../shared/slot-texts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useCompany } from "../layout/use-company.ts";
import { BookingConfirmation, BookingMissing, loadBooking } from "./lazy-booking.tsx";

const BookingWidget = lazy(() =>
	loadBooking().then(
		({ BookingWidget: Widget }) => ({ default: Widget }),
		() => ({ default: BookingMissing }),
	),
);

/**
 * The booking steps on a page of their own. The choices are in the address, so the browser's Back goes one step back. Until scripts run,
 * a link leads to the same steps as plain forms.
 */
export function DemoBookingPanel({ weekdays }: { /** Of calls, in words. */ weekdays: string }) {
	const company = useCompany();
	const hydrated = useHydrated();
	const [chosen, choose] = useChosenCall();
	const [receipt, setReceipt] = useState<TitledReceipt>();
	const heading = useRef<HTMLHeadingElement>(null);

	function endBooking() {
		setReceipt(undefined);
		// The button to return the focus to has disappeared with its step.
		heading.current?.focus();
	}

	return (
		<section aria-labelledby="form-title" className="min-w-0 lg:col-span-7">
			<h2 ref={heading} id="form-title" tabIndex={-1} className="mb-8 text-36">
				Choose a time
			</h2>
			{/* Reserves the height of the calendar, so that nothing moves when it arrives. */}
			<div className="min-h-[36rem]">
				{hydrated ? (
					<Suspense fallback={<p role="status">Loading…</p>}>
						<BookingWidget facts={company} chosen={chosen} onChoose={choose} onBooked={setReceipt} />
					</Suspense>
				) : (
					<>
						<p>
							{weekdays}, {writeDuration(company.demo.callMinutes)}, in {company.timeZoneLabel} time ({company.timeZone}
							).
						</p>
						<ButtonLink to="/demo/by-form" className="mt-6">
							Choose a date and a time
						</ButtonLink>
					</>
				)}
			</div>
			<Dialog open={receipt !== undefined} onClose={endBooking} title={receipt?.title ?? ""}>
				<Suspense>{receipt && <BookingConfirmation receipt={receipt} />}</Suspense>
			</Dialog>
		</section>
	);
}

function useChosenCall(): [ChosenCall, (chosen: ChosenCall, options?: NavigateOptions) => void] {
	const [search] = useSearchParams();
	const navigate = useNavigate();
	return [
		Object.fromEntries(search),
		(next, options) => void navigate({ search: new URLSearchParams(next).toString() }, options),
	];
}
