const minutesPerHour = 60;

/**
 * Describes the time left, such as "3 h left" or "2 h late". Once the time has passed it is late, even if no working minute has passed
 * since.
 * @param minutesLeft working minutes; negative when late
 */
export function describeLeft({ minutesLeft, isLate }: { minutesLeft: number; isLate: boolean }): string {
	const size = Math.abs(minutesLeft);
	if (isLate && size === 0) return "late";
	const amount = size < minutesPerHour ? `${size} min` : `${Math.floor(size / minutesPerHour)} h`;
	return `${amount} ${isLate ? "late" : "left"}`;
}
