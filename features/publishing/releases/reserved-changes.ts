import { isDeepStrictEqual } from "node:util";
import { companySchema } from "../../../shared/company.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { parseYaml } from "../parse-yaml.ts";

/** Fields that decide who gets visitors' messages and which parts of desk and site exist; "all" for a whole document. */
const reservedFields: Readonly<Record<string, "all" | readonly (keyof typeof companySchema.shape)[]>> = {
	"company.yml": ["email", "salesEmail", "careersEmail", "privacyContact", "privacyRequests", "demo", "parts"],
	"desk.yml": "all",
};

export const reservedMessage = "Only an admin can publish this change.";

/** A document's public and future text. */
export type ComparedDocument = { path: string; before: string | undefined; after: string | null };

/** Lists the changes that only admins may publish (docs/product/studio.md, Who may). */
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
