import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";
import { payDisplays, payPeriods } from "../../shared/job-pay.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { Field, TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";

/** The choices for a job. */
export type JobChoices = {
	locations: string[];
	departments: { name: string; teams: { name: string }[] }[];
	/** The company's currency. */
	currency: string;
};

type JobFieldsProps = { text: JobText; choices: JobChoices; errors: FieldError[] };

/** The fields of a job. */
export function JobFields({ text, choices, errors }: JobFieldsProps) {
	const { departments, locations } = choices;
	return (
		<>
			<TextField
				name="title"
				label="Title"
				defaultValue={text.title}
				maxLength={80}
				autoComplete="off"
				spellCheck
				errors={errors}
			/>
			<TextArea
				name="summary"
				label="Summary"
				hint="One sentence for lists, search results and alerts."
				defaultValue={text.summary}
				rows={2}
				maxLength={200}
				errors={errors}
			/>
			<div className="field-row">
				<Choice name="department" label="Department" value={text.department} errors={errors}>
					{departments.map(({ name }) => name)}
				</Choice>
				<Field name="team" label="Team" errors={errors}>
					{(props) => (
						<>
							<input {...props} defaultValue={text.team} list="teams" maxLength={80} autoComplete="off" />
							<datalist id="teams">
								{departments.flatMap(({ teams }) =>
									teams.map(({ name }) => (
										<option key={name} value={name}>
											{name}
										</option>
									)),
								)}
							</datalist>
						</>
					)}
				</Field>
			</div>
			<div className="field-row">
				<Choice name="location" label="Location" value={text.location} errors={errors}>
					{locations}
				</Choice>
				<Choice name="workplace" label="Workplace" value={text.workplace} errors={errors}>
					{workplaces}
				</Choice>
			</div>
			<div className="field-row">
				<Choice name="type" label="Employment" value={text.type} errors={errors}>
					{employmentTypes}
				</Choice>
				<TextField name="closesOn" label="Last day to apply" type="date" defaultValue={text.closesOn} errors={errors} />
			</div>
			<PayFields pay={text.pay} currency={choices.currency} errors={errors} />
			<TextArea
				name="benefits"
				label="Benefits"
				hint="One on each line, such as “24 days of leave”. Optional."
				defaultValue={text.benefits.join("\n")}
				rows={3}
				errors={errors}
			/>
			<TextField
				name="keywords"
				label="Keywords"
				hint="At least two, separated by commas. The job search uses them."
				defaultValue={text.keywords.join(", ")}
				maxLength={400}
				autoComplete="off"
				spellCheck
				errors={errors}
			/>
			<TextArea
				name="markdown"
				label="Description"
				hint="Markdown: start a heading with ##, a list item with -."
				defaultValue={text.markdown}
				rows={18}
				maxLength={20_000}
				errors={errors}
			/>
		</>
	);
}

/** The pay range of a job, which can stay empty. */
function PayFields({ pay, currency, errors }: { pay: JobText["pay"]; currency: string; errors: FieldError[] }) {
	const shown = { law: "Where the law asks for it", yes: "Yes", no: "No" };
	const amount = { type: "number", min: 0, step: "any", inputMode: "decimal", errors } as const;
	// Typed text that is not a number.
	const [from, to] = [pay?.from, pay?.to].map((typed) => (Number.isNaN(typed) ? undefined : typed));
	return (
		<fieldset className="form-group">
			<legend>Pay (optional)</legend>
			<div className="field-row">
				<TextField name="pay-from" label="From" defaultValue={from} {...amount} />
				<TextField name="pay-to" label="To" defaultValue={to} {...amount} />
			</div>
			<div className="field-row">
				<TextField
					name="pay-currency"
					label="Currency"
					defaultValue={pay?.currency ?? currency}
					maxLength={3}
					autoComplete="off"
					errors={errors}
				/>
				<SelectField
					name="pay-per"
					label="Per"
					options={payPeriods}
					defaultValue={pay?.per ?? "year"}
					errors={errors}
				/>
				<SelectField
					name="pay-shown"
					label="Show on the site"
					options={payDisplays.map((value) => ({ value, label: shown[value] }))}
					defaultValue={pay?.shown ?? "law"}
					errors={errors}
				/>
			</div>
		</fieldset>
	);
}

function Choice({
	name,
	label,
	value,
	errors,
	children,
}: {
	name: string;
	label: string;
	value: string;
	errors: FieldError[];
	children: readonly string[];
}) {
	// A value that the company has removed stays selected until another is chosen.
	const options = value === "" || children.includes(value) ? children : [value, ...children];
	return (
		<SelectField
			name={name}
			label={label}
			{...(value === "" && { placeholder: "Choose" })}
			options={options}
			defaultValue={value}
			errors={errors}
		/>
	);
}
