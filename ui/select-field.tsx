import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

type SelectFieldProps = FieldProps &
	Omit<ComponentProps<"select">, keyof FieldProps> & {
		/** Choices, the label for both where it is the value; groups of them are given as children. */
		options?: readonly (string | { value: string | number; label: string })[];
		/** An empty first choice; without it the select starts with its first option. */
		placeholder?: string;
	};

export function SelectField({
	name,
	id,
	label,
	note,
	hint,
	errors,
	options = [],
	placeholder,
	children,
	...select
}: SelectFieldProps) {
	return (
		<Field name={name} id={id} label={label} note={note} hint={hint} errors={errors}>
			{(control) => (
				<select {...control} {...select}>
					{placeholder !== undefined && <option value="">{placeholder}</option>}
					{options.map((option) =>
						typeof option === "string" ? (
							<option key={option} value={option}>
								{option}
							</option>
						) : (
							<option key={option.value} value={option.value}>
								{option.label}
							</option>
						),
					)}
					{children}
				</select>
			)}
		</Field>
	);
}
