import type { Company } from "../../shared/company.ts";

/** Tells whether content is the sample's that the project comes with: it was promised to say certain words, and no other company was. */
export function isSample({ name }: Pick<Company, "name">): boolean {
	return name === "Narangi Technologies";
}
