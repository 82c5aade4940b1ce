import { readForm } from "../read-form.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-markdown.ts";

/** Renders Markdown as the site would, cleaned, or converts pasted HTML to Markdown; nothing is stored. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
	const { site } = beginSiteWork(context);
	const form = await readForm(request);
	const html = form.get("html");
	if (html !== null) {
		const pasted = await site.convertPasted(html);
		return Response.json(pasted ?? null, { status: pasted ? 200 : 422 });
	}
	return new Response(await site.renderMarkdown(form.get("markdown") ?? ""), {
		headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'; sandbox" },
	});
}
