import type { JobPosting, PostalAddress, WithContext } from "schema-dts";
import type { Company } from "../../../shared/company.ts";
import { nameCountry } from "../../../shared/country-name.ts";
import { findEndOfDay, writeOffset } from "../../../shared/zoned-time.ts";
import { jobLocations, type EmploymentType, type Job } from "./job.ts";

/** The words that Google knows for our kinds of employment. */
const employmentTypes: Record<EmploymentType, string> = {
	"Full-time": "FULL_TIME",
	"Part-time": "PART_TIME",
	Contract: "CONTRACTOR",
	Internship: "INTERN",
};

/**
 * Describes an open job to search engines, as schema.org's JobPosting with what Google asks for.
 *
 * A remote job has no place: it can be done from anywhere in the company's country. Every other one stands at our office in its city.
 *
 * Source: developers.google.com/search/docs/appearance/structured-data/job-posting.
 *
 * @param origin of every absolute link, without a slash at the end
 */
export function describeJobPosting(
	job: Job,
	{ company, origin }: { company: Company; origin: string },
): WithContext<JobPosting> {
	return {
		"@context": "https://schema.org",
		"@type": "JobPosting",
		title: job.title,
		description: job.description,
		identifier: { "@type": "PropertyValue", name: company.name, value: job.id },
		datePosted: job.postedOn,
		validThrough: writeEndOfDay(job.closesOn, company.timeZone),
		employmentType: employmentTypes[job.type],
		hiringOrganization: {
			"@type": "Organization",
			name: company.name,
			sameAs: `${origin}/`,
			logo: `${origin}/apple-touch-icon.png`,
		},
		directApply: true,
		...placeOf(job, company),
	};
}

function placeOf(
	{ location }: Job,
	{ offices, country, locale }: Company,
): Pick<Exclude<JobPosting, string>, "jobLocation" | "jobLocationType" | "applicantLocationRequirements"> {
	const place = jobLocations.find(({ label }) => label === location);
	if (!place?.city)
		return {
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: { "@type": "Country", name: nameCountry(country, locale) },
		};
	const office = offices.find(({ careersCity }) => careersCity === place.city);
	const address: PostalAddress = {
		"@type": "PostalAddress",
		...(office && { streetAddress: office.street }),
		...(office?.postalCode !== undefined && { postalCode: office.postalCode }),
		addressLocality: place.city,
		addressRegion: place.region,
		addressCountry: office?.country ?? country,
	};
	return { jobLocation: { "@type": "Place", address } };
}

/** The last second of a day in a zone, such as "2027-01-31T23:59:59+05:30". */
function writeEndOfDay(date: string, timeZone: string): string {
	return `${date}T23:59:59${writeOffset(findEndOfDay(date, timeZone) - 1_000, timeZone)}`;
}
