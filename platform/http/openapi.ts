import { z } from "zod";

const problemSchema = z.toJSONSchema(
	z.object({
		type: z.string(),
		title: z.string(),
		status: z.int(),
		detail: z.string(),
		message: z.string().describe("For the person who sent the request."),
		errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
	}),
);

/** An answer that is a problem. */
export const problem = (description: string) => ({
	description,
	content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** What a post of JSON may answer besides its own; a route that takes something else, or has more to say, says it itself. */
const responsesToPosts = {
	400: problem("The body is not JSON, or the Idempotency-Key is malformed."),
	413: problem("The body is larger than 64 KB."),
	415: problem("The body is not sent as application/json."),
	422: problem("A field breaks a rule, or the Idempotency-Key came with another body before."),
	429: problem("Too many posts came from this address; Retry-After says when to send the next."),
	503: problem("Nothing can be stored at the moment; Retry-After says when to try again."),
};

/** What any other operation may answer besides its own. */
const responsesToReads = { 503: problem("The database does not answer; Retry-After says when to try again.") };

/** The optional Idempotency-Key header of a post; `repeated` says what the same key and body do not do again, such as "stores nothing". */
export const idempotencyKeyParameter = (repeated: string) => ({
	name: "Idempotency-Key",
	in: "header",
	required: false,
	description: `For 24 hours, the same key with the same body gives the first answer again and ${repeated}.`,
	schema: { type: "string", minLength: 1, maxLength: 200 },
});

type Operation = { operationId: string; responses: Record<string, unknown> };

/**
 * Builds the OpenAPI 3.1 description of the API.
 *
 * @param paths what the features say about their routes
 */
export function createOpenApiDocument({
	title,
	publicUrl,
	paths,
}: {
	title: string;
	publicUrl: string;
	paths: Record<string, Record<string, Operation>>;
}): object {
	return {
		openapi: "3.1.1",
		info: { title, version: "1" },
		servers: [{ url: publicUrl }],
		paths: Object.fromEntries(
			Object.entries(paths).map(([path, operations]) => [
				path,
				Object.fromEntries(
					Object.entries(operations).map(([method, operation]) => [
						method,
						{
							...operation,
							responses: { ...(method === "post" ? responsesToPosts : responsesToReads), ...operation.responses },
						},
					]),
				),
			]),
		),
		components: { schemas: { Problem: problemSchema } },
	};
}
