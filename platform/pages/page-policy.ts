/**
 * The Content-Security-Policy of a page: nothing but the site's own files, and of inline code only what is named here.
 *
 * @param sources CSP source expressions of the page's inline scripts and styles (hashes, or a nonce for a live rendered page)
 */
export function buildPagePolicy({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
	return [
		"default-src 'none'",
		`script-src 'self' ${scripts.join(" ")}`.trim(),
		`style-src 'self' ${styles.join(" ")}`.trim(),
		// The icon stands in the page itself.
		"img-src 'self' data:",
		"font-src 'self' data:",
		"connect-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join("; ");
}
