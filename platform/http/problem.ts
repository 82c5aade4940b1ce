import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";

/** An error in one field of a request. */
export type ProblemField = { field: string; message: string };

export const problemContentType = "application/problem+json; charset=utf-8";

/** A request to answer with a problem; the thrower decides status and message. */
export class HttpProblem extends Error {
	readonly statusCode: number;
	readonly errors: ProblemField[] | undefined;
	readonly headers: Record<string, string>;
	/** Further members of the problem, for programs. */
	readonly members: Record<string, unknown>;

	/** @param message for the person who sent the request */
	constructor(
		statusCode: number,
		message: string,
		{
			errors,
			headers = {},
			members = {},
		}: { errors?: ProblemField[]; headers?: Record<string, string>; members?: Record<string, unknown> } = {},
	) {
		super(message);
		this.name = "HttpProblem";
		this.statusCode = statusCode;
		this.errors = errors;
		this.headers = headers;
		this.members = members;
	}
}

/** Creates the problem of a request whose fields have errors. */
export function refuseFields(errors: ProblemField[]): HttpProblem {
	return new HttpProblem(422, "Check the fields named in errors.", { errors });
}

/**
 * Builds the body of a problem (RFC 9457) with two members of our own: `message` for people, and `errors` by field.
 *
 * The type is about:blank: the status is the kind of problem, and the title names the status.
 */
export function createProblem(status: number, message: string, errors?: ProblemField[]): object {
	return {
		type: "about:blank",
		title: STATUS_CODES[status] ?? "Error",
		status,
		detail: message,
		message,
		...(errors && { errors }),
	};
}

/** Answers with a problem. */
export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
	return reply
		.code(problem.statusCode)
		.headers(problem.headers)
		.header("content-type", problemContentType)
		.header("cache-control", "no-store")
		.send(
			JSON.stringify({ ...createProblem(problem.statusCode, problem.message, problem.errors), ...problem.members }),
		);
}
