import type { PageSources } from "./finish-pages.ts";

/**
 * Builds the Content-Security-Policy of a page: the site's own files only, and of inline code only the given sources.
 *
 * @param sources CSP source expressions of the page's inline scripts and styles (hashes, or a nonce for a page rendered live), and of the
 * players that it may frame
 */
export function buildPagePolicy({ scripts, styles, frames = [] }: PageSources): string {
	return [
		"default-src 'none'",
		`script-src 'self' ${scripts.join(" ")}`.trim(),
		`style-src 'self' ${styles.join(" ")}`.trim(),
		// The icon is inline in the page.
		"img-src 'self' data:",
		"font-src 'self' data:",
		"connect-src 'self'",
		...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}
