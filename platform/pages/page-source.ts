import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RouterContextProvider } from "react-router";
import type { ReadyAnswer } from "../http/ready-answer.ts";

/** What a visitor can act on: a sentence, and perhaps the path of the page that leads on. */
export type Refusal = { message: string; backTo?: string | undefined };

/** The finished error page. */
export type ErrorPage = { headers: OutgoingHttpHeaders; body: Buffer | string };

/** Where pages come from; the server knows nothing else about them. */
export type PageSource = {
	/** Answers a request for a page or a file that was made when the site was built, and tells whether it did. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** The whole answer to a GET of a page or a file that was made when the site was built, if the request asks for nothing special. */
	findReady(path: string, acceptEncoding: string): ReadyAnswer | undefined;
	/** Renders a page for this request; a thrown error or a status of 500 means that it could not. An error of storage is thrown as it was. */
	render(request: Request, context: RouterContextProvider): Promise<Response>;
	/** The finished error page: for a refusal with its sentence, for a failure with the words for all of them. Never rejects. */
	errorPage(status: number, refusal?: Refusal): Promise<ErrorPage>;
};
