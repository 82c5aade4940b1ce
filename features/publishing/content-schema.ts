import { z } from "zod";
import type { CareersFacts } from "../../shared/careers.ts";
import { isoDate, line, slug, socialLink } from "../../shared/company.ts";
import { questionsSchema } from "../../shared/job-question-schema.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";

/**
 * The shape of every file in content/. A file that breaks its schema stops the build with its name and field.
 *
 * Source: docs/product/site.md, Content; docs/product/careers.md, Positions.
 */

/** A picture where it stands: `src` is a path below content/pictures; the alt text is written for this place. */
export const pictureReference = z.strictObject({
	src: line.regex(/\.(svg|avif)$/, "must name an .svg or .avif file below content/pictures"),
	alt: line.min(5, "must say what the picture shows in this place"),
});

/** A picture that carries no information of its own, such as an icon beside its title. */
const decorativePicture = z.strictObject({ src: line });

const pageMeta = z.strictObject({
	title: line.max(70),
	description: line.min(50).max(170),
	keywords: z.array(line).default([]),
	ogTitle: line.optional(),
	ogDescription: line.optional(),
});

export const titled = z.strictObject({ title: line, description: line });

export const serviceIcons = [
	"globe",
	"smartphone",
	"pen-tool",
	"factory",
	"megaphone",
	"sparkles",
	"shield-check",
	"users",
	"cloud",
	"cpu",
	"database",
	"server",
] as const;

export const serviceSchema = z.strictObject({
	title: line,
	/** Position in the services dropdown, the footer and /services. */
	order: z.number().int(),
	menuTitle: line,
	icon: z.enum(serviceIcons),
	/** False keeps the service out of the footer, which holds seven titles: docs/product/site.md, Footer. */
	footer: z.boolean().default(true),
	/** The tab of the home page's services section. */
	tab: z.strictObject({
		order: z.number().int(),
		label: line,
		title: line,
		bullets: z.array(line).length(6),
		gallery: z.array(pictureReference).length(3),
	}),
	meta: pageMeta,
	header: z.strictObject({ image: pictureReference, tagline: line, description: line, cta: z.literal("Let's Talk") }),
	/** One paragraph for the card on /services and for structured data. */
	summary: line,
	services: z.array(z.strictObject({ title: line, features: z.array(line).length(3) })).length(7),
	process: z.strictObject({ image: pictureReference, description: line, steps: z.array(titled).length(4) }),
	testimonials: z.array(line).length(3),
});

export const projectSchema = z.strictObject({
	order: z.number().int(),
	title: line,
	client: line,
	sector: line,
	year: z.number().int().min(2015).max(2100),
	duration: line,
	technologies: z.array(line).min(2),
	description: line,
	image: pictureReference,
	/** One of those of pages/portfolio.yml. */
	category: line,
	/** Background of the case study's header, with white text on it. */
	background: z
		.string()
		.regex(/^#[0-9A-Fa-f]{6}$/)
		.default("#5B3FD6"),
	meta: pageMeta,
	caseStudy: z.strictObject({
		challenge: line,
		painPoints: z.array(line).min(3),
		mobilePainPoints: line,
		approach: z.array(titled).min(3).max(5),
		solutions: z.array(line).min(3),
		mobileSolutions: line,
		projectScreens: z.array(pictureReference).min(3),
		testimonial: z.strictObject({ quote: line, author: line }).optional(),
	}),
});

/** Capabilities shown for a portfolio category that has no project yet, by category. */
export const launchingSoonSchema = z.record(line, z.array(line).length(6));

/** Front matter of content/blog/{slug}.md; the text below it is Markdown, whose first heading level is 2. */
export const postSchema = z.strictObject({
	title: line.max(90),
	description: line.min(50).max(170),
	/** One of those of pages/blog.yml. */
	category: line,
	author: slug,
	date: isoDate,
	updated: isoDate.optional(),
	featured: z.boolean().default(false),
	image: pictureReference,
	/** Puts the post among the home page's insight cards. */
	insight: z.strictObject({ order: z.number().int(), excerpt: line.max(160), tag: line }).optional(),
});

export const authorSchema = z.strictObject({
	id: slug,
	name: line,
	role: line,
	bio: line,
	portrait: pictureReference,
});

export const teamSchema = z.strictObject({
	members: z
		.array(
			z.strictObject({
				name: line,
				role: line,
				bio: line,
				portrait: pictureReference,
				socials: z.array(socialLink).min(1),
			}),
		)
		.length(4),
	founderMessage: z.strictObject({ name: line, role: line, paragraphs: z.array(line).min(2) }),
});

export const testimonialSchema = z.strictObject({
	id: slug,
	avatar: decorativePicture,
	/** HTML, cleaned when the site is built: only p, em, strong and br pass. */
	quote: line,
	name: line,
	position: line.optional(),
	/** Shown in the home page's carousel. */
	home: z.boolean().default(false),
});

export const homeSchema = z.strictObject({
	hero: z.strictObject({ title: line, subtitle: line, cta: z.literal("Let's Talk") }),
	servicesTitle: line,
	servicesIntroduction: line,
	processIntroduction: line,
	process: z
		.array(z.strictObject({ icon: z.enum(["search", "pen-tool", "code", "rocket"]), title: line, description: line }))
		.length(4),
	insightsIntroduction: line,
});

export const faqSchema = z.array(z.strictObject({ question: line, answer: line })).length(6);

export const termsSchema = z.strictObject({
	updated: isoDate,
	introduction: line,
	/** The body is Markdown. */
	sections: z.array(z.strictObject({ id: slug, title: line, body: line })).length(9),
});

/**
 * The schema of a position in content/jobs/{id}.yml; `description` is Markdown whose first heading level is 2.
 *
 * @param facts whose departments and locations a position may name; without them, any
 */
export function createJobSchema(facts: JobFacts | undefined) {
	return z
		.strictObject({
			title: line.max(80),
			location: oneOf(
				"locations",
				facts?.locations.map(({ label }) => label),
			),
			type: z.enum(employmentTypes),
			summary: line.max(200),
			description: line,
			keywords: z.array(line).min(2),
			department: oneOf(
				"departments",
				facts?.departments.map(({ name }) => name),
			),
			team: line,
			workplace: z.enum(workplaces),
			postedOn: isoDate,
			closesOn: isoDate,
			/** What it asks beyond what every position asks. */
			questions: questionsSchema.default([]),
		})
		.refine(({ postedOn, closesOn }) => closesOn > postedOn, { path: ["closesOn"], message: "must be after postedOn" });
}

export type JobFacts = Pick<CareersFacts, "departments" | "locations">;

function oneOf(field: keyof JobFacts, options: string[] | undefined) {
	return line.refine((text) => options?.includes(text) ?? true, {
		error: ({ input }) => `"${String(input)}" is none of the ${field} in content/careers.yml: ${options?.join("; ")}`,
	});
}

/** Metadata of the pages that have no content file of their own, by path. */
export const pagesSchema = z.record(z.string().startsWith("/"), pageMeta);

export type PictureReference = z.infer<typeof pictureReference>;
export type PageMeta = z.infer<typeof pageMeta>;
export type Service = z.infer<typeof serviceSchema> & { slug: string };
export type Project = z.infer<typeof projectSchema> & { slug: string };
export type Post = z.infer<typeof postSchema> & { slug: string; html: string; readTimeMinutes: number };
export type Author = z.infer<typeof authorSchema>;
export type Team = z.infer<typeof teamSchema>;
export type Testimonial = z.infer<typeof testimonialSchema>;
export type Home = z.infer<typeof homeSchema>;
/** `description` is HTML, made from `markdown`. */
export type JobSeed = z.infer<ReturnType<typeof createJobSchema>> & { id: string; markdown: string };
export type FaqItem = z.infer<typeof faqSchema>[number];
type TermsFile = z.infer<typeof termsSchema>;
export type Terms = Omit<TermsFile, "sections"> & {
	sections: (Omit<TermsFile["sections"][number], "body"> & { html: string })[];
};
