import { expect, test } from "vitest";
import { createIdempotencyKey, createKeyPerBody } from "./idempotency-key.ts";

test("keys differ", () => {
	expect(createIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
	expect(createIdempotencyKey()).not.toBe(createIdempotencyKey());
});

test("the same body has the same key, another body another, and the first again a new one", () => {
	const keyOf = createKeyPerBody();
	const first = keyOf("a");
	expect(keyOf("a")).toBe(first);
	expect(keyOf("b")).not.toBe(first);
	expect(keyOf("a")).not.toBe(first);
	expect(createKeyPerBody()("a")).not.toBe(first);
});
