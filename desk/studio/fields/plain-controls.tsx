import type { ChoiceField, FixedField, FormField, NumberField } from "../../../features/publishing/forms/form-field.ts";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { useDocumentForm } from "../form-context.ts";
import type { FieldProps } from "./field-props.ts";
import { labelOf, nameOption, toText } from "./field-words.ts";

export function NumberControl({ field, name, value }: FieldProps<NumberField>) {
	const { errors } = useDocumentForm();
	return (
		<TextField
			name={name}
			label={labelOf(field)}
			hint={describeNumber(field)}
			errors={errors}
			className="short"
			// Not type=number: the mouse wheel changes it, and invalid input would be lost.
			inputMode={field.isWhole ? "numeric" : "decimal"}
			autoComplete="off"
			defaultValue={toText(value ?? field.fallback)}
		/>
	);
}

function describeNumber({ help, min, max }: NumberField): string | undefined {
	const limits =
		min !== undefined && max !== undefined
			? `${min} to ${max}.`
			: min !== undefined
				? `At least ${min}.`
				: max !== undefined
					? `At most ${max}.`
					: "";
	return [help, limits].filter(Boolean).join(" ") || undefined;
}

export function DateControl({ field, name, value }: FieldProps) {
	const { errors } = useDocumentForm();
	return (
		<TextField
			name={name}
			label={labelOf(field)}
			hint={field.help}
			errors={errors}
			className="short"
			type="date"
			defaultValue={toText(value)}
		/>
	);
}

export function ChoiceControl({ field, name, value }: FieldProps<ChoiceField>) {
	const { errors } = useDocumentForm();
	const chosen = toText(value ?? field.fallback);
	const options = chosen === "" || field.options.includes(chosen) ? field.options : [chosen, ...field.options];
	return (
		<SelectField
			name={name}
			label={labelOf(field)}
			hint={field.help}
			errors={errors}
			{...((chosen === "" || field.isOptional) && { placeholder: "Choose" })}
			options={options.map((option) => ({ value: option, label: nameOption(option) }))}
			defaultValue={chosen}
		/>
	);
}

/** A constant value is shown, so that nobody looks for it. */
export function FixedControl({
	field,
	name,
}: FieldProps<FixedField> | (FieldProps & { field: FormField & { value: string } })) {
	return (
		<p className="hint" id={name}>
			{field.title}: “{field.value}” (fixed)
		</p>
	);
}
