import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDirectory } from "./built-server.ts";

/** Other content to build the site with, outside the project. */
export type ContentCopy = {
	/** Absolute path of the copy. Its name has a space, as a user's may. */
	contentDirectory: string;
	/** Absolute path for its build; it does not exist yet. */
	buildDirectory: string;
	/** CONTENT_DIR and BUILD_DIR of a build. */
	environment: Record<string, string>;
	/** Removes both. */
	remove(): void;
};

/** @param source path of the content to copy */
export function copyContent(source: string): ContentCopy {
	const contentDirectory = mkdtempSync(join(tmpdir(), "front office content-"));
	cpSync(source, contentDirectory, { recursive: true });
	const buildDirectory = join(projectDirectory, `build-${randomUUID()}`);
	return {
		contentDirectory,
		buildDirectory,
		environment: { CONTENT_DIR: contentDirectory, BUILD_DIR: buildDirectory },
		remove() {
			for (const directory of [contentDirectory, buildDirectory]) rmSync(directory, { recursive: true, force: true });
		},
	};
}
