import type { z } from "zod";
import { formatPath } from "../check-references.server.ts";
import { fieldWords } from "../field-words.ts";
import { parseYaml } from "../parse-yaml.ts";
import type { ContentProblem } from "./content-error.ts";
import { splitFrontMatter } from "./front-matter.ts";

/** A parsed document; without a value when it is invalid. */
export type ReadDocument<Value> = {
	value: { fields: Value; body: string } | undefined;
	problems: Omit<ContentProblem, "file">[];
};

/**
 * Parses a document and validates it.
 * @param hasBody whether the fields are front matter above Markdown
 */
export function readDocument<Schema extends z.ZodType>(
	text: string,
	{ schema, hasBody }: { schema: Schema; hasBody: boolean },
): ReadDocument<z.output<Schema>> {
	const fail = (message: string) => ({ value: undefined, problems: [{ field: "", message }] });
	const parts = hasBody ? splitFrontMatter(text) : { frontMatter: text, body: "" };
	if (!parts) return fail("must begin with front matter between two lines of ---");
	let fields: unknown;
	try {
		fields = parseYaml(parts.frontMatter);
	} catch (error) {
		return fail(`is not valid YAML: ${(error as Error).message}`);
	}
	const result = schema.safeParse(fields, { error: fieldWords });
	if (result.success) return { value: { fields: result.data, body: parts.body }, problems: [] };
	return {
		value: undefined,
		problems: result.error.issues.map(({ path, message }) => ({ field: formatPath(path), message })),
	};
}
