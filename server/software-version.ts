import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this program, above its source and above what is built of that. */
export const projectDirectory = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Reads the version of this program. */
export function readRelease(): string {
	return (JSON.parse(readFileSync(join(projectDirectory, "package.json"), "utf8")) as { version: string }).version;
}

/** Finds the commit that is checked out; undefined where the program is no checkout. */
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
	return existsSync(join(directory, "package.json")) || above === directory ? directory : findRoot(above);
}
