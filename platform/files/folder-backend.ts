import { constants } from "node:fs";
import { chmod, lstat, open, opendir, readdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isMissing, type FileBackend } from "./file-backend.ts";
import { giveToFolderOwner, makeFolder } from "./make-folder.ts";
import { syncFolder } from "./sync-folder.ts";

/** Symbolic links are none of our files. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
/** Names per batch. */
const namesAtOnce = 500;

/**
 * Keeps files in a folder of this machine's disk, each under its name.
 *
 * @param root absolute path; created if missing, and closed to other users
 */
export async function openFolderBackend(root: string): Promise<FileBackend> {
	makeFolder(root);
	// A folder that existed before may be open to others.
	await chmod(root, 0o700).catch(ignoreForbidden);

	async function move(path: string, name: string): Promise<void> {
		const target = join(root, name);
		if (name.includes("/")) makeFolder(dirname(target));
		await rename(path, target);
		// A rename is only on disk when its folder is.
		await syncFolder(dirname(target));
	}

	async function* list(folder: string): AsyncGenerator<string[]> {
		let names: string[] = [];
		try {
			for await (const entry of await opendir(join(root, folder))) {
				if (!entry.isFile() || entry.name.endsWith(".partial")) continue;
				names.push(folder + entry.name);
				if (names.length < namesAtOnce) continue;
				yield names;
				names = [];
			}
		} catch (error) {
			ignoreMissing(error);
		}
		if (names.length > 0) yield names;
	}

	async function listFolders(folder: string): Promise<string[]> {
		try {
			const entries = await readdir(join(root, folder), { withFileTypes: true });
			return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}${name}/`);
		} catch (error) {
			ignoreMissing(error);
			return [];
		}
	}

	return {
		location: root,
		async put({ path }, name, changedAt) {
			if (changedAt) await utimes(path, changedAt.epochMilliseconds / 1_000, changedAt.epochMilliseconds / 1_000);
			await move(path, name);
		},
		move: (from, to) => move(join(root, from), to),
		async write(name, text) {
			const path = join(root, `${name}.partial`);
			makeFolder(dirname(path));
			const file = await open(path, "w", 0o600);
			try {
				giveToFolderOwner(path);
				await file.writeFile(text);
				await file.sync();
			} finally {
				await file.close();
			}
			await move(path, name);
		},
		async remove(name) {
			const path = join(root, name);
			await rm(path, { force: true });
			// A removal too is only on disk when its folder is.
			await syncFolder(dirname(path)).catch(ignoreMissing);
		},
		async read(name) {
			try {
				return (await open(join(root, name), readOnly)).createReadStream();
			} catch (error) {
				if (isMissing(error) || isSymbolicLink(error)) return undefined;
				throw error;
			}
		},
		async stat(name) {
			try {
				const facts = await lstat(join(root, name));
				if (!facts.isFile()) return undefined;
				const { size, mtimeMs } = facts;
				return { bytes: size, changedAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(mtimeMs)) };
			} catch (error) {
				if (isMissing(error)) return undefined;
				throw error;
			}
		},
		list,
		async *listAll() {
			const folders = [""];
			for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
				yield* list(folder);
				folders.push(...(await listFolders(folder)));
			}
		},
		listFolders,
	};
}

function isSymbolicLink(error: unknown): boolean {
	return ["ELOOP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function ignoreMissing(error: unknown): void {
	if (!isMissing(error)) throw error;
}

/** The folder belongs to another user, or its file system has no permissions. */
function ignoreForbidden(error: unknown): void {
	if (!["EPERM", "EROFS", "ENOTSUP"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
}
