import type { Company } from "../../shared/company.ts";

/** Days within which requests must get a reply, unless the company sets others. */
const usualDays = 30;

/** Returns the days within which a company answers requests about data. */
export function findResponseDays({ privacyRequests }: Pick<Company, "privacyRequests">): number {
	return privacyRequests?.answerWithinDays ?? usualDays;
}

/** Returns the last day for an answer in the company's zone, as YYYY-MM-DD. */
export function findLastDay(
	receivedAt: Temporal.Instant,
	company: Pick<Company, "privacyRequests" | "timeZone">,
): string {
	return receivedAt
		.toZonedDateTimeISO(company.timeZone)
		.add({ days: findResponseDays(company) })
		.toPlainDate()
		.toString();
}
