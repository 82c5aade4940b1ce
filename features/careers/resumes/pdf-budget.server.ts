import { TooComplicatedError } from "./pdf-syntax.server.ts";

/** The longest value that is read. Pages and pictures are streams, which are longer; signatures, the longest values, stay below 100 KB. */
export const maxValueBytes = 1024 * 1024;

export const maxObjectStreamBytes = 4 * 1024 * 1024;

export const maxUnpackedBytes = 32 * 1024 * 1024;

/** How much work is left. */
export type Budget = { parsedBytes: number; unpackedBytes: number; streams: number; places: number };

/** Counts what was parsed. */
export function spend(budget: Budget, bytes: number): void {
	budget.parsedBytes -= bytes;
	if (budget.parsedBytes < 0) throw new TooComplicatedError("Its objects stand in one another");
}

/** Counts what an object stream holds. */
export function takeUnpacked(budget: Budget, bytes: number, soFar = 0): void {
	budget.unpackedBytes -= bytes;
	if (budget.unpackedBytes < 0 || soFar + bytes > maxObjectStreamBytes)
		throw new TooComplicatedError("Its objects unpack to too much");
}
