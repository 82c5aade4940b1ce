import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { OpenAPIV3_1 } from "openapi-types";
import { z } from "zod";
import { headerName } from "./schema-problem.ts";

const problemShape = z.object({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	message: z.string().describe("For the person who sent the request."),
	errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** The body of a problem, as problem.ts writes it; the document defines it once and refers to it. */
export const problemSchema = problemShape.meta({ id: "Problem" });

/** A response with a problem; `schema` for one with further members. */
export function problem<Schema extends z.core.$ZodType = typeof problemSchema>(description: string, schema?: Schema) {
	return { description, content: { "application/problem+json": { schema: schema ?? problemSchema } } };
}

/** A response with a body, of JSON unless the content type says otherwise. */
export function describeResponse<Schema extends z.core.$ZodType>(
	description: string,
	schema: Schema,
	contentType = "application/json",
) {
	return { description, content: { [contentType]: { schema } } };
}

/** A response without a body. */
export function emptyResponse(description: string) {
	return z.undefined().describe(description);
}

/**
 * For a response whose JSON is prepared in advance: the document shows the schema, the handler sends the text.
 *
 * The text is checked in tests only.
 */
export function readyJson(schema: z.core.$ZodType): z.ZodType<string> {
	return schema as z.ZodType<string>;
}

/** A text field that holds JSON. */
export function jsonText(schema: z.core.$ZodType): z.ZodString {
	return z.string().meta({ contentMediaType: "application/json", contentSchema: describePart(schema, "input") });
}

const failed = problem("Something failed on our side; it has been reported to our team.");

/** Responses common to posts of JSON; other routes list their own. */
export const problemsOfPosts = {
	400: problem("The body is not JSON, or the Idempotency-Key is malformed."),
	413: problem("The body is larger than 64 KB."),
	415: problem("The body is not sent as application/json."),
	422: problem("A field is invalid, or the Idempotency-Key was used before with another body."),
	429: problem("Too many posts from this address; Retry-After says when to send the next."),
	500: failed,
	503: problem("Nothing can be stored at the moment; Retry-After says when to try again."),
};

/** Responses common to all other operations. */
export const problemsOfReads = {
	500: failed,
	503: problem("The database does not respond; Retry-After says when to try again."),
};

/**
 * Describes the routes registered from here on in OpenAPI 3.1, by their schemas. The document is app.swagger().
 *
 * @param app a context of its own: the document leaves out routes outside it
 * @param options `url` is where the routes are served; `securitySchemes` are what they name in their schema's `security`
 */
export async function describeRoutes(
	app: FastifyInstance,
	{
		url: serverUrl,
		securitySchemes,
	}: { url: string; securitySchemes?: OpenAPIV3_1.ComponentsObject["securitySchemes"] },
): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: "3.1.1",
			info: { title: "Public API", version: "1" },
			servers: [{ url: serverUrl }],
			components: {
				schemas: { Problem: describePart(problemShape, "output") },
				...(securitySchemes && { securitySchemes }),
			},
		},
		transform(route) {
			const { schema, url } = jsonSchemaTransform(route);
			const headers = schema?.headers as { properties: Record<string, unknown> } | undefined;
			if (!headers) return { schema, url };
			const properties = Object.fromEntries(
				Object.entries(headers.properties).map(([name, value]) => [headerName(name), value]),
			);
			return { schema: { ...schema, headers: { ...headers, properties } }, url };
		},
	});
}

/** Returns JSON Schema for use inside the document, without its version. */
function describePart(schema: z.core.$ZodType, io: "input" | "output"): object {
	const { $schema: _, ...part } = z.toJSONSchema(schema, { io });
	return part;
}
