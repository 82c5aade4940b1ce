import type { ComponentProps } from "react";
import { TextField } from "../../../ui/field.tsx";
import { controlOf } from "../../../shared/form-fields.ts";
import { applicationLines, type ContactLine, type LinkLine } from "./application-fields.ts";
import { lineLimit } from "./rules.ts";
import { idOf, type StepProps } from "./step-props.ts";

/** One line of the list of fields; one that may be left out says so. */
export function LineInput({ name, ...step }: StepProps & { name: ContactLine | LinkLine }) {
	const { shown: _shown, isLink, ...field } = applicationLines[name];
	const { label, ...control } = controlOf(field);
	return (
		<TextInput
			{...step}
			{...control}
			name={name}
			label={field.required ? `${label} *` : label}
			{...(!field.required && { note: "(Optional)" })}
			{...(isLink && { placeholder: "https://" })}
		/>
	);
}

type TextInputProps = StepProps & {
	name: ContactLine | LinkLine | "referrerName";
	label: string;
	note?: string;
} & Pick<ComponentProps<typeof TextField>, "type" | "required" | "autoComplete" | "placeholder">;

/** One line of the draft. */
export function TextInput({ draft, onChange, errors, name, ...field }: TextInputProps) {
	return (
		<TextField
			id={idOf(name)}
			name={name}
			maxLength={lineLimit(name)}
			value={draft[name]}
			onChange={(event) => onChange(name, event.target.value)}
			errors={errors}
			{...field}
		/>
	);
}
