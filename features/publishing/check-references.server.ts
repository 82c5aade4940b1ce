import type { Company } from "../../shared/company.ts";
import { generalForm, type EnquiryForm } from "../../shared/enquiry-form.ts";
import { answerFileLimits, questionLimits, type AskedForm } from "../../shared/questions.ts";
import { isOffered } from "../../shared/site-modules.ts";
import type { Author, Home, Post, Project, Service, Team, Testimonial } from "./content-schema.ts";
import { listMenuAddresses, type Menus } from "./menu-schema.ts";
import type { Pages } from "./page-schema.ts";
import { normaliseNewAddress, normaliseOldAddress } from "./redirect-schema.ts";
import type { LandingPage } from "./section-schema.ts";
import { createAddressCheck, listAddresses, type LinkedContent } from "./site-paths.ts";

/** Reports an error of a field of a file below content/; an empty field means the file itself. */
export type ReportProblem = (file: string, field: string, message: string) => void;

type ReferringContent = {
	company: Company | undefined;
	enquiryForms: readonly EnquiryForm[];
	calls: Pick<Company, "callTypes" | "demoForm">;
	home: Home | undefined;
	services: Service[];
	projects: Project[];
	launchingSoon: Record<string, string[]> | undefined;
	posts: Post[];
	landingPages: LandingPage[];
	authors: Author[];
	team: Team | undefined;
	testimonials: Testimonial[];
	copy: Pages;
	/** By path below content/pictures. */
	pictures: Record<string, unknown>;
};

/** A carousel shows three slides and needs one more to move; without any, its section is left out. */
const minSlides = 4;
const isTooFew = (slides: number) => slides > 0 && slides < minSlides;

/** Last parts of addresses under /contactUs that belong to no service: the general form, and the page after it. */
const ownPaths = new Set([generalForm, "thank-you"]);

/** Reports broken references of files: authors, pictures, and numbers that a page shows or repeats. */
export function checkReferences(
	{
		company,
		enquiryForms,
		calls,
		home,
		services,
		projects,
		launchingSoon,
		posts,
		landingPages,
		authors,
		team,
		testimonials,
		copy,
		pictures,
	}: ReferringContent,
	report: ReportProblem,
): void {
	const authorIds = new Set(authors.map((author) => author.id));
	for (const post of posts) {
		if (!authorIds.has(post.author))
			report(`blog/${post.slug}.md`, "author", `"${post.author}" is not in content/authors.yml`);
	}
	checkCategories();
	checkForms();
	const insights = posts.filter((post) => post.insight).length;
	if (isTooFew(insights))
		report("blog", "insight", `the home page needs at least ${minSlides} insight posts, or none; found ${insights}`);
	const onHome = testimonials.filter((testimonial) => testimonial.home).length;
	if (isTooFew(onHome))
		report(
			"testimonials.yml",
			"home",
			`the home page needs at least ${minSlides} testimonials, or none; found ${onHome}`,
		);
	if (company && copy.rating) {
		const { ratings } = copy.rating.distribution;
		const total = ratings.reduce((sum, { count }) => sum + count, 0);
		const average = (ratings.reduce((sum, { stars, count }) => sum + stars * count, 0) / total).toFixed(1);
		if (average !== company.statistics.averageRating) {
			report(
				"pages/rating.yml",
				"distribution.ratings",
				`the ratings average ${average}, but the company’s average rating is ${company.statistics.averageRating}`,
			);
		}
	}
	reportMissingPictures("company.yml", { logo: company?.logo, squareLogo: company?.squareLogo });
	reportMissingPictures("home.yml", home);
	for (const service of services) reportMissingPictures(`services/${service.slug}.yml`, service);
	for (const project of projects) reportMissingPictures(`portfolio/${project.slug}.yml`, project);
	for (const post of posts) reportMissingPictures(`blog/${post.slug}.md`, post);
	for (const page of landingPages) reportMissingPictures(`landing-pages/${page.slug}.yml`, page);
	reportMissingPictures("authors.yml", authors);
	reportMissingPictures("team.yml", team);
	reportMissingPictures("testimonials.yml", testimonials);
	for (const [name, page] of Object.entries(copy)) reportMissingPictures(`pages/${name}.yml`, page);

	/** A form asks each question once, and its budgets have the ranges that name an owner. */
	function checkForms(): void {
		for (const { service, questions, owners } of enquiryForms) {
			const [file, field] =
				service === "" ? ["pages/contact.yml", "form.questions"] : [`services/${service}.yml`, "enquiryForm.questions"];
			if (ownPaths.has(service))
				report(
					file,
					"title",
					`a service with a form of its own cannot have the address /contactUs/${service}, which is another page; choose another title`,
				);
			const keys = questions.map(({ key }) => key);
			for (const key of keys.filter((one, index) => keys.indexOf(one) !== index))
				report(file, field, `"${key}" is also a key of a question of the contact page`);
			if (questions.length > questionLimits.questions)
				report(file, field, `with those of the contact page there are more than ${questionLimits.questions} questions`);
			if (questions.filter(({ kind }) => kind === "file").length > answerFileLimits.files)
				report(file, field, `with those of the contact page there are more than ${answerFileLimits.files} files`);
			checkRanges({ questions, owners }, file, field);
		}
		for (const callType of calls.callTypes ?? []) checkRanges(callType, `call-types/${callType.slug}.yml`, "questions");
		if (calls.demoForm) checkRanges(calls.demoForm, "pages/demo.yml", "questions");
	}

	function checkRanges({ questions, owners }: AskedForm, file: string, field: string): void {
		for (const { kind, key, options } of questions)
			for (const { answer } of owners.filter((owner) => kind === "budget" && owner.key === key))
				if (!options.includes(answer))
					report(file, field, `"${answer}" is not a range of the budget "${key}": ${options.join("; ")}`);
	}

	/** Everything filed under a category has to name one of its page's categories; a category without projects needs a text. */
	function checkCategories(): void {
		for (const [page, entries, nameFile] of [
			["portfolio", projects, (slug: string) => `portfolio/${slug}.yml`],
			["blog", posts, (slug: string) => `blog/${slug}.md`],
		] as const) {
			// Hidden pages are not checked; missing or invalid ones are reported already.
			const { categories } = company?.parts[page] === false ? {} : (copy[page] ?? {});
			for (const { slug, category } of categories ? entries : []) {
				if (!categories?.includes(category))
					report(
						nameFile(slug),
						"category",
						`"${category}" is not a category of content/pages/${page}.yml: ${categories?.join("; ")}`,
					);
			}
		}
		if (!copy.portfolio || !launchingSoon || company?.parts.portfolio === false) return;
		const { categories } = copy.portfolio;
		for (const category of categories) {
			if (!Object.hasOwn(launchingSoon, category) && projects.every((project) => project.category !== category))
				report("launching-soon.yml", category, "this category has no project yet: describe what it will offer");
		}
		for (const category of Object.keys(launchingSoon)) {
			if (!categories.includes(category))
				report("launching-soon.yml", category, "is not a category of content/pages/portfolio.yml");
		}
	}

	/** Every `src` in the content has to be a file below content/pictures. */
	function reportMissingPictures(file: string, value: unknown): void {
		visitPictures(value, [], (src, path) => {
			if (!Object.hasOwn(pictures, src))
				report(file, formatPath([...path, "src"]), `content/pictures/${src} does not exist`);
		});
	}
}

/**
 * Reports links of menus to addresses of the site without a page. Links to site modules that are off are left out of pages instead.
 * @param former normalised addresses that redirect
 */
export function checkMenus(
	menus: Menus,
	{ linked, former }: { linked: LinkedContent; former: ReadonlySet<string> },
	report: ReportProblem,
): void {
	const addresses = listMenuAddresses(menus).filter(({ to }) => to.startsWith("/"));
	if (addresses.length === 0) return;
	const isPage = createAddressCheck(linked);
	for (const { field, to } of addresses)
		if (isOffered(to, linked.company.parts) && !isPage(to) && !former.has(normaliseOldAddress(to)))
			report("menus.yml", field, `${to} is not a page on the site`);
}

/**
 * Reports redirects that lead away from a page of the site, nowhere or in a circle. Links to site modules that are off may come back.
 * @param redirects as they are written
 * @param leading normalised addresses that redirect, without circles
 */
export function checkRedirects(
	redirects: ReadonlyMap<string, string>,
	{ linked, leading }: { linked: LinkedContent; leading: ReadonlySet<string> },
	report: ReportProblem,
): void {
	if (redirects.size === 0) return;
	const pages = listAddresses(linked);
	const isPage = createAddressCheck(linked);
	for (const [from, to] of redirects) {
		const refuse = (message: string) => report("redirects.yml", from, message);
		const address = normaliseOldAddress(from);
		if (pages.has(address)) refuse(`${from} is a page on the site, which a redirect would hide`);
		else if (!leading.has(address)) refuse(`${from} leads back to itself`);
		else if (
			to.startsWith("/") &&
			isOffered(to, linked.company.parts) &&
			!isPage(to) &&
			!leading.has(normaliseNewAddress(to))
		)
			refuse(`${to} is not a page on the site`);
	}
}

/** Writes the path of a field, such as "sections[2].title". */
export function formatPath(path: readonly PropertyKey[]): string {
	return path.reduce<string>(
		(text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}${text && "."}${String(key)}`),
		"",
	);
}

function visitPictures(value: unknown, path: PropertyKey[], visit: (src: string, path: PropertyKey[]) => void): void {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) visitPictures(item, [...path, index], visit);
	} else if (typeof value === "object" && value !== null) {
		for (const [key, item] of Object.entries(value)) {
			if (key === "src" && typeof item === "string") visit(item, path);
			else visitPictures(item, [...path, key], visit);
		}
	}
}
