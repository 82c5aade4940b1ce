import { cleanText } from "../shared/clean-text.ts";

/** Fields whose value is a secret, which is taken as it was typed. */
const isSecret = (name: string) => name.toLowerCase().includes("password");

/** Reads a posted form, each text cleaned as in the forms of the site (shared/clean-text.ts). Files are left out. */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const form = await request.formData();
	return new URLSearchParams(
		[...form].flatMap(([name, value]) =>
			typeof value === "string" ? [[name, isSecret(name) ? value : cleanText(value)]] : [],
		),
	);
}

/** Highest version that both databases hold. */
const highestVersion = 2 ** 31 - 1;

/** Reads the version that a form's page was based on; invalid text counts as 0. */
export function readVersion(typed: string | null): number {
	const version = Number(typed);
	return Number.isInteger(version) && version > 0 && version <= highestVersion ? version : 0;
}
