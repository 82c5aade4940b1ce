const maxAddressLength = 2_000;

/**
 * Reads an address as somebody has typed it: webcal is what calendars call https.
 *
 * @returns undefined for what is no address of a file on the web
 */
export function readCalendarAddress(text: string): string | undefined {
	const typed = text.trim().replace(/^webcals?:/i, "https:");
	if (typed.length > maxAddressLength || !URL.canParse(typed)) return undefined;
	const url = new URL(typed);
	return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
