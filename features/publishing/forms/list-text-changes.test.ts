import { expect, test } from "vitest";
import { z } from "zod";
import { describeForm } from "./describe-form.ts";
import { listTextChanges } from "./list-text-changes.ts";

const form = describeForm(
	z.strictObject({
		title: z.string().meta({ title: "Title" }),
		size: z.enum(["small", "large"]).meta({ title: "Size" }),
		steps: z
			.array(z.strictObject({ name: z.string().meta({ title: "Name" }) }).meta({ title: "Step" }))
			.meta({ title: "Steps" }),
		shown: z.boolean().optional().meta({ title: "Shown" }),
		links: z
			.record(z.string().meta({ title: "Name" }), z.string().meta({ title: "Address" }))
			.optional()
			.meta({ title: "Links" }),
	}),
);
const document = { title: "Old loom", size: "small", steps: [{ name: "Warp" }, { name: "Weave" }], links: { a: "/a" } };

test("typed texts that have changed are listed by their inputs", () => {
	expect(listTextChanges(form, document, document)).toEqual([]);
	expect(
		listTextChanges(form, document, { ...document, title: "Loom", steps: [{ name: "Warp" }, { name: "Wash" }] }),
	).toEqual([
		{ name: "fields.title", text: "Loom" },
		{ name: "fields.steps.1.name", text: "Wash" },
	]);
});

test.each([
	["a choice", { ...document, size: "large" }],
	["an entry more", { ...document, steps: [...document.steps, { name: "Wash" }] }],
	["a checked box", { ...document, shown: true }],
	["an entry with a name of its own", { ...document, links: { a: "/b" } }],
	["an absent value", { title: "Old loom", size: "small", steps: document.steps }],
	["a value of another type", { ...document, title: { text: "Old loom" } }],
])("%s is more than a typed text", (_, now) => {
	expect(listTextChanges(form, document, now)).toBeUndefined();
});
