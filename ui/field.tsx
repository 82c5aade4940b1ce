import type { ComponentProps, ReactNode } from "react";
import type { FieldError } from "../shared/text-rules.ts";

/** Props of every field of a form. */
export type FieldProps = {
	name: string;
	/** Of the control; by default the name. */
	id?: string | undefined;
	label: ReactNode;
	/** Shown after the label, such as "(Optional)". */
	note?: string | undefined;
	hint?: string | undefined;
	/** Errors of the whole form; the field shows its own. */
	errors?: readonly FieldError[] | undefined;
};

/** Props that a field gives its control. */
export type ControlProps = {
	id: string;
	name: string;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
};

/** Label, hint and error of one control, which `children` draws. The styles are those of each face. */
export function Field({
	name,
	id = name,
	label,
	note,
	hint,
	errors,
	children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
	const error = findError(errors, name);
	return (
		<div className="field">
			<label htmlFor={id}>
				{label} {note && <span>{note}</span>}
			</label>
			{hint && (
				<p id={`${id}-hint`} className="hint">
					{hint}
				</p>
			)}
			<ErrorText id={`${id}-error`} message={error} />
			{children({
				id,
				name,
				"aria-invalid": error ? true : undefined,
				"aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
			})}
		</div>
	);
}

/** The error of a field, for beside its control; nothing without one. */
export function ErrorText({ id, message }: { id: string; message: string | undefined }) {
	if (!message) return null;
	return (
		<p id={id} className="error">
			<span className="sr-only">Error: </span>
			{message}
		</p>
	);
}

/** Returns the message of a field's first error, or undefined if it has none. */
export function findError(errors: readonly FieldError[] | undefined, name: string): string | undefined {
	return errors?.find(({ field }) => field === name)?.message;
}

/** One line in any script: a name, an address or a number, so that a browser checks no spelling unless told. */
export function TextField({
	name,
	id,
	label,
	note,
	hint,
	errors,
	...input
}: FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>) {
	return (
		<Field name={name} id={id} label={label} note={note} hint={hint} errors={errors}>
			{(control) => <input {...control} dir="auto" spellCheck={false} {...input} />}
		</Field>
	);
}

export function TextArea({
	name,
	id,
	label,
	note,
	hint,
	errors,
	...textarea
}: FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>) {
	return (
		<Field name={name} id={id} label={label} note={note} hint={hint} errors={errors}>
			{(control) => <textarea {...control} dir="auto" rows={6} {...textarea} />}
		</Field>
	);
}
