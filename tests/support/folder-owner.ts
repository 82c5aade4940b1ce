import { lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** nobody. */
const otherUser = 65_534;

async function listEntries(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
}

/**
 * Gives a folder and everything in it to another user, if the tests run as root; nobody else can.
 *
 * @returns the owner's id
 */
export async function giveToOtherUser(folder: string): Promise<number> {
	if (process.geteuid?.() === 0) for (const path of await listEntries(folder)) await lchown(path, otherUser, otherUser);
	return (await lstat(folder)).uid;
}

/** Lists what in a folder belongs to another than its owner. */
export async function listOfOthers(folder: string, owner: number): Promise<string[]> {
	const found: string[] = [];
	for (const path of await listEntries(folder)) if ((await lstat(path)).uid !== owner) found.push(path);
	return found;
}
