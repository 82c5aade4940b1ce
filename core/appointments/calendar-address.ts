const maxAddressLength = 2_000;

/** Reads an address as typed; webcal means https. Returns undefined unless it is a web address. */
export function readCalendarAddress(text: string): string | undefined {
	const typed = text.trim().replace(/^webcals?:/i, "https:");
	if (typed.length > maxAddressLength || !URL.canParse(typed)) return undefined;
	const url = new URL(typed);
	return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
