import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Answer } from "./response-check.ts";

type Check = (answer: Answer) => string[];

/** Every response of an API of a test's server is compared with the document that it serves at its openapi.json. */
const faults: string[] = [];
const checks = new Map<string, Check>();

/** The faults since the last call; those that a test does not take make it fail. */
export function takeFaults(): string[] {
	return faults.splice(0);
}

subscribe("fastify.initialization", (message) => {
	const { fastify } = message as { fastify: FastifyInstance };
	const contexts = [fastify];
	let check: Promise<Check> | undefined;
	fastify.addHook("onRegister", (context) => void contexts.push(context));
	// Registered first, so that it sees responses before they are compressed.
	fastify.addHook("onSend", async (request, reply, payload) => {
		const described = contexts.find((context) => context.hasDecorator("swagger"));
		const route = request.routeOptions.url;
		if (!described || route === undefined || route.endsWith("/openapi.json") || route.endsWith("*")) return payload;
		check ??= findCheck(described.swagger());
		const answer = { method: request.method, route, ...readAnswer(reply, payload) };
		// The document leaves out site modules that are off: their addresses are unknown.
		if (answer.status === 404 && answer.body?.includes("There is nothing at this address.")) return payload;
		faults.push(...(await check.then((list) => list(answer)).catch((error: unknown) => [String(error)])));
		return payload;
	});
});

function readAnswer(reply: FastifyReply, payload: unknown): Omit<Answer, "method" | "route"> {
	// Read here, it would no longer be a stream.
	if (payload instanceof Response)
		return { status: payload.status, contentType: payload.headers.get("content-type") ?? undefined, body: undefined };
	const contentType = reply.getHeader("content-type");
	return {
		status: reply.statusCode,
		contentType: contentType === undefined ? undefined : String(contentType),
		// Responses that are compressed when they are made were checked then.
		body: reply.hasHeader("content-encoding") ? undefined : readBody(payload),
	};
}

function readBody(payload: unknown): string | undefined {
	if (payload === undefined || payload === null) return "";
	return typeof payload === "string" || Buffer.isBuffer(payload) ? payload.toString() : undefined;
}

/** Servers with equal documents share the check, which takes as long to create as a short test. */
async function findCheck(document: object): Promise<Check> {
	const text = JSON.stringify({ ...document, servers: [] });
	// Files without a server do not load the validator.
	const { createResponseCheck } = await import("./response-check.ts");
	const check = checks.get(text) ?? createResponseCheck(JSON.parse(text) as object);
	checks.set(text, check);
	return check;
}
