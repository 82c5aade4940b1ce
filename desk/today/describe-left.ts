const minutesPerHour = 60;
const hoursPerDay = 24;
/** More working time than this says little to a reader. */
const longMinutes = 24 * minutesPerHour;

type Left = {
	/** Working minutes; negative when late. */
	minutesLeft: number;
	isLate: boolean;
	dueAt: Temporal.Instant;
};

/**
 * Describes the time left, such as "3 h left" or "2 h late", in working hours, and in days of the calendar once 24 of them are missed. Once
 * the time has passed it is late, even if no working minute has passed since.
 */
export function describeLeft({ minutesLeft, isLate, dueAt }: Left, now: Temporal.Instant): string {
	const size = Math.abs(minutesLeft);
	if (isLate && size >= longMinutes) return `${Math.floor(now.since(dueAt).total("hours") / hoursPerDay)} d late`;
	if (isLate && size === 0) return "late";
	const amount = size < minutesPerHour ? `${size} min` : `${Math.floor(size / minutesPerHour)} h`;
	return `${amount} ${isLate ? "late" : "left"}`;
}
