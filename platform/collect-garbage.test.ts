import { expect, test } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";

test("what nothing refers to any more is collected", async () => {
	const kept = { name: "kept" };
	const references = [new WeakRef(kept), new WeakRef({ name: "garbage" })];
	await collectGarbage();
	expect(references.map((reference) => reference.deref()?.name)).toEqual(["kept", undefined]);
});
