import { hash } from "node:crypto";
import { pathOfCalls } from "../../shared/call-type.ts";
import { isOffered } from "../../shared/site-modules.ts";
import type { PageMeta } from "./content-schema.ts";
import type { Content } from "./documents/content.ts";
import type { PageKind } from "./page-kind.ts";
import type { Section } from "./section-schema.ts";
import { fixedPaths, pathOfLandingPage, type FixedPath } from "./site-paths.ts";

/** The part of the content that a page is about, without menu, footer and other parts that many pages share. */
export type PageSubject = {
	path: string;
	kind: PageKind;
	title: string;
	description: string;
	keywords: readonly string[];
	/** Its own texts, in objects and lists; HTML in the fields `html` and `quote`. */
	texts: unknown;
	/** Content of other pages that it lists or sums up. */
	lists?: unknown;
};

type FixedSubject = Pick<PageSubject, "texts" | "lists">;

const fixedSubjects: Readonly<Record<FixedPath, (content: Content) => FixedSubject>> = {
	"/": ({ home, company, services, testimonials, posts }) => ({
		texts: home,
		lists: [
			company.statistics,
			services.map(({ tab }) => tab),
			testimonials.filter((testimonial) => testimonial.home),
			posts.flatMap(({ title, insight }) => (insight ? [{ title, insight }] : [])),
		],
	}),
	"/services": ({ copy, services }) => ({
		texts: copy.services,
		lists: services.map(({ title, summary }) => ({ title, summary })),
	}),
	"/portfolio": ({ copy, projects, launchingSoon }) => ({
		texts: copy.portfolio,
		lists: [launchingSoon, projects.map(({ title, description, category }) => ({ title, description, category }))],
	}),
	"/blog": ({ copy, posts, authors }) => ({
		texts: [copy.blog, authors],
		lists: posts.map(({ title, description, date }) => ({ title, description, date })),
	}),
	"/contactUs": ({ copy, company }) => ({
		texts: [copy.contact, company.offices, company.hours, { email: company.email, phone: company.phone.display }],
	}),
	"/demo": ({ copy }) => ({ texts: copy.demo }),
	"/aboutUs": ({ copy, company }) => ({ texts: copy.about, lists: company.statistics }),
	"/ourteam": ({ copy, team }) => ({ texts: [copy.team, team] }),
	"/vision-mission": ({ copy }) => ({ texts: copy["vision-mission"] }),
	"/why-choose-us": ({ copy }) => ({ texts: copy["why-choose-us"] }),
	"/process-insights": ({ copy }) => ({ texts: copy["process-insights"] }),
	"/rating": ({ copy, company, testimonials }) => ({ texts: copy.rating, lists: [company.statistics, testimonials] }),
	"/alltestimonial": ({ copy, testimonials }) => ({ texts: [copy.testimonials, testimonials] }),
	"/faq": ({ copy, faq }) => ({ texts: [copy.faq, faq] }),
	"/career": ({ copy, careers }) => ({ texts: [copy.career, careers.departments] }),
	"/privacy": ({ documents }) => ({ texts: documents.privacy }),
	"/terms-condition": ({ terms }) => ({ texts: terms }),
	"/accessibility": ({ documents }) => ({ texts: documents.accessibility }),
};

/** Lists the subjects of the indexed pages, those of services, projects and articles first. */
export function listPageSubjects(content: Content): PageSubject[] {
	const { services, projects, posts, authors, callPages, landingPages, pages, company } = content;
	const subjects: PageSubject[] = [
		...services.map(({ slug, title, meta, header, summary, services: offers, process, testimonials: quotes }) => ({
			path: `/case-study/${slug}`,
			kind: "service" as const,
			...readMeta(meta),
			title,
			texts: { header, summary, offers, process, quotes },
		})),
		...projects.map(({ slug, title, meta, order: _order, ...texts }) => ({
			path: `/portfolio/${slug}`,
			kind: "case-study" as const,
			...readMeta(meta),
			title,
			texts,
		})),
		...posts.map(({ slug, title, description, category, html, image, date, updated, author: id }) => ({
			path: `/blog/${slug}`,
			kind: "article" as const,
			title,
			description,
			keywords: [category],
			texts: { html, author: authors.find((author) => author.id === id)?.name },
			lists: [image, date, updated],
		})),
		...callPages.map(({ slug, title, meta, introduction, agenda, callMinutes }) => ({
			path: pathOfCalls(slug),
			kind: "page" as const,
			...readMeta(meta),
			title,
			texts: { introduction, agenda },
			lists: callMinutes,
		})),
		...landingPages.flatMap(({ slug, title, meta, isListed, hero, sections }) =>
			isListed
				? {
						path: pathOfLandingPage({ slug }),
						kind: "page" as const,
						...readMeta(meta),
						title,
						texts: { hero, sections: sections.map(showTexts) },
						lists: sections,
					}
				: [],
		),
		...fixedPaths.map((path) => ({
			path,
			kind: "page" as const,
			...readMeta(pages[path] ?? { title: path, description: "", keywords: [] }),
			...fixedSubjects[path](content),
		})),
	];
	return subjects.filter(({ path }) => isOffered(path, company.parts));
}

/** The texts of a section that its page shows as they are. */
function showTexts({ title, introduction, ...section }: Section): unknown {
	const items = "items" in section ? section.items : undefined;
	const rows = section.type === "table" ? [section.columns, section.rows] : undefined;
	return { title, introduction, html: section.html, items, rows };
}

function readMeta({ title, description, keywords }: PageMeta): Pick<PageSubject, "title" | "description" | "keywords"> {
	return { title, description, keywords };
}

/** Returns a hash of all that a subject holds, with the bytes of its pictures. */
export function hashPageSubject(subject: PageSubject, { pictures }: Pick<Content, "pictures">): string {
	const withPictures = (name: string, value: unknown) =>
		name === "src" && typeof value === "string" ? (pictures[value]?.url ?? value) : value;
	return hash("sha256", JSON.stringify(subject, withPictures), "base64url");
}
