import type { DocumentValues } from "../../features/publishing/documents/document-text.server.ts";
import { isObject } from "../../features/publishing/forms/field-names.ts";
import { companySchema } from "../../shared/company.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { weekdays } from "../../shared/weekdays.ts";

/** As it is stored; a time field shows it as the beginning of a day. */
const midnight = "24:00";
const midnightTyped = "00:00";

/** The opening hours as their form shows them. */
export type TypedHours = { days: string[]; opens: string; closes: string; text: string };

/** Reads the hours of the company's settings, which a draft may hold in any state. */
export function readOpeningHours({ fields }: DocumentValues): TypedHours {
	const stored = isObject(fields) && isObject(fields["hours"]) ? fields["hours"] : {};
	const read = (name: string) => (typeof stored[name] === "string" ? stored[name] : "");
	const { days } = stored;
	return {
		days: Array.isArray(days) ? days.filter((day): day is string => typeof day === "string") : [],
		opens: read("opens"),
		closes: read("closes") === midnight ? midnightTyped : read("closes"),
		text: read("text"),
	};
}

/** Returns the hours as content/company.yml holds them. */
export function toStoredHours(typed: TypedHours): TypedHours {
	return { ...typed, closes: typed.closes === midnightTyped ? midnight : typed.closes };
}

const messages: Readonly<Record<string, string>> = {
	days: "Choose at least one day",
	opens: "Enter when you open, such as 10:00",
	closes: "Enter when you close, such as 18:00",
	text: "Enter the hours as visitors read them, on one line",
};

/** Lists the errors of stored hours, by the fields of their form. */
export function listHoursErrors(hours: TypedHours): FieldError[] {
	const { error } = companySchema.shape.hours.safeParse(hours);
	const fields = new Set(error?.issues.map(({ path: [field] }) => String(field)));
	return [...fields].map((field) => ({
		field: field === "days" ? `day-${weekdays[0]}` : field,
		message: messages[field] ?? "Check this field",
	}));
}
