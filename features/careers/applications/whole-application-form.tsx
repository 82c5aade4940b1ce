import { Fragment } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { CareersChoices } from "../../../shared/careers.ts";
import { controlOf } from "../../../shared/form-fields.ts";
import { keyField } from "../../../shared/form-key.ts";
import { applicationLines, contactNames, linkNames, type ContactLine, type LinkLine } from "./application-fields.ts";
import {
	listYears,
	present,
	qualificationAnswers,
	referredAnswers,
	selfIdentificationLabels,
	selfIdentificationOptions,
	yesOrNo,
	type SelfIdentificationField,
} from "./options.ts";
import { entryField } from "./posted-fields.ts";
import { questionField } from "./question-answers.ts";
import { QuestionInput } from "./question-inputs.tsx";
import { applicationLimits, lineLimit, qualificationField, resumeField, type FieldError } from "./rules.ts";
import { idOf } from "./step-props.ts";
import { askEligibility, capitalise } from "./texts.ts";

type WholeApplicationFormProps = {
	jobId: string;
	/** What the job asks beyond what every job asks. */
	questions: readonly JobQuestion[];
	choices: CareersChoices;
	/** Makes sending the form twice harmless. */
	idempotencyKey: string;
	thisYear: number;
	/** What the server refused, with its reasons. */
	rejected: { values: Record<string, string>; errors: FieldError[]; message: string } | null;
	contactEmail: string;
};

const entriesOffered = [0, 1];

/** All four steps on one page, as a plain HTML form: for browsers without scripts. */
export function WholeApplicationForm({
	jobId,
	questions,
	choices,
	idempotencyKey,
	thisYear,
	rejected,
	contactEmail,
}: WholeApplicationFormProps) {
	const years = listYears(thisYear);
	// In the order of this form, whose resume stands last.
	const errors = (rejected?.errors ?? [])
		.filter((error) => error.field !== keyField)
		.toSorted((a, b) => Number(a.field === "resume") - Number(b.field === "resume"));
	const field = (name: string) => ({
		id: idOf(name),
		name,
		defaultValue: rejected?.values[name] ?? "",
		errors,
	});
	const text = (name: string, label: string) => (
		<TextField label={label} maxLength={lineLimit(name)} {...field(name)} />
	);
	const line = (name: ContactLine | LinkLine) => {
		const { shown: _shown, isLink: _isLink, ...described } = applicationLines[name];
		const { label, ...control } = controlOf(described);
		return <TextField key={name} {...control} label={described.required ? `${label} *` : label} {...field(name)} />;
	};
	const choice = (name: string, legend: string, options: readonly string[]) => (
		<RadioGroup
			key={name}
			{...field(name)}
			legend={legend}
			required
			options={options.map((value) => ({ value, label: capitalise(value) }))}
		/>
	);

	return (
		<form
			method="post"
			action={`/career/apply/${jobId}?view=whole`}
			encType="multipart/form-data"
			className="space-y-12"
		>
			<ErrorSummary attempt={1} errors={errors} idOf={idOf} />
			{rejected && errors.length === 0 && (
				<p role="alert" className="rounded-12 border-2 border-error bg-white p-5 font-semibold text-error">
					{rejected.message.replace(/\.?$/, ".")} What you typed is still here: please choose your resume again and send
					it once more, or write to {contactEmail}.
				</p>
			)}
			<input type="hidden" name="jobId" value={jobId} />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<Part title="Careers profile">
				{contactNames.map((name) => (
					<Fragment key={name}>
						{name === "city" && <SelectField label="Country *" options={choices.countries} {...field("country")} />}
						{line(name)}
					</Fragment>
				))}
				<TextArea label="Cover letter" maxLength={applicationLimits.coverLetter} {...field("coverLetter")} />
				{entriesOffered.map((index) => (
					<fieldset
						key={index}
						id={index === 0 ? idOf("education") : undefined}
						tabIndex={-1}
						className="space-y-6 rounded-12 border border-hairline bg-white p-5"
					>
						<legend className="px-2 font-semibold text-ink">Education {index + 1}</legend>
						{text(entryField("education", index, "school"), "School")}
						{text(entryField("education", index, "degree"), "Degree")}
						{text(entryField("education", index, "fieldOfStudy"), "Field of study")}
						<SelectField
							label="Start year"
							placeholder="Choose a year"
							options={years}
							{...field(entryField("education", index, "startYear"))}
						/>
						<SelectField
							label="End year"
							placeholder="Choose a year"
							options={[present, ...years]}
							{...field(entryField("education", index, "endYear"))}
						/>
					</fieldset>
				))}
				{entriesOffered.map((index) => (
					<fieldset
						key={index}
						id={index === 0 ? idOf("workExperience") : undefined}
						tabIndex={-1}
						className="space-y-6 rounded-12 border border-hairline bg-white p-5"
					>
						<legend className="px-2 font-semibold text-ink">Work experience {index + 1}</legend>
						{text(entryField("workExperience", index, "company"), "Company")}
						{text(entryField("workExperience", index, "jobTitle"), "Job title")}
						{text(entryField("workExperience", index, "startDate"), "Start month, such as 2023-04")}
						{text(entryField("workExperience", index, "endDate"), "End month, or Present")}
						<TextArea
							label="Description"
							rows={3}
							maxLength={applicationLimits.description}
							{...field(entryField("workExperience", index, "description"))}
						/>
					</fieldset>
				))}
				{linkNames.map(line)}
			</Part>
			<Part title="Role Information">
				<SelectField
					label="Preferred Location *"
					placeholder="Choose a location"
					options={choices.locations}
					required
					{...field("preferredLocation")}
				/>
				{choices.qualifications.map((question, index) =>
					choice(qualificationField(index), question, qualificationAnswers),
				)}
				{choice("eligibleToWork", askEligibility(choices.workCountry), yesOrNo)}
				{choice("requiresSponsorship", "Will you now or in the future require sponsorship?", yesOrNo)}
				{questions.map((question) => {
					const { defaultValue } = field(questionField(question.key));
					return <QuestionInput key={question.key} question={question} defaultValue={defaultValue} errors={errors} />;
				})}
			</Part>
			<Part title="Voluntary self-identification">
				<p className="text-16">
					Voluntary, kept separate from your application as counters only, and no part of the decision.
				</p>
				<RadioGroup
					{...field("referred")}
					legend="Were you referred by somebody who works here?"
					options={referredAnswers.map((value) => ({ value, label: value }))}
					defaultValue={rejected?.values.referred ?? referredAnswers[0]}
				/>
				{text("referrerName", "Referrer name")}
				{(Object.keys(selfIdentificationOptions) as SelfIdentificationField[]).map((name) => (
					<SelectField
						key={name}
						label={selfIdentificationLabels[name]}
						placeholder="No answer"
						options={selfIdentificationOptions[name]}
						{...field(name)}
					/>
				))}
			</Part>
			{/* Last, so that the server has every answer by the time it may have to refuse the file, and can show them again. */}
			<Part title="Resume">
				<TextField
					label="Resume *"
					type="file"
					{...resumeField}
					required
					{...field("resume")}
					defaultValue={undefined}
				/>
			</Part>
			<div aria-hidden="true" className="sr-only">
				<label>
					Leave this empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" />
				</label>
			</div>
			<Button type="submit">Submit Application</Button>
		</form>
	);
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<section className="space-y-6">
			<h2 className="text-28">{title}</h2>
			{children}
		</section>
	);
}
