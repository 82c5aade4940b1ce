import { beginIssueWork } from "../newsletter/newsletter-work.server.ts";
import type { Route } from "./+types/newsletter-preview.ts";

/** An issue as a subscriber gets it, with a private link that is nobody's; until it is sent, with the article's present text. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
	const { deps, issue, article } = await beginIssueWork(context, params.id);
	const { html } = await deps.issues.preview(issue.state === "sent" ? issue : { ...issue, ...article });
	const pictures = new URL(deps.config.publicUrl).origin;
	return new Response(html, {
		headers: {
			"content-type": "text/html; charset=utf-8",
			// E-mails carry their styles in their elements.
			"content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; frame-ancestors 'self'; sandbox`,
		},
	});
}
