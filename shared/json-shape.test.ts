import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, readFieldErrors, readPath, readText, readTexts } from "./json-shape.ts";

test("whatever JSON says, each reader returns its own shape and throws nothing", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(isJsonObject(value)).toBe(Object.prototype.toString.call(value) === "[object Object]");
			expect(["string", "undefined"]).toContain(typeof readText(value));
			for (const text of readTexts(value)) expect(typeof text).toBe("string");
			for (const { field, message } of readFieldErrors(value))
				expect([typeof field, typeof message]).toEqual(["string", "string"]);
			expect(readPath(value) ?? "/").toMatch(/^/);
		}),
	);
});

test("errors keep those that name a field", () => {
	const error = { field: "email", message: "Enter your e-mail address" };
	expect(readFieldErrors([error, null, "email", { field: 1, message: "No" }, { field: "email" }])).toEqual([error]);
});

test("a path is that of an address", () => {
	expect(readPath("https://company.example/person/0a1b?x=1")).toBe("/person/0a1b");
	expect([readPath("/person/0a1b"), readPath(undefined)]).toEqual([undefined, undefined]);
});
