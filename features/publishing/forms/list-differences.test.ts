import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeForm } from "./describe-form.ts";
import { compareWords, listDifferences } from "./list-differences.ts";

const form = describeForm(
	z.strictObject({
		title: z.string().meta({ title: "Title" }),
		steps: z
			.array(z.strictObject({ name: z.string().meta({ title: "Name" }) }).meta({ title: "Step" }))
			.meta({ title: "Steps" }),
		shown: z.boolean().optional().meta({ title: "Shown" }),
		more: z
			.strictObject({ text: z.string().meta({ title: "Text" }) })
			.optional()
			.meta({ title: "More" }),
	}),
);
const document = { title: "Old loom", steps: [{ name: "Warp" }, { name: "Weave" }] };

function show(after: unknown): Record<string, string> {
	return Object.fromEntries(
		listDifferences(form, document, after).map(({ label, parts }) => [
			label,
			parts.map(({ is, text }) => (is === "same" ? text : is === "added" ? `+${text}+` : `-${text}-`)).join(""),
		]),
	);
}

describe("two versions of a document are compared", () => {
	test("field by field and by words", () => {
		expect(show({ ...document, title: "Old mill" })).toEqual({ Title: "Old -loom-+mill+" });
	});

	test("with the field's path in the form's words", () => {
		expect(show({ ...document, steps: [{ name: "Warp" }, { name: "Wash" }] })).toEqual({
			"Steps › Step 2 › Name": "-Weave-+Wash+",
		});
	});

	test("as an order, where entries only moved", () => {
		expect(Object.keys(show({ ...document, steps: document.steps.toReversed() }))).toEqual(["Steps › order"]);
	});

	test("with added and removed texts", () => {
		expect(show({ title: "Old loom", steps: [{ name: "Warp" }], shown: true, more: { text: "New" } })).toEqual({
			"Steps › Step 2 › Name": "-Weave-",
			Shown: "+yes+",
			"More › Text": "+New+",
		});
	});

	test("and nothing is listed without differences", () => {
		expect(show(structuredClone(document))).toEqual({});
	});
});

test("long unchanged runs are shortened around a difference", () => {
	const long = "word ".repeat(200);
	const parts = compareWords(`${long}old ${long}`, `${long}new ${long}`);
	expect(parts.map(({ is }) => is)).toEqual(["same", "removed", "added", "same"]);
	expect(parts.every(({ text }) => text.length < 120)).toBe(true);
});

test("words that changed one after the other are one change", () => {
	expect(compareWords("the old grey mill stands", "the new red house stands")).toEqual([
		{ is: "same", text: "the " },
		{ is: "removed", text: "old grey mill" },
		{ is: "added", text: "new red house" },
		{ is: "same", text: " stands" },
	]);
});

test("a rewritten long text is one removed and one added text", () => {
	const write = (word: string) => Array.from({ length: 10_000 }, (_, index) => `${word}${index}`).join(" ");
	expect(compareWords(write("a"), write("b"))).toEqual([
		{ is: "removed", text: write("a") },
		{ is: "added", text: write("b") },
	]);
});
