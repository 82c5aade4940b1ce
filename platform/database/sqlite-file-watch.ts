import { statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "../log.ts";
import { DatabaseFileGoneError } from "./storage-errors.ts";

/** Half of the second within which a lost file is told of. */
const watchMs = 500;

export type SqliteFileWatch = {
	/**
	 * Makes sure that the paths of the database still lead to the files that are open: what is written to a file that was moved, deleted or
	 * replaced is in no backup, and gone with the process.
	 *
	 * @throws DatabaseFileGoneError when they do not
	 */
	assertInPlace(): void;
	/** Looks again and again, and says in the log when the files are gone and when they are back. */
	start(log: Logger): void;
	stop(): void;
};

/**
 * Watches the database file and its write-ahead log, which are open. One look takes some microseconds.
 *
 * @param name of the database file below `dataDirectory`
 */
export function watchSqliteFile(dataDirectory: string, name: string): SqliteFileWatch {
	const file = join(dataDirectory, name);
	const opened = new Map([[file, identify(file)]]);
	/** SQLite makes it with the first write and keeps it for as long as the database is open. */
	const log = `${file}-wal`;
	let timer: NodeJS.Timeout | undefined;
	let isGone = false;

	function isInPlace(): boolean {
		if (!opened.has(log)) {
			const identity = identify(log);
			if (identity !== undefined) opened.set(log, identity);
		}
		for (const [path, identity] of opened) if (identify(path) !== identity) return false;
		return true;
	}

	return {
		assertInPlace() {
			if (!isInPlace()) throw new DatabaseFileGoneError(file);
		},
		start(logger) {
			timer = setInterval(() => {
				if (isInPlace() === !isGone) return;
				isGone = !isGone;
				if (isGone)
					logger.error(
						{ file },
						"the database file was moved, deleted or replaced while the server uses it: nothing is stored until it is back. Move it back, or stop the server and restore a backup; see docs/troubleshooting.md, The database file is gone",
					);
				else logger.warn({ file }, "the database file is back in its place");
			}, watchMs);
			timer.unref();
		},
		stop: () => clearInterval(timer),
	};
}

/** Device and inode of a file, or undefined where there is none. */
function identify(path: string): string | undefined {
	const facts = statSync(path, { throwIfNoEntry: false });
	return facts && `${facts.dev}:${facts.ino}`;
}
