import { controlOf } from "../../../shared/form-fields.ts";
import { TextField } from "../../../ui/field.tsx";
import { applicationLines, type ContactLine, type LinkLine } from "./application-fields.ts";
import { draftControl, type StepProps } from "./step-props.ts";

/** One line of the list of fields; an optional one says so. */
export function LineInput({ name, step }: { name: ContactLine | LinkLine; step: StepProps }) {
	const { shown: _shown, isLink, ...field } = applicationLines[name];
	const { label, ...control } = controlOf(field);
	return (
		<TextField
			{...draftControl(step, name)}
			{...control}
			label={field.required ? `${label} *` : label}
			note={field.required ? undefined : "(Optional)"}
			placeholder={isLink && "https://"}
		/>
	);
}
