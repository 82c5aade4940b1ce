import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { loader as loadFrame } from "./root.tsx";
import { loader as loadFeed } from "./routes/feed.ts";
import { loader as loadHome } from "./routes/home.tsx";
import { loader as loadManifest } from "./routes/manifest.ts";
import { loader as loadPost } from "./routes/post.tsx";
import { loader as loadService } from "./routes/service.tsx";
import { loader as loadSitemap } from "./routes/sitemap.ts";

test("a page shows the content of its request, and nothing of the build's", async () => {
	const built = new RouterContextProvider().get(contentContext);
	const content = structuredClone(built);
	const [service, post] = [content.services[0], content.posts[0]];
	if (!service || !post) throw new Error("There is nothing to rename");
	const old = [content.company.name, service.title, post.title];
	content.company.name = "Quillon Works";
	service.title = service.menuTitle = "Quiet Machines";
	post.title = "Why quiet machines last";
	post.slug = "quiet-machines";

	const show = async (loader: (args: never) => unknown, params: Record<string, string> = {}) => {
		const context = new RouterContextProvider();
		context.set(contentContext, content);
		const answer = await loader({ request: new Request("https://narangi.example/"), context, params } as never);
		return answer instanceof Response ? answer.text() : JSON.stringify(answer);
	};
	const pages = {
		frame: await show(loadFrame),
		home: await show(loadHome),
		feed: await show(loadFeed),
		manifest: await show(loadManifest),
		post: await show(loadPost, { slug: post.slug }),
		service: await show(loadService, { serviceName: service.slug }),
		sitemap: await show(loadSitemap),
	};

	expect(pages.frame).toContain(content.company.name);
	expect(pages.home).toContain(service.title);
	expect(pages.feed).toContain(post.title);
	expect(pages.manifest).toContain(content.company.name);
	expect(pages.post).toContain(post.title);
	expect(pages.service).toContain(service.title);
	expect(pages.sitemap).toContain(`/blog/${post.slug}`);
	// Texts of the company name it too; the loaders themselves must not add it.
	for (const [name, text] of Object.entries(pages))
		for (const word of old)
			expect(text.includes(`"${word}"`) || text.includes(`<title>${word}</title>`), name).toBe(false);
});
