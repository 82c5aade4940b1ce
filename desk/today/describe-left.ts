const minutesPerHour = 60;

/**
 * Says how much is left of a promise, such as "3 h left" or "2 h late". Once its time has passed it is late, even where no minute of work
 * has passed since.
 *
 * @param minutesLeft of work; negative once the promise is over
 */
export function describeLeft({ minutesLeft, isLate }: { minutesLeft: number; isLate: boolean }): string {
	const size = Math.abs(minutesLeft);
	if (isLate && size === 0) return "late";
	const amount = size < minutesPerHour ? `${size} min` : `${Math.floor(size / minutesPerHour)} h`;
	return `${amount} ${isLate ? "late" : "left"}`;
}
