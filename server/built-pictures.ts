import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PictureSource } from "../features/publishing/documents/content-source.server.ts";
import { pathOfFile } from "../features/publishing/pictures/picture-paths.ts";
import type { Config } from "../platform/config.ts";

/** Reads a picture of the build or, without a build, of the content folder; undefined when it is in neither. */
export async function readBuiltPicture(
	{ buildDirectory, contentDirectory }: Pick<Config, "buildDirectory" | "contentDirectory">,
	src: string,
	{ hash, svg }: PictureSource,
): Promise<Buffer | undefined> {
	if (svg !== undefined) return Buffer.from(svg);
	const file = [
		join(buildDirectory, "client", pathOfFile({ src, hash })),
		join(contentDirectory, "pictures", src),
	].find(existsSync);
	return file === undefined ? undefined : readFile(file);
}
