import { z } from "zod";
import { careersSchema } from "../../../shared/careers.ts";
import { companySchema } from "../../../shared/company.ts";
import { deskSchema } from "../../../shared/desk.ts";
import {
	authorSchema,
	createJobSchema,
	faqSchema,
	homeSchema,
	launchingSoonSchema,
	pagesSchema,
	postSchema,
	projectSchema,
	serviceSchema,
	teamSchema,
	termsSchema,
	testimonialSchema,
} from "../content-schema.ts";
import { documentSchema, pageSchemas, type PageName } from "../page-schema.ts";

/** Every kind of document of the content: what it is called, where its files lie, what they hold, and where it is read. */

type KindFacts<Schema extends z.ZodType> = {
	/** Of one document of the kind, and of several. */
	label: string;
	plural: string;
	/** What somebody who edits it reads above the form. */
	help: string;
	/** Of a document with a Markdown body, the shape of its front matter. */
	schema: Schema;
	/** Whether Markdown stands below the fields. */
	hasBody: boolean;
	/** Where its documents are edited: some have pages of their own at the desk. */
	editedAs: "document" | "position";
	/** The pages that show a document, the one that is most its own first. Facts that every page shows name some of them. */
	listPaths(slug: string): string[];
};

/** A kind with one document, whose file is always there. */
export type FileKind<Schema extends z.ZodType = z.ZodType> = KindFacts<Schema> & { file: string };

/** A kind of which each file of a folder is a document; new ones can be made. */
export type FolderKind<Schema extends z.ZodType = z.ZodType> = KindFacts<Schema> & {
	folder: string;
	extension: ".yml" | ".md";
	/** The address that is the document's own, and leaves a redirect when it changes. */
	pathOf(slug: string): string;
};

export type DocumentKind = FileKind | FolderKind;

type Described = Pick<KindFacts<z.ZodType>, "label" | "help"> & { plural?: string };

function inFile<Schema extends z.ZodType>(
	file: string,
	schema: Schema,
	paths: string[],
	{ label, plural = label, help }: Described,
): FileKind<Schema> {
	return {
		file,
		schema,
		label,
		plural,
		help,
		hasBody: file.endsWith(".md"),
		editedAs: "document",
		listPaths: () => paths,
	};
}

function inFolder<Schema extends z.ZodType>(
	[folder, extension]: [string, FolderKind["extension"]],
	schema: Schema,
	{ address, lists, editedAs = "document" }: { address: string; lists: string[]; editedAs?: FolderKind["editedAs"] },
	{ label, plural = label, help }: Described,
): FolderKind<Schema> {
	const pathOf = (slug: string) => `${address}/${slug}`;
	return {
		folder,
		extension,
		schema,
		label,
		plural,
		help,
		hasBody: extension === ".md",
		editedAs,
		pathOf,
		listPaths: (slug) => [pathOf(slug), ...lists],
	};
}

const pages = {
	about: ["/aboutUs", "About us", "The story, values and milestones of the company."],
	blog: ["/blog", "Blog page", "What stands around the articles, and the categories that they can have."],
	career: ["/career", "Careers page", "What stands around the search for positions."],
	contact: ["/contactUs", "Contact page", "What stands around the enquiry form and the offices."],
	demo: ["/demo", "Demo page", "What stands around the booking of a call."],
	error: ["/error", "Error page", "The picture that is shown when something fails."],
	faq: ["/faq", "Questions page", "What stands around the questions and answers."],
	portfolio: [
		"/portfolio",
		"Portfolio page",
		"What stands around the projects, and the categories that they can have.",
	],
	"process-insights": ["/process-insights", "Process page", "What happens in the weeks of a project."],
	rating: ["/rating", "Ratings page", "How clients rate the work, and what was learned from it."],
	services: ["/services", "Services page", "What stands around the list of services."],
	team: ["/ourteam", "Team page", "What stands around the people of the team."],
	testimonials: ["/alltestimonial", "Testimonials page", "What stands around the testimonials."],
	"vision-mission": ["/vision-mission", "Vision and mission", "Vision, mission, principles and what is measured."],
	"why-choose-us": ["/why-choose-us", "Why choose us", "Reasons, weaknesses and a comparison."],
} as const satisfies Record<PageName, readonly [path: string, label: string, help: string]>;

type PageKinds = { [Name in PageName as `page-${Name}`]: FileKind<(typeof pageSchemas)[Name]> };

const pageKinds = Object.fromEntries(
	Object.entries(pages).map(([name, [path, label, help]]) => [
		`page-${name}`,
		inFile(`pages/${name}.yml`, pageSchemas[name as PageName], [path], { label, help }),
	]),
) as PageKinds;

/** Every kind by its name. A test compares them with the files that there are. */
export const documentKinds = {
	company: inFile("company.yml", companySchema, ["/contactUs", "/"], {
		label: "Company",
		help: "Name, offices, hours and whatever else is true on every page.",
	}),
	home: inFile("home.yml", homeSchema, ["/"], { label: "Home page", help: "The first page that visitors see." }),
	...pageKinds,
	service: inFolder(
		["services", ".yml"],
		serviceSchema,
		{ address: "/case-study", lists: ["/services", "/"] },
		{
			label: "Service",
			plural: "Services",
			help: "A service with a page of its own; its title stands in the menu and the footer.",
		},
	),
	project: inFolder(
		["portfolio", ".yml"],
		projectSchema,
		{ address: "/portfolio", lists: ["/portfolio"] },
		{ label: "Project", plural: "Projects", help: "A project of the portfolio with its case study." },
	),
	post: inFolder(
		["blog", ".md"],
		postSchema,
		{ address: "/blog", lists: ["/blog"] },
		{ label: "Article", plural: "Articles", help: "An article of the blog. Its headings begin at the second level." },
	),
	authors: inFile("authors.yml", z.array(authorSchema), ["/blog"], {
		label: "Authors",
		help: "Who writes articles. An article names its author by the id.",
	}),
	team: inFile("team.yml", teamSchema, ["/ourteam", "/aboutUs"], {
		label: "Team",
		help: "The people of the team page, and the founder's message.",
	}),
	testimonials: inFile("testimonials.yml", z.array(testimonialSchema), ["/alltestimonial", "/"], {
		label: "Testimonials",
		help: "What clients say. Four of them at least stand on the home page.",
	}),
	faq: inFile("faq.yml", faqSchema, ["/faq", "/"], {
		label: "Questions and answers",
		help: "What visitors ask most.",
	}),
	"launching-soon": inFile("launching-soon.yml", launchingSoonSchema, ["/portfolio"], {
		label: "Categories without projects",
		help: "What can be expected of a category of the portfolio that has no project yet.",
	}),
	careers: inFile("careers.yml", careersSchema, ["/career"], {
		label: "Careers",
		help: "Departments, locations, and what applicants choose from.",
	}),
	desk: inFile("desk.yml", deskSchema, [], {
		label: "Desk",
		help: "Stages of enquiries, calls and applications, and what reviewers give scores for.",
	}),
	terms: inFile("terms.yml", termsSchema, ["/terms-condition"], {
		label: "Terms and conditions",
		help: "The sections are Markdown. Facts of the company are named as {{company fields}}.",
	}),
	privacy: inFile("pages/privacy.md", documentSchema, ["/privacy"], {
		label: "Privacy",
		help: "What is done with personal data. Its headings begin at the second level.",
	}),
	accessibility: inFile("pages/accessibility.md", documentSchema, ["/accessibility"], {
		label: "Accessibility",
		help: "How far the site can be used by everybody. Its headings begin at the second level.",
	}),
	"page-titles": inFile("pages.yml", pagesSchema, ["/"], {
		label: "Titles for search engines",
		help: "Title and description of the pages that have no document of their own, by their address.",
	}),
	/** Read once into an empty table, and edited at the desk as positions from then on. */
	job: inFolder(
		["jobs", ".yml"],
		createJobSchema(undefined),
		{ address: "/career/jobs", lists: ["/career"], editedAs: "position" },
		{
			label: "Position",
			plural: "Positions",
			help: "Positions are kept at the desk; these files are read once, into an empty table.",
		},
	),
} as const;

export type DocumentKindName = keyof typeof documentKinds;

/** Every kind with its name, in the order in which the studio shows them. */
export const listedKinds: readonly { name: DocumentKindName; kind: DocumentKind }[] = Object.entries(documentKinds).map(
	([name, kind]) => ({ name: name as DocumentKindName, kind }),
);

/** Which document a path names. */
export type LocatedDocument = { name: DocumentKindName; kind: DocumentKind; slug: string };

/**
 * Finds the kind of the document with a path below the content folder, and its slug, which is empty where the kind has one document.
 *
 * @param path such as "services/erp.yml"
 */
export function findDocumentKind(path: string): LocatedDocument | undefined {
	for (const { name, kind } of listedKinds) {
		if ("file" in kind) {
			if (kind.file === path) return { name, kind, slug: "" };
			continue;
		}
		if (!path.startsWith(`${kind.folder}/`) || !path.endsWith(kind.extension)) continue;
		const slug = path.slice(kind.folder.length + 1, -kind.extension.length);
		if (slug !== "" && !slug.includes("/")) return { name, kind, slug };
	}
	return undefined;
}

/** The path of a document of a kind that has a folder. */
export function pathOfDocument({ folder, extension }: Pick<FolderKind, "folder" | "extension">, slug: string): string {
	return `${folder}/${slug}${extension}`;
}

/** The address of a document's own page; undefined where it is a part of others. */
export function findAddress(path: string): string | undefined {
	const located = findDocumentKind(path);
	return located && "folder" in located.kind ? located.kind.pathOf(located.slug) : undefined;
}
