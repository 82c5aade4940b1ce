import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";
import { readFolders } from "../platform/config.ts";
import { sourceScheme } from "./server-modules.ts";

/**
 * Lets Node run the server's modules from source in development: it compiles JSX, and provides the content folder as "virtual:content", as
 * the build does.
 */
const contentModule = "virtual:content";
/** Vite's flag of code on the server. */
const serverSide = "import.meta.env.SSR";
const { contentDirectory } = readFolders();
const loader = new URL("../features/publishing/load-content.server.ts", import.meta.url).href;

registerHooks({
	resolve(specifier, context, nextResolve) {
		if (specifier === contentModule) return { url: contentModule, format: "module", shortCircuit: true };
		return nextResolve(specifier.replace(new RegExp(`^${sourceScheme}`), "file:"), context);
	},
	load(url, context, nextLoad) {
		if (url === contentModule)
			return {
				format: "module",
				source: `import { loadContent } from ${JSON.stringify(loader)};\nexport default await loadContent(${JSON.stringify(contentDirectory)});`,
				shortCircuit: true,
			};
		if (!/\.tsx?$/.test(url) || url.includes("/node_modules/")) return nextLoad(url, context);
		const file = fileURLToPath(url);
		const source = readFileSync(file, "utf8");
		if (!file.endsWith(".tsx") && !source.includes(serverSide)) return nextLoad(url, context);
		return {
			format: "module",
			source: compile(source.replaceAll(serverSide, "true"), file),
			shortCircuit: true,
		};
	},
});

function compile(source: string, filename: string): string {
	return transformSync(source, {
		filename,
		sourceMaps: "inline",
		jsc: {
			target: "es2024",
			parser: { syntax: "typescript", tsx: true },
			transform: { react: { runtime: "automatic" } },
		},
		module: { type: "es6" },
	}).code;
}
