import { expect, test } from "vitest";
import { z } from "zod";
import { fieldWords } from "./field-words.ts";

test.each([
	[z.string().min(1), "", "must not be empty"],
	[z.string().min(1), null, "must not be empty"],
	[z.string().min(1), undefined, "is missing"],
	[z.string().max(3), "abcd", "must have at most 3 characters"],
	[z.string(), 2016, "must be text"],
	[z.number(), "two", "must be a number"],
	[z.int(), 1.5, "must be a whole number"],
	[z.int().min(1).max(5), 6, "must be at most 5"],
	[z.array(z.string()).min(1), [], "must have at least 1 entry"],
	[z.array(z.string()).min(2), [], "must have at least 2 entries"],
	[z.array(z.string()), "a", "must be a list"],
	[z.object({}), "a", "must be a group of fields"],
	[z.email(), "asha", "must be an e-mail address"],
	[z.boolean(), "no", "must be true or false"],
	[z.enum(["a", "b"]), "c", "must be one of a, b"],
	[z.record(z.string().min(3), z.string()), { a: "b" }, "has an entry with an invalid key"],
	[z.strictObject({}), { title: 1 }, "has unknown fields: title"],
	[z.string().min(1, "says so itself"), "", "says so itself"],
])("%#: %j is told in plain words", (schema, value, expected) => {
	expect(schema.safeParse(value, { error: fieldWords }).error?.issues[0]?.message).toBe(expected);
});
