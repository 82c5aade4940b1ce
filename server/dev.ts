import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer as createViteServer } from "vite";
import { readConfig } from "../platform/config.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { RunningServer } from "./start.ts";

/**
 * `npm run dev`: Vite in front, which serves the browser's modules and reloads them, and behind it the real server, which is started
 * anew when one of its own files was saved. Pages are rendered for every request; nothing is prerendered or compressed.
 */
type ServerModule = typeof import("./dev-entry.ts");

const config = readConfig();
const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });

const pages: PageSource = {
	answer: () => false,
	findReady: () => undefined,
	isUnknown: () => false,
	async render(request, context) {
		const { createRequestHandler } = await loadServerModule();
		const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild;
		const response = await createRequestHandler(build, "development")(request, context);
		// Vite's client needs inline code and a socket; this policy exists in development only.
		response.headers.set(
			"Content-Security-Policy",
			"default-src 'self' 'unsafe-inline' ws:; img-src 'self' data:; font-src 'self' data:",
		);
		return response;
	},
	errorPage: async (status, refusal) => ({
		headers: { "Content-Type": "text/plain; charset=utf-8" },
		body: `Error ${status}. ${refusal?.message ?? "The terminal says more."}`,
	}),
};

async function loadServerModule(): Promise<ServerModule> {
	return (await vite.ssrLoadModule("./server/dev-entry.ts")) as ServerModule;
}

let current: { module: object; server: Promise<RunningServer> } | undefined;

/** The server as its files are now: the running one, or a new one in its place after a change. */
async function findServer(): Promise<RunningServer> {
	const module = await loadServerModule();
	if (current?.module !== module) {
		const previous = current?.server;
		current = {
			module,
			server: (async () => {
				await (await previous)?.stop();
				return module.startServer({
					config: { ...config, port: 0, host: "127.0.0.1" },
					company: module.company,
					careers: module.careers,
					jobs: module.jobs,
					pages,
				});
			})(),
		};
	}
	return current.server;
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { url } = await findServer();
	const { method, headers } = request;
	const forwarded = httpRequest(new URL(request.url ?? "/", url), { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	forwarded.on("error", () => response.destroy());
	request.pipe(forwarded);
}

const front = createServer((request, response) => {
	vite.middlewares(request, response, () => {
		forward(request, response).catch((error: Error) => {
			vite.ssrFixStacktrace(error);
			console.error(error);
			response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(error.stack);
		});
	});
});
front.listen(config.port, config.host, () => console.log(`> Development server on http://localhost:${config.port}`));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, async () => {
		front.close();
		await (await current?.server)?.stop();
		await vite.close();
		process.exit(0);
	});
}
