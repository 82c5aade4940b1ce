import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorToProblem } from "./error-to-problem.ts";
import type { ReadyResponse } from "./ready-response.ts";

/** A reason that a visitor can act on: a sentence, and optionally the path of the page to go on from. */
export type Refusal = { message: string; backTo?: string | undefined };

/** The finished error page. */
export type ErrorPage = { headers: OutgoingHttpHeaders; body: Buffer | string };

/** Responses that an HTTP server gives before its routes. */
export type ReadyPages = {
	/** Answers a request for a page or file from the build; returns whether it did. */
	serve(request: IncomingMessage, response: ServerResponse): boolean;
	/** The whole response to a GET of a page or file from the build, if the request asks for nothing special. */
	findReady(path: string, acceptEncoding: string): ReadyResponse | undefined;
	/** Returns the finished error page: for a refusal with its sentence, for a failure with the general words. Never rejects. */
	errorPage(status: number, refusal?: Refusal): Promise<ErrorPage>;
};

/**
 * Answers with the error page for an error, and reports internal errors.
 *
 * @param backTo path of the page with the refused form
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
		/** Records an internal error, which visitors are told about. */
		reportFailure(request: FastifyRequest, error: unknown): void;
		backTo?: string | undefined;
	},
): Promise<FastifyReply> {
	const { statusCode, headers, message } = errorToProblem(error);
	if (statusCode >= 500) reportFailure(request, error);
	// The sender of a form can act on the reason; an unknown path and an internal error get the site's own words.
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
