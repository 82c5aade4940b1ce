import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { imageSizeFromFile } from "image-size/fromFile";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { careersFile } from "./careers-file.server.ts";
import { checkReferences, formatPath, type ReportProblem } from "./check-references.server.ts";
import { listEntries } from "./content-files.server.ts";
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
	type Author,
	type FaqItem,
	type Home,
	type JobSeed,
	type PageMeta,
	type Post,
	type Project,
	type Service,
	type Team,
	type Terms,
	type Testimonial,
} from "./content-schema.ts";
import { careersSchema, type CareersFacts } from "../../shared/careers.ts";
import { deskSchema, type DeskFacts } from "../../shared/desk.ts";
import { companySchema, type Company } from "../../shared/company.ts";
import { cleanQuote, listHeadings, renderMarkdown } from "./markdown.server.ts";
import { documentSchema, pageSchemas, type DocumentFrontMatter, type Pages } from "./page-schema.ts";

/** Everything in content/, validated, with Markdown already turned into HTML and quotes cleaned. */
export type Content = {
	company: Company;
	careers: CareersFacts;
	desk: DeskFacts;
	home: Home;
	services: Service[];
	projects: Project[];
	launchingSoon: Record<string, string[]>;
	posts: Post[];
	authors: Author[];
	/** What the jobs table is first filled with; descriptions are HTML. */
	jobs: JobSeed[];
	team: Team;
	testimonials: Testimonial[];
	faq: FaqItem[];
	terms: Terms;
	/** Title and description of the pages that have no file of their own, by path. */
	pages: Record<string, PageMeta>;
	/** What stands on those pages, by file name in content/pages. */
	copy: Pages;
	documents: { privacy: LongDocument; accessibility: LongDocument };
	/** Every picture below content/pictures, by its path there; narrower copies of a picture are its variants. */
	pictures: Record<string, PictureFile>;
};

/** A page that is one long text. */
export type LongDocument = DocumentFrontMatter & { html: string; headings: { id: string; text: string }[] };

/** Sizes in CSS pixels of the file itself; `variants` are the same picture in fewer pixels, narrowest first. */
export type PictureFile = { width: number; height: number; variants: { src: string; width: number }[] };

/** All that is wrong with the content, one line a field: "content/services/erp.yml: services: Too small…". */
export class ContentError extends Error {
	readonly problems: string[];

	constructor(problems: string[]) {
		super(`The content has ${problems.length} problem(s):\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
		this.name = "ContentError";
		this.problems = problems;
	}
}

const wordsPerMinute = 220;

/**
 * Reads and validates the whole content folder.
 *
 * @param directory absolute path of the content folder
 * @throws ContentError naming every file and field at fault, not only the first
 */
export async function loadContent(directory: string): Promise<Content> {
	const problems: string[] = [];
	const report: ReportProblem = (file, field, message) => {
		problems.push(`content/${file}: ${field ? `${field}: ` : ""}${message}`);
	};

	function validate<Schema extends z.ZodType>(
		file: string,
		schema: Schema,
		value: unknown,
	): z.infer<Schema> | undefined {
		const result = schema.safeParse(value);
		if (result.success) return result.data;
		for (const issue of result.error.issues) report(file, formatPath(issue.path), issue.message);
		return undefined;
	}

	function readText(file: string): string | undefined {
		try {
			return readFileSync(join(directory, file), "utf8");
		} catch (error) {
			report(file, "", `cannot be read (${(error as NodeJS.ErrnoException).code})`);
			return undefined;
		}
	}

	function readYaml<Schema extends z.ZodType>(
		file: string,
		schema: Schema,
		text = readText(file),
	): z.infer<Schema> | undefined {
		if (text === undefined) return undefined;
		try {
			return validate(file, schema, parseYaml(text));
		} catch (error) {
			report(file, "", `is not YAML: ${(error as Error).message}`);
			return undefined;
		}
	}

	function readMarkdown<Schema extends z.ZodObject>(
		file: string,
		schema: Schema,
	): (z.infer<Schema> & { markdown: string }) | undefined {
		const text = readText(file);
		if (text === undefined) return undefined;
		const [, frontMatter, markdown] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
		if (frontMatter === undefined || markdown === undefined) {
			report(file, "", "must begin with front matter between two lines of ---");
			return undefined;
		}
		const fields = readYaml(file, schema, frontMatter);
		return fields && { ...fields, markdown };
	}

	/** Puts facts of company.yml where a legal text names them, such as {{privacyContact.email}}, so that they stand in one file. */
	function fillInFacts(file: string, text: string): string {
		return text.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
			const fact = path
				.split(".")
				.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], company);
			if (typeof fact === "string") return fact;
			if (company) report(file, "", `content/company.yml has no text ${path}`);
			return "";
		});
	}

	async function readDocument(file: string): Promise<LongDocument | undefined> {
		const document = readMarkdown(file, documentSchema);
		if (!document) return undefined;
		const html = await renderMarkdown(fillInFacts(file, document.markdown));
		return { title: document.title, updated: document.updated, html, headings: listHeadings(html) };
	}

	function readFolder<Entry extends object>(
		folder: string,
		extension: string,
		read: (file: string, slug: string) => Entry | undefined,
	): Entry[] {
		return listEntries(join(directory, folder), extension).flatMap(
			(slug) => read(`${folder}/${slug}${extension}`, slug) ?? [],
		);
	}

	const company = readYaml("company.yml", companySchema);
	const careers = readYaml(careersFile, careersSchema);
	const desk = readYaml("desk.yml", deskSchema);
	const home = readYaml("home.yml", homeSchema);
	const services = readFolder("services", ".yml", (file, slug) => {
		const service = readYaml(file, serviceSchema);
		if (service && slugOf(service.title) !== slug)
			report(file, "title", `"${service.title}" belongs in ${slugOf(service.title)}.yml`);
		return service && { ...service, slug };
	}).toSorted((a, b) => a.order - b.order);
	const projects = readFolder("portfolio", ".yml", (file, slug) => {
		const project = readYaml(file, projectSchema);
		return project && { ...project, slug };
	}).toSorted((a, b) => a.order - b.order);
	const launchingSoon = readYaml("launching-soon.yml", launchingSoonSchema);
	const drafts = readFolder("blog", ".md", (file, slug) => {
		const post = readMarkdown(file, postSchema);
		return post && { ...post, slug };
	});
	const posts: Post[] = (
		await Promise.all(
			drafts.map(async ({ markdown, ...post }) => ({
				...post,
				html: await renderMarkdown(markdown),
				readTimeMinutes: Math.max(1, Math.round(markdown.split(/\s+/).length / wordsPerMinute)),
			})),
		)
	).toSorted((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
	const jobSchema = createJobSchema(careers);
	const jobs: JobSeed[] = await Promise.all(
		readFolder("jobs", ".yml", (file, id) => {
			const job = readYaml(file, jobSchema);
			return job && { ...job, id };
		}).map(async (job) => ({
			...job,
			markdown: job.description,
			description: await renderMarkdown(job.description),
		})),
	);
	const authors = readYaml("authors.yml", z.array(authorSchema)) ?? [];
	const team = readYaml("team.yml", teamSchema);
	const testimonials = (readYaml("testimonials.yml", z.array(testimonialSchema)) ?? []).map((testimonial) => ({
		...testimonial,
		quote: cleanQuote(testimonial.quote),
	}));
	const faq = readYaml("faq.yml", faqSchema);
	const termsFile = readYaml("terms.yml", termsSchema);
	const terms: Terms | undefined = termsFile && {
		...termsFile,
		sections: await Promise.all(
			termsFile.sections.map(async ({ body, ...section }) => ({
				...section,
				html: await renderMarkdown(fillInFacts("terms.yml", body)),
			})),
		),
	};
	const pages = readYaml("pages.yml", pagesSchema);
	const copy = Object.fromEntries(
		Object.entries(pageSchemas).map(([name, schema]) => [name, readYaml(`pages/${name}.yml`, schema)]),
	) as Pages;
	const privacy = await readDocument("pages/privacy.md");
	const accessibility = await readDocument("pages/accessibility.md");
	const pictures = await measurePictures(join(directory, "pictures"));

	checkReferences(
		{ company, services, projects, launchingSoon, posts, authors, team, testimonials, copy, pictures },
		report,
	);
	if (
		problems.length > 0 ||
		!company ||
		!careers ||
		!desk ||
		!home ||
		!launchingSoon ||
		!team ||
		!faq ||
		!terms ||
		!pages ||
		!privacy ||
		!accessibility
	)
		throw new ContentError(problems);
	return {
		company,
		careers,
		desk,
		home,
		services,
		projects,
		launchingSoon,
		posts,
		authors,
		jobs,
		team,
		testimonials,
		faq,
		terms,
		pages,
		copy,
		documents: { privacy, accessibility },
		pictures,
	};
}

/** The URL part of a service: its title lower-cased with spaces replaced by hyphens (docs/product/site.md, Service pages). */
export function slugOf(title: string): string {
	return title.toLowerCase().replaceAll(" ", "-");
}

/** A file named `screen-1-720w.avif` is the 720 pixels wide variant of `screen-1.avif`. */
const variantName = /^(.*)-(\d+)w(\.\w+)$/;

async function measurePictures(directory: string): Promise<Record<string, PictureFile>> {
	if (!existsSync(directory)) return {};
	const files = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => posix.join(entry.parentPath.slice(directory.length + 1).replaceAll("\\", "/"), entry.name))
		.toSorted();
	const pictures: Record<string, PictureFile> = {};
	for (const src of files.filter((file) => !variantName.test(file))) {
		const { width, height } = await imageSizeFromFile(join(directory, src));
		pictures[src] = { width, height, variants: [] };
	}
	for (const src of files) {
		const [, stem, width, extension] = variantName.exec(src) ?? [];
		if (stem && width && extension) pictures[`${stem}${extension}`]?.variants.push({ src, width: Number(width) });
	}
	for (const picture of Object.values(pictures)) picture.variants.sort((a, b) => a.width - b.width);
	return pictures;
}
