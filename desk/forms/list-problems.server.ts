import type { z } from "zod";
import type { FieldError } from "../../shared/text-rules.ts";

/** Lists the first error of each field. */
export function listProblems({ issues }: z.ZodError): FieldError[] {
	const problems = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
	return issues
		.map(({ path }) => String(path[0]))
		.filter((field, index, all) => all.indexOf(field) === index)
		.map((field) => ({ field, message: problems.get(field) ?? "" }));
}
