import type { ReadableFile } from "./compound-file.server.ts";

const pieceBytes = 64 * 1024;

/** What is kept of a piece for the next one, as a keyword may begin in one and end in the other. */
export const overlapBytes = 64;

/** Resumes are checked one at a time, so that fifty at once share this buffer. */
export const pieceBuffer = Buffer.alloc(pieceBytes);

export async function readAt(file: ReadableFile, offset: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(Math.max(0, Math.min(length, file.size - offset)));
	return bytes.subarray(0, bytes.length > 0 ? await file.read(bytes, offset) : 0);
}

/** Finds the last place of some bytes, from the end on. */
export async function findLast(file: ReadableFile, bytes: Buffer): Promise<number | undefined> {
	for (let end = file.size; end > 0; end -= pieceBytes - overlapBytes) {
		const start = Math.max(0, end - pieceBytes);
		const length = await file.read(pieceBuffer, start);
		const at = pieceBuffer.subarray(0, Math.min(length, end - start)).lastIndexOf(bytes);
		if (at !== -1) return start + at;
	}
	return undefined;
}

export async function findFirst(
	file: ReadableFile,
	bytes: Buffer,
	from: number,
	to = file.size,
): Promise<number | undefined> {
	const buffer = Buffer.alloc(4_096);
	for (let start = from; start < Math.min(to, file.size); start += buffer.length - overlapBytes) {
		const at = buffer.subarray(0, await file.read(buffer, start)).indexOf(bytes);
		if (at !== -1) return start + at;
	}
	return undefined;
}

/** Finds all places of some bytes, from the start on. */
export async function* findAll(file: ReadableFile, bytes: Buffer): AsyncGenerator<number> {
	let from = 0;
	for (let start = 0; start < file.size; start += pieceBytes - bytes.length + 1) {
		const piece = pieceBuffer.subarray(0, await file.read(pieceBuffer, start));
		const places: number[] = [];
		for (let at = piece.indexOf(bytes); at !== -1; at = piece.indexOf(bytes, at + 1)) places.push(start + at);
		// Whoever asked may read into the same buffer.
		for (const place of places) {
			if (place >= from) yield place;
			from = place + 1;
		}
	}
}
