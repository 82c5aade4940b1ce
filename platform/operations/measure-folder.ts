import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Beyond this many files, a folder's size is shown as "at least". */
const maxFiles = 5_000;

/**
 * Sums the files of a folder, up to a few thousand. Left out, and the sum not whole: folders that cannot be read, such as those of root,
 * and folders removed meanwhile.
 */
export async function measureFolder(
	directory: string,
	list = (folder: string) => readdir(folder, { withFileTypes: true }),
): Promise<{ dataBytes: number; isWhole: boolean }> {
	let dataBytes = 0;
	let left = maxFiles;
	let isWhole = true;
	const folders = [directory];
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		const entries = await list(folder).catch(() => undefined);
		if (!entries) isWhole = false;
		for (const entry of entries ?? []) {
			if (left === 0) return { dataBytes, isWhole: false };
			left -= 1;
			const path = join(folder, entry.name);
			if (entry.isDirectory()) folders.push(path);
			else dataBytes += (await stat(path).catch(() => undefined))?.size ?? 0;
		}
	}
	return { dataBytes, isWhole };
}
