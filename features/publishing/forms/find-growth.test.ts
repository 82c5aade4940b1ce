import { expect, test } from "vitest";
import { faqSchema, postSchema } from "../content-schema.ts";
import { describeForm } from "./describe-form.ts";
import { findGrowth } from "./find-growth.ts";

const questions = describeForm(faqSchema);
const list = (...answers: string[]) => answers.map((answer) => ({ question: "Which?", answer }));

test("growth is attributed to the innermost field with more than half of it", () => {
	const { label, by } = findGrowth(questions, list("One.", "Two."), list("One!!", `Two. ${"Weave. ".repeat(99)}`));
	expect(label).toBe("Question 2 › Answer");
	expect(by).toBeGreaterThan(600);
});

test("where it has grown everywhere, the fields around are named", () => {
	const longer = list(...["One.", "Two.", "Three."].map((answer) => answer.repeat(50)));
	expect(findGrowth(questions, list("One.", "Two.", "Three."), longer).label).toBe("");
});

test("the measure can be something other than length", () => {
	const pictures = (src: string) => ({
		image: { src, alt: "A loom" },
		title: src === "light.avif" ? "A title" : "A title that is longer by far",
	});
	const sizeOf = (value: unknown) => JSON.stringify(value ?? "").split("heavy.avif").length - 1;
	const { label } = findGrowth(describeForm(postSchema), pictures("light.avif"), pictures("heavy.avif"), (value) =>
		sizeOf(value) > 0 && typeof value === "object" ? sizeOf(value) : 0,
	);
	expect(label).toBe("Picture");
});
