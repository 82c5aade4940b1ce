import { Form } from "react-router";
import { formatShortDate } from "../../shared/format-date.ts";
import { groupBy } from "../../shared/group-by.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorText, findError, TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { FormKey } from "../forms/form-key.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import { InterviewersFields } from "./interviewers-fields.tsx";

/** The typed values of an offer. */
export type TypedFields = {
	/** Id of the first interviewer, or whoeverIsFree. */
	lead: string;
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

/** A single time to offer. */
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
	/** Times of the days, once requested. */
	times: TimeToOffer[] | undefined;
	recipient: string;
	mailbox: string;
	formKey: string;
	nextFormKey: string | undefined;
	errors: FieldError[];
};

/** The form of an offer: interviewers, length, place, days and text. */
export function OfferForm({ choices, typed, times, recipient, mailbox, formKey, nextFormKey, errors }: OfferFormProps) {
	return (
		<Form method="post" className="form form-wide" noValidate preventScrollReset>
			<FormKey first={formKey} next={nextFormKey} />
			<InterviewersFields
				interviewers={choices.interviewers.map(({ hasVideo, ...one }) => ({
					...one,
					remark: hasVideo ? undefined : "sends video links manually",
				}))}
				lead={typed.lead}
				hostIds={typed.hostIds}
				errors={errors}
			/>
			<SelectField
				name="length"
				label="Length"
				options={choices.lengths.map((minutes) => ({ value: minutes, label: `${minutes} minutes` }))}
				defaultValue={typed.length}
				errors={errors}
			/>
			<SelectField
				name="place"
				label="Where"
				options={choices.places.map(({ key, label }) => ({ value: key, label }))}
				defaultValue={typed.place}
				errors={errors}
			/>
			<div className="field-row">
				<TextField name="first" label="From" type="date" defaultValue={typed.first} required errors={errors} />
				<TextField name="last" label="To" type="date" defaultValue={typed.last} required errors={errors} />
			</div>
			<TimesFields times={times} starts={typed.starts} timeZoneLabel={choices.timeZoneLabel} errors={errors} />
			<div className="inline-form">
				<TemplateChoice
					templates={choices.templates}
					templateId={typed.template}
					button={{ name: "do", value: "template" }}
				/>
			</div>
			<p className="hint">
				To {recipient}. Replies go to {mailbox}. Days, length, place and a private link are added below your text.
			</p>
			<TextField
				key={`subject ${typed.subject}`}
				name="subject"
				label="Subject"
				maxLength={200}
				defaultValue={typed.subject}
				required
				errors={errors}
			/>
			<TextArea
				key={`text ${typed.text}`}
				name="text"
				label="Message"
				rows={10}
				defaultValue={typed.text}
				required
				errors={errors}
			/>
			<div className="inline-form">
				<button name="do" value="send" className="button-main">
					Send offer
				</button>
				<button name="do" value="preview">
					Preview
				</button>
			</div>
		</Form>
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
	const error = findError(errors, "starts");
	return (
		<>
			<div className="inline-form">
				<button name="do" value="times">
					{times ? "Refresh free times" : "Offer specific times"}
				</button>
			</div>
			{times?.length === 0 && <p className="empty">No times on these days when everyone is free.</p>}
			{times && times.length > 0 && (
				<fieldset className="checks times" id="starts" tabIndex={-1} aria-describedby={error && "starts-error"}>
					<legend>Times to offer ({timeZoneLabel}); leave empty to offer every free time</legend>
					<ErrorText id="starts-error" message={error} />
					{[...groupBy(times, ({ date }) => date)].map(([date, ofDay]) => (
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
