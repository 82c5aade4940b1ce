import { namesOf, type FormField } from "../../shared/form-fields.ts";

/**
 * The fields of the enquiry form, in order: form, rules, e-mail to sales, desk and export use this list.
 * Separate from the rules, because a page with the form needs no more of them.
 */
export const enquiryFields = {
	firstName: {
		label: "First name",
		subject: "Your first name",
		maxLength: 100,
		required: true,
		autoComplete: "given-name",
	},
	lastName: {
		label: "Last name",
		subject: "Your last name",
		maxLength: 100,
		required: true,
		autoComplete: "family-name",
	},
	email: {
		label: "E-mail",
		subject: "Your e-mail address",
		maxLength: 254,
		required: true,
		type: "email",
		autoComplete: "email",
	},
	phone: {
		label: "Phone",
		note: "(Optional)",
		subject: "Your phone number",
		maxLength: 40,
		type: "tel",
		autoComplete: "tel",
	},
	message: { label: "Message", subject: "Your message", maxLength: 5_000, required: true, type: "text" },
} as const satisfies Record<string, FormField>;

export type EnquiryField = keyof typeof enquiryFields;

export const enquiryFieldNames = namesOf<EnquiryField>(enquiryFields);
