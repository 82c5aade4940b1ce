import { relative } from "node:path";
import type { Plugin } from "vite";
import { listCareersChoices } from "../../shared/careers.ts";
import { readCareersFile } from "./careers-file.server.ts";
import { loadContent } from "./load-content.server.ts";

/** What each module holds of the content folder. */
const modules: Record<string, (directory: string) => unknown> = {
	/** All of it, for the server's code. */
	"virtual:content": loadContent,
	/** The little that the browser's scripts work with themselves. */
	"virtual:careers-choices": (directory) => listCareersChoices(readCareersFile(directory)),
};

/** The name under which the bundler keeps a module that is no file. */
const internalId = (id: string) => `\0${id}`;
const moduleIds = Object.keys(modules).map(internalId);

/**
 * Offers content/ as modules: "virtual:content" to the server's code, and "virtual:careers-choices" to the browser's too; validated and
 * rendered when the site is built.
 *
 * A field that breaks its schema stops the build with file and field. In development a saved file reloads the page.
 *
 * @param directory absolute path of the content folder
 */
export function contentPlugin(directory: string): Plugin {
	return {
		name: "content",
		resolveId: (id) => (Object.hasOwn(modules, id) ? internalId(id) : undefined),
		async load(id) {
			const read = moduleIds.includes(id) ? modules[id.slice(1)] : undefined;
			if (!read) return undefined;
			// A string is parsed several times faster than the same data written as an object literal.
			return `export default JSON.parse(${JSON.stringify(JSON.stringify(await read(directory)))});`;
		},
		configureServer(server) {
			server.watcher.add(directory);
			server.watcher.on("all", (_event, file) => {
				if (relative(directory, file).startsWith("..")) return;
				for (const { moduleGraph } of Object.values(server.environments))
					for (const id of moduleIds) {
						const module = moduleGraph.getModuleById(id);
						if (module) moduleGraph.invalidateModule(module);
					}
				server.environments.client.hot.send({ type: "full-reload" });
			});
		},
	};
}
