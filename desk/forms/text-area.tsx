import { Control } from "./control.tsx";
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
	return (
		<Control name={name} label={label} hint={hint} errors={errors}>
			{(control) => <textarea {...control} rows={rows} required defaultValue={defaultValue} data-key={shortcut} />}
		</Control>
	);
}
