import { listInlineSources } from "../platform/pages/finish-pages.ts";

/** A page of the site, with the Content-Security-Policy for showing it. */
export type PreviewPage = { html: string; policy: string };

/**
 * Makes a rendered page safe in the desk's origin: its policy forbids scripts and forms. A sandbox keeps the origin for fonts and pictures.
 * @param framedBy whether a page of the desk may frame it
 */
export async function toPreviewPage(
	response: Response,
	{ framedBy = "nobody" }: { framedBy?: "nobody" | "desk" } = {},
): Promise<PreviewPage> {
	const html = await response.text();
	const policy = [
		"default-src 'none'",
		`style-src 'self' ${listInlineSources(html).styles.join(" ")}`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"script-src 'none'",
		"form-action 'none'",
		"base-uri 'none'",
		`frame-ancestors ${framedBy === "desk" ? "'self'" : "'none'"}`,
		"sandbox allow-same-origin",
	].join("; ");
	return { html, policy };
}
