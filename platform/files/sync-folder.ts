import { open, type FileHandle } from "node:fs/promises";

/** How file systems say that they lack a function, such as vfat and network shares. */
const unsupported = new Set(["EINVAL", "EISDIR", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM"]);

/** Tells whether an error says that the file system lacks the function. */
export function isUnsupported(error: unknown): boolean {
	return unsupported.has((error as NodeJS.ErrnoException).code ?? "");
}

/** Waits until a file is on disk, where the file system can tell. */
export async function syncFile(file: Pick<FileHandle, "sync">): Promise<void> {
	await file.sync().catch((error: unknown) => {
		if (!isUnsupported(error)) throw error;
	});
}

/** Waits until the names in a folder are on disk, where the file system can tell. */
export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r");
	await syncFile(folder).finally(() => folder.close());
}
