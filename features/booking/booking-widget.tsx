import { Clock, Globe } from "lucide-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { findDateInIndia, indiaTimeZone } from "../india-time.ts";
import { durationMinutes, type Availability } from "./availability.ts";
import { fetchAvailability, fetchSlots, type BookingReceipt } from "./booking-calls.ts";
import { CalendarStep } from "./calendar-step.tsx";
import { DetailsStep, type TypedDetails } from "./details-step.tsx";
import { defaultDomain, domains, type Domain } from "./rules.ts";
import { TimeStep } from "./time-step.tsx";

/** "calendar" with `returning`: the visitor was elsewhere in the widget, so the focus goes to the calendar, on the date they left. */
type Step = { name: "calendar"; returning?: { date?: string } } | { name: "time"; date: string } | { name: "details"; date: string; time: string };
type LoadState = "loading" | "ready" | "failed";

const calendar: Step = { name: "calendar" };
const newDayCheckMs = 60_000;

/**
 * The three steps of a booking: public-site specification, sections 2 and 4, "Demo booking".
 *
 * One small answer holds the free slots of all 90 days, so choosing a date shows its slots at once; they are asked for again behind
 * it, because somebody else may just have taken one.
 */
export function BookingWidget({ onBooked }: { onBooked: (receipt: BookingReceipt) => void }) {
	const domainId = useId();
	const [domain, setDomain] = useState<Domain>(defaultDomain);
	const [step, setStep] = useState<Step>(calendar);
	const [availability, setAvailability] = useState<Availability>();
	const [windowState, setWindowState] = useState<LoadState>("loading");
	const [slotsState, setSlotsState] = useState<LoadState>("ready");
	const [typed, setTyped] = useState<TypedDetails>({});
	const [processing, setProcessing] = useState(false);
	const lastSlotsRequest = useRef(0);

	const loadWindow = useCallback(async () => {
		setWindowState("loading");
		try {
			setAvailability(await fetchAvailability());
			setWindowState("ready");
		} catch {
			setWindowState("failed");
		}
	}, []);

	useEffect(() => void loadWindow(), [loadWindow]);

	// A widget that stays open over midnight in India shows the new day: the clock only says when to ask, the answer which day it is.
	const today = availability?.today;
	useEffect(() => {
		if (today === undefined) return;
		const renew = () => {
			// Quietly: what is shown stays as it is when this fails, until the next try.
			if (findDateInIndia(Date.now()) > today) fetchAvailability().then(setAvailability, () => undefined);
		};
		const timer = setInterval(renew, newDayCheckMs);
		// A sleeping machine's timers stand still.
		document.addEventListener("visibilitychange", renew);
		return () => {
			clearInterval(timer);
			document.removeEventListener("visibilitychange", renew);
		};
	}, [today]);

	async function pickDate(date: string) {
		setStep({ name: "time", date });
		setSlotsState(availability?.days.get(date)?.length ? "ready" : "loading");
		lastSlotsRequest.current += 1;
		const request = lastSlotsRequest.current;
		// Another date may have been chosen meanwhile, of which a late answer says nothing.
		const finishAs = (state: LoadState) => request === lastSlotsRequest.current && setSlotsState(state);
		try {
			const slots = await fetchSlots(date);
			// Previous Day and Next Day also lead to dates that nobody can choose, and that shall not become such as can.
			setAvailability((current) => (current?.days.has(date) ? { ...current, days: new Map(current.days).set(date, slots) } : current));
			finishAs("ready");
		} catch {
			finishAs("failed");
		}
	}

	function tryAgain() {
		setStep({ name: "calendar", returning: {} });
		void loadWindow();
	}

	function finish(receipt: BookingReceipt) {
		setDomain(defaultDomain);
		setStep(calendar);
		setTyped({});
		void loadWindow();
		onBooked(receipt);
	}

	return (
		<div>
			<div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-hairline pb-6">
				<ul className="flex flex-wrap gap-x-6 gap-y-2 text-16">
					<li className="flex items-center gap-2">
						<Clock aria-hidden="true" className="size-5 text-orange-ui" /> {durationMinutes} minutes
					</li>
					<li className="flex items-center gap-2">
						<Globe aria-hidden="true" className="size-5 text-orange-ui" /> {indiaTimeZone}
					</li>
				</ul>
				<SelectField
					id={domainId}
					label="What is it about?"
					options={domains}
					value={domain}
					disabled={processing || slotsState === "loading"}
					onChange={(event) => {
						setDomain(event.target.value as Domain);
						setStep(calendar);
					}}
				/>
			</div>

			<div className="mt-6">
				{windowState === "failed" ? (
					<div role="alert">
						<p className="font-semibold text-error">Failed to load available time slots. Please try again.</p>
						<Button className="mt-4" onClick={tryAgain}>Try again</Button>
					</div>
				) : !availability ? (
					<p role="status">Loading the free dates…</p>
				) : step.name === "calendar" ? (
					<CalendarStep availability={availability} disabled={windowState === "loading"} returning={step.returning} onPick={pickDate} />
				) : step.name === "time" ? (
					<TimeStep
						availability={availability}
						date={step.date}
						state={slotsState}
						onPickDate={pickDate}
						onPickTime={(time) => setStep({ name: "details", date: step.date, time })}
						onBack={() => setStep({ name: "calendar", returning: { date: step.date } })}
					/>
				) : (
					<DetailsStep
						call={{ domain, date: step.date, time: step.time }}
						typed={typed}
						onType={setTyped}
						processing={processing}
						onProcessing={setProcessing}
						onPickTime={(time) => setStep({ ...step, time })}
						onBack={() => pickDate(step.date)}
						onBooked={finish}
					/>
				)}
			</div>
		</div>
	);
}
