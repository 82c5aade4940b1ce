import type {
	Article,
	BreadcrumbList,
	CreativeWork,
	FAQPage,
	Organization,
	ProfessionalService,
	Service as ServiceObject,
	WebPage,
	WebSite,
	WithContext,
} from "schema-dts";
import type { Company } from "../../shared/company.ts";
import { nameCountry } from "../../shared/country-name.ts";
import { groupHours } from "../../shared/opening-hours.ts";
import type { Author, FaqItem, Post, Project, Service } from "./content-schema.ts";
import { logoPath } from "./logo-path.ts";
import { cardPathOf } from "./site-paths.ts";

/** Returns the JSON-LD of the whole site: company and address. Types: schema.org, checked by schema-dts. */
export function describeSite({ company }: { company: Company }, origin: string): object[] {
	const organization: WithContext<Organization> = {
		"@context": "https://schema.org",
		"@type": "Organization",
		"@id": `${origin}/#organization`,
		name: company.name,
		legalName: company.legalName,
		description: company.description,
		url: `${origin}/`,
		logo: `${origin}${company.logo ? logoPath : "/apple-touch-icon.png"}`,
		email: company.email,
		telephone: company.phone.e164,
		foundingDate: String(company.founded),
		sameAs: company.socials.map((social) => social.url),
	};
	const website: WithContext<WebSite> = {
		"@context": "https://schema.org",
		"@type": "WebSite",
		"@id": `${origin}/#website`,
		url: `${origin}/`,
		name: company.name,
		inLanguage: company.locale,
		publisher: { "@id": `${origin}/#organization` },
	};
	const offices: WithContext<ProfessionalService>[] = company.offices.map((office) => ({
		"@context": "https://schema.org",
		"@type": "ProfessionalService",
		"@id": `${origin}/#office-${office.id}`,
		name: `${company.name}, ${office.city}`,
		parentOrganization: { "@id": `${origin}/#organization` },
		url: `${origin}/contactUs#${office.id}`,
		image: `${origin}/cards/contactUs.png`,
		telephone: company.phone.e164,
		currenciesAccepted: company.currency,
		address: {
			"@type": "PostalAddress",
			streetAddress: office.street,
			addressLocality: office.locality,
			...(office.region !== undefined && { addressRegion: office.region }),
			...(office.postalCode !== undefined && { postalCode: office.postalCode }),
			addressCountry: office.country,
		},
		openingHoursSpecification: describeHours(company),
	}));
	return [organization, website, ...offices];
}

/** Describes the opening hours, by days with the same ones. */
function describeHours({ hours }: Pick<Company, "hours">) {
	const groups = groupHours(hours).map(({ days, opens, closes }) => ({
		"@type": "OpeningHoursSpecification" as const,
		dayOfWeek: days,
		opens,
		// Midnight ends the day only in content.
		closes: closes === "24:00" ? "00:00" : closes,
	}));
	const [first, ...others] = groups;
	return first && others.length === 0 ? first : groups;
}

/** Returns the breadcrumbs of a page; `trail` leaves the home page out. */
export function describeBreadcrumbs(
	trail: { name: string; path: string }[],
	origin: string,
): WithContext<BreadcrumbList> {
	return {
		"@context": "https://schema.org",
		"@type": "BreadcrumbList",
		itemListElement: [{ name: "Home", path: "/" }, ...trail].map(({ name, path }, index) => ({
			"@type": "ListItem",
			position: index + 1,
			name,
			item: origin + path,
		})),
	};
}

/** Describes a page of sections. */
export function describeWebPage(
	{ path, name, description }: { path: string; name: string; description: string },
	{ locale }: Pick<Company, "locale">,
	origin: string,
): WithContext<WebPage> {
	return {
		"@context": "https://schema.org",
		"@type": "WebPage",
		name,
		description,
		url: origin + path,
		inLanguage: locale,
		isPartOf: { "@id": `${origin}/#website` },
	};
}

export function describeFaq(items: FaqItem[]): WithContext<FAQPage> {
	return {
		"@context": "https://schema.org",
		"@type": "FAQPage",
		mainEntity: items.map(({ question, answer }) => ({
			"@type": "Question",
			name: question,
			acceptedAnswer: { "@type": "Answer", text: answer },
		})),
	};
}

/** Describes a service. Its testimonials are our own copy, so they are not marked up as reviews. */
export function describeService(
	{ slug, title, summary, services }: Service,
	{ country, locale }: Pick<Company, "country" | "locale">,
	origin: string,
): WithContext<ServiceObject> {
	return {
		"@context": "https://schema.org",
		"@type": "Service",
		name: title,
		serviceType: title,
		description: summary,
		url: `${origin}/case-study/${slug}`,
		image: origin + cardPathOf(`/case-study/${slug}`),
		provider: { "@id": `${origin}/#organization` },
		areaServed: { "@type": "Country", name: nameCountry(country, locale) },
		hasOfferCatalog: {
			"@type": "OfferCatalog",
			name: `${title}: what we offer`,
			itemListElement: services.map((offer) => ({
				"@type": "Offer",
				itemOffered: { "@type": "Service", name: offer.title, description: `${offer.features.join(". ")}.` },
			})),
		},
	};
}

/** Describes a post. Its picture is the post's card, whose format every consumer reads. */
export function describeArticle(
	post: Post,
	author: Author,
	{ locale }: Pick<Company, "locale">,
	origin: string,
): WithContext<Article> {
	const path = `/blog/${post.slug}`;
	return {
		"@context": "https://schema.org",
		"@type": "Article",
		headline: post.title,
		description: post.description,
		articleSection: post.category,
		datePublished: post.date,
		dateModified: post.updated ?? post.date,
		inLanguage: locale,
		image: origin + cardPathOf(path),
		url: origin + path,
		mainEntityOfPage: origin + path,
		author: { "@type": "Person", name: author.name, jobTitle: author.role, url: `${origin}/blog#meet-the-authors` },
		publisher: { "@id": `${origin}/#organization` },
	};
}

/** Describes a project's case study. */
export function describeProject(
	{ slug, title, description, category, year }: Project,
	{ locale }: Pick<Company, "locale">,
	origin: string,
): WithContext<CreativeWork> {
	return {
		"@context": "https://schema.org",
		"@type": "CreativeWork",
		name: title,
		abstract: description,
		genre: category,
		url: `${origin}/portfolio/${slug}`,
		image: origin + cardPathOf(`/portfolio/${slug}`),
		dateCreated: String(year),
		inLanguage: locale,
		creator: { "@id": `${origin}/#organization` },
	};
}
