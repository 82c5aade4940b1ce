import { lchownSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isUnsupported } from "./sync-folder.ts";

/**
 * Makes a folder that is closed to other users, and those around it that are missing; no error if it exists. Made by root, they belong to
 * the owner of the folder around them.
 *
 * @param path absolute
 */
export function makeFolder(path: string, give = giveToFolderOwner): void {
	const outermost = mkdirSync(path, { recursive: true, mode: 0o700 });
	if (outermost === undefined) return;
	const made = [path];
	for (let folder = path; folder.length > outermost.length;) made.unshift((folder = dirname(folder)));
	for (const folder of made) give(folder);
}

/**
 * Gives a file or folder that this process has just made to the owner of the folder around it, if the process is root's: a command may
 * run as root beside a server of another user, who has to read and remove what it leaves.
 */
export function giveToFolderOwner(
	path: string,
	{
		isRoot = process.geteuid?.() === 0,
		chown = lchownSync,
	}: { isRoot?: boolean; chown?: (path: string, uid: number, gid: number) => void } = {},
): void {
	if (!isRoot) return;
	const { uid, gid } = statSync(dirname(path));
	if (uid === 0) return;
	try {
		chown(path, uid, gid);
	} catch (error) {
		// A file system without owners, or an owner whom this container does not know.
		if (!isUnsupported(error)) throw error;
	}
}
