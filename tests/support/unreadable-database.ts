import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Overwrites a running server's SQLite database, so that it cannot be read. In place: truncating a file that a process has mapped, as
 * SQLite does with its shared memory, kills that process.
 */
export async function makeDatabaseUnreadable(dataDirectory: string): Promise<void> {
	for (const name of await readdir(dataDirectory)) {
		if (!name.includes(".sqlite")) continue;
		const file = await open(join(dataDirectory, name), "r+");
		await file.write(Buffer.alloc((await file.stat()).size, 7));
		await file.close();
	}
}
