import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { normalizePath, searchForWorkspaceRoot, type Plugin } from "vite";
import { loadContent } from "./load-content.server.ts";

/** Those whose page has them in its own HTML (inline-picture.tsx). */
const inlinePictures = /^(?:home\/hero|pages\/[^/]+|services\/[^/]+\/header)\.svg$/;

/** The name under which the bundler keeps a module that is no file. */
const internalId = (id: string) => `\0${id}`;

/**
 * Offers a content folder as modules, validated and rendered when the site is built: "virtual:content", all of it, to the server's code;
 * "virtual:content/pictures", the addresses of its pictures by their paths below
 * pictures/; and "virtual:content/inline-pictures", the texts of some of them by address, which is empty in the browser.
 *
 * A field that breaks its schema stops the build with file and field. In development a saved file reloads the page.
 *
 * @param directory absolute path of the content folder
 */
export function contentPlugin(directory: string): Plugin {
	const modules: Record<string, (environment: string) => Promise<string> | string> = {
		"virtual:content": async () => exportData(await loadContent(directory)),
		"virtual:content/pictures": () => {
			const pictures = listPictures(directory).map((path, index) => ({ path, name: `url${index}` }));
			return [
				...pictures.map(({ path, name }) => importPicture(name, path, "url")),
				`export default { ${pictures.map(({ path, name }) => `${JSON.stringify(path)}: ${name}`).join(", ")} };`,
			].join("\n");
		},
		"virtual:content/inline-pictures": (environment) => {
			const pictures =
				environment === "client" ? [] : listPictures(directory).filter((path) => inlinePictures.test(path));
			return [
				...pictures.flatMap((path, index) => [
					importPicture(`url${index}`, path, "url"),
					importPicture(`svg${index}`, path, "raw"),
				]),
				`export default { ${pictures.map((_, index) => `[url${index}]: svg${index}`).join(", ")} };`,
			].join("\n");
		},
	};

	function importPicture(name: string, path: string, kind: "url" | "raw"): string {
		return `import ${name} from ${JSON.stringify(`${normalizePath(join(directory, "pictures", path))}?${kind}`)};`;
	}

	return {
		name: "content",
		// The folder may lie outside of the project, from which the development server serves nothing otherwise.
		config: ({ root = process.cwd() }) => ({ server: { fs: { allow: [searchForWorkspaceRoot(root), directory] } } }),
		resolveId: (id) => (Object.hasOwn(modules, id) ? internalId(id) : undefined),
		load(id) {
			return id.startsWith("\0") ? modules[id.slice(1)]?.(this.environment.name) : undefined;
		},
		configureServer(server) {
			server.watcher.add(directory);
			server.watcher.on("all", (_event, file) => {
				if (relative(directory, file).startsWith("..")) return;
				for (const { moduleGraph } of Object.values(server.environments))
					for (const id of Object.keys(modules).map(internalId)) {
						const module = moduleGraph.getModuleById(id);
						if (module) moduleGraph.invalidateModule(module);
					}
				server.environments.client.hot.send({ type: "full-reload" });
			});
		},
	};
}

/** Their paths below pictures/, in alphabetical order. */
function listPictures(directory: string): string[] {
	const pictures = join(directory, "pictures");
	if (!existsSync(pictures)) return [];
	return readdirSync(pictures, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.(?:svg|avif)$/.test(name))
		.map(normalizePath)
		.toSorted();
}

/** A string is parsed several times faster than the same data written as an object literal. */
function exportData(data: unknown): string {
	return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))});`;
}
