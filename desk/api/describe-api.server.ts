import { z } from "zod";
import { emptyResponse, problem, problemsOfPosts, problemsOfReads } from "../../platform/http/openapi.ts";
import type { ApiScope } from "./api-scopes.ts";

/** Where the API is, on the desk's address. */
export const apiPath = "/api/v1";
export const apiDocumentPath = `${apiPath}/openapi.json`;

const schemeName = "token";

/** How programs prove who they are, as the document says it. */
export const tokenScheme = {
	[schemeName]: { type: "http", scheme: "bearer", description: "A token from the desk: Settings, API tokens." },
} as const;

/** Returns the parts of a route that its scopes decide: who is let in, and what the document says about it. */
export function openTo(...scopes: readonly [ApiScope, ...ApiScope[]]) {
	return { config: { apiScopes: scopes }, security: scopes.map((scope) => ({ [schemeName]: [scope] })) };
}

const refusals = {
	401: problem("The token is missing, unknown, revoked or expired."),
	403: problem("The token lacks the scope."),
	429: problem("The token has sent too many requests; Retry-After says when to send the next."),
};

const { 500: failed, 503: unavailable } = problemsOfReads;

/** Responses common to all reads. */
export const responsesOfApiReads = {
	...refusals,
	304: emptyResponse("Nothing has changed since the response whose ETag If-None-Match holds."),
	400: problem("A parameter is invalid."),
	500: failed,
	503: unavailable,
};

/** Responses common to all posts and changes. */
export const problemsOfApiChanges = { ...problemsOfPosts, ...refusals };

/** The header that a change needs, and the responses that are about it. */
export const matchHeaders = z.object({
	"if-match": z.string().optional().describe("The ETag of the version that you read, or * for any. Required."),
});
export const problemsOfMatches = {
	412: problem("It has changed since it was read. Read it again, then decide."),
	428: problem("If-Match is missing."),
};

export const notThere = problem("There is no such record.");

/** A member as the API names them. */
export const memberSchema = z.object({ id: z.string(), name: z.string() });

/** The schema of an instant, in UTC. */
export const instantSchema = z.iso.datetime().meta({ examples: ["2026-11-23T06:00:00.000Z"] });

/** An instant in a query. */
export const instantParameter = z.iso
	.datetime({ offset: true, error: "must be a time such as 2026-11-23T06:00:00Z" })
	.transform((text) => Temporal.Instant.from(text))
	.meta({ examples: ["2026-11-23T06:00:00Z"] });

const limitRule = "must be a whole number from 1 to 100";

/** The parameters of a list that comes in pages. */
export const pageParameters = {
	limit: z.coerce
		.number({ error: limitRule })
		.int({ error: limitRule })
		.min(1, limitRule)
		.max(100, limitRule)
		.default(25)
		.describe("The maximum number of entries on a page."),
	cursor: z
		.string()
		.regex(/^[\w.-]{1,200}$/, "must be the next value of another page")
		.optional()
		.describe("The `next` value of the previous page."),
};

/** Returns the schema of a page of a list. */
export function pageOf<Schema extends z.core.$ZodType>(entry: Schema) {
	return z.object({
		data: z.array(entry),
		next: z
			.string()
			.nullable()
			.describe("The cursor of the next page; null on the last. New entries do not shift later pages."),
	});
}

/** A reference of a record in an address. */
export const referenceParameters = z.object({
	reference: z
		.string()
		.regex(/^[\w-]{1,40}$/, "must be a reference such as ENQ-7K3F9QXM")
		.transform((text) => text.toUpperCase())
		.meta({ examples: ["ENQ-7K3F9QXM"] }),
});
