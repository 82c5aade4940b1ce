import { randomUUIDv7 } from "node:crypto";

/** As many ids fit into a millisecond by the twelve bits that count them. */
const mostCounted = 0xf_ff;
let lastMs = 0;
let counted = 0;

/**
 * Makes a UUID of version 7 that sorts after all that this process has made before, for histories and lists are sorted by it.
 *
 * Node's own are in no order within a millisecond, and writes that share a commit often come within one. So its first twelve random bits
 * count here, as RFC 9562 allows (6.2, method 1), and a clock that is set back does not set the ids back.
 */
export function createOrderedId(): string {
	const id = randomUUIDv7();
	const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
	if (ms > lastMs) {
		lastMs = ms;
		counted = 0;
	} else if (++counted > mostCounted) {
		lastMs++;
		counted = 0;
	}
	const time = lastMs.toString(16).padStart(12, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}-7${counted.toString(16).padStart(3, "0")}${id.slice(18)}`;
}
