import type { Readable } from "node:stream";

/**
 * Closes the file that an archive is reading when the archive is abandoned. An open file that is neither read nor closed ends the process
 * once its memory is freed.
 *
 * @param archive the stream being sent; files are read one after another
 * @returns a function to call with each file when its turn comes
 */
export function readIntoArchive(archive: Readable): <Stream extends Readable>(file: Stream) => Stream {
	let current: Readable | undefined;
	archive.once("close", () => current?.destroy());
	return (file) => {
		current = file;
		if (archive.destroyed) file.destroy();
		return file;
	};
}
