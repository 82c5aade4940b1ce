import {
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	type Dispatch,
	type FormEvent,
	type SetStateAction,
} from "react";
import { demoSlug, plainPathOfCalls } from "../../shared/call-type.ts";
import { chooseFormKey, keyField } from "../../shared/form-key.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { createIdempotencyKey, createKeyPerBody } from "../../shared/idempotency-key.ts";
import type { Notice } from "../../shared/notices.ts";
import { isQuestionField, questionField, readFormFields } from "../../shared/question-answers.ts";
import { formatVisitorTime, type CallSettings } from "../../shared/slot-texts.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { sendBooking, type BookingReceipt, type BookingRefusal, type PlainBooking } from "./booking-calls.ts";
import { BookingFields, idOfBookingField, type TypedDetails } from "./booking-fields.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { createBookingValidation, toBookingInput } from "./rules.ts";
import { visitorFields } from "./visitor-fields.ts";

type DetailsStepProps = {
	/** Of the form, to which the domain above it belongs. */
	id: string;
	settings: CallSettings;
	notice: Notice | undefined;
	call: { domain: string; date: string; time: string };
	/** Kept when the step is left. */
	typed: TypedDetails;
	onType: Dispatch<SetStateAction<TypedDetails>>;
	/** While the booking is being sent. */
	processing: boolean;
	plain: PlainBooking | undefined;
	/** Without scripts nobody knows the visitor's zone, and the browser checks the fields. */
	scripted: boolean;
	onSend: () => void;
	onRefused: () => void;
	onBack: () => void;
	onBooked: (receipt: BookingReceipt) => void;
};

/** The booking form: docs/product/booking.md, Details. Typed text stays until the slot is booked. */
export function DetailsStep({
	id,
	settings,
	notice,
	call,
	typed,
	onType,
	processing,
	plain,
	scripted,
	onSend,
	onRefused,
	onBack,
	onBooked,
}: DetailsStepProps) {
	const { domain, date, time } = call;
	const { questions } = settings.call;
	const hasFiles = questions.some(({ kind }) => kind === "file");
	const form = useRef<HTMLFormElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const banner = useRef<HTMLDivElement>(null);
	const [keyOf] = useState(createKeyPerBody);
	const [ownKey] = useState(() => plain?.idempotencyKey ?? createIdempotencyKey());
	const [refusal, setRefusal] = useState<BookingRefusal | undefined>(plain?.refusal);
	const [attempts, setAttempts] = useState(refusal ? 1 : 0);
	// The times to choose from once the chosen one has gone.
	const [freeSlots, setFreeSlots] = useState(refusal?.kind === "taken" ? refusal.freeSlots : []);
	const visitorTime = scripted && formatVisitorTime({ date, time, timeZone: settings.timeZone }, settings.locale);
	const rejected = refusal?.kind === "rejected" ? refusal.errors : [];
	const hasInput = ({ field }: FieldError) =>
		field === "time" ? freeSlots.length > 0 : ![keyField, "domain", "date"].includes(field);
	const errors = rejected.filter(hasInput);
	const { message, detail } = describeRefusal(
		refusal,
		rejected.find((error) => !hasInput(error)),
	);

	useEffect(() => heading.current?.focus(), []);
	useEffect(() => banner.current?.focus(), [attempts]);
	// Keeps text typed before the scripts ran.
	useLayoutEffect(() => {
		const found = Object.entries(readForm(form.current)).filter(
			([name, value]) => (name in visitorFields || name === "guests" || isQuestionField(name)) && value,
		);
		onType((current) => ({ ...current, ...Object.fromEntries(found) }));
	}, [onType]);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (processing) return;
		const element = event.currentTarget;
		const { idempotencyKey: _, ...typedNow } = readForm(element);
		const values = toBookingInput({ ...typedNow, domain });
		const checked = createBookingValidation(settings, settings.call)(values);
		setRefusal(undefined);
		if (!checked.ok) return refuse({ kind: "rejected", errors: checked.errors });
		onSend();
		// A file is sent as the browser sends forms, to a page that leads to the call.
		const hasFile = [...new FormData(element).values()].some((value) => typeof value !== "string" && value.name !== "");
		if (hasFile) return element.submit();
		const outcome = await sendBooking(settings.call.slug, values, keyOf(JSON.stringify(values)));
		if (outcome.kind === "booked") return onBooked(outcome.receipt);
		onRefused();
		refuse(outcome);
	}

	function refuse(found: BookingRefusal) {
		setRefusal(found);
		setAttempts(attempts + 1);
		if (found.kind === "taken") setFreeSlots(found.freeSlots);
	}

	function noteChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
		const { name } = target as unknown as HTMLInputElement;
		// Their inputs are not controlled.
		const now = readForm(currentTarget);
		const answers = questions.map(({ key }) => [questionField(key), now[questionField(key)] ?? ""] as const);
		onType((current) => ({ ...current, ...Object.fromEntries(answers) }));
		setRefusal((current) =>
			current?.kind === "rejected"
				? { ...current, errors: current.errors.filter(({ field }) => field !== name) }
				: current,
		);
	}

	const backForm = `${id}-back`;
	const back = {
		type: "submit",
		form: backForm,
		name: "date",
		value: date,
		disabled: processing,
		onClick: onBack,
	} as const;

	return (
		<>
			<form
				ref={form}
				id={id}
				method="post"
				action={`${plainPathOfCalls(settings.call.slug)}?${new URLSearchParams(call)}`}
				encType={hasFiles ? "multipart/form-data" : undefined}
				noValidate={scripted}
				onSubmit={submit}
				onChange={noteChange}
				className="space-y-6"
			>
				<div>
					<h3 ref={heading} tabIndex={-1} className="text-22">
						Your details
					</h3>
					<p className="mt-2 text-16">
						{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong>{" "}
						{settings.timeZoneLabel} time
						{visitorTime && (
							<>
								{" "}
								(<span className="whitespace-nowrap">{visitorTime}</span> your time)
							</>
						)}
					</p>
				</div>
				{message !== undefined && (
					<div
						ref={banner}
						role="alert"
						tabIndex={-1}
						// oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts the refused form opens at the page's top
						autoFocus
						className="rounded-12 border-2 border-error bg-white p-5"
					>
						<p className="font-semibold text-error">{message}</p>
						{detail && <p className="mt-2 text-16">{detail}</p>}
					</div>
				)}
				<ErrorSummary attempt={attempts} errors={errors} idOf={idOfBookingField} />
				<input type="hidden" name="date" value={date} />
				{(plain || hasFiles) && (
					<input type="hidden" name="idempotencyKey" value={chooseFormKey(plain?.refusal, ownKey)} />
				)}
				{freeSlots.length > 0 ? (
					<SelectField
						id={idOfBookingField("time")}
						name="time"
						label={`Still free on ${formatFullDate(date)}`}
						placeholder="Choose a time"
						options={freeSlots}
						required
						errors={errors}
					/>
				) : (
					<input type="hidden" name="time" value={time} />
				)}
				<BookingFields
					questions={questions}
					mostGuests={settings.call.mostGuests}
					errors={errors}
					disabled={processing}
					typed={typed}
					// Autofill changes several fields at once.
					onType={(name, value) => onType((current) => ({ ...current, [name]: value }))}
				/>
				<FormNotice notice={notice} />
				<div className="flex flex-wrap gap-3">
					<Button type="submit" disabled={processing}>
						{processing ? "Processing..." : settings.call.slug === demoSlug ? "Book a Free Demo" : "Book this call"}
					</Button>
					<Button look="secondary" {...back}>
						Back
					</Button>
					<Button look="quiet" {...back}>
						Cancel Booking
					</Button>
				</div>
			</form>
			{/* Of its own, so that what was typed stands in no address. */}
			<ChoiceForm id={backForm} callType={settings.call.slug}>
				<input type="hidden" name="domain" value={domain} />
			</ChoiceForm>
		</>
	);
}

/**
 * Why the call was not booked, unless the errors of its fields say so.
 * @param error of the form's key or of an earlier step
 */
function describeRefusal(
	refusal: BookingRefusal | undefined,
	error: FieldError | undefined,
): { message?: string | undefined; detail?: string | undefined } {
	if (!refusal) return {};
	if (refusal.kind === "rejected")
		return {
			message: error?.message,
			detail: error && error.field !== keyField ? "Go back to choose again." : undefined,
		};
	const message = "Failed to submit booking. Please try again.";
	if (refusal.kind !== "taken") return { message, detail: refusal.message };
	const more = refusal.freeSlots.length > 0 ? "" : " Nothing else is free on this day; go back to choose another.";
	return { message, detail: `That time has just been taken.${more}` };
}

function readForm(form: HTMLFormElement | null): Record<string, string> {
	return form ? readFormFields(new FormData(form)) : {};
}
