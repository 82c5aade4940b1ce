import { withoutLinksToModules } from "../links-to-modules.server.ts";
import { posix } from "node:path";
import type { z } from "zod";
import { demoSlug } from "../../../shared/call-type.ts";
import { isPayShown } from "../../../shared/job-pay.ts";
import { fitsHours, type Company } from "../../../shared/company.ts";
import { toNotices } from "../notice-schema.ts";
import { checkMenus, checkReferences } from "../check-references.server.ts";
import { createJobSchema, type CallPage, type JobSeed, type Post, type Service, type Terms } from "../content-schema.ts";
import { readMarkdown } from "../markdown.server.ts";
import { bodyName } from "../forms/field-names.ts";
import { resolveMarkdownPictures } from "../markdown-pictures.server.ts";
import { pageSchemas, type PageName, type Pages } from "../page-schema.ts";
import { normaliseOldAddress } from "../redirect-schema.ts";
import type { LandingPage, Section } from "../section-schema.ts";
import { toCallSettings } from "./to-call-type.ts";
import { toEnquiryForms } from "./to-enquiry-forms.ts";
import type { Content, LongDocument, PictureFile } from "./content.ts";
import { ContentError, type ContentProblem } from "./content-error.ts";
import type { ContentSource, PictureSource } from "./content-source.server.ts";
import {
	documentKinds,
	findSlug,
	pathOfDocument,
	type DocumentKind,
	type FileKind,
	type FolderKind,
} from "./document-kinds.ts";
import { findHeadingFault } from "../heading-order.ts";
import { findSlugFault } from "./document-slug.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { readDocument, type ReadDocument } from "./read-document.server.ts";
import { readPageDates } from "./page-dates-file.server.ts";
import { createRecentMemory } from "./recent-memory.ts";

export type ContentBuilder = {
	/**
	 * Validates a source and builds the content of its pages.
	 * @throws ContentError listing every document and field with an error
	 */
	build(source: ContentSource): Promise<Content>;
	/** Takes over a content built elsewhere, such as in the site's build, so that the first build only processes what differs. */
	takeOver(source: ContentSource, content: Content): void;
};

type Fields<Kind extends DocumentKind> = z.output<Kind["schema"]>;

/** Creates a builder that caches the results of texts: a build only processes what has changed since the one before. */
export function createContentBuilder(): ContentBuilder {
	const memory = createRecentMemory();
	const readers = new Map<object, (text: string) => ReadDocument<unknown>>();
	let job: { careers: unknown; kind: typeof documentKinds.job } | undefined;
	let last: Promise<unknown> = Promise.resolve();

	return {
		// Serialised: a build that waits for Markdown must not have its round ended by the next.
		build(source) {
			const built = last.then(() => {
				memory.beginRound();
				return buildContent(source);
			});
			last = built.catch(() => {});
			return built;
		},
		takeOver({ documents }, { posts, landingPages, projects, services, callPages, jobs }) {
			const keep = <Kind extends FolderKind>(kind: Kind, slug: string, fields: Fields<Kind>) => {
				const text = documents.get(pathOfDocument(kind, slug));
				const parts = text === undefined || !kind.hasBody ? { body: "" } : splitFrontMatter(text);
				if (text === undefined || !parts) return undefined;
				memory.keep(getReader(kind), text, { value: { fields, body: parts.body }, problems: [] });
				return parts.body;
			};
			const keepHtml = (markdown: string, html: string) => {
				// With pictures, the HTML names the addresses of their present versions.
				if (!markdown.includes("/pictures/")) memory.keep(readMarkdown, markdown, Promise.resolve({ html }));
			};
			for (const { slug, html, readTimeMinutes, ...fields } of posts) {
				const body = keep(documentKinds.post, slug, fields);
				if (body === undefined) continue;
				keepHtml(body, html);
				memory.keep(countReadingMinutes, body, readTimeMinutes);
			}
			for (const { slug, ...fields } of projects) keep(documentKinds.project, slug, fields);
			for (const { slug, ...fields } of services) keep(documentKinds.service, slug, fields);
			for (const { slug, ...fields } of callPages) keep(documentKinds["call-type"], slug, fields);
			for (const { slug, sections, ...fields } of landingPages) {
				const own = sections.map(({ html, ...section }) => {
					if (html !== undefined && "body" in section) keepHtml(section.body, html);
					return section;
				});
				keep(documentKinds["landing-page"], slug, { ...fields, sections: own });
			}
			for (const { markdown, description } of jobs) keepHtml(markdown, description);
		},
	};

	function getReader<Kind extends DocumentKind>(kind: Kind): (text: string) => ReadDocument<Fields<Kind>> {
		const reader = readers.get(kind) ?? ((text: string) => readDocument(text, kind));
		readers.set(kind, reader);
		return reader as (text: string) => ReadDocument<Fields<Kind>>;
	}

	/** The schema of positions depends on careers.yml; equal settings return the same kind, so that cached results are found. */
	function getJobKind(careers: Content["careers"] | undefined): typeof documentKinds.job {
		if (job && job.careers === careers) return job.kind;
		if (job) readers.delete(job.kind);
		job = { careers, kind: { ...documentKinds.job, schema: createJobSchema(careers) } };
		return job.kind;
	}

	async function buildContent({
		documents,
		pictures: pictureSources,
		formerAddresses,
		pageDates,
	}: ContentSource): Promise<Content> {
		// A server whose content is that of its build reads no HTML.
		const { cleanQuote, listHeadings } = await import("../content-html.server.ts");
		const problems: ContentProblem[] = [...readPageDates(pageDates).problems];
		const report = (file: string, field: string, message: string) => {
			problems.push({ file, field, message });
		};
		const pictures = describePictures(pictureSources);
		async function render(file: string, field: string, markdown: string): Promise<string> {
			const { html, fault } = await memory.recall(readMarkdown, markdown);
			const shown = resolveMarkdownPictures(html, pictures);
			for (const one of [...(fault === undefined ? [] : [fault]), ...shown.faults]) report(file, field, one);
			return shown.html;
		}

		/** Renders the Markdown of sections; their headings stand below those of the sections. */
		function renderSections(file: string, field: string, sections: readonly Section[]): Promise<Section[]> {
			return Promise.all(
				sections.map(async (section, index): Promise<Section> => {
					if (!("body" in section)) return section;
					const html = await render(file, `${field}[${index}].body`, section.body);
					const fault = findHeadingFault(html, 3);
					if (fault !== undefined) report(file, `${field}[${index}].body`, fault);
					return { ...section, html };
				}),
			);
		}

		function readText<Kind extends DocumentKind>(
			file: string,
			kind: Kind,
		): { fields: Fields<Kind>; body: string } | undefined {
			const text = documents.get(file);
			if (text === undefined) {
				report(file, "", "is missing");
				return undefined;
			}
			const read = memory.recall(getReader(kind), text);
			for (const { field, message } of read.problems) report(file, field, message);
			return read.value;
		}

		const readFile = <Kind extends FileKind>(kind: Kind): Fields<Kind> | undefined =>
			kind.isOptional && !documents.has(kind.file)
				? (kind.schema.parse({}) as Fields<Kind>)
				: readText(kind.file, kind)?.fields;

		const readFolder = <Kind extends FolderKind>(kind: Kind) =>
			listSlugs(documents, kind).flatMap((slug) => {
				const file = pathOfDocument(kind, slug);
				const read = readText(file, kind);
				const fault = findSlugFault(kind, slug);
				if (fault !== undefined) report(file, "", `its name ${fault}`);
				return read ? [{ ...read, file, slug }] : [];
			});

		/** Replaces settings of company.yml in legal texts, such as {{privacyContact.email}}, so that each is stored in one file. */
		function fillInSettings(file: string, text: string): string {
			return text.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
				const setting = company && findSetting(company, path);
				// A setting is not Markdown, whatever it contains.
				if (typeof setting === "string") return setting.replaceAll(/[\\`*[\]<>&~|]/g, "\\$&");
				if (company) report(file, "", `content/company.yml has no text field ${path}`);
				return "";
			});
		}

		async function readLongDocument(
			kind: typeof documentKinds.privacy | typeof documentKinds.accessibility,
		): Promise<LongDocument | undefined> {
			const read = readText(kind.file, kind);
			if (!read) return undefined;
			const html = await render(kind.file, bodyName, fillInSettings(kind.file, read.body));
			return { ...read.fields, html, headings: memory.recall(listHeadings, html) };
		}

		function readServices(): Service[] {
			return readFolder(documentKinds.service)
				.map(({ fields, file, slug }) => {
					if (slugOf(fields.title) !== slug)
						report(file, "title", `The URL must match the title: change it to "${slugOf(fields.title)}"`);
					return { ...fields, slug };
				})
				.toSorted((a, b) => a.order - b.order);
		}

		function readProjects() {
			return readFolder(documentKinds.project)
				.map(({ fields, slug }) => ({ ...fields, slug }))
				.toSorted((a, b) => a.order - b.order);
		}

		function readCallPages(): CallPage[] {
			return readFolder(documentKinds["call-type"])
				.map(({ fields, file, slug }) => {
					if (slug === demoSlug) report(file, "", `its name must not be ${demoSlug}`);
					if (company && !fitsHours(fields, company))
						report(file, "callMinutes", "is too long to fit between opening and closing");
					return { ...fields, slug };
				})
				.toSorted((a, b) => a.order - b.order);
		}

		async function readPosts(): Promise<Post[]> {
			const posts = await Promise.all(
				readFolder(documentKinds.post).map(async ({ fields, body, file, slug }): Promise<Post> => ({
					...fields,
					slug,
					html: await render(file, bodyName, body),
					readTimeMinutes: memory.recall(countReadingMinutes, body),
				})),
			);
			return posts.sort((a, b) => compareTexts(b.date, a.date) || a.slug.localeCompare(b.slug));
		}

		function readLandingPages(): Promise<LandingPage[]> {
			return Promise.all(
				readFolder(documentKinds["landing-page"]).map(async ({ fields, file, slug }): Promise<LandingPage> => ({
					...fields,
					slug,
					sections: await renderSections(file, "sections", fields.sections),
				})),
			);
		}

		function readJobs(): Promise<JobSeed[]> {
			return Promise.all(
				readFolder(getJobKind(careers)).map(async ({ fields, file, slug }): Promise<JobSeed> => ({
					...fields,
					pay: fields.pay,
					isPayShown: isPayShown({ ...fields, pay: fields.pay }, careers ?? { locations: [] }),
					id: slug,
					markdown: fields.description,
					description: await render(file, "description", fields.description),
				})),
			);
		}

		function readTestimonials() {
			return (readFile(documentKinds.testimonials) ?? []).map((testimonial) => ({
				...testimonial,
				quote: memory.recall(cleanQuote, testimonial.quote),
			}));
		}

		async function readTerms(): Promise<Terms | undefined> {
			const { file } = documentKinds.terms;
			const terms = readFile(documentKinds.terms);
			return (
				terms && {
					...terms,
					sections: await Promise.all(
						terms.sections.map(async ({ body, ...section }, index) => ({
							...section,
							html: await render(file, `sections[${index}].body`, fillInSettings(file, body)),
						})),
					),
				}
			);
		}

		const company = readFile(documentKinds.company);
		const careers = readFile(documentKinds.careers);
		// In the order in which their errors are listed.
		const read = {
			company,
			careers,
			desk: readFile(documentKinds.desk),
			home: readFile(documentKinds.home),
			services: readServices(),
			projects: readProjects(),
			callPages: readCallPages(),
			launchingSoon: readFile(documentKinds["launching-soon"]),
			posts: await readPosts(),
			landingPages: await readLandingPages(),
			jobs: await readJobs(),
			authors: readFile(documentKinds.authors) ?? [],
			team: readFile(documentKinds.team),
			testimonials: readTestimonials(),
			faq: readFile(documentKinds.faq),
			menus: readFile(documentKinds.menus),
			redirects: readFile(documentKinds.redirects),
			noticeTexts: readFile(documentKinds.notices),
			terms: await readTerms(),
			pages: readFile(documentKinds["page-titles"]),
			copy: Object.fromEntries(
				(Object.keys(pageSchemas) as PageName[]).map((name) => [name, readFile(documentKinds[`page-${name}`])]),
			) as Pages,
			privacy: await readLongDocument(documentKinds.privacy),
			accessibility: await readLongDocument(documentKinds.accessibility),
		};
		const enquiryForms = company ? toEnquiryForms(read.copy.contact, read.services, company) : [];
		const calls = company ? toCallSettings({ callPages: read.callPages, demo: read.copy.demo }, company) : {};

		checkReferences({ ...read, enquiryForms, calls, pictures }, report);
		// A page whose document has an error is none yet, so links are followed once all documents could be read.
		if (company && read.menus && problems.length === 0) {
			const former = formerAddresses ?? new Set(Object.keys(read.redirects ?? {}).map(normaliseOldAddress));
			checkMenus(read.menus, { linked: { ...read, company: { ...company, enquiryForms } }, former }, report);
		}
		if (problems.length > 0 || !isComplete(read)) throw new ContentError(problems);
		return assembleContent(read, { enquiryForms, calls, pictures });
	}
}

/** The contents of all documents. */
type ReadDocuments = Omit<Content, "documents" | "pictures"> &
	Content["documents"] & {
		redirects: Fields<typeof documentKinds.redirects>;
		noticeTexts: Fields<typeof documentKinds.notices>;
	};

/** Puts the content together; its texts are without links to site modules that are off. */
function assembleContent(
	{ redirects: _redirects, noticeTexts, privacy, accessibility, ...content }: ReadDocuments,
	{
		enquiryForms,
		calls,
		pictures,
	}: Pick<Content, "pictures"> & {
		enquiryForms: ReturnType<typeof toEnquiryForms>;
		calls: Pick<Company, "callTypes" | "demoForm">;
	},
): Content {
	const notices = toNotices(noticeTexts, content.company);
	const leaveOut = <Part extends { html: string }>(part: Part): Part => ({
		...part,
		html: withoutLinksToModules(part.html, content.company.parts),
	});
	return {
		...content,
		company: {
			...content.company,
			...calls,
			...(enquiryForms.length > 0 && { enquiryForms }),
			...(notices && { notices }),
		},
		posts: content.posts.map(leaveOut),
		landingPages: content.landingPages.map((page) => ({
			...page,
			sections: page.sections.map((section) =>
				section.html === undefined ? section : leaveOut({ ...section, html: section.html }),
			),
		})),
		terms: { ...content.terms, sections: content.terms.sections.map(leaveOut) },
		documents: { privacy: leaveOut(privacy), accessibility: leaveOut(accessibility) },
		pictures,
	};
}

/** Tells whether every document could be read. */
function isComplete<Parts extends object>(parts: Parts): parts is Parts & { [Name in keyof Parts]: Parts[Name] & {} } {
	return Object.values(parts).every((part) => part !== undefined);
}

/** Lists the slugs of a kind's documents, sorted. */
function listSlugs(documents: ContentSource["documents"], kind: FolderKind): string[] {
	return [...documents.keys()].flatMap((path) => findSlug(kind, path) ?? []).toSorted();
}

/** Returns a service's part of the address: its title in lower case with hyphens for spaces (docs/product/site.md, Service pages). */
function slugOf(title: string): string {
	return title.toLowerCase().replaceAll(" ", "-");
}

function findSetting(company: Company, path: string): unknown {
	return path
		.split(".")
		.reduce<unknown>(
			(value, key) =>
				typeof value === "object" && value !== null && Object.hasOwn(value, key)
					? (value as Record<string, unknown>)[key]
					: undefined,
			company,
		);
}

const wordsPerMinute = 220;

function countReadingMinutes(markdown: string): number {
	return Math.max(1, Math.round(markdown.split(/\s+/).length / wordsPerMinute));
}

function compareTexts(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** `screen-1-720w.avif` is the 720 pixels wide variant of `screen-1.avif`. */
const variantName = /^(.*)-(\d+)w(\.\w+)$/;

function describePictures(sources: ReadonlyMap<string, PictureSource>): Record<string, PictureFile> {
	const pictures: Record<string, PictureFile> = {};
	for (const [src, { hash, width, height, bytes, svg }] of sources)
		if (!variantName.test(src))
			pictures[src] = { url: urlOf(src, hash), width, height, bytes, variants: [], ...(svg !== undefined && { svg }) };
	for (const [src, { hash, bytes }] of sources) {
		const [, stem, width, extension] = variantName.exec(src) ?? [];
		if (stem && width && extension)
			pictures[`${stem}${extension}`]?.variants.push({ src, url: urlOf(src, hash), width: Number(width), bytes });
	}
	for (const picture of Object.values(pictures)) picture.variants.sort((a, b) => a.width - b.width);
	return pictures;
}

/** Returns a picture's address, the same from a build and from the studio. */
function urlOf(src: string, hash: string): string {
	return `/pictures/${hash.slice(0, 16)}/${posix.basename(src)}`;
}
