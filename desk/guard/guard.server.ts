import type { IncomingHttpHeaders } from "node:http";
import type { Role } from "../../shared/roles.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { access, isOneOf } from "./access.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/** What the guard looks at of a request. */
export type Asking = { method: string; headers: IncomingHttpHeaders; routeId: string };

/**
 * Makes what refuses requests of other sites that a browser has open (docs/security.md).
 *
 * A name that is not the desk's is refused with 421: a site can let its own name lead to this machine and would then be of one origin
 * with the desk. A request that changes something is refused with 403 unless it comes from a page of the desk. Another site may lead
 * somebody to a page of the desk, as an e-mail does, but can neither read it nor start a download.
 *
 * @param deskUrl where the desk is reached besides the machine's own names
 * @returns a function that throws HttpProblem
 */
export function createOtherSitesGuard(deskUrl: string): (asking: Asking) => void {
	const { hostname, host } = new URL(deskUrl);
	const names = new Set([...ownNames, hostname]);
	return ({ method, headers, routeId }) => {
		if (!names.has((headers.host ?? "").toLowerCase().replace(/:\d+$/, "")))
			throw new HttpProblem(421, "The desk does not answer under this name. Set DESK_URL to the address that you use.");
		if (!isRead(method) && !comesFromOwnPage(headers, host))
			throw new HttpProblem(403, "This did not come from a page of the desk, so nothing was done.");
		if (comesFromOtherSite(headers) && (access[routeId]?.isDownload === true || !opensPage(headers)))
			throw new HttpProblem(403, "Open the desk itself and follow its link.");
	};
}

/** What becomes of a request: it is answered, or leads to the form to sign in or to prove who one is, or is refused. */
export type Verdict = "answer" | "sign-in" | "prove" | "forbidden" | "other-method";

/**
 * Judges whether somebody may do what they ask for. Whatever access.ts does not allow by name is refused, and who is not signed in learns
 * nothing of what there is.
 *
 * @param person who is signed in; undefined for nobody
 */
export function judge(
	{ method, routeId }: Omit<Asking, "headers">,
	person: { roles: readonly Role[]; hasFreshProof: boolean } | undefined,
): Verdict {
	const rule = access[routeId];
	const who = isRead(method) ? rule?.get : rule?.post;
	if (who !== undefined && isOneOf(who, person?.roles))
		return rule?.needsFreshProof && !person?.hasFreshProof ? "prove" : "answer";
	if (!person) return "sign-in";
	return who === undefined && rule ? "other-method" : "forbidden";
}

/**
 * @throws Error when it is not said of every route who may ask for it
 */
export function assertAccessIsDeclared(routeIds: readonly string[]): void {
	const silent = routeIds.filter((id) => access[id] === undefined);
	const gone = Object.keys(access).filter((id) => !routeIds.includes(id));
	if (silent.length > 0 || gone.length > 0)
		throw new Error(
			`desk/guard/access.ts must say who may do what for every route. Missing: ${silent.join(", ") || "none"}. No route: ${gone.join(", ") || "none"}`,
		);
}

function isRead(method: string): boolean {
	return method === "GET" || method === "HEAD";
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
