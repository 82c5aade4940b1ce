import type { FormField } from "../../../features/publishing/forms/form-field.ts";

export type FieldProps<Field extends FormField = FormField> = {
	field: Field;
	/** Of its input, or the prefix of its inputs' names. */
	name: string;
	/** The document's value; of any type, because a draft may hold anything. */
	value: unknown;
};
