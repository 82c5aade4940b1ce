import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { lookup } from "mrmime";
import type { Connect, Plugin } from "vite";
import type { Content } from "./documents/content.ts";
import { iconPaths } from "./icon-paths.ts";
import { loadContent } from "./load-content.server.ts";
import { listPictureAddresses } from "./picture-addresses.server.ts";

const moduleId = "virtual:content";
/** The bundler's name for a module without a file. */
const internalId = `\0${moduleId}`;

/**
 * Provides a content folder to the server's code as the module "virtual:content", validated and rendered when the site is built.
 *
 * An invalid field stops the build with file and field. In development, a saved file reloads the page, and pictures and icons are served at
 * their addresses; scripts/build-site.ts writes them in a build.
 * @param directory absolute path of the content folder
 * @param options file: name of a file of the build that holds the data instead of the module, whose text would stay in memory
 */
export function contentPlugin(directory: string, { file }: { file?: string } = {}): Plugin {
	let loaded: Promise<Content> | undefined;
	const load = () => (loaded ??= loadContent(directory));

	return {
		name: "content",
		resolveId: (id) => (id === moduleId ? internalId : undefined),
		async load(id) {
			if (id !== internalId) return undefined;
			if (file === undefined) return exportData(await load());
			this.emitFile({ type: "asset", fileName: file, source: JSON.stringify(await load()) });
			return readDataFrom(`../${file}`);
		},
		configureServer(server) {
			server.watcher.add(directory);
			server.watcher.on("all", (_event, changed) => {
				if (relative(directory, changed).startsWith("..")) return;
				loaded = undefined;
				for (const { moduleGraph } of Object.values(server.environments)) {
					const module = moduleGraph.getModuleById(internalId);
					if (module) moduleGraph.invalidateModule(module);
				}
				server.environments.client.hot.send({ type: "full-reload" });
			});
			server.middlewares.use(
				"/pictures",
				answerWith(async ({ originalUrl }, response, next) => {
					const picture = listPictureAddresses(await load()).find(({ url }) => url === originalUrl);
					if (!picture) return next();
					response.setHeader("Content-Type", lookup(picture.src) ?? "application/octet-stream");
					createReadStream(join(directory, "pictures", picture.src)).pipe(response);
				}),
			);
			for (const path of iconPaths)
				server.middlewares.use(
					path,
					answerWith(async (_request, response) => {
						// Not loaded by builds that only provide the content.
						const [content, { icons }, { readBrand }] = await Promise.all([
							load(),
							import("./icons.server.ts"),
							import("./logo.server.ts"),
						]);
						const { type, draw } = icons[path];
						const brand = await readBrand(content, (src) => readFile(join(directory, "pictures", src)));
						response.setHeader("Content-Type", type).end(await draw(brand));
					}),
				);
		},
	};
}

/** Forwards errors to the bundler's server, which does not wait for promises. */
function answerWith(handle: (...given: Parameters<Connect.NextHandleFunction>) => Promise<void>) {
	return async (...given: Parameters<Connect.NextHandleFunction>): Promise<void> => {
		const [, , next] = given;
		try {
			await handle(...given);
		} catch (error) {
			next(error);
		}
	};
}

/** Code that reads data from a file beside its module's folder. */
function readDataFrom(path: string): string {
	return [
		'import { readFileSync } from "node:fs";',
		`export default JSON.parse(readFileSync(new URL(${JSON.stringify(path)}, import.meta.url), "utf8"));`,
	].join("\n");
}

/** Parsing a string is several times faster than an object literal. */
function exportData(data: unknown): string {
	return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))});`;
}
