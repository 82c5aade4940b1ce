import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { addApiToken } from "../../core/api-tokens/api-token-store.server.ts";
import type { TestDesk, TestServer } from "./test-server.ts";

let tokens = 0;

/** A program with a token of the API. */
export type ApiProgram = {
	id: string;
	name: string;
	secret: string;
	/** Sends a request to the desk with the token. */
	send(options: InjectOptions): Promise<LightMyRequestResponse>;
	get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
	post(url: string, body: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
	patch(url: string, body: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
};

/** Creates a token that works for a day, as an admin would. */
export async function addProgram(
	{ database, clock }: Pick<TestServer, "database" | "clock">,
	{ app, accountId }: Pick<TestDesk, "app" | "accountId">,
	scopes: readonly string[],
): Promise<ApiProgram> {
	tokens += 1;
	const name = `Program ${tokens}`;
	const now = clock.now();
	const added = await database.write((transaction) =>
		addApiToken(transaction, { name, scopes: [...scopes], endsAt: now.add({ hours: 24 }), by: accountId }, now),
	);
	if (!added.ok) throw new Error(`No token: ${added.why}`);
	const { id, secret } = added;
	const send = (options: InjectOptions) =>
		app.inject({ ...options, headers: { authorization: `Bearer ${secret}`, ...options.headers } });
	const sendBody =
		(method: "POST" | "PATCH") =>
		(url: string, payload: object, headers: Record<string, string> = {}) =>
			send({ method, url, payload, headers });
	return {
		id,
		name,
		secret,
		send,
		get: (url, headers = {}) => send({ method: "GET", url, headers }),
		post: sendBody("POST"),
		patch: sendBody("PATCH"),
	};
}
