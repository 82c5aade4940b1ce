import { Form } from "react-router";
import { formatShortDate } from "../../shared/slot-texts.ts";
import type { FieldError } from "../forms/error-summary.tsx";
import { Control } from "../forms/control.tsx";
import { Field } from "../forms/field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { TextArea } from "../forms/text-area.tsx";

/** What is typed of an offer. */
export type TypedFields = {
	hostIds: string[];
	length: string;
	first: string;
	last: string;
	place: string;
	starts: string[];
	template: string;
	subject: string;
	text: string;
};

/** A time that can be offered by itself. */
export type TimeToOffer = { value: string; date: string; time: string };

export type OfferFormProps = {
	choices: {
		interviewers: { id: string; name: string; hasVideo: boolean }[];
		places: { key: string; label: string }[];
		lengths: number[];
		templates: { id: string; name: string }[];
		timeZoneLabel: string;
	};
	typed: TypedFields;
	/** Times of the days, once they were asked for. */
	times: TimeToOffer[] | undefined;
	recipient: string;
	mailbox: string;
	formKey: string;
	nextFormKey: string | undefined;
	errors: FieldError[];
};

/** Offers an applicant an interview: with whom, how long, where, on which days, and in which words. */
export function OfferForm({ choices, typed, times, recipient, mailbox, formKey, nextFormKey, errors }: OfferFormProps) {
	return (
		<Form method="post" className="form form-wide" noValidate preventScrollReset>
			<FormKey first={formKey} next={nextFormKey} />
			<WhoFields interviewers={choices.interviewers} hostIds={typed.hostIds} errors={errors} />
			<Control name="length" label="How long" errors={errors}>
				{(control) => (
					<select {...control} defaultValue={typed.length}>
						{choices.lengths.map((minutes) => (
							<option key={minutes} value={minutes}>
								{minutes} minutes
							</option>
						))}
					</select>
				)}
			</Control>
			<Control name="place" label="Where" errors={errors}>
				{(control) => (
					<select {...control} defaultValue={typed.place}>
						{choices.places.map(({ key, label }) => (
							<option key={key} value={key}>
								{label}
							</option>
						))}
					</select>
				)}
			</Control>
			<div className="field-row">
				<Field name="first" label="From" type="date" defaultValue={typed.first} errors={errors} />
				<Field name="last" label="To" type="date" defaultValue={typed.last} errors={errors} />
			</div>
			<TimesFields times={times} starts={typed.starts} timeZoneLabel={choices.timeZoneLabel} errors={errors} />
			<div className="inline-form">
				<label htmlFor="template">Begin with</label>
				<select id="template" name="template" defaultValue={typed.template}>
					<option value="">No template</option>
					{choices.templates.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
				<button name="do" value="template">
					Fill in
				</button>
			</div>
			<p className="hint">
				To {recipient}. What they answer goes to {mailbox}, not here. Days, length, place and the private link are added
				beneath what you write.
			</p>
			<Field
				key={`subject ${typed.subject}`}
				name="subject"
				label="Subject"
				maxLength={200}
				defaultValue={typed.subject}
				errors={errors}
			/>
			<TextArea
				key={`text ${typed.text}`}
				name="text"
				label="Text"
				rows={10}
				defaultValue={typed.text}
				errors={errors}
			/>
			<div className="inline-form">
				<button name="do" value="send" className="button-main">
					Send the offer
				</button>
				<button name="do" value="preview">
					Preview
				</button>
			</div>
		</Form>
	);
}

function WhoFields({
	interviewers,
	hostIds,
	errors,
}: {
	interviewers: OfferFormProps["choices"]["interviewers"];
	hostIds: string[];
	errors: FieldError[];
}) {
	const error = errors.find(({ field }) => field === "hosts")?.message;
	return (
		<fieldset className="checks" id="hosts" tabIndex={-1} aria-describedby={error && "hosts-error"}>
			<legend>Who holds it</legend>
			{error !== undefined && (
				<p id="hosts-error" className="error">
					<span className="sr-only">Error: </span>
					{error}
				</p>
			)}
			{interviewers.map(({ id, name, hasVideo }) => (
				<label key={id}>
					<input type="checkbox" name="host" value={id} defaultChecked={hostIds.includes(id)} />
					{name}
					{!hasVideo && " (sends links by hand)"}
				</label>
			))}
			<p className="hint">Times are offered when all of them are free.</p>
		</fieldset>
	);
}

function TimesFields({
	times,
	starts,
	timeZoneLabel,
	errors,
}: {
	times: TimeToOffer[] | undefined;
	starts: string[];
	timeZoneLabel: string;
	errors: FieldError[];
}) {
	const error = errors.find(({ field }) => field === "starts")?.message;
	return (
		<>
			<div className="inline-form">
				<button name="do" value="times">
					{times ? "Look for free times again" : "Choose some times instead of any"}
				</button>
			</div>
			{times?.length === 0 && <p className="empty">They are never free together on these days.</p>}
			{times && times.length > 0 && (
				<fieldset className="checks times" id="starts" tabIndex={-1} aria-describedby={error && "starts-error"}>
					<legend>Only these times ({timeZoneLabel}); without any, every free one</legend>
					{error !== undefined && (
						<p id="starts-error" className="error">
							<span className="sr-only">Error: </span>
							{error}
						</p>
					)}
					{[...Map.groupBy(times, ({ date }) => date)].map(([date, ofDay]) => (
						<div key={date} role="group" aria-label={formatShortDate(date)}>
							<strong aria-hidden="true">{formatShortDate(date)}</strong>
							{ofDay.map(({ value, time }) => (
								<label key={value}>
									<input type="checkbox" name="start" value={value} defaultChecked={starts.includes(value)} />
									{time}
								</label>
							))}
						</div>
					))}
				</fieldset>
			)}
		</>
	);
}
