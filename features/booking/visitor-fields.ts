import { namesOf, type FormField } from "../../shared/form-fields.ts";

/** The visitor's details in the form's order; forms, rules and export use this list. */
export const visitorFields = {
	firstName: {
		label: "First name *",
		subject: "Your first name",
		maxLength: 100,
		required: true,
		autoComplete: "given-name",
	},
	lastName: { label: "Last name", subject: "Your last name", maxLength: 100, autoComplete: "family-name" },
	email: {
		label: "E-mail *",
		subject: "Your e-mail address",
		maxLength: 254,
		required: true,
		type: "email",
		autoComplete: "email",
	},
	phone: {
		label: "Phone *",
		subject: "Your phone number",
		maxLength: 40,
		required: true,
		type: "tel",
		autoComplete: "tel",
	},
	message: { label: "Message", subject: "Your message", maxLength: 5_000, type: "text" },
} as const satisfies Record<string, FormField>;

export type VisitorField = keyof typeof visitorFields;

export const visitorFieldNames = namesOf<VisitorField>(visitorFields);
