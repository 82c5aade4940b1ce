import { mostPreviewDays } from "../../features/publishing/preview-links/preview-terms.ts";
import type { Company } from "../../shared/company.ts";
import type { FieldError } from "../../shared/text-rules.ts";

const byDate = "date";

/** The terms of a preview link to choose from. */
export const terms = [
	{ value: "1", label: "1 day" },
	{ value: "7", label: "7 days" },
	{ value: "30", label: "30 days" },
	{ value: byDate, label: "Until a date" },
];

/** Reads when a preview link ends: after some days, or with a day in the company's zone. */
export function readPreviewTerm(
	form: URLSearchParams,
	{ timeZone }: Pick<Company, "timeZone">,
	now: Temporal.Instant,
): { endsAt: Temporal.Instant | undefined; errors: FieldError[]; typed: { term: string; until: string } } {
	const typed = { term: form.get("term") ?? "", until: form.get("until") ?? "" };
	if (typed.term !== byDate) {
		const isOffered = terms.some(({ value }) => value === typed.term);
		return isOffered
			? { endsAt: now.add({ hours: 24 * Number(typed.term) }), errors: [], typed }
			: { endsAt: undefined, errors: [{ field: "until", message: "Choose how long the link works" }], typed };
	}
	const refuse = (message: string) => ({ endsAt: undefined, errors: [{ field: "until", message }], typed });
	const day = readDay(typed.until);
	if (!day) return refuse("Enter a date");
	const endsAt = day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
	if (Temporal.Instant.compare(endsAt, now) <= 0) return refuse("Choose a date in the future");
	if (Temporal.Instant.compare(endsAt, now.add({ hours: 24 * (mostPreviewDays + 1) })) > 0)
		return refuse(`Choose a date in the next ${mostPreviewDays} days`);
	return { endsAt, errors: [], typed };
}

function readDay(text: string): Temporal.PlainDate | undefined {
	try {
		return Temporal.PlainDate.from(text);
	} catch {
		return undefined;
	}
}
