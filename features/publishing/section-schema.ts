import { z } from "zod";
import { line, paragraph, slug } from "../../shared/company.ts";
import { markdownText, pageMeta, pictureReference, titled } from "./content-schema.ts";
import { reference } from "./page-schema.ts";

/**
 * The schemas of pages of sections in content/landing-pages/ and of each type of section.
 * Source: docs/product/site.md, Pages of sections.
 */

/** More would be a page that nobody reads to its end. */
export const maxSections = 40;

/** Grounds on which cards and forms stand. */
const lightGrounds = ["paper", "white", "sand"] as const;
/** Backgrounds of text-only sections, which can also be on ink. */
const grounds = [...lightGrounds, "ink"] as const;
export type Ground = (typeof grounds)[number];

const groundTitle = { title: "Background" };
const lightGround = z.enum(lightGrounds).default("paper").meta(groundTitle);
const ground = z
	.enum(grounds)
	.default("paper")
	.meta({ ...groundTitle, description: "One section of a page may be on ink." });

/** The layouts of a type, its usual one first. */
const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
	z.enum(names).default(names[0]).meta({ title: "Layout" });

const heading = {
	title: line.meta({ title: "Title" }),
	introduction: paragraph.optional().meta({ title: "Introduction" }),
};

const button = z
	.strictObject({ label: line.max(40).meta({ title: "Label" }), to: reference })
	.optional()
	.meta({ title: "Button" });

const body = markdownText.meta({
	title: "Text",
	control: "markdown",
	firstHeading: 3,
	description: "Start headings at level three (###).",
});

const question = z
	.strictObject({ question: line.meta({ title: "Question" }), answer: paragraph.meta({ title: "Answer" }) })
	.meta({ title: "Question" });

const cell = line.meta({ title: "Cell" });

function sectionOf<const Type extends string, Shape extends z.ZodRawShape>(
	type: Type,
	title: string,
	description: string,
	shape: Shape,
) {
	return z
		.strictObject({ type: z.literal(type).meta({ title: "Type" }), ...heading, ...shape })
		.meta({ title, description });
}

/** Every type of section, in the order in which the studio offers them. */
export const sectionSchema = z.discriminatedUnion("type", [
	sectionOf("text", "Text", "Paragraphs, lists and headings.", {
		body,
		layout: oneOf("beside the title", "below the title"),
		ground,
	}),
	sectionOf("picture-text", "Picture and text", "A picture on one side, text on the other.", {
		body,
		picture: pictureReference,
		button,
		layout: oneOf("picture right", "picture left"),
		ground: lightGround,
	}),
	sectionOf("cards", "Cards", "Two to twelve cards, each of which may be a link.", {
		items: z
			.array(titled.extend({ to: reference.optional() }).meta({ title: "Card" }))
			.min(2)
			.max(12)
			.meta({ title: "Cards" }),
		layout: oneOf("uneven", "three in a row", "rows"),
		ground: lightGround,
	}),
	sectionOf("steps", "Steps", "What happens, in order.", {
		items: z
			.array(titled.meta({ title: "Step" }))
			.min(2)
			.max(8)
			.meta({ title: "Steps" }),
		layout: oneOf("beside the title", "in a row"),
		ground,
	}),
	sectionOf("quotes", "Quotes", "Testimonials of clients.", {
		testimonials: z
			.array(slug.meta({ title: "Testimonial", chosenFrom: "testimonials" }))
			.min(1)
			.max(9)
			.meta({ title: "Testimonials" }),
		layout: oneOf("cards", "one large"),
		ground: lightGround,
	}),
	sectionOf("figures", "Figures", "Two to four numbers.", {
		items: z
			.array(
				z
					.strictObject({ value: line.max(12).meta({ title: "Figure" }), label: line.max(80).meta({ title: "Label" }) })
					.meta({ title: "Figure" }),
			)
			.max(4)
			.default([])
			.meta({ title: "Figures", description: "Without any, the company’s statistics." }),
		layout: oneOf("in a row", "beside the title"),
		ground,
	}),
	sectionOf("logos", "Logos", "Clients, partners or certificates.", {
		items: z
			.array(pictureReference.meta({ title: "Logo" }))
			.min(2)
			.max(12)
			.meta({ title: "Logos" }),
		layout: oneOf("in a row", "beside the title"),
		ground: lightGround,
	}),
	sectionOf("questions", "Questions", "Questions that open to their answers.", {
		items: z
			.array(question)
			.max(20)
			.default([])
			.meta({ title: "Questions", description: "Without any, those of the FAQ page." }),
		layout: oneOf("beside the title", "below the title"),
		ground: lightGround,
	}),
	sectionOf("table", "Table", "A comparison or prices. On phones each row becomes a block.", {
		rowLabel: line.meta({ title: "Head of the first column" }),
		columns: z
			.array(line.max(40).meta({ title: "Column" }))
			.min(1)
			.max(4)
			.meta({ title: "Heads of the other columns" }),
		rows: z
			.array(
				z
					.strictObject({
						name: line.meta({ title: "Row" }),
						cells: z.array(cell).min(1).max(4).meta({ title: "Cells", description: "One for each column." }),
					})
					.meta({ title: "Row" }),
			)
			.min(1)
			.max(30)
			.meta({ title: "Rows" }),
		layout: oneOf("plain", "last column highlighted"),
		ground: lightGround,
	}),
	sectionOf("gallery", "Gallery", "Two to twelve pictures with captions.", {
		pictures: z.array(pictureReference).min(2).max(12).meta({ title: "Pictures" }),
		layout: oneOf("grid", "carousel"),
		ground: lightGround,
	}),
	sectionOf("form", "Enquiry form", "The form of the contact page. One on a page.", {
		layout: oneOf("beside the title", "below the title"),
		ground: lightGround,
	}),
	sectionOf("call", "Call to booking", "A button that leads to booking a call.", {
		callType: slug.optional().meta({
			title: "Call type",
			description: "Without one, the demo call.",
			chosenFrom: "call-types",
		}),
		label: line.max(40).default("Choose a time").meta({ title: "Button" }),
		layout: oneOf("band", "card"),
		ground,
	}),
	sectionOf("posts", "Articles", "Articles of the blog.", {
		posts: z
			.array(slug.meta({ title: "Article", chosenFrom: "posts" }))
			.max(6)
			.default([])
			.meta({ title: "Articles", description: "Without any, the three newest." }),
		layout: oneOf("cards", "rows"),
		ground: lightGround,
	}),
	sectionOf("projects", "Projects", "Projects of the portfolio.", {
		projects: z
			.array(slug.meta({ title: "Project", chosenFrom: "projects" }))
			.max(6)
			.default([])
			.meta({ title: "Projects", description: "Without any, the first three." }),
		layout: oneOf("cards", "rows"),
		ground: lightGround,
	}),
	sectionOf("jobs", "Open positions", "Up to six open positions, and a link to all.", {
		department: line
			.optional()
			.meta({ title: "Department", description: "Without one, of all.", chosenFrom: "departments" }),
		layout: oneOf("rows", "cards"),
		ground: lightGround,
	}),
]);

type SectionFields = z.output<typeof sectionSchema>;

/** The sections of a page, with what one alone cannot say. */
const sectionsSchema = z
	.array(sectionSchema.meta({ title: "Section" }))
	.max(maxSections)
	.superRefine((sections, context) => {
		const refuse = (index: number, field: string, message: string) =>
			context.addIssue({ code: "custom", path: [index, field], message });
		const onInk = sections.flatMap((section, index) => (section.ground === "ink" ? [index] : []));
		for (const index of onInk.slice(1))
			refuse(index, "ground", "another section is on ink already; choose a light one");
		const forms = sections.flatMap((section, index) => (section.type === "form" ? [index] : []));
		for (const index of forms.slice(1)) refuse(index, "title", "a page has one enquiry form; remove this one");
		for (const [index, section] of sections.entries())
			if (section.type === "table")
				for (const [row, { cells }] of section.rows.entries())
					if (cells.length !== section.columns.length)
						context.addIssue({
							code: "custom",
							path: [index, "rows", row, "cells"],
							message: `must have ${section.columns.length} entries, one for each column`,
						});
	})
	.meta({ title: "Sections", description: "From top to bottom, below the top of the page." });

export const landingPageSchema = z.strictObject({
	title: line.max(60).meta({ title: "Name", description: "In lists and above the page’s title." }),
	meta: pageMeta,
	isListed: z.boolean().default(true).meta({ title: "Listed in search engines, the sitemap and the site’s search" }),
	hero: z
		.strictObject({
			title: line.max(120).meta({ title: "Title" }),
			introduction: paragraph.max(500).meta({ title: "Introduction" }),
			button,
			picture: pictureReference.optional(),
			layout: oneOf("picture right", "picture left"),
			ground: z.enum(["paper", "sand"]).default("paper").meta(groundTitle),
		})
		.meta({ title: "Top of the page" }),
	sections: sectionsSchema,
});

/** A section with its Markdown rendered. */
export type Section = SectionFields & { html?: string };
export type SectionOf<Type extends Section["type"]> = Extract<Section, { type: Type }>;
export type LandingPage = Omit<z.output<typeof landingPageSchema>, "sections"> & { slug: string; sections: Section[] };
