import { z } from "zod";
import { careersSchema } from "../../../shared/careers.ts";
import { companySchema } from "../../../shared/company.ts";
import { deskSchema } from "../../../shared/desk.ts";
import {
	authorSchema,
	callTypeSchema,
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
import { menusSchema } from "../menu-schema.ts";
import { noticesSchema } from "../notice-schema.ts";
import { documentSchema, pageSchemas, type PageName } from "../page-schema.ts";
import { redirectsSchema } from "../redirect-schema.ts";
import { landingPageSchema } from "../section-schema.ts";

/** A kind of document: its names, schema and pages. */
type KindSettings<Schema extends z.ZodType> = {
	/** Singular and plural. */
	label: string;
	plural: string;
	/** Help above the form. */
	help: string;
	/** For Markdown documents, the schema of the front matter. */
	schema: Schema;
	/** Whether Markdown follows the fields. */
	hasBody: boolean;
	/** Where its documents are edited: some have pages of their own at the desk. */
	editedAs: "document" | "position";
	/** The pages that show a document, its own page first. Settings that every page shows name some of them. */
	listPaths(slug: string): string[];
};

/** A kind with a single document. */
export type FileKind<Schema extends z.ZodType = z.ZodType> = KindSettings<Schema> & {
	file: string;
	/** Whether the site does without the file; its fields then have their defaults. */
	isOptional: boolean;
};

/** A kind with a folder of documents; new ones can be created. */
export type FolderKind<Schema extends z.ZodType = z.ZodType> = KindSettings<Schema> & {
	folder: string;
	extension: ".yml" | ".md";
	/** Whether a document may have any free address of one or two segments; its slug then is the whole address. */
	choosesAddress: boolean;
	/** The document's own address; a change leaves a redirect. */
	pathOf(slug: string): string;
};

export type DocumentKind = FileKind | FolderKind;

type Described = Pick<KindSettings<z.ZodType>, "label" | "help"> & { plural?: string; isOptional?: boolean };

function inFile<Schema extends z.ZodType>(
	file: string,
	schema: Schema,
	paths: string[],
	{ label, plural = label, help, isOptional = false }: Described,
): FileKind<Schema> {
	return {
		file,
		isOptional,
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
	{
		address,
		lists,
		editedAs = "document",
	}: {
		/** Above the slug; empty for documents that choose theirs. */
		address: string;
		lists: string[];
		editedAs?: FolderKind["editedAs"];
	},
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
		choosesAddress: address === "",
		pathOf,
		listPaths: (slug) => [pathOf(slug), ...lists],
	};
}

const pages = {
	about: ["/aboutUs", "About us", "Story, values and milestones."],
	blog: ["/blog", "Blog page", "Texts around the articles, and the article categories."],
	career: ["/career", "Careers page", "Texts around the job search."],
	contact: ["/contactUs", "Contact page", "Texts around the enquiry form and the offices."],
	demo: ["/demo", "Demo page", "Texts around the call booking."],
	error: ["/error", "Error page", "The picture shown when something fails."],
	faq: ["/faq", "FAQ page", "Texts around the questions and answers."],
	portfolio: ["/portfolio", "Portfolio page", "Texts around the projects, and the project categories."],
	"process-insights": ["/process-insights", "Process page", "A project week by week."],
	rating: ["/rating", "Ratings page", "Client ratings and lessons learned."],
	services: ["/services", "Services page", "Texts around the list of services."],
	team: ["/ourteam", "Team page", "Texts around the team members."],
	testimonials: ["/alltestimonial", "Testimonials page", "Texts around the testimonials."],
	"vision-mission": ["/vision-mission", "Vision and mission", "Vision, mission, principles and measures."],
	"why-choose-us": ["/why-choose-us", "Why choose us", "Reasons, weaknesses and a comparison."],
} as const satisfies Record<PageName, readonly [path: string, label: string, help: string]>;

type PageKinds = { [Name in PageName as `page-${Name}`]: FileKind<(typeof pageSchemas)[Name]> };

const pageKinds = Object.fromEntries(
	Object.entries(pages).map(([name, [path, label, help]]) => [
		`page-${name}`,
		inFile(`pages/${name}.yml`, pageSchemas[name as PageName], [path], { label, help }),
	]),
) as PageKinds;

/** Every kind by its name. A test compares them with the existing files. */
export const documentKinds = {
	company: inFile("company.yml", companySchema, ["/contactUs", "/"], {
		label: "Company",
		help: "Name, offices, hours and other details used on every page.",
	}),
	home: inFile("home.yml", homeSchema, ["/"], { label: "Home page", help: "The first page visitors see." }),
	...pageKinds,
	service: inFolder(
		["services", ".yml"],
		serviceSchema,
		{ address: "/case-study", lists: ["/services", "/"] },
		{
			label: "Service",
			plural: "Services",
			help: "A service with its own page, linked from the menu and the footer.",
		},
	),
	project: inFolder(
		["portfolio", ".yml"],
		projectSchema,
		{ address: "/portfolio", lists: ["/portfolio"] },
		{ label: "Project", plural: "Projects", help: "A portfolio project with its case study." },
	),
	post: inFolder(
		["blog", ".md"],
		postSchema,
		{ address: "/blog", lists: ["/blog"] },
		{ label: "Article", plural: "Articles", help: "A blog article. Start headings at level two (##)." },
	),
	"call-type": inFolder(
		["call-types", ".yml"],
		callTypeSchema,
		{ address: "/calls", lists: ["/demo"] },
		{
			label: "Call type",
			plural: "Call types",
			help: "A type of call with its own page to book it. The demo call is set up under Company.",
		},
	),
	authors: inFile("authors.yml", z.array(authorSchema), ["/blog"], {
		label: "Authors",
		help: "People who write articles.",
	}),
	team: inFile("team.yml", teamSchema, ["/ourteam", "/aboutUs"], {
		label: "Team",
		help: "Team members and the founder’s message.",
	}),
	testimonials: inFile("testimonials.yml", z.array(testimonialSchema), ["/alltestimonial", "/"], {
		label: "Testimonials",
		help: "Client quotes. At least four appear on the home page.",
	}),
	"landing-page": inFolder(
		["landing-pages", ".yml"],
		landingPageSchema,
		{ address: "", lists: [] },
		{
			label: "Landing page",
			plural: "Landing pages",
			help: "A page made of sections at an address of your choice, for a campaign, an industry, an event or prices.",
		},
	),
	faq: inFile("faq.yml", faqSchema, ["/faq", "/"], {
		label: "Questions and answers",
		help: "Frequently asked questions.",
	}),
	"launching-soon": inFile("launching-soon.yml", launchingSoonSchema, ["/portfolio"], {
		label: "Categories without projects",
		help: "What to expect of portfolio categories without a project.",
	}),
	menus: inFile("menus.yml", menusSchema, ["/"], {
		label: "Menus",
		help: "Links of your own in the navigation and the footer, after those that every site has.",
		isOptional: true,
	}),
	notices: inFile("notices.yml", noticesSchema, ["/contactUs", "/demo", "/career"], {
		label: "Notices at forms",
		help: "What each form says about personal data: what is taken, why, for how long, and whom to ask, in English and one more language.",
		isOptional: true,
	}),
	redirects: inFile("redirects.yml", redirectsSchema, [], {
		label: "Redirects",
		help: "Old addresses and where each leads now. Pages that move or are deleted here keep their redirects by themselves.",
		isOptional: true,
	}),
	careers: inFile("careers.yml", careersSchema, ["/career"], {
		label: "Careers",
		help: "Departments, locations and application choices.",
	}),
	desk: inFile("desk.yml", deskSchema, [], {
		label: "Desk",
		help: "Stages of enquiries, calls and applications, and scorecard criteria.",
	}),
	terms: inFile("terms.yml", termsSchema, ["/terms-condition"], {
		label: "Terms and conditions",
		help: "Written in Markdown. Insert company details as {{company.field}}.",
	}),
	privacy: inFile("pages/privacy.md", documentSchema, ["/privacy"], {
		label: "Privacy",
		help: "The privacy notice. Start headings at level two (##).",
	}),
	accessibility: inFile("pages/accessibility.md", documentSchema, ["/accessibility"], {
		label: "Accessibility",
		help: "The accessibility statement. Start headings at level two (##).",
	}),
	"page-titles": inFile("pages.yml", pagesSchema, ["/"], {
		label: "Search titles",
		help: "Search titles and descriptions of pages without their own document.",
	}),
	/** Read once into an empty table, then edited at the desk as positions. */
	job: inFolder(
		["jobs", ".yml"],
		createJobSchema(undefined),
		{ address: "/career/jobs", lists: ["/career"], editedAs: "position" },
		{
			label: "Position",
			plural: "Positions",
			help: "Positions are edited under Jobs. These files only fill an empty database.",
		},
	),
} as const;

export type DocumentKindName = keyof typeof documentKinds;

/** Every kind with its name, in the studio's order. */
export const listedKinds: readonly { name: DocumentKindName; kind: DocumentKind }[] = Object.entries(documentKinds).map(
	([name, kind]) => ({ name: name as DocumentKindName, kind }),
);

/** The files that the site does without. */
export const optionalFiles: readonly string[] = listedKinds.flatMap(({ kind }) =>
	"file" in kind && kind.isOptional ? [kind.file] : [],
);

export type LocatedDocument = { name: DocumentKindName; kind: DocumentKind; slug: string };

/**
 * Finds kind and slug of a document's path below the content folder; the slug is empty for a kind with one document.
 * @param path such as "services/erp.yml"
 */
export function findDocumentKind(path: string): LocatedDocument | undefined {
	for (const { name, kind } of listedKinds) {
		if ("file" in kind) {
			if (kind.file === path) return { name, kind, slug: "" };
			continue;
		}
		const slug = findSlug(kind, path);
		if (slug !== undefined) return { name, kind, slug };
	}
	return undefined;
}

/** Finds the slug of a document's path; undefined for a path of another kind. */
export function findSlug(
	{ folder, extension, choosesAddress }: Pick<FolderKind, "folder" | "extension" | "choosesAddress">,
	path: string,
): string | undefined {
	if (!path.startsWith(`${folder}/`) || !path.endsWith(extension)) return undefined;
	const slug = path.slice(folder.length + 1, -extension.length);
	const segments = slug.split("/");
	return segments.includes("") || segments.length > (choosesAddress ? 2 : 1) ? undefined : slug;
}

/** Returns the path of a document in a folder. */
export function pathOfDocument({ folder, extension }: Pick<FolderKind, "folder" | "extension">, slug: string): string {
	return `${folder}/${slug}${extension}`;
}

/** Finds the address of a document's own page; undefined where it is part of other pages. */
export function findAddress(path: string): string | undefined {
	const located = findDocumentKind(path);
	return located && "folder" in located.kind ? located.kind.pathOf(located.slug) : undefined;
}
