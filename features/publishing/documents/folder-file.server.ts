import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import { isNamedAvif, nameAvif } from "../pictures/sniff-picture.ts";
import { ContentError } from "./content-error.ts";

/**
 * Tells what lies in a content folder at a path. A folder from elsewhere can hold symbolic links, which lead to any file of this
 * machine; nothing is read or written through one.
 *
 * @param directory absolute path of the folder, which may be a link itself
 * @param path below it, such as "services/erp.yml"
 * @throws ContentError naming the part of the path that is a symbolic link, or that cannot be looked at
 */
export async function findInFolder(directory: string, path: string): Promise<"file" | "folder" | "other" | undefined> {
	const parts = path.split("/");
	for (const index of parts.keys()) {
		const file = parts.slice(0, index + 1).join("/");
		const facts = await lstat(join(directory, file)).catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
			throw new ContentError([{ file, field: "", message: `cannot be read (${error.code})` }]);
		});
		if (!facts) return undefined;
		if (facts.isSymbolicLink())
			throw new ContentError([{ file, field: "", message: "is a symbolic link; put the file or folder itself here" }]);
		if (file === path) return facts.isFile() ? "file" : facts.isDirectory() ? "folder" : "other";
	}
	return undefined;
}

/**
 * Reads a file of a content folder, through no symbolic link.
 * @returns undefined where nothing is there
 * @throws ContentError naming the file if it cannot be read; a pipe is not waited for
 */
export async function readFolderFile(directory: string, path: string): Promise<Buffer | undefined> {
	const found = await findInFolder(directory, path);
	if (found === undefined) return undefined;
	if (found !== "file") throw new ContentError([{ file: path, field: "", message: "is not a file" }]);
	try {
		return await readFile(join(directory, path));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new ContentError([{ file: path, field: "", message: `cannot be read (${code})` }]);
	}
}

/**
 * Measures a picture of a content folder.
 * @param path for the error
 * @throws ContentError when the bytes are not a picture, or not what the ending says
 */
export function measurePicture(path: string, bytes: Buffer): { width: number; height: number } {
	const isAvif = path.endsWith(".avif");
	if (isAvif && !isNamedAvif(bytes))
		throw new ContentError([
			{ file: path, field: "", message: "is not an AVIF that browsers show; save it again as AVIF" },
		]);
	try {
		const { width, height } = imageSize(isAvif ? nameAvif(bytes) : bytes);
		return { width, height };
	} catch {
		throw new ContentError([{ file: path, field: "", message: "is not a picture that can be read" }]);
	}
}
