import type { ReactNode } from "react";
import type { FieldError } from "./error-summary.tsx";
import { ErrorText } from "./error-text.tsx";

/** What a field of the form gets from what stands around it. */
export type ControlProps = {
	id: string;
	name: string;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
};

/** A field with its label, a hint, and what is wrong with it. */
export function Control({
	name,
	label,
	hint,
	errors,
	children,
}: {
	name: string;
	label: ReactNode;
	hint?: string | undefined;
	errors: FieldError[];
	children(props: ControlProps): ReactNode;
}) {
	const error = errors.find(({ field }) => field === name)?.message;
	const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(Boolean);
	return (
		<div className="field">
			<label htmlFor={name}>{label}</label>
			{hint !== undefined && (
				<p id={`${name}-hint`} className="hint">
					{hint}
				</p>
			)}
			<ErrorText id={`${name}-error`} message={error} />
			{children({
				id: name,
				name,
				"aria-invalid": error !== undefined || undefined,
				"aria-describedby": described.length > 0 ? described.join(" ") : undefined,
			})}
		</div>
	);
}
