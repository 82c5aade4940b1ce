import { expect, test } from "vitest";
import type { FormField } from "./form-field.ts";
import { mergePicked, pickFields } from "./pick-fields.ts";

const text = (title: string): FormField => ({ kind: "text", title, input: "text" });
const form: FormField = {
	kind: "group",
	title: "Company",
	fields: [
		{ key: "name", field: text("Name") },
		{ key: "email", field: text("E-mail") },
		{ key: "phone", field: text("Phone") },
	],
};

test("some fields of a form are a form in the same order", () => {
	expect(pickFields(form, ["phone", "name"])).toMatchObject({ fields: [{ key: "name" }, { key: "phone" }] });
});

test("what a form of some fields sends replaces those alone", () => {
	const before = { name: "Old", email: "a@weave.test", phone: "1" };
	const merge = (sent: unknown) => Object.entries(mergePicked(form, ["name", "phone"], { before, sent }) as object);
	expect(merge({ phone: "2", name: "New", email: "planted@weave.test" })).toEqual([
		["name", "New"],
		["email", "a@weave.test"],
		["phone", "2"],
	]);
	// An optional field that was emptied is gone.
	expect(merge({ name: "New" })).toEqual([
		["name", "New"],
		["email", "a@weave.test"],
	]);
});
