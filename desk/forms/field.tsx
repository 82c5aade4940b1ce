import type { InputHTMLAttributes } from "react";
import { Control } from "./control.tsx";
import type { FieldError } from "./error-summary.tsx";

type FieldProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	"type" | "autoComplete" | "inputMode" | "defaultValue" | "maxLength" | "required"
> & {
	name: string;
	label: string;
	hint?: string;
	errors: FieldError[];
};

/** One line to be filled in, with its label, a hint, and what is wrong with it. */
export function Field({ name, label, hint, errors, type = "text", required = true, ...input }: FieldProps) {
	return (
		<Control name={name} label={label} hint={hint} errors={errors}>
			{(control) => <input {...control} type={type} required={required} spellCheck={false} {...input} />}
		</Control>
	);
}
