import type { Content } from "../../features/publishing/documents/content.ts";
import { documentKinds, type FileKind } from "../../features/publishing/documents/document-kinds.ts";
import { readValues } from "../../features/publishing/documents/document-text.server.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import { listIndexedPaths, pathOfLandingPage } from "../../features/publishing/site-paths.ts";
import { pathOfCalls } from "../../shared/call-type.ts";
import type { ChoiceSource } from "../../shared/form-hints.ts";
import type { Choice } from "./form-context.ts";

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

const sources: Record<ChoiceSource, (content: Content) => Choice[]> = {
	authors: ({ authors }) => authors.map(({ id, name }) => ({ value: id, label: name })),
	"blog-categories": ({ copy }) => copy.blog.categories.map(plain),
	"portfolio-categories": ({ copy }) => copy.portfolio.categories.map(plain),
	pages: listPages,
	testimonials: ({ testimonials }) => testimonials.map(({ id, name }) => ({ value: id, label: name })),
	posts: ({ posts }) => posts.map(({ slug, title }) => ({ value: slug, label: title })),
	projects: ({ projects }) => projects.map(({ slug, title }) => ({ value: slug, label: title })),
	"call-types": ({ callPages }) => callPages.map(({ slug, title }) => ({ value: slug, label: title })),
	locations: ({ careers }) => careers.locations.map(({ label }) => plain(label)),
	departments: ({ careers }) => careers.departments.map(({ name }) => plain(name)),
	countries: listCountries,
	"time-zones": () => Intl.supportedValuesOf("timeZone").map(plain),
	currencies: () => Intl.supportedValuesOf("currency").map(plain),
	languages: ({ company }) => [...new Set([company.locale, "en-GB", "en-US", "en-IN", "en-AU", "en-CA"])].map(plain),
};

const body: FormField = { kind: "markdown", title: "", input: "text" };

/** Documents with options for others; a new company has them as drafts. */
const choosable = [
	documentKinds.authors,
	documentKinds["page-blog"],
	documentKinds["page-portfolio"],
	documentKinds.testimonials,
];

/**
 * Lists the options of a form's fields, from public texts and drafts.
 * @param hasBody whether Markdown follows the fields, which may link to pages
 */
export async function listChoicesWithDrafts(
	studio: Pick<Studio, "getDocument">,
	form: FormField,
	content: Content,
	hasBody: boolean,
): Promise<Partial<Record<ChoiceSource, Choice[]>>> {
	const [authors, blog, portfolio, testimonials] = await Promise.all(choosable.map((kind) => readDraft(studio, kind)));
	const { success: hasAuthors, data: ownAuthors } = documentKinds.authors.schema.safeParse(authors);
	const { success: hasBlog, data: ownBlog } = documentKinds["page-blog"].schema.safeParse(blog);
	const { success: hasPortfolio, data: ownPortfolio } = documentKinds["page-portfolio"].schema.safeParse(portfolio);
	const { success: hasTestimonials, data: ownTestimonials } = documentKinds.testimonials.schema.safeParse(testimonials);
	const fields: FormField = {
		kind: "group",
		title: "",
		fields: [{ key: "", field: form }, ...(hasBody ? [{ key: "", field: body }] : [])],
	};
	return listChoices(fields, {
		...content,
		...(hasTestimonials && { testimonials: ownTestimonials }),
		...(hasAuthors && { authors: ownAuthors }),
		copy: {
			...content.copy,
			...(hasBlog && { blog: ownBlog }),
			...(hasPortfolio && { portfolio: ownPortfolio }),
		},
	});
}

/** Reads the fields of a draft, unchecked; undefined without one. */
async function readDraft({ getDocument }: Pick<Studio, "getDocument">, kind: FileKind): Promise<unknown> {
	const text = (await getDocument(kind.file))?.draft?.text;
	return text === undefined ? undefined : readValues(text, kind.hasBody)?.fields;
}

function listChoices(form: FormField, content: Content): Partial<Record<ChoiceSource, Choice[]>> {
	return Object.fromEntries([...listSources(form)].map((source) => [source, sources[source](content)]));
}

function listSources(field: FormField): Set<ChoiceSource> {
	switch (field.kind) {
		case "group":
			return new Set(field.fields.flatMap(({ field: child }) => [...listSources(child)]));
		case "list":
			return listSources(field.item);
		case "record":
			return new Set([...listSources(field.key), ...listSources(field.value)]);
		case "union":
			return new Set(field.variants.flatMap((variant) => [...listSources(variant)]));
		case "markdown":
			return new Set(["pages"]);
		case "text":
		case "long-text":
			return new Set(field.chosenFrom ? [field.chosenFrom] : []);
		case "number":
		case "date":
		case "colour":
		case "boolean":
		case "choice":
		case "fixed":
			return new Set();
	}
}

/** The pages of the site by their titles. */
function listPages(content: Content): Choice[] {
	const { services, projects, callPages, posts, landingPages, pages } = content;
	const titles = new Map(Object.entries(pages).map(([path, { title }]) => [path, title]));
	for (const { slug, title } of services) titles.set(`/case-study/${slug}`, title);
	for (const { slug, title } of projects) titles.set(`/portfolio/${slug}`, title);
	for (const { slug, title } of posts) titles.set(`/blog/${slug}`, title);
	for (const { slug, title } of callPages) titles.set(pathOfCalls(slug), title);
	for (const page of landingPages) titles.set(pathOfLandingPage(page), page.title);
	return listIndexedPaths(content).map((value) => ({ value, label: titles.get(value) ?? value }));
}

/** Named codes that are not countries: reserved ones, and those of unions and of nothing in particular. */
const noCountries = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

function listCountries(): Choice[] {
	return alphabet
		.flatMap((first) => alphabet.map((second) => first + second))
		.flatMap((code) => {
			const name = regionNames.of(code);
			// A code of a former country, such as DD, stands for another now.
			const isCurrent = new Intl.Locale(`und-${code}`).region === code;
			return name === undefined || !isCurrent || noCountries.has(code) ? [] : [{ value: code, label: name }];
		})
		.toSorted((a, b) => a.label.localeCompare(b.label));
}

function plain(value: string): Choice {
	return { value, label: value };
}
