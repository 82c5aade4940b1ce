import { controlOf } from "../../shared/form-fields.ts";
import type { Notice } from "../../shared/notices.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { FormNotice } from "../../ui/form-notice.tsx";
import { Honeypot } from "../../ui/honeypot.tsx";
import {
	partsOfDay,
	preferredTimesFieldNames,
	preferredTimesFields,
	type PreferredTimesField,
} from "./preferred-times.ts";
import type { FieldError } from "./rules.ts";

type PreferredTimesFormProps = {
	/** The days on which the company takes calls. */
	days: readonly string[];
	/** The notice about personal data; undefined without one. */
	notice: Notice | undefined;
	/** The server's response to a refused form. */
	refused: { errors: FieldError[]; values: [string, string][] } | undefined;
};

const lineNames = preferredTimesFieldNames.filter((name) => name !== "message");

/** Asks a visitor who finds no time when they can. It is a plain form, which works without scripts. */
export function PreferredTimesForm({ days, notice, refused }: PreferredTimesFormProps) {
	const { errors = [], values = [] } = refused ?? {};
	const has = (name: string, value: string) => values.some(([key, one]) => key === name && one === value);
	const field = (name: PreferredTimesField) => ({
		...controlOf(preferredTimesFields[name]),
		name,
		errors,
		defaultValue: values.find(([key]) => key === name)?.[1],
	});
	const choices = (name: string, legend: string, options: readonly string[]) => (
		<fieldset>
			<legend className="font-semibold">{legend}</legend>
			<div className="mt-2 flex flex-wrap gap-x-6">
				{options.map((option) => (
					<label key={option} className="inline-flex min-h-11 items-center gap-3 text-16">
						<input
							type="checkbox"
							name={name}
							value={option}
							defaultChecked={has(name, option)}
							className="size-5 accent-accent-ui"
						/>
						{option}
					</label>
				))}
			</div>
		</fieldset>
	);
	return (
		<form method="post" className="space-y-6">
			<ErrorSummary errors={errors} attempt={refused ? 1 : 0} />
			{choices("days", "Which days suit you?", days)}
			{choices("parts", "At what time of day?", partsOfDay)}
			<TextArea rows={3} {...field("message")} />
			<div className="grid gap-6 md:grid-cols-2">
				{lineNames.map((name) => (
					<TextField key={name} {...field(name)} />
				))}
			</div>
			<Honeypot />
			<FormNotice notice={notice} />
			<Button type="submit">Send preferred times</Button>
		</form>
	);
}
