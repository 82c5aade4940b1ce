import type { Job } from "../../features/careers/jobs/job.ts";
import { slugOfCategory } from "../../features/publishing/category-slug.ts";
import type { Project } from "../../features/publishing/content-schema.ts";
import type { Content } from "../../features/publishing/documents/content.ts";
import { resolvePicture } from "../../features/publishing/pictures.server.ts";
import type { Section, SectionOf } from "../../features/publishing/section-schema.ts";
import { demoSlug, findCallType, pathOfCalls } from "../../shared/call-type.ts";
import { visibleLength } from "../../shared/visible-length.ts";
import type { ProjectCardView } from "../sections/portfolio-project-card.tsx";
import { viewPost } from "../sections/post-view.server.ts";
import { viewTestimonial } from "../sections/testimonial-view.server.ts";
import type { SectionFrame, SectionView, ShownPicture } from "./section-view.ts";

const mostJobs = 6;
const newest = 3;
/** Longer figures would not fit four in a row. */
const longestInLargeType = 5;

/**
 * Returns the sections of a page as it shows them. Chosen documents that are gone are left out, and so are sections with nothing to show
 * and those of site modules that are off.
 * @param jobs the open positions, newest first; undefined when they cannot be read
 */
export function viewSections(
	content: Content,
	sections: readonly Section[],
	jobs: readonly Job[] | undefined,
): SectionView[] {
	return sections.flatMap((section, index) => viewSection(content, section, { id: `part-${index + 1}`, jobs }) ?? []);
}

function viewSection(
	content: Content,
	section: Section,
	{ id, jobs }: { id: string; jobs: readonly Job[] | undefined },
): SectionView | undefined {
	const { parts } = content.company;
	const { title, introduction, ground } = section;
	const frame: SectionFrame = { id, title, introduction, ground };
	switch (section.type) {
		case "text": {
			const { type, layout, html = "" } = section;
			return { ...frame, type, layout, html: prefixAnchors(html, id) };
		}
		case "picture-text": {
			const { type, layout, button, html = "" } = section;
			const picture = showPicture(content, section.picture);
			return { ...frame, type, layout, button, html: prefixAnchors(html, id), picture };
		}
		case "gallery":
			return {
				...frame,
				type: section.type,
				layout: section.layout,
				pictures: section.pictures.map((picture) => showPicture(content, picture)),
			};
		case "logos":
			return {
				...frame,
				type: section.type,
				layout: section.layout,
				items: section.items.map((picture) => resolvePicture(content, picture)),
			};
		case "cards":
		case "steps":
		case "table":
		case "form":
			return { ...section, ...frame };
		case "figures":
			return {
				...section,
				...frame,
				items: section.items.length > 0 ? section.items : listStatistics(content),
				isShort: section.items.every(({ value }) => visibleLength(value) <= longestInLargeType),
			};
		case "questions":
			return { ...section, ...frame, items: section.items.length > 0 ? section.items : content.faq };
		case "quotes": {
			const { type, layout } = section;
			const testimonials = pick(content.testimonials, section.testimonials, ({ id: own }) => own);
			if (testimonials.length === 0) return undefined;
			return { ...frame, type, layout, testimonials: testimonials.map((one) => viewTestimonial(content, one)) };
		}
		case "call":
			return parts.booking ? viewCall(content, section, frame) : undefined;
		case "posts": {
			const { type, layout } = section;
			const posts =
				section.posts.length > 0 ? pick(content.posts, section.posts, slugOf) : content.posts.slice(0, newest);
			if (!parts.blog || posts.length === 0) return undefined;
			return { ...frame, type, layout, posts: posts.map((post) => viewPost(content, post)) };
		}
		case "projects": {
			const { type, layout } = section;
			const { projects: all } = content;
			const projects = section.projects.length > 0 ? pick(all, section.projects, slugOf) : all.slice(0, newest);
			if (!parts.portfolio || projects.length === 0) return undefined;
			return { ...frame, type, layout, projects: projects.map((project) => viewProject(content, project)) };
		}
		case "jobs": {
			const { type, layout, department } = section;
			const open = jobs?.filter((job) => department === undefined || job.department === department);
			if (!parts.careers || open?.length === 0) return undefined;
			return {
				...frame,
				type,
				layout,
				jobs: open?.slice(0, mostJobs).map(({ id: own, title: name, location, type: employment, summary }) => ({
					id: own,
					title: name,
					about: `${location}. ${employment}.`,
					summary,
				})),
			};
		}
	}
}

/** Prefixes the ids of a text and the links to them, because texts of other sections may have the same headings. */
function prefixAnchors(html: string, prefix: string): string {
	const ids = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id));
	return html.replaceAll(/<[a-z][^<>]*>/g, (tag) =>
		tag.replaceAll(/ (id="|href="#|aria-describedby=")([^"]*)(?=")/g, (whole, before: string, id: string) =>
			ids.has(id) ? ` ${before}${prefix}-${id}` : whole,
		),
	);
}

const slugOf = ({ slug }: { slug: string }) => slug;

/** Picks entries by their keys, in the order of the keys. */
function pick<Entry>(entries: readonly Entry[], keys: readonly string[], keyOf: (entry: Entry) => string): Entry[] {
	return keys.flatMap((key) => entries.find((entry) => keyOf(entry) === key) ?? []);
}

/** Returns a picture in its own shape as ShownPictureView shows it. */
export function showPicture(content: Content, picture: { src: string; alt: string }): ShownPicture {
	return { ...resolvePicture(content, picture), isDrawn: picture.src.endsWith(".svg") };
}

function viewCall(content: Content, section: SectionOf<"call">, frame: SectionFrame): SectionView | undefined {
	const call = findCallType(content.company, section.callType ?? demoSlug);
	if (!call) return undefined;
	const { type, layout, label } = section;
	return { ...frame, type, layout, label, path: pathOfCalls(call.slug), minutes: call.callMinutes };
}

function listStatistics({ company: { statistics } }: Content): { value: string; label: string }[] {
	return [
		{ value: String(statistics.projectsMade), label: "Projects made" },
		{ value: statistics.clientsServed, label: "Clients served" },
		{ value: statistics.averageRating, label: "Average rating" },
	];
}

/** Returns a project as its card shows it. */
export function viewProject(
	content: Content,
	{ slug, title, category, sector, description, image }: Project,
): ProjectCardView {
	return {
		slug,
		title,
		category: slugOfCategory(category),
		label: `${category} · ${sector}`,
		description,
		picture: resolvePicture(content, image),
	};
}
