import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Migrations } from "../../platform/database/migrate.ts";
import { PlainError } from "../../platform/plain-error.ts";

/** A built release in a folder of its own. */
export type Release = {
	/** Absolute path. */
	directory: string;
	/** Absolute path of its build. */
	buildDirectory: string;
	/** Absolute path of its own Node. */
	node: string;
	/** Of its package.json. */
	version: string;
	/** The address that its pages were built for. */
	publicUrl: string;
};

/**
 * Finds the release in a folder.
 *
 * @param env names the build folder below each release (`BUILD_DIR`)
 * @throws PlainError if the folder holds no built release, or an absolute BUILD_DIR gives both releases the same build
 */
export function readReleaseIn(folder: string, env: NodeJS.ProcessEnv): Release {
	const directory = resolve(folder);
	const packageFile = join(directory, "package.json");
	if (!existsSync(packageFile)) throw new PlainError(`There is no release in ${directory}: package.json is missing`);
	const { version = "unknown" } = JSON.parse(readFileSync(packageFile, "utf8")) as { version?: string };
	const buildDirectory = resolve(directory, env.BUILD_DIR || "build");
	if (relative(directory, buildDirectory).startsWith(".."))
		throw new PlainError("BUILD_DIR must be a path below each release, such as build");
	const needed = ["pages.json", "modules/server/run.js", "modules/server/migrations.js", "desk/server/index.js"];
	const missing = needed.find((name) => !existsSync(join(buildDirectory, name)));
	if (missing !== undefined)
		throw new PlainError(
			`The release in ${directory} is not built: ${join(buildDirectory, missing)} is missing. Run npm run build there`,
		);
	const node = join(directory, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
	if (!existsSync(node)) throw new PlainError(`The packages of ${directory} are not installed. Run npm ci there`);
	const { publicUrl } = JSON.parse(readFileSync(join(buildDirectory, "pages.json"), "utf8")) as { publicUrl: string };
	return { directory, buildDirectory, node, version, publicUrl };
}

/** Loads the migrations that a release's server runs. */
export async function loadMigrations(release: Release): Promise<Migrations> {
	return (await loadModule<{ migrations: Migrations }>(release, "server/migrations.js")).migrations;
}

/**
 * Loads a module of a release's build.
 *
 * @param name path below the modules, such as server/migrations.js
 */
export async function loadModule<Module>(
	{ buildDirectory }: Pick<Release, "buildDirectory">,
	name: string,
): Promise<Module> {
	return (await import(/* @vite-ignore */ pathToFileURL(join(buildDirectory, "modules", name)).href)) as Module;
}

/** Names a release in messages, such as "1.4.0 in /opt/front-office-1.4". */
export function nameRelease({ version, directory }: Release): string {
	return `${version} in ${directory}`;
}
