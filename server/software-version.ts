import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, above its sources and above its build. */
export const projectDirectory = findRoot(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the program's version.
 * @throws Error without the project's package.json
 */
export function readRelease(): string {
	const version = readVersion(projectDirectory);
	if (version === undefined) throw new Error(`No package.json above ${import.meta.dirname} names a version`);
	return version;
}

/** Finds the checked-out commit; undefined outside a checkout. */
export function findCommit(): string | undefined {
	try {
		const head = readFileSync(join(projectDirectory, ".git", "HEAD"), "utf8").trim();
		const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
		return (branch === undefined ? head : readFileSync(join(projectDirectory, ".git", branch), "utf8").trim()).slice(
			0,
			12,
		);
	} catch {
		return undefined;
	}
}

function findRoot(directory: string): string {
	const above = dirname(directory);
	return above === directory || readVersion(directory) !== undefined ? directory : findRoot(above);
}

/** Returns the version in a folder's package.json; undefined without one: the build has a package.json that names none. */
function readVersion(directory: string): string | undefined {
	const file = join(directory, "package.json");
	if (!existsSync(file)) return undefined;
	return (JSON.parse(readFileSync(file, "utf8")) as { version?: string }).version;
}
