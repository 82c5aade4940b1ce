const minutesPerHour = 60;

/**
 * Says how much is left of a promise, such as "3 h left" or "2 h late".
 *
 * @param minutes of work; negative once the promise is over
 */
export function describeLeft(minutes: number): string {
	const size = Math.abs(minutes);
	const amount = size < minutesPerHour ? `${size} min` : `${Math.floor(size / minutesPerHour)} h`;
	return `${amount} ${minutes < 0 ? "late" : "left"}`;
}
