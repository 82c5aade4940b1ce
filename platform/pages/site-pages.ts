import type { RouterContextProvider } from "react-router";
import type { ReadyPages } from "../http/error-page.ts";

/** The source of pages; the server knows nothing else about them. */
export type SitePages = ReadyPages & {
	/** Whether the site has no page at a path. */
	isUnknown(pathname: string): boolean;
	/**
	 * Renders a page for this request; a thrown error or a status of 500 is a failure. A storage error is thrown unchanged.
	 *
	 * @param client the sender: one client's requests do not delay another's
	 * @throws ServerBusyError under overload
	 */
	render(request: Request, context: RouterContextProvider, client?: string): Promise<Response>;
};
