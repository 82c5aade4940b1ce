/** A text that a form asks for. A list of these, in the form's order, is what a kind of record asks of visitors. */
export type FormField = {
	label: string;
	/** Stands behind the label. */
	note?: string;
	/** How errors name it, such as "Your first name"; an empty one is told "Enter your first name". */
	subject: string;
	/** In UTF-16 units, as a browser's maxlength counts. */
	maxLength: number;
	required?: true;
	/** "text" has several lines. */
	type?: "email" | "tel" | "text";
	autoComplete?: string;
};

/** The names of some fields, in the form's order. */
export function namesOf<Name extends string>(fields: Readonly<Record<Name, FormField>>): Name[] {
	return Object.keys(fields) as Name[];
}

/** What a field's control takes; a text of several lines has no limit there, for a browser would cut it without a word. */
export function controlOf({ subject: _subject, type, maxLength, ...control }: FormField) {
	return { ...control, ...(type === "text" ? {} : { maxLength, type }) };
}
