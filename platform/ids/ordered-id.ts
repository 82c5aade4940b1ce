import { v7 } from "uuid";

/**
 * Creates a UUID of version 7 that sorts after all that this process created before, because histories and lists are sorted by it.
 *
 * Node's own have no order within a millisecond, and writes that share a commit often fall into one.
 */
export function createOrderedId(): string {
	return v7();
}
