import { z } from "zod";
import { assignments } from "../../shared/call-type.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import {
	bookingWindowFields,
	currency,
	hasBookableTime,
	isoDate,
	line,
	longText,
	maxBufferMinutes,
	maxCallMinutes,
	noBookableTime,
	paragraph,
	slug,
	socialLink,
} from "../../shared/company.ts";
import { emailAddressPattern } from "../../shared/email-address.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";
import { payDisplays, payPeriods, type JobPay } from "../../shared/job-pay.ts";
import { jobQuestionsSchema, questionsSchema } from "../../shared/question-schema.ts";
import { findMarkdownFault } from "./markdown-faults.ts";

/**
 * The schemas of the files in content/. An invalid file stops the build with its name and field.
 * Source: docs/product/site.md, Content; docs/product/careers.md, Positions.
 */

/** A picture in its place: `src` is a path below content/pictures; the alt text is for this place. */
export const pictureReference = z
	.strictObject({
		src: line.regex(/\.(svg|avif)$/, "must be an .svg or .avif file in content/pictures").meta({ title: "File" }),
		alt: line.min(5, "must describe the picture").meta({
			title: "Alt text",
			description: "Describes the picture to people who cannot see it.",
			control: "long-text",
		}),
	})
	.meta({ title: "Picture", isPicture: true });

/** A decorative picture, such as an icon beside its title. */
const decorativePicture = z
	.strictObject({ src: line.meta({ title: "File" }) })
	.meta({ title: "Picture", isPicture: true });

export const pageMeta = z
	.strictObject({
		title: line.max(70).meta({ title: "Title", description: "Shown in browser tabs and search results." }),
		description: paragraph.min(50).max(170).meta({ title: "Description", description: "Shown in search results." }),
		keywords: z
			.array(line.meta({ title: "Keyword" }))
			.default([])
			.meta({ title: "Keywords" }),
		ogTitle: line.optional().meta({ title: "Title when shared", description: "Defaults to the title." }),
		ogDescription: paragraph
			.optional()
			.meta({ title: "Description when shared", description: "Defaults to the description." }),
	})
	.meta({ title: "Search and sharing" });

export const titled = z.strictObject({
	title: line.meta({ title: "Title" }),
	description: paragraph.meta({ title: "Description" }),
});

export const markdownText = longText.superRefine((markdown, context) => {
	const fault = findMarkdownFault(markdown);
	if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
});

const order = z.number().int().meta({ title: "Order", description: "Lower numbers come first." });

const serviceIcons = [
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

const callToAction = z.literal("Let's Talk").meta({ title: "Button" });

export const serviceSchema = z.strictObject({
	title: line.meta({ title: "Title", description: "The URL follows from it." }),
	order: order.meta({ title: "Order", description: "In the menu, the footer and the list of services." }),
	menuTitle: line.meta({ title: "Title in the menu" }),
	icon: z.enum(serviceIcons).meta({ title: "Icon" }),
	footer: z
		.boolean()
		.default(true)
		.meta({ title: "Show in footer", description: "The footer has room for seven services." }),
	tab: z
		.strictObject({
			order: order.meta({ title: "Order" }),
			label: line.meta({ title: "Tab name" }),
			title: line.meta({ title: "Title" }),
			bullets: z
				.array(line.meta({ title: "Point" }))
				.length(6)
				.meta({ title: "Points" }),
			gallery: z.array(pictureReference).length(3).meta({ title: "Pictures" }),
		})
		.meta({ title: "Tab on the home page" }),
	meta: pageMeta,
	header: z
		.strictObject({
			image: pictureReference,
			tagline: line.meta({ title: "Tagline" }),
			description: paragraph.meta({ title: "Description" }),
			cta: callToAction,
		})
		.meta({ title: "Top of the page" }),
	summary: paragraph.meta({
		title: "Summary",
		description: "One paragraph for the card on the services page and for search engines.",
	}),
	services: z
		.array(
			z
				.strictObject({
					title: line.meta({ title: "Title" }),
					features: z
						.array(paragraph.meta({ title: "Feature" }))
						.length(3)
						.meta({ title: "Features" }),
				})
				.meta({ title: "Service" }),
		)
		.length(7)
		.meta({ title: "What is included" }),
	process: z
		.strictObject({
			image: pictureReference,
			description: paragraph.meta({ title: "Description" }),
			steps: z
				.array(titled.meta({ title: "Step" }))
				.length(4)
				.meta({ title: "Steps" }),
		})
		.meta({ title: "Process" }),
	testimonials: z
		.array(paragraph.meta({ title: "Testimonial" }))
		.length(3)
		.meta({ title: "Testimonials" }),
	enquiryForm: z
		.strictObject({
			questions: questionsSchema.meta({ title: "Questions" }),
		})
		.optional()
		.meta({
			title: "Enquiry form",
			description: "Questions to people who enquire about this service, after those of the contact page.",
		}),
});

/** The settings of a booking form. */
export const bookingFormFields = {
	mostGuests: z.number().int().min(0).max(5).default(0).meta({
		title: "Guests of a visitor",
		description: "How many people a visitor may invite by e-mail address. 0 for none.",
	}),
	questions: questionsSchema.meta({ title: "Questions", description: "In the booking form, after the message." }),
};

const buffer = z.number().int().min(0).max(maxBufferMinutes).default(0);

export const callTypeSchema = z
	.strictObject({
		title: line.max(60).meta({ title: "Name", description: "For example, Architecture review." }),
		order: order.meta({ description: "In lists of calls, after the demo call." }),
		meta: pageMeta,
		introduction: paragraph.meta({ title: "Introduction" }),
		agenda: z.array(titled.meta({ title: "Item" })).meta({ title: "What happens in the call" }),
		callMinutes: z.number().int().min(5).max(maxCallMinutes).meta({ title: "Call length", description: "In minutes." }),
		stepMinutes: z.number().int().min(5).max(maxCallMinutes).optional().meta({
			title: "Slot step",
			description: "In minutes, from one possible start to the next. Defaults to the call length.",
		}),
		...bookingWindowFields,
		bufferBeforeMinutes: buffer.meta({
			title: "Free time before",
			description: "In minutes. Hosts cannot be booked during this time.",
		}),
		bufferAfterMinutes: buffer.meta({ title: "Free time after", description: "In minutes." }),
		callsPerDay: z.number().int().min(1).max(1_000).optional().meta({
			title: "Calls a day",
			description: "The most calls of this type on one day.",
		}),
		callsPerHostPerDay: z.number().int().min(1).max(100).optional().meta({
			title: "Calls per host a day",
			description: "A host with this many calls of any type on a day takes no more of this type.",
		}),
		hosts: z
			.array(z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address" }))
			.default([])
			.meta({ title: "Hosts", description: "Members who take these calls. Without any, every host of calls does." }),
		assignment: z.enum(assignments).default("least-busy").meta({
			title: "Who takes a call",
			description:
				"Least busy: the free host with the fewest calls that week. Round robin: the free host with the fewest upcoming calls, in turn. Collective: all hosts, when all are free.",
		}),
		place: line.optional().meta({ title: "Place", description: "Leave empty for a video call." }),
		domains: z
			.array(line.max(100).meta({ title: "Subject" }))
			.refine((domains) => new Set(domains).size === domains.length, "must not contain duplicates")
			.default([])
			.meta({ title: "Call topics", description: "The first is the default. Without topics, visitors choose none." }),
		topicHosts: z
			.array(
				z
					.strictObject({
						topic: line.max(100).meta({ title: "Topic", description: "As it is written above." }),
						hosts: z
							.array(z.email({ pattern: emailAddressPattern }).meta({ title: "E-mail address" }))
							.min(1)
							.meta({ title: "Hosts" }),
					})
					.meta({ title: "Topic" }),
			)
			.default([])
			.meta({
				title: "Hosts by topic",
				description:
					"Calls about a topic go to these hosts first. If none of them is free, another host takes the call.",
			}),
		...bookingFormFields,
	})
	.refine(hasBookableTime, noBookableTime)
	.refine(({ domains, topicHosts }) => topicHosts.every(({ topic }) => domains.includes(topic)), {
		path: ["topicHosts"],
		message: "must name topics of the list above",
	});

export const projectSchema = z.strictObject({
	order,
	title: line.meta({ title: "Title" }),
	client: line.meta({ title: "Client" }),
	sector: line.meta({ title: "Sector" }),
	year: z.number().int().min(2015).max(2100).meta({ title: "Year" }),
	duration: line.meta({ title: "Duration" }),
	technologies: z
		.array(line.meta({ title: "Technology" }))
		.min(2)
		.meta({ title: "Technologies" }),
	description: paragraph.meta({ title: "Description" }),
	image: pictureReference,
	category: line.meta({
		title: "Category",
		description: "From the portfolio page’s list.",
		chosenFrom: "portfolio-categories",
	}),
	background: z
		.string()
		.regex(/^#[0-9A-Fa-f]{6}$/)
		.default("#5B3FD6")
		.meta({
			title: "Background",
			description: "Behind the white text of the case study’s header.",
			control: "colour",
			readOnIt: "white",
		}),
	meta: pageMeta,
	caseStudy: z
		.strictObject({
			challenge: paragraph.meta({ title: "Challenge" }),
			painPoints: z
				.array(paragraph.meta({ title: "Pain point" }))
				.min(3)
				.meta({ title: "Pain points" }),
			mobilePainPoints: paragraph.meta({ title: "Pain points on phones" }),
			approach: z
				.array(titled.meta({ title: "Step" }))
				.min(3)
				.max(5)
				.meta({ title: "Approach" }),
			solutions: z
				.array(paragraph.meta({ title: "Solution" }))
				.min(3)
				.meta({ title: "Solutions" }),
			mobileSolutions: paragraph.meta({ title: "Solutions on phones" }),
			projectScreens: z.array(pictureReference).min(3).meta({ title: "Screens" }),
			testimonial: z
				.strictObject({
					quote: paragraph.meta({ title: "Quote" }),
					author: line.meta({ title: "Quoted person" }),
				})
				.optional()
				.meta({ title: "Testimonial" }),
		})
		.meta({ title: "Case study" }),
});

/** Capabilities of portfolio categories without projects, by category. */
export const launchingSoonSchema = z.record(
	line.meta({ title: "Category", chosenFrom: "portfolio-categories" }),
	z
		.array(line.meta({ title: "Capability" }))
		.length(6)
		.meta({ title: "Capabilities" }),
);

/** Front matter of content/blog/{slug}.md; the text below is Markdown from heading level 2. */
export const postSchema = z.strictObject({
	title: line.max(90).meta({
		title: "Title",
		description: "The picture for social networks shows Latin and Devanagari letters; it leaves out others and emoji.",
	}),
	description: paragraph
		.min(50)
		.max(170)
		.meta({ title: "Description", description: "Shown in lists and search results." }),
	category: line.meta({
		title: "Category",
		description: "From the blog page’s list.",
		chosenFrom: "blog-categories",
	}),
	author: slug.meta({ title: "Author", chosenFrom: "authors" }),
	date: isoDate.meta({ title: "Date" }),
	updated: isoDate.optional().meta({ title: "Updated on" }),
	featured: z.boolean().default(false).meta({ title: "Featured" }),
	image: pictureReference,
	insight: z
		.strictObject({
			order,
			excerpt: paragraph.max(160).meta({ title: "Excerpt" }),
			tag: line.meta({ title: "Tag" }),
		})
		.optional()
		.meta({ title: "Insight", description: "Shows the post as an insight card on the home page." }),
});

export const authorSchema = z
	.strictObject({
		id: slug.meta({ title: "ID", description: "Articles refer to their author by this ID." }),
		name: line.meta({ title: "Name" }),
		role: line.meta({ title: "Role" }),
		bio: paragraph.meta({ title: "About" }),
		portrait: pictureReference.meta({ title: "Portrait" }),
	})
	.meta({ title: "Author" });

export const teamSchema = z.strictObject({
	members: z
		.array(
			z
				.strictObject({
					name: line.meta({ title: "Name" }),
					role: line.meta({ title: "Role" }),
					bio: paragraph.meta({ title: "About" }),
					portrait: pictureReference.meta({ title: "Portrait" }),
					socials: z.array(socialLink).min(1).meta({ title: "Profiles" }),
				})
				.meta({ title: "Member" }),
		)
		.length(4)
		.meta({ title: "Members" }),
	founderMessage: z
		.strictObject({
			name: line.meta({ title: "Name" }),
			role: line.meta({ title: "Role" }),
			paragraphs: z
				.array(paragraph.meta({ title: "Paragraph" }))
				.min(2)
				.meta({ title: "Paragraphs" }),
		})
		.meta({ title: "Founder’s message" }),
});

export const testimonialSchema = z
	.strictObject({
		id: slug.meta({ title: "ID" }),
		avatar: decorativePicture,
		/** HTML, cleaned when the site is built: only p, em, strong and br are kept. */
		quote: paragraph.meta({ title: "Quote", description: "HTML. Allowed tags: p, em, strong, br." }),
		name: line.meta({ title: "Name" }),
		position: line.optional().meta({ title: "Position" }),
		home: z.boolean().default(false).meta({ title: "Show in the home page’s carousel" }),
	})
	.meta({ title: "Testimonial" });

export const homeSchema = z.strictObject({
	hero: z
		.strictObject({
			title: line.meta({ title: "Title" }),
			subtitle: paragraph.meta({ title: "Subtitle" }),
			cta: callToAction,
			picture: decorativePicture,
		})
		.meta({ title: "Top of the page" }),
	servicesTitle: line.meta({ title: "Services title" }),
	servicesIntroduction: paragraph.meta({ title: "Services introduction" }),
	processIntroduction: paragraph.meta({ title: "Process introduction" }),
	process: z
		.array(
			titled
				.extend({ icon: z.enum(["search", "pen-tool", "code", "rocket"]).meta({ title: "Icon" }) })
				.meta({ title: "Step" }),
		)
		.length(4)
		.meta({ title: "Process" }),
	insightsIntroduction: paragraph.meta({ title: "Insights introduction" }),
});

export const faqSchema = z
	.array(
		z
			.strictObject({ question: line.meta({ title: "Question" }), answer: paragraph.meta({ title: "Answer" }) })
			.meta({ title: "Question" }),
	)
	.length(6)
	.meta({ title: "Questions" });

export const termsSchema = z.strictObject({
	updated: isoDate.meta({ title: "Updated on" }),
	introduction: paragraph.meta({ title: "Introduction" }),
	sections: z
		.array(
			z
				.strictObject({
					id: slug.meta({ title: "ID", description: "The section’s anchor in the URL." }),
					title: line.meta({ title: "Title" }),
					body: markdownText.meta({ title: "Text", control: "markdown" }),
				})
				.meta({ title: "Section" }),
		)
		.length(9)
		.meta({ title: "Sections" }),
});

/**
 * Creates the schema of a position in content/jobs/{id}.yml; `description` is Markdown from heading level 2.
 * @param settings the departments and locations that a position may name; without them, any
 */
export function createJobSchema(settings: JobSettings | undefined) {
	return z
		.strictObject({
			title: line.max(80).meta({ title: "Title" }),
			location: oneOf(
				"locations",
				settings?.locations.map(({ label }) => label),
			).meta({ title: "Location", chosenFrom: "locations" }),
			type: z.enum(employmentTypes).meta({ title: "Employment" }),
			summary: paragraph
				.max(200)
				.meta({ title: "Summary", description: "One sentence for lists, search results and alerts." }),
			description: markdownText.meta({ title: "Description", control: "markdown" }),
			keywords: z
				.array(line.meta({ title: "Keyword" }))
				.min(2)
				.meta({ title: "Keywords", description: "The job search finds the position by these." }),
			department: oneOf(
				"departments",
				settings?.departments.map(({ name }) => name),
			).meta({ title: "Department", chosenFrom: "departments" }),
			team: line.meta({ title: "Team" }),
			workplace: z.enum(workplaces).meta({ title: "Workplace" }),
			postedOn: isoDate.meta({ title: "Posted on" }),
			closesOn: isoDate.meta({ title: "Last day to apply" }),
			pay: paySchema.optional().meta({ title: "Pay" }),
			benefits: z
				.array(line.max(80).meta({ title: "Benefit" }))
				.max(20)
				.default([])
				.meta({ title: "Benefits" }),
			questions: jobQuestionsSchema
				.default([])
				.meta({ title: "Extra questions", description: "Asked in addition to those of every position." }),
		})
		.refine(({ postedOn, closesOn }) => closesOn > postedOn, { path: ["closesOn"], message: "must be after postedOn" });
}

const amount = z.number("must be an amount").positive("must be above 0").max(1_000_000_000_000);

const paySchema = z
	.strictObject({
		currency: currency.meta({ title: "Currency" }),
		from: amount.meta({ title: "Lowest pay" }),
		to: amount.meta({ title: "Highest pay", description: "The same as the lowest for a fixed pay." }),
		per: z.enum(payPeriods).meta({ title: "Per" }),
		shown: z
			.enum(payDisplays)
			.default("law")
			.meta({ title: "Shown on the site", description: "“law” shows it where the law of the location asks for it." }),
	})
	.refine(({ from, to }) => to >= from, { path: ["to"], message: "must not be below the lowest pay" });

export type JobSettings = Pick<CareersSettings, "departments" | "locations">;

function oneOf(field: keyof JobSettings, options: string[] | undefined) {
	return line.refine((text) => options?.includes(text) ?? true, {
		error: ({ input }) =>
			`"${String(input)}" is not one of the ${field} in content/careers.yml: ${options?.join("; ")}`,
	});
}

/** Metadata of pages without their own content file, by path. */
export const pagesSchema = z.record(
	line.startsWith("/").meta({ title: "Page", chosenFrom: "pages" }),
	pageMeta.meta({ title: "Page" }),
);

export type PictureReference = z.infer<typeof pictureReference>;
export type PageMeta = z.infer<typeof pageMeta>;
export type Service = z.infer<typeof serviceSchema> & { slug: string };
export type CallPage = z.infer<typeof callTypeSchema> & { slug: string };
export type Project = z.infer<typeof projectSchema> & { slug: string };
export type Post = z.infer<typeof postSchema> & { slug: string; html: string; readTimeMinutes: number };
export type Author = z.infer<typeof authorSchema>;
export type Team = z.infer<typeof teamSchema>;
export type Testimonial = z.infer<typeof testimonialSchema>;
export type Home = z.infer<typeof homeSchema>;
/** `description` is HTML, rendered from `markdown`. */
export type JobSeed = Omit<z.infer<ReturnType<typeof createJobSchema>>, "pay"> & {
	id: string;
	markdown: string;
	pay: JobPay | undefined;
	isPayShown: boolean;
};
export type FaqItem = z.infer<typeof faqSchema>[number];
type TermsFile = z.infer<typeof termsSchema>;
export type Terms = Omit<TermsFile, "sections"> & {
	sections: (Omit<TermsFile["sections"][number], "body"> & { html: string })[];
};
