import { expect, test } from "vitest";
import { chooseFormKey } from "./form-key.ts";

const values = { idempotencyKey: "the-first" };

test("a form that was not sent yet has the fresh key", () => {
	expect(chooseFormKey(null, "fresh")).toBe("fresh");
	expect(chooseFormKey({ values: {} }, "fresh")).toBe("fresh");
});

test("a form that could not be stored or has a mistake keeps its key", () => {
	expect(chooseFormKey({ values }, "fresh")).toBe("the-first");
	expect(chooseFormKey({ values, errors: [{ field: "city", message: "City is required" }] }, "fresh")).toBe(
		"the-first",
	);
});

test("a form whose key was refused has the fresh one", () => {
	expect(chooseFormKey({ values, errors: [{ field: "Idempotency-Key", message: "was used" }] }, "fresh")).toBe("fresh");
});
