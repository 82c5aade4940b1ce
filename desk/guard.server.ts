import type { IncomingHttpHeaders } from "node:http";
import type { onRequestAsyncHookHandler } from "fastify";
import { HttpProblem } from "../platform/http/problem.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Makes the hook that refuses requests of other sites that a browser on the same machine has open (docs/decisions/0014-desk-without-log-in.md).
 *
 * A name that is not the desk's is refused with 421: a site can let its own name lead to this machine and would then be of one origin
 * with the desk. A request that changes something is refused with 403 unless it comes from a page of the desk. Another site may lead
 * somebody to a page of the desk, as an e-mail does, but can neither read it nor start a download.
 *
 * @param deskUrl where the desk is reached besides the machine's own names
 */
export function createGuard(deskUrl: string): onRequestAsyncHookHandler {
	const { hostname, host } = new URL(deskUrl);
	const names = new Set([...ownNames, hostname]);
	return async function refuseOtherSites({ method, headers, routeOptions }) {
		if (!names.has((headers.host ?? "").toLowerCase().replace(/:\d+$/, "")))
			throw new HttpProblem(421, "The desk does not answer under this name. Set DESK_URL to the address that you use.");
		if (method !== "GET" && method !== "HEAD" && !comesFromOwnPage(headers, host))
			throw new HttpProblem(403, "This did not come from a page of the desk, so nothing was done.");
		if (comesFromOtherSite(headers) && (routeOptions.config.isDownload === true || !opensPage(headers)))
			throw new HttpProblem(403, "Open the desk itself and follow its link.");
	};
}

/** Browsers leave Sec-Fetch-Site out towards a plain http:// address that is not this machine's. */
function comesFromOwnPage(headers: IncomingHttpHeaders, deskHost: string): boolean {
	const site = headers["sec-fetch-site"];
	if (site !== undefined) return site === "same-origin";
	const { origin = "", host } = headers;
	return URL.canParse(origin) && [deskHost, host?.toLowerCase()].includes(new URL(origin).host);
}

function comesFromOtherSite(headers: IncomingHttpHeaders): boolean {
	const site = headers["sec-fetch-site"];
	return site === "cross-site" || site === "same-site";
}

/** Somebody follows a link, in a window and not in a frame. */
function opensPage(headers: IncomingHttpHeaders): boolean {
	return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

declare module "fastify" {
	interface FastifyContextConfig {
		/** The answer is a file to be kept rather than a page. */
		isDownload?: boolean;
	}
}
