import type { Readable } from "node:stream";

/**
 * Lets go of the file that an archive reads when nobody wants the archive any more. An open file that nobody reads or closes ends the
 * process once its memory is freed.
 *
 * @param archive what is sent; files are read one after another
 * @returns called with each file as its turn comes
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
