import type { FastifyRequest } from "fastify";
import type { ApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { RecordNames } from "../../core/records/record-names.ts";
import type { ProblemField } from "../../platform/http/problem.ts";
import { keyField } from "../../shared/form-key.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { coversScope, type ApiScope } from "./api-scopes.ts";

/** The parts of the desk that the API's routes use. */
export type ApiDeps = Pick<
	DeskDeps,
	| "clock"
	| "company"
	| "config"
	| "database"
	| "messageIdDomain"
	| "onEmails"
	| "openCalls"
	| "openInterviews"
	| "records"
	| "site"
>;

/** The program that sends a request. */
export type ApiCaller = {
	token: ApiToken;
	/** One set for the whole request, however the settings change meanwhile. */
	deps: ApiDeps;
	now: Temporal.Instant;
};

declare module "fastify" {
	interface FastifyContextConfig {
		/** The scopes that open a route of the API; any one of them does. */
		apiScopes?: readonly ApiScope[];
	}
}

const callers = new WeakMap<FastifyRequest, ApiCaller>();

export function setCaller(request: FastifyRequest, caller: ApiCaller): void {
	callers.set(request, caller);
}

/** Finds the program that sends a request; undefined when the guard has refused it. */
export function findCaller(request: FastifyRequest): ApiCaller | undefined {
	return callers.get(request);
}

/** Returns the program that sends a request of the API. */
export function getCaller(request: FastifyRequest): ApiCaller {
	const caller = callers.get(request);
	if (!caller) throw new Error("The API's guard has not judged this request");
	return caller;
}

/** Lists the kinds of records that a token may read. */
export function listReadableKinds({ token, deps }: Pick<ApiCaller, "token" | "deps">): RecordKind[] {
	return deps.records.kinds.filter(({ names }) => coversScope(token.scopes, `${names}:read`));
}

/** Returns a kind of record with the company's content. */
export function getApiKind({ deps }: Pick<ApiCaller, "deps">, { name }: Pick<RecordNames, "name">): RecordKind {
	const kind = deps.records.kinds.find((one) => one.name === name);
	if (!kind) throw new Error(`There is no kind of record ${name}`);
	return kind;
}

/** Returns the idempotency key of a request as it is stored: tokens share none, or one could learn what another has stored. */
export function keyOf({ token }: Pick<ApiCaller, "token">, key: string | undefined): string | undefined {
	return key === undefined ? undefined : `${token.id}:${key}`;
}

/** Refuses a key that came with another body before. */
export const keyReused: ProblemField = {
	field: keyField,
	message: "This key was used before with another body.",
};
