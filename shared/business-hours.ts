/** Writes a number of business hours: "24 business hours". */
export function writeBusinessHours(hours: number): string {
	return `${hours} business ${hours === 1 ? "hour" : "hours"}`;
}
