import { namesOf, type FormField } from "../../../shared/form-fields.ts";

/** A text of one line that an application asks for. */
export type ApplicationLine = FormField & {
	/** How it is called where staff and the applicant see what was typed. */
	shown: string;
	/** Must be a web address, which may be typed without https://. */
	isLink?: true;
};

/** Longest lines, in UTF-16 units. */
export const lineLimits = { line: 200, email: 254, link: 500 } as const;

type More = Pick<ApplicationLine, "required" | "type" | "autoComplete"> & { maxLength?: number };

function line(label: string, shown: string, more: More = {}): ApplicationLine {
	return { label, subject: label, shown, maxLength: lineLimits.line, ...more };
}

function link(label: string, subject = label): ApplicationLine {
	return { label, subject, shown: label, maxLength: lineLimits.link, isLink: true };
}

/**
 * Who applies, in the order of the call. Both forms, the rules, the draft, what the applicant and staff see, the CSV and the export are made
 * of this list: a line that is added here is in all of them.
 */
export const contactLines = {
	fullName: line("Full Name", "Name", { required: true, autoComplete: "name" }),
	email: line("Email", "Email", {
		required: true,
		type: "email",
		maxLength: lineLimits.email,
		autoComplete: "email",
	}),
	phone: line("Phone Number", "Phone", { required: true, type: "tel", autoComplete: "tel" }),
	city: line("City", "City", { required: true, autoComplete: "address-level2" }),
	currentAddress: line("Current address", "Address", { autoComplete: "address-line1" }),
	preferredPronouns: line("Preferred pronouns", "Pronouns"),
};

/** Where more of them is to be seen, in the order of the form; added to in the same way. */
export const linkLines = {
	linkedin: link("LinkedIn"),
	portfolio: link("Portfolio"),
	github: link("GitHub"),
	otherLink: link("Other link", "The other link"),
};

export type ContactLine = keyof typeof contactLines;
export type LinkLine = keyof typeof linkLines;
export type ApplicationLines = Record<ContactLine | LinkLine, string>;

export const applicationLines: Readonly<Record<ContactLine | LinkLine, ApplicationLine>> = {
	...contactLines,
	...linkLines,
};

export const contactNames = namesOf<ContactLine>(contactLines);
export const linkNames = namesOf<LinkLine>(linkLines);

/** Lines into which nothing was typed. */
export const emptyLines = Object.fromEntries(
	[...contactNames, ...linkNames].map((name) => [name, ""]),
) as ApplicationLines;

/** Lists who applies as it is shown, line by line; city and country are one. */
export function listContact(
	typed: Record<ContactLine, string> & { country: string },
): { name: ContactLine; label: string; value: string; required: boolean }[] {
	return contactNames.map((name) => {
		const { shown, required = false } = applicationLines[name];
		return name === "city"
			? { name, label: "Location", value: [typed.city, typed.country].filter(Boolean).join(", "), required }
			: { name, label: shown, value: typed[name], required };
	});
}
