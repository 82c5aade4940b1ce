/** A text field. A list of them, in the form's order, describes the form of a record kind. */
export type FormField = {
	label: string;
	/** Shown after the label. */
	note?: string;
	/** The field's name in errors, such as "Your first name"; an empty field gets "Enter your first name". */
	subject: string;
	/** In UTF-16 units, as a browser's maxlength counts. */
	maxLength: number;
	required?: true;
	/** "text" is a text of several lines. */
	type?: "email" | "tel" | "text";
	autoComplete?: string;
};

/** Lists the names of fields, in the form's order. */
export function namesOf<Name extends string>(fields: Readonly<Record<Name, FormField>>): Name[] {
	return Object.keys(fields) as Name[];
}

/**
 * Returns the properties of a field's control. A text of several lines gets no maxlength, because a browser would cut
 * it silently.
 */
export function controlOf({ subject: _subject, type, maxLength, ...control }: FormField) {
	return { ...control, ...(type === "text" ? {} : { maxLength, type }) };
}
