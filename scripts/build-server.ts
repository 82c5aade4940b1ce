import { rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { contentPlugin } from "../features/publishing/content-plugin.server.ts";
import { readFolders } from "../platform/config.ts";
import { latinOutput } from "./latin-output.ts";
import { listServerModules, modulesDirectory, modulesPrefix } from "./server-modules.ts";

/**
 * Builds the server's modules, each into its own file: the server runs them, and the server builds of site and desk import them
 * (server-modules.ts), so that each is loaded once.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const { contentDirectory, buildDirectory } = readFolders();
const outDir = join(buildDirectory, modulesDirectory);

rmSync(outDir, { recursive: true, force: true });
await mkdir(buildDirectory, { recursive: true });
await writeFile(
	join(buildDirectory, "package.json"),
	`${JSON.stringify({ type: "module", imports: { [`${modulesPrefix}*`]: `./${modulesDirectory}/*` } })}\n`,
);
await build({
	root,
	configFile: false,
	logLevel: "warn",
	publicDir: false,
	plugins: [contentPlugin(contentDirectory, { file: "content.json" }), latinOutput()],
	// Bundled, only the used parts are loaded: all of them take half the start and stay in memory.
	ssr: { noExternal: [/^@react-email\/(?!render)/, "lucide-react"] },
	build: {
		ssr: true,
		ssrEmitAssets: true,
		outDir,
		emptyOutDir: false,
		target: "esnext",
		minify: false,
		rolldownOptions: {
			// Icons have "use client" directives, which do not matter to a server.
			checks: { bundlerTimings: false, ineffectiveDynamicImport: false, moduleLevelDirective: false },
			input: listServerModules(root),
			preserveEntrySignatures: "strict",
			output: { format: "es", preserveModules: true, preserveModulesRoot: root, entryFileNames: "[name].js" },
		},
	},
});
