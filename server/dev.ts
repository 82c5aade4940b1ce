import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { createRequestHandler, type ServerBuild } from "react-router";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import { createDeskPages } from "../desk/guard/desk-pages.server.ts";
import { content } from "../features/publishing/content.server.ts";
import { readConfig } from "../platform/config.ts";
import { fillMonths } from "../platform/pages/months-placeholder.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import { startServer } from "./start.ts";

/**
 * `npm run dev`: Vite serves and reloads the browser's modules, in front of the real server on its sources. scripts/dev.mjs restarts this
 * program when a server module changes; routes and layouts reload in place. Every page is rendered on request; nothing is prerendered or
 * compressed.
 */
const config = readConfig();
const deskSocketPort = 24_679;
const developmentPolicy = "default-src 'self' 'unsafe-inline' ws:; img-src 'self' data:; font-src 'self' data:";
const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });
const deskVite = await createViteServer({
	root: join(import.meta.dirname, "..", "desk"),
	// Beside the site's socket.
	server: { middlewareMode: true, hmr: { port: deskSocketPort } },
	appType: "custom",
});

const pages: SitePages = {
	serve: () => false,
	findReady: () => undefined,
	isUnknown: () => false,
	async render(request, context) {
		const response = await createRequestHandler(await loadBuild(vite), "development")(request, context);
		// Vite's client needs inline code and a socket; this policy exists in development only.
		response.headers.set("Content-Security-Policy", developmentPolicy);
		if (!response.headers.get("Content-Type")?.startsWith("text/")) return response;
		return new Response(fillMonths(await response.text(), config.retentionMonths), response);
	},
	errorPage: async (status, refusal) => ({
		headers: { "Content-Type": "text/plain; charset=utf-8" },
		body: `Error ${status}. ${refusal?.message ?? "The terminal says more."}`,
	}),
};

const { company, careers, desk: deskSettings, jobs } = content;
const settings = { company, careers, deskSettings };
const server = await startServer({
	config: { ...config, port: 0, host: "127.0.0.1", deskPort: 0, deskHost: "127.0.0.1" },
	desk: {
		pages: createDeskPages(await loadBuild(deskVite), { mode: "development", reload: () => loadBuild(deskVite) }),
		serveAsset: () => false,
		pagePolicy: developmentPolicy,
	},
	getSettings: () => settings,
	jobs,
	pages,
});
const front = createFront(vite, server.url);
const deskFront = createFront(deskVite, server.deskUrl);
front.listen(config.port, config.host, () => console.log(`> Development server on http://localhost:${config.port}`));
deskFront.listen(config.deskPort, config.deskHost, () => console.log(`> Desk on http://localhost:${config.deskPort}`));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, async () => {
		front.close();
		deskFront.close();
		await server.stop();
		await vite.close();
		await deskVite.close();
		process.exit(0);
	});
}

async function loadBuild(modules: ViteDevServer): Promise<ServerBuild> {
	return (await modules.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild;
}

function forward(request: IncomingMessage, response: ServerResponse, url: string | undefined): void {
	if (url === undefined) throw new Error("The desk does not listen");
	const { method, headers } = request;
	const forwarded = httpRequest(new URL(request.url ?? "/", url), { method, headers }, (received) => {
		response.writeHead(received.statusCode ?? 502, received.headers);
		received.pipe(response);
	});
	forwarded.on("error", () => response.destroy());
	request.pipe(forwarded);
}

function createFront(modules: ViteDevServer, url: string | undefined) {
	return createServer((request, response) =>
		modules.middlewares(request, response, () => forward(request, response, url)),
	);
}
