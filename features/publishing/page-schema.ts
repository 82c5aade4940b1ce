import { z } from "zod";
import { slugOfCategory } from "./category-slug.ts";
import { pictureReference, titled } from "./content-schema.ts";
import { line } from "../../shared/company.ts";

/**
 * The shape of the files in content/pages/: each holds the texts of one page, without the lists that have files of their own.
 *
 * What each page shows: docs/product/site.md.
 */

const heading = z.strictObject({ title: line, introduction: line });
const hero = z.strictObject({ eyebrow: line, title: line, introduction: line });
/** What projects or articles are filed under, in the order in which visitors see it; each has an address of its own. */
const categories = z
	.array(line)
	.min(1)
	.refine(
		(names) => new Set(names.map(slugOfCategory)).size === names.length,
		"must not hold two that are written alike in an address",
	);
const heroWithPicture = hero.extend({ image: pictureReference });

const aboutSchema = z.strictObject({
	hero: heroWithPicture,
	story: z.strictObject({
		title: line,
		paragraphs: z.array(line).min(1),
		/** In the order of time; the year stands as a label beside the text. */
		milestones: z.array(z.strictObject({ year: z.int().min(2000).max(2100), title: line, description: line })).min(3),
	}),
	vision: z.strictObject({ title: line, description: line, image: pictureReference }),
	mission: z.strictObject({ title: line, description: line, image: pictureReference }),
	values: z.strictObject({ title: line, introduction: line, items: z.array(titled).length(4) }),
	/** Where to read on, in a row of three. */
	next: z.array(titled.extend({ to: z.string().startsWith("/") })).length(3),
});

const visionMissionSchema = z.strictObject({
	hero,
	vision: z.strictObject({ title: line, statement: line, paragraphs: z.array(line).min(1), image: pictureReference }),
	mission: z.strictObject({ title: line, statement: line, paragraphs: z.array(line).min(1), image: pictureReference }),
	/** `check` says how somebody outside the company can tell whether the principle is kept. */
	principles: heading.extend({ items: z.array(titled.extend({ check: line })).min(4) }),
	/** `year` is the year of every `result`; target and result carry their units. */
	measures: heading.extend({
		year: z.int().min(2000).max(2100),
		items: z.array(z.strictObject({ measure: line, target: line, result: line, note: line })).min(4),
	}),
});

const whyChooseUsSchema = z.strictObject({
	hero: heroWithPicture,
	reasons: heading.extend({ items: z.array(titled.extend({ proof: line })).min(4) }),
	weaknesses: heading.extend({ items: z.array(titled).min(3) }),
	/** A table: one row an aspect, one cell for each of the three ways to get the work done. */
	comparison: heading.extend({
		caption: line,
		aspectLabel: line,
		columns: z.tuple([line, line, line]),
		rows: z.array(z.strictObject({ aspect: line, cells: z.tuple([line, line, line]) })).min(5),
	}),
});

const processInsightsSchema = z.strictObject({
	hero: heroWithPicture,
	weeks: heading.extend({
		labels: z.strictObject({ artefacts: line, room: line, yourPart: line, yourHours: line }),
		/** In order: the first entry is week 1. `yourHours` is the client's own time in that week. */
		items: z
			.array(
				z.strictObject({
					phase: line,
					title: line,
					description: line,
					artefacts: z.array(line).min(2),
					room: z.array(line).min(2),
					yourPart: line,
					yourHours: z.number().positive(),
				}),
			)
			.length(6),
	}),
	rhythm: heading.extend({ items: z.array(titled).min(3) }),
	requests: heading.extend({ items: z.array(titled).min(3) }),
});

const starRating = z.strictObject({ stars: z.int().min(1).max(5), count: z.int().nonnegative() });

const ratingSchema = z.strictObject({
	hero,
	method: heading.extend({ items: z.array(titled).min(3) }),
	distribution: heading.extend({
		/** The day after which ratings are no longer counted in. */
		countedUntil: z.iso.date(),
		ratings: z
			.array(starRating)
			.length(5)
			.refine(
				(ratings) => new Set(ratings.map((rating) => rating.stars)).size === 5,
				"must have each number of stars from 1 to 5 once",
			),
	}),
	lessons: heading.extend({
		items: z.array(z.strictObject({ stars: z.int().min(1).max(5), title: line, happened: line, changed: line })).min(3),
	}),
	testimonials: heading,
});

/** Front matter of content/pages/privacy.md and accessibility.md; the text below it is Markdown, whose first heading level is 2. */
export const documentSchema = z.strictObject({ title: line, updated: z.iso.date() });

const servicesSchema = z.strictObject({ hero, closing: heading });

const contactSchema = z.strictObject({
	hero: heroWithPicture,
	form: heading,
	offices: heading,
	next: z.strictObject({ title: line, steps: z.array(titled).min(2) }),
});

const portfolioSchema = z.strictObject({
	hero,
	categories,
	/** Shown for a category without projects, above its six capabilities. */
	launchingSoon: heading.extend({ capabilitiesTitle: line, image: pictureReference }),
});

const blogSchema = z.strictObject({
	hero,
	categories,
	featured: heading,
	all: heading,
	authors: heading,
	callToAction: heading,
});

const testimonialsSchema = z.strictObject({ hero, form: heading });

const faqPageSchema = z.strictObject({ title: line, introduction: line, closing: heading });

const teamPageSchema = z.strictObject({ hero, founderMessageTitle: line });

const demoSchema = z.strictObject({
	hero: heroWithPicture,
	agenda: z.strictObject({ title: line, items: z.array(titled).min(3) }),
	preparation: heading,
});

const careerSchema = z.strictObject({
	hero,
	departments: heading,
	offices: heading,
	learnMore: z.strictObject({
		title: line,
		links: z.array(z.strictObject({ to: z.string().startsWith("/"), label: line, description: line })).min(2),
	}),
});

const errorSchema = z.strictObject({ image: pictureReference });

/** The schema of each YAML file in content/pages/, by the file's name without its extension. */
export const pageSchemas = {
	about: aboutSchema,
	blog: blogSchema,
	career: careerSchema,
	contact: contactSchema,
	demo: demoSchema,
	error: errorSchema,
	faq: faqPageSchema,
	portfolio: portfolioSchema,
	"process-insights": processInsightsSchema,
	rating: ratingSchema,
	services: servicesSchema,
	team: teamPageSchema,
	testimonials: testimonialsSchema,
	"vision-mission": visionMissionSchema,
	"why-choose-us": whyChooseUsSchema,
} as const;

/** The names of the page files, such as "about" for content/pages/about.yml. */
export type PageName = keyof typeof pageSchemas;

/** The copy of every page, by file name. */
export type Pages = { [Name in PageName]: z.infer<(typeof pageSchemas)[Name]> };

export type AboutPage = Pages["about"];
export type BlogPage = Pages["blog"];
export type CareerPage = Pages["career"];
export type ContactPage = Pages["contact"];
export type DemoPage = Pages["demo"];
export type ErrorPage = Pages["error"];
export type FaqPage = Pages["faq"];
export type PortfolioPage = Pages["portfolio"];
export type ProcessInsightsPage = Pages["process-insights"];
export type RatingPage = Pages["rating"];
export type ServicesPage = Pages["services"];
export type TeamPage = Pages["team"];
export type TestimonialsPage = Pages["testimonials"];
export type VisionMissionPage = Pages["vision-mission"];
export type WhyChooseUsPage = Pages["why-choose-us"];
export type DocumentFrontMatter = z.infer<typeof documentSchema>;
