import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import { createServer as createViteServer, type ViteDevServer } from "vite";
import type * as DeskBundle from "../desk/bundle.server.ts";
import { readConfig } from "../platform/config.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { DeskSource } from "./desk.ts";
import type { RunningServer } from "./start.ts";

/**
 * `npm run dev`: Vite in front, which serves the browser's modules and reloads them, and behind it the real server, which is started
 * anew when one of its own files was saved. Pages are rendered for every request; nothing is prerendered or compressed.
 */
type ServerModule = typeof import("./dev-entry.ts");

const config = readConfig();
const deskSocketPort = 24_679;
const developmentPolicy = "default-src 'self' 'unsafe-inline' ws:; img-src 'self' data:; font-src 'self' data:";
const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });
const deskVite = await createViteServer({
	root: fileURLToPath(new URL("../desk", import.meta.url)),
	// Beside the site's socket.
	server: { middlewareMode: true, hmr: { port: deskSocketPort } },
	appType: "custom",
});

const pages: PageSource = {
	answer: () => false,
	findReady: () => undefined,
	isUnknown: () => false,
	async render(request, context) {
		const { createRequestHandler } = await loadServerModule();
		const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild;
		const response = await createRequestHandler(build, "development")(request, context);
		// Vite's client needs inline code and a socket; this policy exists in development only.
		response.headers.set("Content-Security-Policy", developmentPolicy);
		return response;
	},
	errorPage: async (status, refusal) => ({
		headers: { "Content-Type": "text/plain; charset=utf-8" },
		body: `Error ${status}. ${refusal?.message ?? "The terminal says more."}`,
	}),
};

/** Its client needs inline code and a socket, as the site's does. */
async function loadDesk(): Promise<DeskSource> {
	const { createDeskPages } = (await deskVite.ssrLoadModule("./bundle.server.ts")) as typeof DeskBundle;
	return { pages: createDeskPages("development"), answerAsset: () => false, pagePolicy: developmentPolicy };
}

async function loadServerModule(): Promise<ServerModule> {
	return (await vite.ssrLoadModule("./server/dev-entry.ts")) as ServerModule;
}

let current: { module: object; deskModule: object; server: Promise<RunningServer> } | undefined;

/** The server as its files are now: the running one, or a new one in its place after a change of its files or of the desk's. */
async function findServer(): Promise<RunningServer> {
	const module = await loadServerModule();
	const deskModule = await deskVite.ssrLoadModule("./bundle.server.ts");
	if (current?.module !== module || current.deskModule !== deskModule) {
		const previous = current?.server;
		current = {
			module,
			deskModule,
			server: (async () => {
				await (await previous)?.stop();
				return module.startServer({
					config: { ...config, port: 0, host: "127.0.0.1", deskPort: 0, deskHost: "127.0.0.1" },
					desk: await loadDesk(),
					company: module.company,
					careers: module.careers,
					deskFacts: module.deskFacts,
					jobs: module.jobs,
					pages,
				});
			})(),
		};
	}
	return current.server;
}

async function forward(
	request: IncomingMessage,
	response: ServerResponse,
	findUrl: (server: RunningServer) => string | undefined,
): Promise<void> {
	const url = findUrl(await findServer());
	if (url === undefined) throw new Error("The desk does not listen");
	const { method, headers } = request;
	const forwarded = httpRequest(new URL(request.url ?? "/", url), { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	forwarded.on("error", () => response.destroy());
	request.pipe(forwarded);
}

function createFront(modules: ViteDevServer, findUrl: (server: RunningServer) => string | undefined) {
	return createServer((request, response) => {
		modules.middlewares(request, response, () => {
			forward(request, response, findUrl).catch((error: Error) => {
				modules.ssrFixStacktrace(error);
				console.error(error);
				response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(error.stack);
			});
		});
	});
}

const front = createFront(vite, ({ url }) => url);
const deskFront = createFront(deskVite, ({ deskUrl }) => deskUrl);
front.listen(config.port, config.host, () => console.log(`> Development server on http://localhost:${config.port}`));
deskFront.listen(config.deskPort, config.deskHost, () => console.log(`> Desk on http://localhost:${config.deskPort}`));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, async () => {
		front.close();
		deskFront.close();
		await (await current?.server)?.stop();
		await vite.close();
		await deskVite.close();
		process.exit(0);
	});
}
