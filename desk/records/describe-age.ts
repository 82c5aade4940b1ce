import type { CompanyTime } from "../../shared/company.ts";
import { formatShortDayAndMonth } from "../../shared/format-date.ts";
import { findDate } from "../../shared/zoned-time.ts";

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** Describes how long ago something was, such as "2 h"; after a week, its day. */
export function describeAge(
	at: Temporal.Instant,
	now: Temporal.Instant,
	{ timeZone }: Pick<CompanyTime, "timeZone">,
): string {
	const minutes = Math.floor((now.epochMilliseconds - at.epochMilliseconds) / 60_000);
	if (minutes < 1) return "now";
	if (minutes < hourMinutes) return `${minutes} min`;
	if (minutes < dayMinutes) return `${Math.floor(minutes / hourMinutes)} h`;
	if (minutes < 7 * dayMinutes) return `${Math.floor(minutes / dayMinutes)} d`;
	const [day, today] = [at, now].map((instant) => findDate(instant.epochMilliseconds, timeZone)) as [string, string];
	const year = day.slice(0, 4);
	return year === today.slice(0, 4) ? formatShortDayAndMonth(day) : `${formatShortDayAndMonth(day)} ${year}`;
}
