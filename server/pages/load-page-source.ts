import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createRequestHandler, matchRoutes, type RouterContextProvider, type ServerBuild } from "react-router";
import { nonceContext } from "../../features/publishing/nonce-context.server.ts";
import { originPlaceholder } from "../../features/publishing/origin.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Logger } from "../log.ts";
import { finishPages, packFile, type PagePack } from "./finish-pages.ts";
import { buildPagePolicy } from "./page-policy.ts";
import type { PageSource } from "./page-source.ts";
import { loadPrerenderedPages } from "./prerendered-pages.ts";

type PageSourceOptions = {
	/** Absolute path of build/. */
	buildDirectory: string;
	/** Origin of every absolute link, without a trailing slash. */
	publicUrl: string;
	securityHeaders: Record<string, string>;
	build: ServerBuild;
	log: Logger;
};

const errorPath = "/error";

/**
 * Loads the built pages and makes the ones that depend on the database or on a posted form.
 *
 * When the site was built for another PUBLIC_URL, its pages are finished again for this one first, which takes a few seconds.
 */
export async function loadPageSource({ buildDirectory, publicUrl, securityHeaders, build, log }: PageSourceOptions): Promise<PageSource> {
	const pack = await loadPack(buildDirectory, publicUrl, log);
	const prerendered = await loadPrerenderedPages(buildDirectory, pack, securityHeaders);
	const handleRequest = createRequestHandler(build, "production");
	// The stylesheet in a live page is the one in every prerendered page.
	const styles = pack.files.find((file) => file.path === errorPath)?.inlineSources?.styles ?? [];
	const routes = Object.values(build.routes as Record<string, { path?: string } | undefined>).map((route) => ({ path: route?.path ?? "/" }));

	return {
		answer: prerendered.answer,
		async render(request, context) {
			// A page's data are asked for at its path with ".data" behind it.
			if (!matchRoutes(routes, new URL(request.url).pathname.replace(/\.data$/, ""))) throw new HttpProblem(404, "There is nothing at this address.");
			return renderLive(request, context);
		},
		errorPage() {
			const page = prerendered.findPage(errorPath);
			if (!page) throw new Error("The build has no error page");
			const { ETag: _, ...headers } = page.headers;
			return { headers: { ...headers, "Cache-Control": "no-store" }, body: page.body };
		},
	};

	async function renderLive(request: Request, context: RouterContextProvider): Promise<Response> {
		const nonce = randomBytes(16).toString("base64");
		context.set(nonceContext, nonce);
		const response = await handleRequest(request, context);
		const headers = new Headers(response.headers);
		// A page may set its own, such as a stricter Referrer-Policy.
		for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
		headers.set("Cache-Control", "no-store");
		if (!headers.get("Content-Type")?.startsWith("text/html")) return new Response(response.body, { status: response.status, headers });
		headers.set("Content-Security-Policy", buildPagePolicy({ scripts: [`'nonce-${nonce}'`], styles }));
		const html = (await response.text()).replaceAll(originPlaceholder, publicUrl);
		return new Response(html, { status: response.status, headers });
	}
}

async function loadPack(buildDirectory: string, publicUrl: string, log: Logger): Promise<PagePack> {
	const file = join(buildDirectory, packFile);
	if (existsSync(file)) {
		const pack: PagePack = JSON.parse(await readFile(file, "utf8"));
		if (pack.publicUrl === publicUrl) return pack;
		log.info({ publicUrl }, "writing the site's address into the pages");
	}
	return finishPages(buildDirectory, publicUrl);
}
