import { isDeepStrictEqual } from "node:util";
import { parse as parseYaml } from "yaml";
import { companySchema } from "../../../shared/company.ts";
import type { ContentProblem } from "../documents/content-error.ts";

/** Fields that decide who gets what visitors send, and what of the desk and the site there is; "all" where every field does. */
const reservedFields: Readonly<Record<string, "all" | readonly (keyof typeof companySchema.shape)[]>> = {
	"company.yml": ["email", "salesEmail", "careersEmail", "privacyContact", "demo", "parts"],
	"desk.yml": "all",
};

export const reservedMessage = "Only an admin can publish this change.";

/** A document as it is public, and as it will be. */
export type ComparedDocument = { path: string; before: string | undefined; after: string | null };

/** Lists the changes that admins alone make public (docs/product/studio.md, Who may). */
export function listReservedChanges(documents: readonly ComparedDocument[]): ContentProblem[] {
	return documents.flatMap(({ path, before, after }) => {
		const fields = Object.hasOwn(reservedFields, path) ? reservedFields[path] : undefined;
		if (!fields || before === after) return [];
		const report = (field: string): ContentProblem => ({ file: path, field, message: reservedMessage });
		const was = readFields(before);
		const willBe = readFields(after ?? undefined);
		if (fields === "all") return isDeepStrictEqual(was, willBe) ? [] : [report("")];
		return fields.filter((field) => !isDeepStrictEqual(was[field], willBe[field])).map((field) => report(field));
	});
}

function readFields(text: string | undefined): Record<string, unknown> {
	return text === undefined ? {} : ((parseYaml(text) as Record<string, unknown> | null) ?? {});
}
