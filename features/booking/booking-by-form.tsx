import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { chooseFormKey, keyField } from "../../shared/form-key.ts";
import { BookingFields, idOfBookingField } from "./booking-fields.tsx";
import type { PostedBookingOutcome } from "./accept-posted-booking.server.ts";
import { formatFullDate } from "../../shared/format-date.ts";
import { type CallFacts } from "../../shared/slot-texts.ts";

type Refusal = Exclude<PostedBookingOutcome, { kind: "booked" }>;

type BookingByFormProps = {
	facts: CallFacts;
	path: string;
	domain: string | undefined;
	date: string | undefined;
	time: string | undefined;
	/** Dates that have a free slot; undefined when they cannot be read at the moment. */
	dates: string[] | undefined;
	/** Free slots of the chosen date. */
	times: string[];
	/** A fresh key, for a form that was not sent yet. */
	idempotencyKey: string;
	refusal: Refusal | undefined;
};

/** The three steps of a booking as plain HTML forms; the address holds what was chosen. A form that was refused is shown whatever else can be. */
export function BookingByForm(props: BookingByFormProps) {
	const { path, facts, domain = facts.demo.domains[0], date, time, dates, refusal } = props;
	return (
		<div className="space-y-12">
			{dates ? (
				<>
					<DateForm {...props} domain={domain} dates={dates} />
					{date && <TimeForm {...props} domain={domain} date={date} />}
				</>
			) : (
				!refusal && <LoadFailure path={path} chosen={{ domain, date, time }} />
			)}
			{date && time && (dates || refusal) && <DetailsForm {...props} domain={domain} date={date} time={time} />}
		</div>
	);
}

function LoadFailure({ path, chosen }: { path: string; chosen: Record<string, string | undefined> }) {
	return (
		<form method="get" action={path}>
			{Object.entries(chosen).map(
				([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
			)}
			<p role="alert" className="font-semibold text-error">
				Failed to load available time slots. Please try again.
			</p>
			<Button type="submit" className="mt-4">
				Try again
			</Button>
		</form>
	);
}

function TimeForm({ path, facts, domain, date, time, times }: BookingByFormProps & { domain: string; date: string }) {
	return (
		<form method="get" action={path} className="space-y-5">
			<input type="hidden" name="domain" value={domain} />
			<input type="hidden" name="date" value={date} />
			<h2 className="text-28">2. A time on {formatFullDate(date)}</h2>
			{times.length > 0 ? (
				<>
					<SelectField
						id={idOfBookingField("time")}
						name="time"
						label={`Free times, in ${facts.timeZoneLabel} time`}
						options={times}
						defaultValue={time ?? times[0]}
					/>
					<Button type="submit" look="secondary">
						Choose this time
					</Button>
				</>
			) : (
				<p>
					<strong className="text-ink">No Availability.</strong> Try another day.
				</p>
			)}
		</form>
	);
}

function DateForm({ path, facts, domain, date, dates }: BookingByFormProps & { domain: string; dates: string[] }) {
	return (
		<form method="get" action={path} className="space-y-5">
			<h2 className="text-28">1. Subject and date</h2>
			<SelectField
				id={idOfBookingField("domain")}
				name="domain"
				label="What is it about?"
				options={facts.demo.domains}
				defaultValue={domain}
			/>
			<SelectField id={idOfBookingField("date")} name="date" label="Date" defaultValue={date}>
				{dates.map((day) => (
					<option key={day} value={day}>
						{formatFullDate(day)}
					</option>
				))}
			</SelectField>
			<Button type="submit" look="secondary">
				Show the free times
			</Button>
		</form>
	);
}

function DetailsForm({
	path,
	facts,
	domain,
	date,
	time,
	idempotencyKey,
	refusal,
}: BookingByFormProps & { domain: string; date: string; time: string }) {
	const rejections = refusal?.kind === "rejected" ? refusal.errors : [];
	const errors = rejections.filter(({ field: name }) => name !== keyField);
	const keyError = rejections.find(({ field: name }) => name === keyField);
	return (
		<form method="post" action={`${path}?${new URLSearchParams({ domain, date, time })}`} className="space-y-6">
			<h2 className="text-28">3. Your details</h2>
			<p>
				{formatFullDate(date)}, <strong className="tabular font-semibold whitespace-nowrap text-ink">{time}</strong>{" "}
				{facts.timeZoneLabel} time, {facts.demo.callMinutes} minutes.
			</p>
			{refusal && refusal.kind !== "rejected" && (
				<Banner message="Failed to submit booking. Please try again.">
					{refusal.kind === "capped" && <p className="mt-2 text-16">{refusal.message}</p>}
					{refusal.kind === "taken" && (
						<p className="mt-2 text-16">
							That time has just been taken. What you typed is still here; choose another time and send it again.
						</p>
					)}
				</Banner>
			)}
			{keyError && <Banner message={keyError.message} />}
			<ErrorSummary attempt={1} errors={errors} idOf={idOfBookingField} />
			<input type="hidden" name="domain" value={domain} />
			<input type="hidden" name="date" value={date} />
			<input type="hidden" name="idempotencyKey" value={chooseFormKey(refusal, idempotencyKey)} />
			{refusal?.kind === "taken" && refusal.freeSlots.length > 0 ? (
				<SelectField
					id={idOfBookingField("free-time")}
					name="time"
					label={`Still free on ${formatFullDate(date)}`}
					options={refusal.freeSlots}
				/>
			) : (
				<input type="hidden" name="time" value={time} />
			)}
			<BookingFields errors={errors} stateOf={(name) => ({ defaultValue: refusal?.values[name] })} />
			<Button type="submit">Book a Free Demo</Button>
		</form>
	);
}

/** Takes the focus, as the summary of errors does: the form stands far below the page's top, where the answer would open. */
function Banner({ message, children }: { message: string; children?: ReactNode }) {
	return (
		// oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else can lead to it
		<div role="alert" tabIndex={-1} autoFocus className="rounded-12 border-2 border-error bg-white p-5">
			<p className="font-semibold text-error">{message}</p>
			{children}
		</div>
	);
}
