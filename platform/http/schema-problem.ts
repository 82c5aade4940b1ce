import type { FastifySchemaValidationError } from "fastify";
import { listFieldErrors } from "../../shared/text-rules.ts";
import { HttpProblem } from "./problem.ts";

/**
 * Makes the problem with which a request is answered that the schema of its route refuses.
 *
 * A body is 422 and says what is wrong with each field, in the schema's words. What stands in the address or a header is 400: there the
 * schema says what it "must be", and the problem names it.
 *
 * @param part which part of the request it is, as Fastify names it
 * @param locale that numbers are written by
 */
export function createSchemaProblem(
	errors: readonly FastifySchemaValidationError[],
	part: string,
	locale: string,
): HttpProblem {
	const issues = errors.map(({ keyword, instancePath, message = "" }) => ({
		code: keyword,
		path: instancePath.slice(1).split("/"),
		message,
	}));
	const found = listFieldErrors(issues, locale);
	if (part === "body") return new HttpProblem(422, "Check the fields named in errors.", { errors: found });
	const named = part === "headers" ? found.map((error) => ({ ...error, field: headerName(error.field) })) : found;
	const message = named.map((error) => `The ${error.field} ${error.message}.`).join(" ");
	return new HttpProblem(400, message, { errors: named });
}

/** "Idempotency-Key" for "idempotency-key", which is how Node spells a header that came. */
export function headerName(name: string): string {
	return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
