import type { InputHTMLAttributes } from "react";
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
	const error = errors.find(({ field }) => field === name)?.message;
	const described = [
		...(hint === undefined ? [] : [`${name}-hint`]),
		...(error === undefined ? [] : [`${name}-error`]),
	];
	return (
		<div className="field">
			<label htmlFor={name}>{label}</label>
			{hint !== undefined && (
				<p id={`${name}-hint`} className="hint">
					{hint}
				</p>
			)}
			{error !== undefined && (
				<p id={`${name}-error`} className="error">
					<span className="sr-only">Error: </span>
					{error}
				</p>
			)}
			<input
				id={name}
				name={name}
				type={type}
				required={required}
				spellCheck={false}
				aria-invalid={error !== undefined || undefined}
				aria-describedby={described.length > 0 ? described.join(" ") : undefined}
				{...input}
			/>
		</div>
	);
}
