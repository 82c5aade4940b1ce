import { existsSync, globSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** Folder of a build that holds the server's modules. */
export const modulesDirectory = "modules";

/** How the server builds of site and desk name a module of the server; the build's package.json maps it. */
export const modulesPrefix = "#modules/";

/** Scheme of the addresses under which the server builds of site and desk name sources in development (source-hooks.ts). */
export const sourceScheme = "source:";

/** Modules for building or testing only, with packages that a running server does not have. */
const notServed =
	/\.test\.tsx?$|\.d\.ts$|^ui\/kit\/|^server\/(?:main|dev)\.ts$|^features\/publishing\/(?:content-plugin|accent-plugin|load-content)\.server\.ts$/;

/** Lists the modules that a running server can load, as absolute paths. */
export function listServerModules(root: string): string[] {
	return globSync("{shared,ui,platform,core,features,server,desk/guard}/**/*.{ts,tsx}", { cwd: root })
		.map((file) => file.replaceAll(sep, "/"))
		.filter((file) => !notServed.test(file))
		.toSorted()
		.map((file) => join(root, file));
}

/**
 * Leaves the server's modules out of a face's server build, which imports them from build-server.ts's output.
 * @param root absolute path of the project
 * @param face folder of the face: "site" or "desk"
 */
export function serverModules(root: string): Plugin {
	const modules = new Set(listServerModules(root));
	return {
		name: "server-modules",
		enforce: "pre",
		applyToEnvironment: ({ name }) => name === "ssr",
		async resolveId(source, importer, options) {
			if (importer === undefined || source.includes("?")) return undefined;
			const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
			if (!resolved || !modules.has(resolved.id)) return undefined;
			// In development Node loads them from source, as it does for the running server; Vite would load a file: address itself.
			if (this.environment.mode === "dev")
				return { id: pathToFileURL(resolved.id).href.replace("file:", sourceScheme), external: true };
			const file = relative(root, resolved.id).replaceAll(sep, "/");
			return { id: modulesPrefix + file.replace(/\.tsx?$/, ".js"), external: true };
		},
		generateBundle(_options, bundle) {
			const copied = Object.values(bundle)
				.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
				.filter((id) => modules.has(id));
			if (copied.length > 0) this.error(`This build holds copies of the server's modules: ${copied.join(", ")}`);
		},
	};
}

/** Runs a face's server build on the sources of the server's modules, for tests, which run from source. */
export function serverModulesFromSource(root: string): Plugin {
	return {
		name: "server-modules-from-source",
		enforce: "pre",
		resolveId(source) {
			if (!source.startsWith(modulesPrefix)) return undefined;
			const path = join(root, source.slice(modulesPrefix.length).replace(/\.js$/, ""));
			return [`${path}.ts`, `${path}.tsx`].find((file) => existsSync(file));
		},
	};
}
