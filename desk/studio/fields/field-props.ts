import type { FormField } from "../../../features/publishing/forms/form-field.ts";

export type FieldProps<Field extends FormField = FormField> = {
	field: Field;
	/** Of its input, or what the names of its inputs begin with. */
	name: string;
	/** What stands in the document; of any shape, for a draft may hold anything. */
	value: unknown;
};
