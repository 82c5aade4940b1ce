import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listedKinds } from "../documents/document-kinds.ts";
import { describeForm } from "./describe-form.ts";
import type { FormField, LeafField } from "./form-field.ts";

/** Lists the controls of a form, with their titles. */
function listLeaves(field: FormField, way: string[] = []): { field: LeafField; way: string[] }[] {
	const own = [...way, field.title];
	switch (field.kind) {
		case "group":
			return field.fields.flatMap(({ field: child }) => listLeaves(child, own));
		case "list":
			return listLeaves(field.item, own);
		case "record":
			return [...listLeaves(field.key, own), ...listLeaves(field.value, own)];
		case "union":
			return field.variants.flatMap((variant) => listLeaves(variant, own));
		case "text":
		case "long-text":
		case "markdown":
		case "number":
		case "date":
		case "colour":
		case "boolean":
		case "choice":
		case "fixed":
			return [{ field, way: own }];
	}
}

describe.each(listedKinds.map(({ name, kind }) => [name, kind] as const))("the form of %s", (_, kind) => {
	const leaves = listLeaves(describeForm(kind.schema, kind.label));

	test("has a control for each leaf, named like everything around it", () => {
		expect(leaves.length).toBeGreaterThan(0);
		expect(leaves.filter(({ way }) => way.some((title) => title.trim() === ""))).toEqual([]);
	});

	test("uses several lines for sentences, and suggests names from elsewhere", () => {
		for (const { field } of leaves) {
			if (/^(?:Description|Introduction|Paragraph|Answer|Summary|Alt text)$/.test(field.title))
				expect([field.title, ["long-text", "markdown"].includes(field.kind)]).toEqual([field.title, true]);
			if (field.title === "Author" && field.kind === "text") expect(field.chosenFrom).toBe("authors");
		}
	});
});

describe("a field gets the control that fits its schema", () => {
	const describeLeaf = (schema: z.ZodType) => describeForm(schema, "It");

	test.each([
		["text with a limit", z.string().min(5).max(70), { kind: "text", input: "text", min: 5, max: 70 }],
		["text that must be there", z.string().trim().min(1), { kind: "text", input: "text" }],
		["long text", z.string().meta({ control: "long-text" }), { kind: "long-text", input: "text" }],
		["Markdown", z.string().meta({ control: "markdown" }), { kind: "markdown", input: "text" }],
		[
			"an offered group",
			z.strictObject({}).meta({ offer: "Choose modules" }),
			{ kind: "group", fields: [], offer: "Choose modules" },
		],
		[
			"Markdown below a heading",
			z.string().meta({ control: "markdown", firstHeading: 3 }),
			{ kind: "markdown", input: "text", firstHeading: 3 },
		],
		["an e-mail address", z.email(), { kind: "text", input: "email" }],
		["an address", z.url(), { kind: "text", input: "url" }],
		["a day", z.iso.date(), { kind: "date" }],
		["a colour", z.string().meta({ control: "colour", readOnIt: "ink" }), { kind: "colour", readOnIt: "ink" }],
		["a whole number", z.number().int().min(5).max(480), { kind: "number", isWhole: true, min: 5, max: 480 }],
		["a number of things", z.int().positive(), { kind: "number", isWhole: true, min: 1 }],
		["a number", z.number(), { kind: "number", isWhole: false }],
		["yes or no", z.boolean().default(true), { kind: "boolean", fallback: true }],
		["yes or nothing", z.literal(true), { kind: "boolean", isOnlyTrue: true }],
		["a choice", z.enum(["one", "two"]), { kind: "choice", options: ["one", "two"] }],
		["a text that is always the same", z.literal("same"), { kind: "fixed", value: "same" }],
		[
			"a name of something else",
			z.string().meta({ chosenFrom: "authors" }),
			{ kind: "text", input: "text", chosenFrom: "authors" },
		],
	] as const)("%s", (_, schema, expected) => {
		expect(describeLeaf(schema)).toEqual({ title: "It", ...expected });
	});

	test.each([
		["as many as it may hold", z.array(z.string()).min(2).max(4), { min: 2, max: 4 }],
		["exactly so many", z.array(z.string()).length(3), { min: 3, max: 3 }],
		["a tuple", z.tuple([z.string(), z.string()]), { min: 2, max: 2 }],
		["a tuple with more", z.tuple([z.string()], z.string()), { min: 1 }],
	])("a list of %s", (_, schema, limits) => {
		expect(describeLeaf(schema)).toEqual({
			title: "It",
			kind: "list",
			item: { title: "", kind: "text", input: "text" },
			...limits,
		});
	});

	test("a group marks its optional fields", () => {
		const form = describeLeaf(
			z.strictObject({ one: z.string().meta({ title: "One" }), two: z.string().optional().meta({ title: "Two" }) }),
		);
		expect(form).toMatchObject({
			kind: "group",
			fields: [
				{ key: "one", field: { title: "One" } },
				{ key: "two", field: { title: "Two", isOptional: true } },
			],
		});
		expect(form).not.toHaveProperty(["fields", 0, "field", "isOptional"]);
	});

	test.each([
		["a date of JavaScript", z.date()],
		["a big number", z.bigint()],
		["anything", z.unknown()],
		["nothing", z.null()],
		["a tuple of different things", z.tuple([z.string(), z.number()])],
		["a literal number", z.literal(5)],
	])("%s has none, and that is an error", (_, schema) => {
		expect(() => describeForm(z.strictObject({ it: schema }))).toThrow();
	});
});
