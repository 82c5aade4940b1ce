import { listInlineSources } from "../platform/pages/finish-pages.ts";

/** A page of the site, with the Content-Security-Policy for showing it. */
export type PreviewPage = { html: string; policy: string };

/**
 * Makes a rendered page safe beside others of its origin: its policy forbids scripts. A sandbox keeps the origin for fonts and pictures.
 * @param framedBy whether a page of the desk may frame it
 * @param isFollowed whether visitors follow its links and use the forms that only ask for another page
 */
export async function toPreviewPage(
	response: Response,
	{ framedBy = "nobody", isFollowed = false }: { framedBy?: "nobody" | "desk"; isFollowed?: boolean } = {},
): Promise<PreviewPage> {
	const html = await response.text();
	const policy = [
		"default-src 'none'",
		`style-src 'self' ${listInlineSources(html).styles.join(" ")}`,
		"img-src 'self' data:",
		"font-src 'self' data:",
		"script-src 'none'",
		`form-action ${isFollowed ? "'self'" : "'none'"}`,
		"base-uri 'none'",
		`frame-ancestors ${framedBy === "desk" ? "'self'" : "'none'"}`,
		`sandbox allow-same-origin${isFollowed ? " allow-forms allow-popups allow-popups-to-escape-sandbox" : ""}`,
	].join("; ");
	return { html, policy };
}
