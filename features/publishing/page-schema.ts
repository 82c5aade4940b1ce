import { z } from "zod";
import { line, paragraph } from "../../shared/company.ts";
import { questionsSchema } from "../../shared/question-schema.ts";
import { slugOfCategory } from "./category-slug.ts";
import { bookingFormFields, pictureReference, titled } from "./content-schema.ts";

/**
 * The schemas of the files in content/pages/: the texts of one page each, without lists that have their own files.
 * Source: docs/product/site.md.
 */

const heading = z
	.strictObject({ title: line.meta({ title: "Title" }), introduction: paragraph.meta({ title: "Introduction" }) })
	.meta({ title: "Heading" });
const hero = z
	.strictObject({
		eyebrow: line.meta({ title: "Line above the title" }),
		title: line.meta({ title: "Title" }),
		introduction: paragraph.meta({ title: "Introduction" }),
	})
	.meta({ title: "Top of the page" });
const paragraphs = z
	.array(paragraph.meta({ title: "Paragraph" }))
	.min(1)
	.meta({ title: "Paragraphs" });
/** Categories of projects or articles in the order of the page; each has its own address. */
const categories = z
	.array(line.meta({ title: "Category" }))
	.min(1)
	.refine((names) => new Set(names.map(slugOfCategory)).size === names.length, "must not contain two with the same URL")
	.meta({
		title: "Categories",
		description: "In the order visitors see them. Each has its own URL.",
	});
const heroWithPicture = hero.extend({ image: pictureReference }).meta({ title: "Top of the page" });
const item = titled.meta({ title: "Item" });
export const reference = z
	.string()
	.regex(/^\/(?:[\w-][\w./-]*)?$/, "must be the path of a page on the site, such as /services")
	.meta({ title: "Leads to", chosenFrom: "pages" });
const year = z.int().min(2000).max(2100);

const aboutSchema = z.strictObject({
	hero: heroWithPicture,
	story: z
		.strictObject({
			title: line.meta({ title: "Title" }),
			paragraphs,
			milestones: z
				.array(titled.extend({ year: year.meta({ title: "Year" }) }).meta({ title: "Milestone" }))
				.min(3)
				.meta({ title: "Milestones", description: "In chronological order. The year appears beside the text." }),
		})
		.meta({ title: "Story" }),
	vision: titled.extend({ image: pictureReference }).meta({ title: "Vision" }),
	mission: titled.extend({ image: pictureReference }).meta({ title: "Mission" }),
	values: heading
		.extend({
			items: z
				.array(titled.meta({ title: "Value" }))
				.length(4)
				.meta({ title: "Values" }),
		})
		.meta({ title: "Values" }),
	next: z
		.array(titled.extend({ to: reference }).meta({ title: "Link" }))
		.length(3)
		.meta({ title: "Related links", description: "Shown three in a row." }),
});

const statement = z.strictObject({
	title: line.meta({ title: "Title" }),
	statement: paragraph.meta({ title: "Statement" }),
	paragraphs,
	image: pictureReference,
});

const visionMissionSchema = z.strictObject({
	hero,
	vision: statement.meta({ title: "Vision" }),
	mission: statement.meta({ title: "Mission" }),
	principles: heading
		.extend({
			items: z
				.array(
					titled
						.extend({
							check: paragraph.meta({
								title: "How to verify it",
								description: "How someone outside the company can tell whether you keep it.",
							}),
						})
						.meta({ title: "Principle" }),
				)
				.min(4)
				.meta({ title: "Principles" }),
		})
		.meta({ title: "Principles" }),
	measures: heading
		.extend({
			year: year.meta({ title: "Year", description: "Applies to all results." }),
			items: z
				.array(
					z
						.strictObject({
							measure: line.meta({ title: "Measure" }),
							target: line.meta({ title: "Target", description: "Including the unit." }),
							result: line.meta({ title: "Result", description: "Including the unit." }),
							note: paragraph.meta({ title: "Note" }),
						})
						.meta({ title: "Measure" }),
				)
				.min(4)
				.meta({ title: "Measures" }),
		})
		.meta({ title: "Measures" }),
});

const cell = line.meta({ title: "Cell" });
const cells = z.tuple([cell, cell, cell]).meta({ title: "Cells" });

const whyChooseUsSchema = z.strictObject({
	hero: heroWithPicture,
	reasons: heading
		.extend({
			items: z
				.array(titled.extend({ proof: paragraph.meta({ title: "Proof" }) }).meta({ title: "Reason" }))
				.min(4)
				.meta({ title: "Reasons" }),
		})
		.meta({ title: "Reasons" }),
	weaknesses: heading
		.extend({
			items: z
				.array(titled.meta({ title: "Weakness" }))
				.min(3)
				.meta({ title: "Weaknesses" }),
		})
		.meta({ title: "Weaknesses" }),
	comparison: heading
		.extend({
			caption: line.meta({ title: "Caption of the table" }),
			aspectLabel: line.meta({ title: "Head of the first column" }),
			columns: cells.meta({ title: "Heads of the other columns" }),
			rows: z
				.array(z.strictObject({ aspect: line.meta({ title: "Aspect" }), cells }).meta({ title: "Row" }))
				.min(5)
				.meta({ title: "Rows" }),
		})
		.meta({ title: "Comparison" }),
});

const processInsightsSchema = z.strictObject({
	hero: heroWithPicture,
	weeks: heading
		.extend({
			labels: z
				.strictObject({
					artefacts: line.meta({ title: "Artefacts" }),
					room: line.meta({ title: "In the room" }),
					yourPart: line.meta({ title: "Client’s part" }),
					yourHours: line.meta({ title: "Client’s hours" }),
				})
				.meta({ title: "Labels" }),
			items: z
				.array(
					z
						.strictObject({
							phase: line.meta({ title: "Phase" }),
							title: line.meta({ title: "Title" }),
							description: paragraph.meta({ title: "Description" }),
							artefacts: z
								.array(line.meta({ title: "Artefact" }))
								.min(2)
								.meta({ title: "Artefacts" }),
							room: z
								.array(line.meta({ title: "Who" }))
								.min(2)
								.meta({ title: "In the room" }),
							yourPart: paragraph.meta({ title: "Client’s part" }),
							yourHours: z
								.number()
								.positive()
								.meta({ title: "Client’s hours", description: "Time the client spends that week." }),
						})
						.meta({ title: "Week" }),
				)
				.length(6)
				.meta({ title: "Weeks", description: "In order: the first is week 1." }),
		})
		.meta({ title: "Weeks" }),
	rhythm: heading.extend({ items: z.array(item).min(3).meta({ title: "Items" }) }).meta({ title: "Rhythm" }),
	requests: heading.extend({ items: z.array(item).min(3).meta({ title: "Items" }) }).meta({ title: "Requests" }),
});

const stars = z.int().min(1).max(5).meta({ title: "Stars" });
const starRating = z
	.strictObject({ stars, count: z.int().nonnegative().meta({ title: "Count" }) })
	.meta({ title: "Rating" });

const ratingSchema = z.strictObject({
	hero,
	method: heading.extend({ items: z.array(item).min(3).meta({ title: "Items" }) }).meta({ title: "Method" }),
	distribution: heading
		.extend({
			countedUntil: z.iso.date().meta({
				title: "Count until",
				description: "Later ratings are not counted.",
			}),
			ratings: z
				.array(starRating)
				.length(5)
				.refine(
					(ratings) => new Set(ratings.map((rating) => rating.stars)).size === 5,
					"must contain each star rating from 1 to 5 once",
				)
				.meta({ title: "Ratings" }),
		})
		.meta({ title: "Distribution" }),
	lessons: heading
		.extend({
			items: z
				.array(
					z
						.strictObject({
							stars,
							title: line.meta({ title: "Title" }),
							happened: paragraph.meta({ title: "What happened" }),
							changed: paragraph.meta({ title: "What changed" }),
						})
						.meta({ title: "Lesson" }),
				)
				.min(3)
				.meta({ title: "Lessons" }),
		})
		.meta({ title: "Lessons" }),
	testimonials: heading.meta({ title: "Testimonials" }),
});

/** Front matter of content/pages/privacy.md and accessibility.md; the text below is Markdown from heading level 2. */
export const documentSchema = z.strictObject({
	title: line.meta({ title: "Title" }),
	updated: z.iso.date().meta({ title: "Updated on" }),
});

const servicesSchema = z.strictObject({ hero, closing: heading.meta({ title: "End of the page" }) });

const contactSchema = z.strictObject({
	hero: heroWithPicture,
	form: heading
		.extend({
			questions: questionsSchema.meta({ title: "Questions", description: "Asked in every enquiry form." }),
		})
		.meta({ title: "Form" }),
	offices: heading.meta({ title: "Offices" }),
	next: z
		.strictObject({
			title: line.meta({ title: "Title" }),
			steps: z
				.array(titled.meta({ title: "Step" }))
				.min(2)
				.meta({ title: "Steps" }),
		})
		.meta({ title: "What happens next" }),
});

const portfolioSchema = z.strictObject({
	hero,
	categories,
	launchingSoon: heading
		.extend({ capabilitiesTitle: line.meta({ title: "Title of the capabilities" }), image: pictureReference })
		.meta({
			title: "Launching soon",
			description: "Shown above the six capabilities of a category without projects.",
		}),
});

const blogSchema = z.strictObject({
	hero,
	categories,
	featured: heading.meta({ title: "Featured post" }),
	all: heading.meta({ title: "All posts" }),
	authors: heading.meta({ title: "Authors" }),
	callToAction: heading.meta({ title: "Call to action" }),
});

const testimonialsSchema = z.strictObject({ hero, form: heading.meta({ title: "Form" }) });

const faqPageSchema = z.strictObject({
	title: line.meta({ title: "Title" }),
	introduction: paragraph.meta({ title: "Introduction" }),
	closing: heading.meta({ title: "End of the page" }),
});

const teamPageSchema = z.strictObject({
	hero,
	founderMessageTitle: line.meta({ title: "Title of the founder’s message" }),
});

const demoSchema = z.strictObject({
	hero: heroWithPicture,
	agenda: z
		.strictObject({
			title: line.meta({ title: "Title" }),
			items: z.array(item).min(3).meta({ title: "Items" }),
		})
		.meta({ title: "Agenda" }),
	preparation: heading.meta({ title: "Preparation" }),
	...bookingFormFields,
});

const careerSchema = z.strictObject({
	hero,
	departments: heading.meta({ title: "Departments" }),
	offices: heading.meta({ title: "Offices" }),
	learnMore: z
		.strictObject({
			title: line.meta({ title: "Title" }),
			links: z
				.array(
					z
						.strictObject({
							to: reference,
							label: line.meta({ title: "Label" }),
							description: paragraph.meta({ title: "Description" }),
						})
						.meta({ title: "Link" }),
				)
				.min(2)
				.meta({ title: "Links" }),
		})
		.meta({ title: "Learn more" }),
});

const errorSchema = z.strictObject({ image: pictureReference });

/** The schema of each YAML file in content/pages/, by file name. */
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
export type CareerPage = Pages["career"];
export type DemoPage = Pages["demo"];
export type DocumentFrontMatter = z.infer<typeof documentSchema>;
