import type { DocumentValues } from "../../features/publishing/documents/document-text.server.ts";
import { isObject } from "../../features/publishing/forms/field-names.ts";
import { companySchema } from "../../shared/company.ts";
import type { OpeningTimes } from "../../shared/opening-hours.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { weekdays } from "../../shared/weekdays.ts";

/** As it is stored; a time field shows it as the beginning of a day. */
const midnight = "24:00";
const midnightTyped = "00:00";

type Weekday = (typeof weekdays)[number];

/** The opening hours as their form shows them: times for every day, of which the open ones count. */
export type TypedHours = { days: Weekday[]; times: Record<Weekday, OpeningTimes>; text: string };

/** The opening hours as content/company.yml holds them. */
type StoredHours = OpeningTimes & { days: Weekday[]; exceptions?: ({ day: Weekday } & OpeningTimes)[]; text: string };

/** Gives every weekday its times. */
export function mapWeekdays(timesOf: (day: Weekday) => OpeningTimes): TypedHours["times"] {
	return Object.fromEntries(weekdays.map((day) => [day, timesOf(day)])) as TypedHours["times"];
}

/** Reads the hours of the company's settings, which a draft may hold in any state. Closed days have the times of most others. */
export function readOpeningHours({ fields }: DocumentValues): TypedHours {
	const stored = isObject(fields) && isObject(fields["hours"]) ? fields["hours"] : {};
	const { days, exceptions } = stored;
	const differing = Array.isArray(exceptions) ? exceptions.filter(isObject) : [];
	return {
		days: weekdays.filter((day) => Array.isArray(days) && days.includes(day)),
		times: mapWeekdays((day) => {
			const times = differing.find((one) => one["day"] === day) ?? stored;
			const closes = readText(times["closes"]);
			return { opens: readText(times["opens"]), closes: closes === midnight ? midnightTyped : closes };
		}),
		text: readText(stored["text"]),
	};
}

function readText(value: unknown): string {
	return typeof value === "string" ? value : "";
}

/** Returns the hours as content/company.yml holds them: the times of most open days, or else of the earliest, and the days with others. */
export function toStoredHours({ days, times, text }: TypedHours): StoredHours {
	const rows = days.map((day) => {
		const { opens, closes } = times[day];
		return { day, opens, closes: closes === midnightTyped ? midnight : closes };
	});
	const isAlike = (one: OpeningTimes, other: OpeningTimes) => one.opens === other.opens && one.closes === other.closes;
	const countAlike = (row: OpeningTimes) => rows.filter((other) => isAlike(row, other)).length;
	const most = Math.max(...rows.map(countAlike));
	const { opens, closes } = rows.find((row) => countAlike(row) === most) ?? times.Monday;
	const exceptions = rows.filter((row) => !isAlike(row, { opens, closes }));
	return { days, opens, closes, ...(exceptions.length > 0 && { exceptions }), text };
}

/** Lists the errors of stored hours, by the fields of their form. */
export function listHoursErrors(hours: StoredHours): FieldError[] {
	const { error } = companySchema.shape.hours.safeParse(hours);
	const { days, exceptions = [] } = hours;
	const alike = days.filter((day) => !exceptions.some((one) => one.day === day));
	const errors = (error?.issues ?? []).flatMap(({ path, code, message }): FieldError[] => {
		const [field, index] = path;
		if (field === "days") return [{ field: `day-${weekdays[0]}`, message: "Choose at least one day" }];
		if (field === "text") return [{ field, message: "Enter the hours as visitors read them, on one line" }];
		const end = path.at(-1) === "opens" ? "opens" : "closes";
		const faulty = exceptions.filter((_, position) => position === index).map(({ day }) => day);
		return (field === "exceptions" ? faulty : alike).map((day) => ({
			field: `${end}-${day}`,
			message:
				code === "custom"
					? `${day}: the ${end === "opens" ? "opening" : "closing"} ${message}`
					: end === "opens"
						? `Enter when you open on ${day}, such as 10:00`
						: `Enter when you close on ${day}, such as 18:00`,
		}));
	});
	return errors.filter(({ field }, index) => errors.findIndex((other) => other.field === field) === index);
}
