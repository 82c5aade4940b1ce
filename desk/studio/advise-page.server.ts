import { ContentError } from "../../features/publishing/documents/content-error.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { findAddress } from "../../features/publishing/documents/document-kinds.ts";
import type { StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import type { Section } from "../../features/publishing/section-schema.ts";
import { createAddressCheck, pathOfLandingPage } from "../../features/publishing/site-paths.ts";
import type { DocumentForm } from "./document-form.server.ts";
import type { PageAdvice } from "./draft-response.ts";
import type { SiteWork } from "./site-work.server.ts";

/** Weighs the page of a document that has one of its own, and lists what leads nowhere on it; undefined for other documents. */
export async function advisePage(
	{ site }: SiteWork,
	{ document: { path, draft } }: DocumentForm & { document: StudioDocument },
): Promise<PageAdvice | undefined> {
	const address = findAddress(path);
	if (address === undefined || draft?.change === "delete") return undefined;
	try {
		const content = draft ? await site.studio.buildDraft([path]) : site.readContent();
		const weight = await site.weighPage(address, content);
		return weight && { address, weight, missing: listMissing(content, address) };
	} catch (error) {
		// Other documents do not fit it yet.
		if (error instanceof ContentError) return undefined;
		throw error;
	}
}

/** Lists links of a page of sections to addresses without a page, and its choices of documents that are gone. */
function listMissing(content: Content, address: string): string[] {
	const page = content.landingPages.find((one) => pathOfLandingPage(one) === address);
	if (!page) return [];
	const links = new Set([...listLinks(page), ...page.sections.flatMap(({ html = "" }) => listLinksOf(html))]);
	const isPage = createAddressCheck(content);
	return [
		...[...links].filter((to) => !isPage(to)).map((to) => `${to} is not a page of the site. Change the link.`),
		...page.sections.flatMap((section) => listGone(content, section)),
	];
}

/** Lists the addresses in the fields of a value that lead somewhere. */
function listLinks(value: unknown): string[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, one]) =>
		name === "to" && typeof one === "string" ? [one] : listLinks(one),
	);
}

function listLinksOf(html: string): string[] {
	return [...html.matchAll(/href="(\/[^"?#]*)/g)].map(([, to = ""]) => to);
}

function listGone(content: Content, section: Section): string[] {
	const gone = (chosen: readonly string[], known: readonly string[]) =>
		chosen.filter((one) => !known.includes(one)).map((one) => `“${one}” in “${section.title}” is gone and left out.`);
	const slugs = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug);
	if (section.type === "quotes")
		return gone(
			section.testimonials,
			content.testimonials.map(({ id }) => id),
		);
	if (section.type === "posts") return gone(section.posts, slugs(content.posts));
	if (section.type === "projects") return gone(section.projects, slugs(content.projects));
	return section.type === "call" && section.callType !== undefined
		? gone([section.callType], slugs(content.callPages))
		: [];
}
