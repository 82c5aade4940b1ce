import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Overwrites the SQLite database of a server that runs, so that it cannot be read. In place: a file that gets shorter while a process has
 * it mapped, as SQLite has its shared memory, ends that process.
 */
export async function makeDatabaseUnreadable(dataDirectory: string): Promise<void> {
	for (const name of await readdir(dataDirectory)) {
		if (!name.includes(".sqlite")) continue;
		const file = await open(join(dataDirectory, name), "r+");
		await file.write(Buffer.alloc(200_000, 7));
		await file.close();
	}
}
