import type { Company, Office } from "./company.ts";
import { nameCountry } from "./country-name.ts";

/** Returns the lines of an office's address: street, place, and the country unless it is the company's own. */
export function writeAddress(
	{ street, locality, region, postalCode, country }: Office,
	company: Pick<Company, "country" | "locale">,
): string[] {
	const place = [[locality, region].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
	return [street, place, ...(country === company.country ? [] : [nameCountry(country, company.locale)])];
}
