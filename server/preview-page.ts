import { listInlineSources } from "../platform/pages/finish-pages.ts";

/** A page of the site, and under which Content-Security-Policy it may be shown. */
export type PreviewPage = { html: string; policy: string };

/**
 * Makes a rendered page one that the desk may show in its own origin: its policy lets nothing run and no form be sent, whatever is in it. A
 * sandbox leaves it the origin alone, for fonts and pictures.
 *
 * @param framedBy whether a page of the desk may have it in a frame
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
