import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, above its sources and above its build. */
export const projectDirectory = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Returns the program's version. */
export function readRelease(): string {
	return (JSON.parse(readFileSync(join(projectDirectory, "package.json"), "utf8")) as { version: string }).version;
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
	return existsSync(join(directory, "package.json")) || above === directory ? directory : findRoot(above);
}
