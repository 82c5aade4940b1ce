/** After the comma of a company's name, as in "Acme, Inc." */
const companyEnding = /^(?:co|corp|gmbh|inc|llc|llp|ltd|limited|plc|pvt|s\.?a)\b/i;

/**
 * Splits a sender's name into its first word and the rest; "Rao, Asha" is read as "Asha Rao".
 * An address instead of a name has no first name, so that nobody is greeted by it.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
	const whole = name.trim().replaceAll(/\s+/gu, " ");
	if (whole.includes("@")) return { firstName: "", lastName: whole };
	const [family = "", given = "", ...others] = whole.split(/, ?/);
	const isTurned = family !== "" && given !== "" && others.length === 0 && !companyEnding.test(given);
	const [firstName = "", ...lastNames] = (isTurned ? `${given} ${family}` : whole).split(" ");
	return { firstName, lastName: lastNames.join(" ") };
}

/** Joins a first and a last name; either may be missing. */
export function joinName({ firstName, lastName }: { firstName: string; lastName: string }): string {
	return `${firstName} ${lastName}`.trim();
}
