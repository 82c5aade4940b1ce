type FieldDescription = {
	label: string;
	/** Stands behind the label. */
	note?: string;
	/** In UTF-16 units, as a browser's maxlength counts. */
	maxLength: number;
	required?: true;
	type?: "email" | "tel";
	autoComplete?: string;
};

/**
 * What the enquiry form asks for, in its order: the form, the e-mail to sales, what staff see and the export are made of it.
 *
 * Apart from the rules, because a page that shows the form needs no more of them than this.
 */
export const enquiryFields = {
	firstName: { label: "First name", maxLength: 100, required: true, autoComplete: "given-name" },
	lastName: { label: "Last name", maxLength: 100, required: true, autoComplete: "family-name" },
	email: { label: "E-mail", maxLength: 254, required: true, type: "email", autoComplete: "email" },
	phone: { label: "Phone", note: "(Optional)", maxLength: 40, type: "tel", autoComplete: "tel" },
	message: { label: "Message", maxLength: 5_000, required: true },
} as const satisfies Record<string, FieldDescription>;

export type EnquiryField = keyof typeof enquiryFields;

export const enquiryFieldNames = Object.keys(enquiryFields) as EnquiryField[];
