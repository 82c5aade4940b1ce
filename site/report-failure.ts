import { isRouteErrorResponse, type ClientOnErrorFunction } from "react-router";

/**
 * Reports a page's failure in the browser to the server, so that the error page tells the truth; offline, once the connection is back.
 *
 * Failures that the server answered itself are known there. Only the pattern of the address is sent: a path may be private.
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
