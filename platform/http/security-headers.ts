import type { Config } from "../config.ts";

/** The policy of responses other than pages: a browser that shows one as a page loads and embeds nothing. */
const nonPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Headers of every response, whatever its status; pages add a Content-Security-Policy of their own.
 *
 * Source: docs/product/common.md, Answers of the server.
 */
const everywhere: Readonly<Record<string, string>> = {
	"X-Content-Type-Options": "nosniff",
	// Not no-referrer: with it, browsers send "Origin: null" with the site's own form posts.
	"Referrer-Policy": "strict-origin-when-cross-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	// The features that could harm a visitor. The full list is a quarter of a kilobyte per response, and a page that embeds nothing from
	// elsewhere asks for none of them.
	"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Content-Security-Policy": nonPagePolicy,
};

/**
 * Lists the headers of every response, by name.
 *
 * @param publicUrl with https, HSTS is set for two years
 * @param options whether HSTS covers every subdomain too, also those that other machines serve
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

/** Headers that browsers heed on a script, a font or a picture; the others concern pages. */
const fileHeaders = new Set(["X-Content-Type-Options", "Cross-Origin-Resource-Policy", "Strict-Transport-Security"]);

/** Picks the headers of files that pages load: the others would add half a kilobyte per file for nothing. */
export function pickFileHeaders(securityHeaders: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(securityHeaders).filter(([name]) => fileHeaders.has(name)));
}

/** For pictures that mail programs and other sites show: logo, icons, cards and pictures of the content. */
export const sharedPictureHeaders: Readonly<Record<string, string>> = {
	"Cross-Origin-Resource-Policy": "cross-origin",
};
