import { ContentError } from "../../features/publishing/documents/content-error.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { readOwnPath } from "../../shared/own-path.ts";
import type { SiteDesk } from "../guard/desk-deps.server.ts";
import { readQuery } from "../read-query.server.ts";
import { beginSiteWork } from "../studio/site-work.server.ts";
import type { Route } from "./+types/studio-preview.ts";

const bare = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": "default-src 'none'; frame-ancestors 'self'; sandbox",
};

/**
 * A page of the site as it is, or with drafts: ?page=/services&path=services/erp.yml. Version 0 means the public text; any other only makes
 * a browser load it again. ?with=home.yml adds drafts where they are valid, and ?edit=yes lets texts be pressed.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
	const { site } = beginSiteWork(context);
	const { page: asked = "/", version = "", edit } = readQuery(request);
	const page = readOwnPath(asked);
	const { searchParams } = new URL(request.url);
	const paths = version === "0" ? [] : searchParams.getAll("path");
	if (page === undefined) return new Response("Page not found.", { status: 404, headers: bare });
	try {
		const content = await buildContent(site, paths, searchParams.getAll("with"));
		const preview = await site.renderPreview(page, content, { isEditable: edit === "yes" });
		if (!preview) return new Response("<p>Page not found.</p>", { status: 404, headers: bare });
		return new Response(preview.html, { headers: { ...bare, "content-security-policy": preview.policy } });
	} catch (error) {
		if (error instanceof ContentError)
			return new Response("<p>Fix the errors to see a preview.</p>", {
				status: 422,
				headers: bare,
			});
		throw error;
	}
}

/**
 * Builds the content with drafts.
 * @param others drafts to leave out where the content is invalid with them
 */
async function buildContent(site: SiteDesk, paths: string[], others: string[]): Promise<Content> {
	if (others.length > 0)
		try {
			return await site.studio.buildDraft([...paths, ...others]);
		} catch (error) {
			if (!(error instanceof ContentError)) throw error;
		}
	return paths.length === 0 ? site.readContent() : site.studio.buildDraft(paths);
}
