/** Writes a number of months within a sentence: "a month", "6 months", "a year". */
export function writeMonths(months: number): string {
	if (months === 1) return "a month";
	if (months % 12 !== 0) return `${months} months`;
	return months === 12 ? "a year" : `${months / 12} years`;
}
