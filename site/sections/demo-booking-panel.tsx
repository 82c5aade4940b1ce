import { lazy, Suspense, useRef, useState, type ComponentProps } from "react";
import { Link, useNavigate, useSearchParams, type NavigateOptions } from "react-router";
import type { PlainBooking, TitledReceipt } from "../../features/booking/booking-calls.ts";
import type { ChosenCall } from "../../features/booking/booking-widget.tsx";
import { pathOfPreferredTimes, plainPathOfCalls, type OfferedCall } from "../../shared/call-type.ts";
import { formatDuration } from "../../shared/slot-texts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";
import { BookingConfirmation, BookingMissing, loadBooking } from "./lazy-booking.tsx";

const loadWidget = () => loadBooking().then(({ BookingWidget: Widget }) => ({ default: Widget }));
const BookingWidget = lazy(() => loadWidget().catch(() => ({ default: BookingMissing })));
/** Steps that the server has rendered stay as they are, and work, if their scripts cannot be loaded. */
const PlainBookingWidget = lazy(() => loadWidget().catch(() => new Promise<never>(() => {})));

type DemoBookingPanelProps = {
	/** The type of call to book. */
	call: OfferedCall;
	/** Its days, in words. */
	weekdays: string;
	plain: PlainBooking | undefined;
};

/** The booking steps on a page of their own. The choices are in the address, so the browser's Back goes one step back. */
export function DemoBookingPanel({ call, weekdays, plain }: DemoBookingPanelProps) {
	const company = useCompany();
	const [chosen, choose] = useChosenCall(plain);
	const [receipt, setReceipt] = useState<TitledReceipt>();
	const heading = useRef<HTMLHeadingElement>(null);
	const booking = {
		settings: { ...company, call },
		notice: useNotices().booking,
		plain,
		chosen,
		onChoose: choose,
		onBooked: setReceipt,
	};

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
				{plain ? (
					<Suspense fallback={<p role="status">Loading…</p>}>
						<PlainBookingWidget {...booking} />
					</Suspense>
				) : (
					<BookingOfScripts weekdays={weekdays} {...booking} />
				)}
			</div>
			<p className="mt-10 border-t border-hairline pt-6 text-16">
				None of these times work for you?{" "}
				<Link
					to={pathOfPreferredTimes(call.slug)}
					className="text-accent-text underline underline-offset-4 hover:text-ink"
				>
					Tell us when you are free
				</Link>
				.
			</p>
			<Dialog open={receipt !== undefined} onClose={endBooking} title={receipt?.title ?? ""}>
				<Suspense>{receipt && <BookingConfirmation receipt={receipt} />}</Suspense>
			</Dialog>
		</section>
	);
}

/** The steps once scripts run; until then, a link to the page that has them without. */
function BookingOfScripts({ weekdays, ...booking }: { weekdays: string } & ComponentProps<typeof BookingWidget>) {
	const { call, timeZone, timeZoneLabel } = booking.settings;
	return useHydrated() ? (
		<Suspense fallback={<p role="status">Loading…</p>}>
			<BookingWidget {...booking} />
		</Suspense>
	) : (
		<>
			<p>
				{weekdays}, {formatDuration(call.callMinutes)}, in {timeZoneLabel} time ({timeZone}).
			</p>
			<ButtonLink to={plainPathOfCalls(call.slug)} className="mt-6">
				Choose a date and a time
			</ButtonLink>
		</>
	);
}

/** Returns the choice in the address, or the refused form until the visitor chooses again. */
function useChosenCall(
	plain: PlainBooking | undefined,
): [ChosenCall, (chosen: ChosenCall, options?: NavigateOptions) => void] {
	const [search] = useSearchParams();
	const navigate = useNavigate();
	const [posted, setPosted] = useState<ChosenCall | undefined>(plain?.refusal?.values);
	return [
		{ ...Object.fromEntries(search), ...posted },
		(next, options) => {
			setPosted(undefined);
			void navigate({ search: new URLSearchParams(next).toString() }, options);
		},
	];
}
