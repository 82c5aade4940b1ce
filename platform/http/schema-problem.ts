import type { FastifySchemaValidationError } from "fastify";
import { listFieldErrors } from "../../shared/text-rules.ts";
import { HttpProblem, refuseFields } from "./problem.ts";

/**
 * Creates the problem for a request that its route's schema rejects.
 *
 * A wrong body is 422 with an error for each field, in the schema's words. A wrong path or header is 400: there the schema says what it
 * "must be", and the problem names it.
 *
 * @param part of the request, as Fastify names it
 * @param locale of numbers in messages
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
	if (part === "body") return refuseFields(found);
	const named = part === "headers" ? found.map((error) => ({ ...error, field: headerName(error.field) })) : found;
	const message = named.map((error) => `The ${error.field} ${error.message}.`).join(" ");
	return new HttpProblem(400, message, { errors: named });
}

/** Returns "Idempotency-Key" for "idempotency-key", which is Node's spelling. */
export function headerName(name: string): string {
	return name.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase());
}
