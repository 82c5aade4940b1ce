import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { transform, type SelectorComponent } from "lightningcss";
import { build, preview, type InlineConfig, type Plugin } from "vite";
import { accentPlugin } from "../features/publishing/accent-plugin.server.ts";
import { readFolders } from "../platform/config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export type KitServer = { url: string; stop(): Promise<void> };

/**
 * Builds the page with every component in every state (ui/kit/, desk/kit/) and serves it on loopback.
 * @param folder of the components
 * @param port 0 for a free one
 * @param watch builds it again whenever one of its files is saved
 */
export async function serveKit({
	folder,
	port,
	watch = false,
}: {
	folder: "ui" | "desk";
	port: number;
	watch?: boolean;
}): Promise<KitServer> {
	const outDir = mkdtempSync(join(tmpdir(), "kit-"));
	process.once("exit", () => rmSync(outDir, { recursive: true, force: true }));
	const config: InlineConfig = {
		configFile: false,
		root: join(root, folder, "kit"),
		logLevel: "error",
		plugins: [accentPlugin(readFolders().contentDirectory), tailwindcss(), forcedStatesPlugin()],
		build: { outDir, emptyOutDir: true },
	};
	const built = await build({ ...config, build: { ...config.build, watch: watch ? {} : null } });
	const watcher = "close" in built ? built : undefined;
	if (watcher)
		await new Promise<void>((resolve) =>
			watcher.on("event", ({ code }) => {
				if (code === "END" || code === "ERROR") resolve();
			}),
		);
	const server = await preview({ ...config, preview: { host: "127.0.0.1", port, strictPort: true } });
	const url = server.resolvedUrls?.local[0];
	if (url === undefined) throw new Error("The kit does not listen");
	return {
		url,
		async stop() {
			await watcher?.close();
			await server.close();
		},
	};
}

/** Applies pointer and focus styles to elements with the attribute data-forced. */
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
