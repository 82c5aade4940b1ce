import { namesOf, type FormField } from "../../../shared/form-fields.ts";

/** A single-line text of an application. */
export type ApplicationLine = FormField & {
	/** Its label for staff and the applicant. */
	shown: string;
	/** A web address, also without https://. */
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
 * The applicant's details in the form's order. Both forms, the rules, the draft, the overviews, the CSV and the export use this list: a new
 * line appears in all of them.
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

/** The applicant's links in the form's order; extended in the same way. */
export const linkLines = {
	linkedin: link("LinkedIn"),
	portfolio: link("Portfolio"),
	github: link("GitHub"),
	otherLink: link("Other link", "The other link"),
};

/** Labels of the other answers for staff and the applicant; the forms ask whole questions. */
export const answerLabels = {
	preferredLocation: "Preferred location",
	minimumQualifications: "Minimum qualifications",
	eligibleToWork: "Legally eligible to work",
	requiresSponsorship: "Requires sponsorship",
	referred: "Referred",
} as const;

export type ContactLine = keyof typeof contactLines;
export type LinkLine = keyof typeof linkLines;
export type ApplicationLines = Record<ContactLine | LinkLine, string>;

export const applicationLines: Readonly<Record<ContactLine | LinkLine, ApplicationLine>> = {
	...contactLines,
	...linkLines,
};

export const contactNames = namesOf<ContactLine>(contactLines);
export const linkNames = namesOf<LinkLine>(linkLines);

export const emptyLines = Object.fromEntries(
	[...contactNames, ...linkNames].map((name) => [name, ""]),
) as ApplicationLines;

/** Lists the applicant's details for display; city and country are one line. */
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
