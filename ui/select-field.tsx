import type { ComponentProps } from "react";
import { describedBy, FieldFrame } from "./field.tsx";

type SelectFieldProps = ComponentProps<"select"> & {
	id: string;
	label: string;
	/** Choices whose value is their label; others are given as children. */
	options?: readonly string[];
	/** An empty first choice; without it the select starts with its first option. */
	placeholder?: string;
	error?: string | undefined;
};

export function SelectField({
	id,
	label,
	options = [],
	placeholder,
	error,
	className = "",
	children,
	...select
}: SelectFieldProps) {
	return (
		<FieldFrame id={id} label={label} error={error}>
			<select
				id={id}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, error)}
				className={`mt-2 block min-h-12 w-full rounded-6 border border-border bg-white px-3 text-16 text-ink hover:border-ink aria-invalid:border-2 aria-invalid:border-error disabled:opacity-60 ${className}`}
				{...select}
			>
				{placeholder !== undefined && <option value="">{placeholder}</option>}
				{options.map((option) => (
					<option key={option}>{option}</option>
				))}
				{children}
			</select>
		</FieldFrame>
	);
}
