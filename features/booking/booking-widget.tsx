import { Clock, Globe, MapPin } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { demoSlug } from "../../shared/call-type.ts";
import type { Notice } from "../../shared/notices.ts";
import type { CallSettings } from "../../shared/slot-texts.ts";
import { isCalendarDate, parseSlotLabel } from "../../shared/slot-times.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useReturn } from "../../ui/use-return.ts";
import { type Availability } from "./availability.ts";
import type { BookingReceipt, PlainBooking, TitledReceipt } from "./booking-calls.ts";
import type { TypedDetails } from "./booking-fields.tsx";
import { CalendarStep } from "./calendar-step.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { DetailsStep } from "./details-step.tsx";
import type { Slot } from "./rules.ts";
import { TimeStep } from "./time-step.tsx";
import { useAvailability, useSlotsOf } from "./use-availability.ts";

/**
 * The choices so far, from the address or the parent: without a date the calendar is shown, without a time the date's slots, otherwise the
 * details. Invalid choices are ignored.
 */
export type ChosenCall = { domain?: string; month?: string; date?: string; time?: string };

type Step = { name: "calendar" } | { name: "time"; date: string } | { name: "details"; date: string; time: string };

type BookingWidgetProps = {
	settings: CallSettings;
	/** The notice about personal data; undefined without one. */
	notice: Notice | undefined;
	/** On the page whose steps the server renders. */
	plain?: PlainBooking | undefined;
	chosen: ChosenCall;
	/** Called with all choices; `replace` leaves no way back to the previous ones. */
	onChoose: (chosen: ChosenCall, options?: { replace: boolean }) => void;
	onBooked: (receipt: TitledReceipt) => void;
};

/**
 * The three steps of a booking, with scripts and without: docs/product/booking.md, Steps.
 *
 * One small answer holds the free slots of the whole window, so choosing a date shows its slots at once. They are then asked for again,
 * because somebody else may just have taken one.
 */
export function BookingWidget({ settings, notice, plain, chosen, onChoose, onBooked }: BookingWidgetProps) {
	const id = useId();
	const { slug, domains, callMinutes, place } = settings.call;
	const { availability, windowState, loadWindow, setAvailability } = useAvailability(settings, plain);
	const [returning, setReturning] = useState<{ date?: string }>();
	const [typed, setTyped] = useState<TypedDetails>(plain?.refusal?.values ?? {});
	const [scripted, setScripted] = useState(!plain);
	useEffect(() => setScripted(true), []);
	/** The choice that is being sent, or was refused while the browser went Back. */
	const [held, setHeld] = useState<{ call: ChosenCall; answered: boolean }>();

	// The details stay until the response arrives, and the browser's Back is reverted. A response may arrive meanwhile, so the details are
	// kept until the choice is theirs again.
	const shown = held?.call ?? chosen;
	const keepChosen = useEffectEvent(() => {
		if (!held) return;
		if (chosen.date !== held.call.date || chosen.time !== held.call.time) onChoose(held.call, { replace: true });
		else if (held.answered) setHeld(undefined);
	});
	useEffect(() => keepChosen(), [chosen.date, chosen.time, held?.answered]);

	const domain = domains.find((candidate) => candidate === shown.domain) ?? domains[0];
	const step: Step = availability || plain?.refusal ? findStep(shown, availability) : { name: "calendar" };
	const [slotsState, loadSlotsAgain] = useSlotsOf(
		slug,
		step.name === "time" ? step.date : undefined,
		availability,
		setAvailability,
		plain,
	);

	function choose(slot: Partial<Slot>) {
		onChoose({ ...(domain !== domains[0] && { domain }), ...slot });
	}

	function chooseDate(date: string) {
		setReturning({ date });
		choose({ date });
	}

	function tryAgain() {
		setReturning({});
		void loadWindow();
	}

	function startAgain() {
		setHeld(undefined);
		setReturning(undefined);
		setTyped({});
		onChoose({}, { replace: true });
		void loadWindow();
	}

	const booked = useRef(false);

	function finish(receipt: BookingReceipt) {
		if (receipt.personCheckPath !== undefined) {
			booked.current = true;
			return window.location.assign(receipt.personCheckPath);
		}
		const hasGuests = Boolean(typed.guests?.trim());
		startAgain();
		const noun = slug === demoSlug ? "demo" : "call";
		onBooked({
			...receipt,
			hasGuests,
			title: receipt.confirmBy ? `Please confirm your ${noun}` : `Your ${noun} is booked`,
		});
	}

	useReturn(() => {
		if (booked.current) startAgain();
		else setHeld(undefined);
		booked.current = false;
	});

	return (
		<div>
			<div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b border-hairline pb-6">
				<ul className="flex flex-wrap gap-x-6 gap-y-2 text-16">
					<li className="flex items-center gap-2">
						<Clock aria-hidden="true" className="size-5 text-accent-ui" /> {callMinutes} minutes
					</li>
					<li className="flex items-center gap-2">
						<Globe aria-hidden="true" className="size-5 text-accent-ui" /> {settings.timeZone}
					</li>
					{place !== "" && (
						<li className="flex items-center gap-2">
							<MapPin aria-hidden="true" className="size-5 text-accent-ui" /> {place}
						</li>
					)}
				</ul>
				{domains.length > 1 && (
					<SelectField
						id={`${id}-domain`}
						form={id}
						name="domain"
						label="What is it about?"
						options={domains}
						value={domain}
						disabled={held !== undefined || slotsState === "loading"}
						onChange={(event) => {
							setReturning(undefined);
							onChoose({ domain: event.target.value });
						}}
					/>
				)}
			</div>

			<div className="mt-6">
				{step.name === "details" ? (
					<DetailsStep
						id={id}
						settings={settings}
						notice={notice}
						call={{ domain, date: step.date, time: step.time }}
						typed={typed}
						onType={setTyped}
						processing={held?.answered === false}
						plain={plain}
						scripted={scripted}
						onSend={() => setHeld({ call: chosen, answered: false })}
						onRefused={() => setHeld({ call: shown, answered: true })}
						onBack={() => chooseDate(step.date)}
						onBooked={finish}
					/>
				) : windowState !== "failed" && !availability ? (
					<p role="status">Loading the free dates…</p>
				) : (
					<ChoiceForm id={id} callType={slug}>
						{windowState === "failed" || !availability ? (
							<div role="alert">
								<input type="hidden" name="date" value={shown.date ?? ""} />
								<p className="font-semibold text-error">Failed to load available time slots. Please try again.</p>
								<Button type="submit" className="mt-4" onClick={tryAgain}>
									Try again
								</Button>
							</div>
						) : step.name === "time" ? (
							<TimeStep
								settings={settings}
								availability={availability}
								date={step.date}
								state={slotsState}
								scripted={scripted}
								onPickDate={chooseDate}
								onPickTime={(time) => choose({ date: step.date, time })}
								onTryAgain={loadSlotsAgain}
								onBack={() => {
									setReturning({ date: step.date });
									choose({});
								}}
							/>
						) : (
							<CalendarStep
								settings={settings}
								availability={availability}
								disabled={windowState === "loading"}
								returning={returning}
								month={shown.month}
								onPick={chooseDate}
							/>
						)}
					</ChoiceForm>
				)}
			</div>
		</div>
	);
}

/** @param window undefined if it could not be read: a form that was refused keeps its slot */
function findStep({ date = "", time = "" }: ChosenCall, window: Availability | undefined): Step {
	if (!isCalendarDate(date) || (window && (date < window.today || date > window.lastDate))) return { name: "calendar" };
	return parseSlotLabel(time) === undefined ? { name: "time", date } : { name: "details", date, time };
}
