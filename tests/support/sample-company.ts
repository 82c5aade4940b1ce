import type { Company } from "../../shared/company.ts";

/** Tells whether content is the project's sample: only that company has promised texts. */
export function isSample({ name }: Pick<Company, "name">): boolean {
	return name === "Narangi Technologies";
}
