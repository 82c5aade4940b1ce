import type { Config } from "../config.ts";

/** The policy of an answer that is no page: should a browser show it as one, it can load and embed nothing. */
const policyOfNoPage = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * What every answer carries, whatever its status; pages have a Content-Security-Policy of their own.
 *
 * Source: docs/product/common.md, Answers of the server.
 */
const everywhere: Readonly<Record<string, string>> = {
	"X-Content-Type-Options": "nosniff",
	// Not no-referrer: with it, browsers send "Origin: null" with the site's own form posts.
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	// Those that could harm a visitor. The list of all is a quarter of a kilobyte in every answer, and a page that embeds and loads nothing
	// from elsewhere asks for none of them.
	"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Content-Security-Policy": policyOfNoPage,
};

/**
 * Lists the headers that every answer carries, by name.
 *
 * @param publicUrl HTTPS is made compulsory for two years only where the site is reached by it
 * @param options whether that holds for every subdomain of its host too, also for those that other machines serve
 */
export function listSecurityHeaders(
	publicUrl: string,
	{ hstsIncludeSubdomains }: Pick<Config, "hstsIncludeSubdomains">,
): Record<string, string> {
	if (!publicUrl.startsWith("https:")) return { ...everywhere };
	const twoYears = "max-age=63072000";
	return {
		...everywhere,
		"Strict-Transport-Security": hstsIncludeSubdomains ? `${twoYears}; includeSubDomains` : twoYears,
	};
}

/** Those of the headers that a browser heeds on a script, a font or a picture; the others speak of pages. */
const heededOnFiles = new Set(["X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Strict-Transport-Security"]);

/** Picks what a file that pages load needs to carry: the other headers, half a kilobyte a file, would travel for nothing. */
export function pickFileHeaders(securityHeaders: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(securityHeaders).filter(([name]) => heededOnFiles.has(name)));
}
