import { expect, test } from "vitest";
import { createOrderedId } from "./ordered-id.ts";

test("each id is a UUID of version 7, no two are the same, and each sorts after the one before, however many fall into a millisecond", () => {
	const ids = Array.from({ length: 20_000 }, createOrderedId);
	expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
		[],
	);
	expect(ids.toSorted()).toEqual(ids);
	expect(new Set(ids).size).toBe(ids.length);
});

test("an id begins with its time of creation", () => {
	const readMs = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
	const now = Date.now();
	// The previous test has run ahead of the clock by the ids that did not fit into its milliseconds.
	expect(Math.abs(readMs(createOrderedId()) - now)).toBeLessThan(60_000);
});
