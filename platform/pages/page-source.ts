import type { RouterContextProvider } from "react-router";
import type { ReadyPages } from "../http/error-page.ts";

/** Where pages come from; the server knows nothing else about them. */
export type PageSource = ReadyPages & {
	/** Whether the site has no page at a path. */
	isUnknown(pathname: string): boolean;
	/**
	 * Renders a page for this request; a thrown error or a status of 500 means that it could not. An error of storage is thrown as it was.
	 *
	 * @param client who asks: one client's requests do not keep another's waiting
	 * @throws ServerBusyError when too much is to be rendered already
	 */
	render(request: Request, context: RouterContextProvider, client?: string): Promise<Response>;
};
