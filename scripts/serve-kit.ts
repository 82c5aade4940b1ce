import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { transform, type SelectorComponent } from "lightningcss";
import { createServer, type Plugin } from "vite";
import { accentPlugin } from "../features/publishing/accent-plugin.server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export type KitServer = { url: string; stop(): Promise<void> };

/**
 * Serves the page that shows every component in every state (ui/kit/) on loopback, and reloads it when a file is saved.
 *
 * @param port 0 for a free one
 */
export async function serveKit({ port }: { port: number }): Promise<KitServer> {
	// Of its own: it would throw out what `npm run dev` has prepared, and two kits at a time each other's.
	const cacheDir = await mkdtemp(join(tmpdir(), "kit-"));
	const vite = await createServer({
		configFile: false,
		root: join(root, "ui/kit"),
		cacheDir,
		logLevel: "warn",
		server: { host: "127.0.0.1", port, fs: { allow: [root] } },
		optimizeDeps: {
			include: ["react", "react-dom/client", "react/jsx-dev-runtime", "react-router", "lucide-react", "embla-carousel"],
			noDiscovery: true,
		},
		plugins: [accentPlugin(join(root, "content")), tailwindcss(), forcedStatesPlugin()],
	});
	await vite.listen();
	const url = vite.resolvedUrls?.local[0];
	if (url === undefined) throw new Error("The kit does not listen");
	return {
		url,
		async stop() {
			await vite.close();
			await rm(cacheDir, { recursive: true, force: true });
		},
	};
}

/** What the pointer and the focus do to an element, its attribute data-forced does too. */
function forcedStatesPlugin(): Plugin {
	const forced = { hover: "hover", "focus-visible": "focus" } as const;
	return {
		name: "forced-states",
		enforce: "pre",
		transform: {
			filter: { id: /\.css(?:\?|$)/ },
			handler(css, id) {
				const { code } = transform({
					filename: id,
					code: Buffer.from(css),
					visitor: {
						Selector: (selector) =>
							selector.map((part): SelectorComponent => {
								if (part.type !== "pseudo-class" || !(part.kind === "hover" || part.kind === "focus-visible"))
									return part;
								const attribute: SelectorComponent = {
									type: "attribute",
									name: "data-forced",
									operation: { operator: "equal", value: forced[part.kind] },
								};
								return { type: "pseudo-class", kind: "is", selectors: [[part], [attribute]] };
							}),
					},
				});
				return { code: code.toString(), map: null };
			},
		},
	};
}
