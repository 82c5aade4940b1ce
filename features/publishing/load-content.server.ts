import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import {
	authorSchema, companySchema, faqSchema, homeSchema, launchingSoonSchema, pagesSchema, postSchema, projectSchema, serviceSchema, teamSchema,
	termsSchema, testimonialSchema,
	type Author, type Company, type FaqItem, type Home, type PageMeta, type Post, type Project, type Service, type Team, type Terms, type Testimonial,
} from "./content-schema.ts";
import { cleanQuote, renderMarkdown } from "./markdown.server.ts";

/** Everything in content/, validated, with Markdown already turned into HTML and quotes cleaned. */
export type Content = {
	company: Company;
	home: Home;
	services: Service[];
	projects: Project[];
	launchingSoon: Partial<Record<Project["category"], string[]>>;
	posts: Post[];
	authors: Author[];
	team: Team;
	testimonials: Testimonial[];
	faq: FaqItem[];
	terms: Terms;
	pages: Record<string, PageMeta>;
};

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
	const report = (file: string, field: string, message: string) => {
		problems.push(`content/${file}: ${field ? `${field}: ` : ""}${message}`);
	};

	function validate<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.infer<Schema> | undefined {
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

	function readYaml<Schema extends z.ZodType>(file: string, schema: Schema, text = readText(file)): z.infer<Schema> | undefined {
		if (text === undefined) return undefined;
		try {
			return validate(file, schema, parseYaml(text));
		} catch (error) {
			report(file, "", `is not YAML: ${(error as Error).message}`);
			return undefined;
		}
	}

	function readFolder<Entry extends object>(folder: string, extension: string, read: (file: string, slug: string) => Entry | undefined): Entry[] {
		if (!existsSync(join(directory, folder))) return [];
		return readdirSync(join(directory, folder))
			.filter((name) => name.endsWith(extension))
			.toSorted()
			.flatMap((name) => read(`${folder}/${name}`, name.slice(0, -extension.length)) ?? []);
	}

	const company = readYaml("company.yml", companySchema);
	const home = readYaml("home.yml", homeSchema);
	const services = readFolder("services", ".yml", (file, slug) => {
		const service = readYaml(file, serviceSchema);
		if (service && slugOf(service.title) !== slug) report(file, "title", `"${service.title}" belongs in ${slugOf(service.title)}.yml`);
		return service && { ...service, slug };
	}).toSorted((a, b) => a.order - b.order);
	const projects = readFolder("portfolio", ".yml", (file, slug) => {
		const project = readYaml(file, projectSchema);
		return project && { ...project, slug };
	}).toSorted((a, b) => a.order - b.order);
	const launchingSoon = readYaml("launching-soon.yml", launchingSoonSchema);
	const drafts = readFolder("blog", ".md", (file, slug) => {
		const [, frontMatter, markdown] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(readText(file) ?? "") ?? [];
		if (frontMatter === undefined || markdown === undefined) return report(file, "", "must begin with front matter between two lines of ---") ?? undefined;
		const post = readYaml(file, postSchema, frontMatter);
		return post && { ...post, slug, markdown };
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
	const authors = readYaml("authors.yml", z.array(authorSchema)) ?? [];
	const team = readYaml("team.yml", teamSchema);
	const testimonials = (readYaml("testimonials.yml", z.array(testimonialSchema)) ?? []).map((testimonial) => ({
		...testimonial,
		quote: cleanQuote(testimonial.quote),
	}));
	const faq = readYaml("faq.yml", faqSchema);
	const terms = readYaml("terms.yml", termsSchema);
	const pages = readYaml("pages.yml", pagesSchema);

	const authorIds = new Set(authors.map((author) => author.id));
	for (const post of posts) {
		if (!authorIds.has(post.author)) report(`blog/${post.slug}.md`, "author", `"${post.author}" is not in content/authors.yml`);
	}
	const insights = posts.filter((post) => post.insight).length;
	if (insights !== 8) report("blog", "insight", `the home page shows 8 insight posts, found ${insights}`);
	const onHome = testimonials.filter((testimonial) => testimonial.home).length;
	if (onHome !== 6) report("testimonials.yml", "home", `the home page shows 6 testimonials, found ${onHome}`);
	reportUnreadablePictures({ services, projects, posts, authors, team, testimonials });

	/** Every `src` anywhere in the content must be a file; the path names where it stands. */
	function reportUnreadablePictures(kinds: Record<string, unknown>): void {
		for (const [kind, value] of Object.entries(kinds)) {
			visitPictures(value, kind, (src, field) => {
				if (!existsSync(join(directory, "pictures", src))) report(`pictures/${src}`, field, "is named there, but there is no such file");
			});
		}
	}

	if (problems.length > 0 || !company || !home || !launchingSoon || !team || !faq || !terms || !pages) throw new ContentError(problems);
	return { company, home, services, projects, launchingSoon, posts, authors, team, testimonials, faq, terms, pages };
}

/** The URL part of a service: its title lower-cased with spaces replaced by hyphens (public-site specification, section 2). */
export function slugOf(title: string): string {
	return title.toLowerCase().replaceAll(" ", "-");
}

function formatPath(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}${text && "."}${String(key)}`), "");
}

function visitPictures(value: unknown, field: string, visit: (src: string, field: string) => void): void {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) visitPictures(item, `${field}[${item?.slug ?? index}]`, visit);
	} else if (typeof value === "object" && value !== null) {
		for (const [key, item] of Object.entries(value)) {
			if (key === "src" && typeof item === "string") visit(item, field);
			else visitPictures(item, `${field}.${key}`, visit);
		}
	}
}
