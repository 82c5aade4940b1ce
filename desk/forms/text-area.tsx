import type { FieldError } from "./error-summary.tsx";

type TextAreaProps = {
	name: string;
	label: string;
	hint?: string;
	rows: number;
	defaultValue: string;
	/** The key of the keyboard that leads here. */
	shortcut?: string;
	errors: FieldError[];
};

/** Several lines to be filled in, with their label, a hint, and what is wrong with them. */
export function TextArea({ name, label, hint, rows, defaultValue, shortcut, errors }: TextAreaProps) {
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
			<textarea
				id={name}
				name={name}
				rows={rows}
				required
				defaultValue={defaultValue}
				data-key={shortcut}
				aria-invalid={error !== undefined || undefined}
				aria-describedby={described.length > 0 ? described.join(" ") : undefined}
			/>
		</div>
	);
}
