import type { IncomingHttpHeaders } from "node:http";
import { HttpProblem } from "../../platform/http/problem.ts";
import type { Role } from "../../shared/roles.ts";
import { access, isOneOf } from "./access.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/** The part of a request that the guard reads. */
export type Asking = { method: string; headers: IncomingHttpHeaders; routeId: string };

/**
 * Creates the guard against other sites that are open in the browser (docs/security.md).
 *
 * A hostname that is not the desk's is refused with 421: a site can let its own name resolve to this machine and would then share its
 * origin with the desk. A request that changes something is refused with 403 unless it comes from a page of the desk. Another site may link
 * to a page of the desk, as an e-mail does, but cannot read it or start a download.
 * @param deskUrl address of the desk besides the machine's own names
 * @returns a function that throws HttpProblem
 */
export function createOtherSitesGuard(deskUrl: string): (asking: Asking) => void {
	const { hostname, host } = new URL(deskUrl);
	const names = new Set([...ownNames, hostname]);
	return ({ method, headers, routeId }) => {
		if (!names.has((headers.host ?? "").toLowerCase().replace(/:\d+$/, "")))
			throw new HttpProblem(421, "The desk is not available at this address. Set DESK_URL to this address.");
		if (!isRead(method) && !comesFromOwnPage(headers, host))
			throw new HttpProblem(403, "This request did not come from the desk.");
		if (comesFromOtherSite(headers) && (access[routeId]?.isDownload === true || !opensPage(headers)))
			throw new HttpProblem(403, "Open the desk and download the file from there.");
	};
}

/** Serve it, redirect to sign-in or to a fresh proof, or refuse it. */
export type Verdict = "answer" | "sign-in" | "prove" | "forbidden" | "other-method";

/**
 * Judges a request by access.ts. Everything that it does not allow is refused, and people who are not signed in learn nothing about what
 * exists.
 * @param person the signed-in member, if any
 */
export function judge(
	{ method, routeId }: Omit<Asking, "headers">,
	person: { roles: readonly Role[]; hasFreshProof: boolean } | undefined,
): Verdict {
	const rule = access[routeId];
	const who = isRead(method) ? rule?.get : rule?.post;
	const needsProof = rule?.needsFreshProof === true || (rule?.needsFreshProof === "post" && !isRead(method));
	if (who !== undefined && isOneOf(who, person?.roles))
		return needsProof && !person?.hasFreshProof ? "prove" : "answer";
	if (!person) return "sign-in";
	return who === undefined && rule ? "other-method" : "forbidden";
}

/** @throws Error when a route has no access declared */
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

/** Browsers omit Sec-Fetch-Site for a plain http:// address that is not this machine's. */
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

/** A link that is followed in a window, not in a frame. */
function opensPage(headers: IncomingHttpHeaders): boolean {
	return headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}
