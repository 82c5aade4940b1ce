import { isRouteErrorResponse, type ClientOnErrorFunction } from "react-router";

/**
 * Tells the server that a page failed in the browser, so that it is true what the error page says; offline, as soon as that is over.
 *
 * What the server itself answered it knows already. Of the address only the pattern is sent: a path may hold something private.
 */
export const reportFailure: ClientOnErrorFunction = (error, { pattern }) => {
	if (isRouteErrorResponse(error)) return;
	const report = new Blob(
		[JSON.stringify({ route: pattern, error: error instanceof Error ? error.name : typeof error })],
		{ type: "application/json" },
	);
	const send = () => navigator.sendBeacon("/failures", report);
	if (navigator.onLine) send();
	else window.addEventListener("online", send, { once: true });
};
