import { documentKinds, type FileKind } from "../../features/publishing/documents/document-kinds.ts";
import { readValues } from "../../features/publishing/documents/document-text.server.ts";
import type { Studio } from "../../features/publishing/releases/studio.server.ts";
import { listIndexedPaths } from "../../features/publishing/site-paths.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import type { ChoiceSource } from "../../shared/form-hints.ts";
import type { Choice } from "./form-context.ts";

const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

const sources: Record<ChoiceSource, (content: Content) => Choice[]> = {
	authors: ({ authors }) => authors.map(({ id, name }) => ({ value: id, label: name })),
	"blog-categories": ({ copy }) => copy.blog.categories.map(plain),
	"portfolio-categories": ({ copy }) => copy.portfolio.categories.map(plain),
	pages: (content) => listIndexedPaths(content).map(plain),
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

/** Documents with options for others; a new company has them as drafts. */
const choosable = [
	documentKinds.authors,
	documentKinds["page-blog"],
	documentKinds["page-portfolio"],
	documentKinds.testimonials,
];

/** Lists the options of a form's fields, from public texts and drafts. */
export async function listChoicesWithDrafts(
	studio: Pick<Studio, "getDocument">,
	form: FormField,
	content: Content,
): Promise<Partial<Record<ChoiceSource, Choice[]>>> {
	const [authors, blog, portfolio, testimonials] = await Promise.all(choosable.map((kind) => readDraft(studio, kind)));
	const { success: hasAuthors, data: ownAuthors } = documentKinds.authors.schema.safeParse(authors);
	const { success: hasBlog, data: ownBlog } = documentKinds["page-blog"].schema.safeParse(blog);
	const { success: hasPortfolio, data: ownPortfolio } = documentKinds["page-portfolio"].schema.safeParse(portfolio);
	const { success: hasTestimonials, data: ownTestimonials } = documentKinds.testimonials.schema.safeParse(testimonials);
	return listChoices(form, {
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
		case "text":
		case "long-text":
		case "markdown":
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

function listCountries(): Choice[] {
	return alphabet
		.flatMap((first) => alphabet.map((second) => first + second))
		.flatMap((code) => {
			const name = regionNames.of(code);
			return name === undefined ? [] : [{ value: code, label: name }];
		})
		.toSorted((a, b) => a.label.localeCompare(b.label));
}

function plain(value: string): Choice {
	return { value, label: value };
}
