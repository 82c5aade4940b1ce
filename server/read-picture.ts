import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../features/publishing/documents/content.ts";
import { readFilePath } from "../features/publishing/pictures/picture-paths.ts";
import { findBytes, findFile } from "../features/publishing/pictures/picture-store.server.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/database/database.ts";

/**
 * Reads a public picture by path below pictures/, from the build or the database.
 * @returns undefined when the content has none of that path
 */
export async function readPicture(
	{ config, db }: { config: Pick<Config, "buildDirectory">; db: Connection },
	{ pictures }: Pick<Content, "pictures">,
	src: string,
): Promise<Buffer | undefined> {
	const picture = pictures[src];
	if (!picture) return undefined;
	if (picture.svg !== undefined) return Buffer.from(picture.svg);
	const built = join(config.buildDirectory, "client", picture.url);
	if (existsSync(built)) return readFile(built);
	const asked = readFilePath(picture.url);
	const file = asked && (await findFile(db, asked, { isPublic: true }));
	return file && findBytes(db, file.hash);
}
