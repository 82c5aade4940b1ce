import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDirectory } from "./built-server.ts";

/** What a build reads, besides the packages. */
const sources = [
	"content",
	"desk",
	"features",
	"platform",
	"scripts",
	"server",
	"shared",
	"site",
	"ui",
	"package.json",
	"react-router.config.ts",
	"tsconfig.json",
	"vite.config.ts",
];

export type ProjectCopy = { directory: string; remove(): void };

/** Copies what a build needs into a directory of its own, so that a test can build the site with other content. Its name has a space, as a user's may. */
export function copyProject(): ProjectCopy {
	const directory = mkdtempSync(join(tmpdir(), "front office copy-"));
	for (const source of sources) cpSync(join(projectDirectory, source), join(directory, source), { recursive: true });
	symlinkSync(join(projectDirectory, "node_modules"), join(directory, "node_modules"), "junction");
	return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
