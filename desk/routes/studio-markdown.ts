import { readForm } from "../read-form.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-markdown.ts";

/** Renders Markdown as the site would, cleaned; nothing is stored. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
	const { site } = beginSiteWork(context);
	const markdown = (await readForm(request)).get("markdown") ?? "";
	return new Response(await site.renderMarkdown(markdown), {
		headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'; sandbox" },
	});
}
