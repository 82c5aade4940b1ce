import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { RouterContextProvider } from "react-router";

/** Where pages come from; the server knows nothing else about them. */
export type PageSource = {
	/** Answers a request for a page or a file that was made when the site was built, and tells whether it did. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** Renders a page for this request; a thrown error or a status of 500 means that it could not. */
	render(request: Request, context: RouterContextProvider): Promise<Response>;
	/** The finished error page for a status. */
	errorPage(status: number): { headers: OutgoingHttpHeaders; body: Buffer | string };
};
