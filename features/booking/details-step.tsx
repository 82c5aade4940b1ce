import {
	useEffect,
	useRef,
	useState,
	type ChangeEvent,
	type Dispatch,
	type FormEvent,
	type SetStateAction,
} from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { createKeyPerBody } from "../../shared/idempotency-key.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { formatVisitorTime, type CallFacts } from "../../shared/slot-texts.ts";
import { BookingFields, idOfBookingField } from "./booking-fields.tsx";
import { sendBooking, type BookingReceipt } from "./booking-calls.ts";
import type { VisitorField } from "./visitor-fields.ts";
import { createBookingValidation, type FieldError } from "./rules.ts";

export type TypedDetails = Partial<Record<VisitorField, string>>;

type DetailsStepProps = {
	facts: CallFacts;
	call: { domain: string; date: string; time: string };
	/** What was typed so far; it outlives this step. */
	typed: TypedDetails;
	onType: Dispatch<SetStateAction<TypedDetails>>;
	/** While the booking is being sent. */
	processing: boolean;
	onSend: () => void;
	/** Called when it could not be booked as it is. */
	onRefused: () => void;
	onPickTime: (time: string) => void;
	onBack: () => void;
	onBooked: (receipt: BookingReceipt) => void;
};

/** The booking form: docs/product/booking.md, Details. What was typed stays until the slot is booked. */
export function DetailsStep({
	facts,
	call,
	typed,
	onType,
	processing,
	onSend,
	onRefused,
	onPickTime,
	onBack,
	onBooked,
}: DetailsStepProps) {
	const { date, time } = call;
	const heading = useRef<HTMLHeadingElement>(null);
	const banner = useRef<HTMLDivElement>(null);
	const [keyOf] = useState(createKeyPerBody);
	const [errors, setErrors] = useState<FieldError[]>([]);
	const [attempts, setAttempts] = useState(0);
	const [failure, setFailure] = useState<{ freeSlots?: string[]; message?: string | undefined }>();
	const visitorTime = formatVisitorTime({ date, time, timeZone: facts.timeZone }, facts.locale);

	useEffect(() => heading.current?.focus(), []);
	useEffect(() => banner.current?.focus(), [failure]);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (processing) return;
		const values = { ...(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>), ...call };
		const checked = createBookingValidation(facts)(values);
		setFailure(undefined);
		if (!checked.ok) return reject(checked.errors);
		setErrors([]);
		onSend();
		const outcome = await sendBooking(values, keyOf(JSON.stringify(values)));
		if (outcome.kind === "booked") return onBooked(outcome.receipt);
		onRefused();
		if (outcome.kind === "rejected") return reject(outcome.errors);
		setFailure(outcome.kind === "taken" ? { freeSlots: outcome.availableSlots } : { message: outcome.message });
	}

	function reject(found: FieldError[]) {
		setErrors(found);
		setAttempts(attempts + 1);
	}

	function pickOtherTime(other: string) {
		setFailure(undefined);
		onPickTime(other);
		heading.current?.focus();
	}

	const stateOf = (name: VisitorField) => ({
		value: typed[name] ?? "",
		onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
			const { value } = target;
			// A browser that fills in the form for its user changes several fields at once.
			onType((current) => ({ ...current, [name]: value }));
			setErrors((current) => current.filter((error) => error.field !== name));
		},
	});

	return (
		<form noValidate onSubmit={submit} className="space-y-6">
			<div>
				<h3 ref={heading} tabIndex={-1} className="text-22">
					Your details
				</h3>
				<p className="mt-2 text-16">
					{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong>{" "}
					{facts.timeZoneLabel} time
					{visitorTime && (
						<>
							{" "}
							(<span className="whitespace-nowrap">{visitorTime}</span> your time)
						</>
					)}
				</p>
			</div>
			{failure && (
				<div ref={banner} role="alert" tabIndex={-1} className="rounded-12 border-2 border-error bg-white p-5">
					<p className="font-semibold text-error">Failed to submit booking. Please try again.</p>
					{failure.message && <p className="mt-2 text-16">{failure.message}</p>}
					{failure.freeSlots && <TakenSlot date={date} freeSlots={failure.freeSlots} onPickTime={pickOtherTime} />}
				</div>
			)}
			<ErrorSummary attempt={attempts} errors={errors} idOf={idOfBookingField} />
			<BookingFields errors={errors} disabled={processing} stateOf={stateOf} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" disabled={processing}>
					{processing ? "Processing..." : "Book a Free Demo"}
				</Button>
				<Button look="secondary" disabled={processing} onClick={onBack}>
					Back
				</Button>
				<Button look="quiet" disabled={processing} onClick={onBack}>
					Cancel Booking
				</Button>
			</div>
		</form>
	);
}

function TakenSlot({
	date,
	freeSlots,
	onPickTime,
}: {
	date: string;
	freeSlots: string[];
	onPickTime: (time: string) => void;
}) {
	return (
		<>
			<p className="mt-2 text-16">
				That time has just been taken.{" "}
				{freeSlots.length > 0
					? `Still free on ${formatFullDate(date)}:`
					: "Nothing else is free on this day; go back to choose another."}
			</p>
			<ul className="mt-3 flex flex-wrap gap-2">
				{freeSlots.map((time) => (
					<li key={time}>
						<button
							type="button"
							onClick={() => onPickTime(time)}
							className="tabular min-h-11 rounded-full border border-border px-4 text-16 font-semibold text-ink hover:border-ink"
						>
							{time}
						</button>
					</li>
				))}
			</ul>
		</>
	);
}
