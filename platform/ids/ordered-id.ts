import { v7 } from "uuid";

/**
 * Makes a UUID of version 7 that sorts after all that this process has made before, for histories and lists are sorted by it.
 *
 * Node's own are in no order within a millisecond, and writes that share a commit often come within one.
 */
export function createOrderedId(): string {
	return v7();
}
