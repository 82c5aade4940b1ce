import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorToProblem } from "./error-to-problem.ts";
import type { ReadyAnswer } from "./ready-answer.ts";

/** What a visitor can act on: a sentence, and perhaps the path of the page that leads on. */
export type Refusal = { message: string; backTo?: string | undefined };

/** The finished error page. */
export type ErrorPage = { headers: OutgoingHttpHeaders; body: Buffer | string };

/** What an HTTP server answers before and beside its routes. */
export type ReadyPages = {
	/** Answers a request for a page or a file that was made when the site was built, and tells whether it did. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** The whole answer to a GET of a page or a file that was made when the site was built, if the request asks for nothing special. */
	findReady(path: string, acceptEncoding: string): ReadyAnswer | undefined;
	/** The finished error page: for a refusal with its sentence, for a failure with the words for all of them. Never rejects. */
	errorPage(status: number, refusal?: Refusal): Promise<ErrorPage>;
};

/**
 * Answers with the error page that fits an error, and reports the error when it is ours.
 *
 * @param backTo path of the page with the form that was refused
 */
export async function sendErrorPage(
	error: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
	{
		pages,
		reportFailure,
		backTo,
	}: {
		pages: Pick<ReadyPages, "errorPage">;
		/** Records a failure of our own; visitors are told that it was. */
		reportFailure(request: FastifyRequest, error: unknown): void;
		backTo?: string | undefined;
	},
): Promise<FastifyReply> {
	const { statusCode, headers, message } = errorToProblem(error);
	if (statusCode >= 500) reportFailure(request, error);
	// Whoever sent a form can act on the reason; an unknown address and a failure of our own have the site's words.
	const refusal =
		request.method === "POST" && statusCode !== 404 && statusCode !== 500 ? { message, backTo } : undefined;
	const page = await pages.errorPage(statusCode, refusal);
	return reply
		.code(statusCode)
		.headers(page.headers)
		.headers(headers)
		.header("cache-control", "no-store")
		.send(page.body);
}
