/** Returns the name of a country, such as "India" for "IN". */
export function nameCountry(code: string, locale: string): string {
	return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}
