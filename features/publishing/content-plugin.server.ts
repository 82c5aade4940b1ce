import { relative } from "node:path";
import type { Plugin } from "vite";
import { loadContent } from "./load-content.server.ts";

const moduleId = "virtual:content";

/**
 * Offers content/ to the server's code as the module "virtual:content", validated and rendered when the site is built.
 *
 * A field that breaks its schema stops the build with file and field. In development a saved file reloads the page.
 *
 * @param directory absolute path of the content folder
 */
export function contentPlugin(directory: string): Plugin {
	return {
		name: "content",
		resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
		async load(id) {
			if (id !== `\0${moduleId}`) return undefined;
			// A string is parsed several times faster than the same data written as an object literal.
			return `export default JSON.parse(${JSON.stringify(JSON.stringify(await loadContent(directory)))});`;
		},
		configureServer(server) {
			server.watcher.add(directory);
			server.watcher.on("all", (_event, file) => {
				if (relative(directory, file).startsWith("..")) return;
				const module = server.environments.ssr.moduleGraph.getModuleById(`\0${moduleId}`);
				if (module) server.environments.ssr.moduleGraph.invalidateModule(module);
				server.environments.client.hot.send({ type: "full-reload" });
			});
		},
	};
}
