import * as z from "zod/mini";
import type { Company } from "../../shared/company.ts";
import { createFieldRules } from "../../shared/field-rules.ts";
import { namesOf, type FormField } from "../../shared/form-fields.ts";
import { honeypot, listFieldErrors, type FieldError } from "../../shared/text-rules.ts";
import { weekdays } from "../../shared/weekdays.ts";
import { enquiryFields } from "./enquiry-fields.ts";
import type { CheckedEnquiry } from "./rules.ts";

const { firstName, lastName, email, phone } = enquiryFields;
const { required: _required, ...optionalLastName } = lastName;

/** The text fields of a visitor who finds no time for a call. */
export const preferredTimesFields = {
	firstName,
	lastName: { ...optionalLastName, note: "(Optional)" },
	email,
	phone,
	message: {
		label: "Anything else about the time",
		note: "(Optional)",
		subject: "Your message",
		maxLength: 2_000,
		type: "text",
	},
} as const satisfies Record<string, FormField>;

export type PreferredTimesField = keyof typeof preferredTimesFields;
export const preferredTimesFieldNames = namesOf<PreferredTimesField>(preferredTimesFields);

/** The times of a day to choose from. */
export const partsOfDay = ["Morning", "Afternoon", "Evening"] as const;

const schema = z.object({
	...createFieldRules(preferredTimesFields),
	days: z.array(z.enum(weekdays)),
	parts: z.array(z.enum(partsOfDay)),
	leaveEmpty: honeypot("leaveEmpty"),
});

/**
 * Reads the form of a visitor who finds no time for a call, as an enquiry whose message begins with the call and the preferred times.
 * @param title of the type of call
 * @returns the enquiry and whether it looks like spam, or the first error of each field in the order of the form
 */
export function readPreferredTimes(
	form: FormData,
	title: string,
	{ locale }: Pick<Company, "locale">,
): ({ ok: true } & CheckedEnquiry) | { ok: false; errors: FieldError[] } {
	const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
	const result = z.safeParse(schema, { ...fields, days: form.getAll("days"), parts: form.getAll("parts") });
	if (!result.success) return { ok: false, errors: listFieldErrors(result.error.issues, locale) };
	const { days, parts, leaveEmpty, message, ...sender } = result.data;
	const lines = [
		`Finds no time for a call: ${title}`,
		`Days: ${days.join(", ") || "any"}`,
		`Time of day: ${parts.join(", ").toLowerCase() || "any"}`,
		...(message === "" ? [] : ["", message]),
	];
	return { ok: true, enquiry: { ...sender, message: lines.join("\n") }, looksLikeSpam: leaveEmpty !== "" };
}
