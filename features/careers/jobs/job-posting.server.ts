import type { JobPosting, PostalAddress, WithContext } from "schema-dts";
import type { Company } from "../../../shared/company.ts";
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
 * A remote job has no place: it can be done from anywhere in India. Every other one stands at our office in its city.
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
		// The whole of the closing day in India.
		validThrough: `${job.closesOn}T23:59:59+05:30`,
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
	{ offices }: Company,
): Pick<Exclude<JobPosting, string>, "jobLocation" | "jobLocationType" | "applicantLocationRequirements"> {
	const place = jobLocations.find(({ label }) => label === location);
	if (!place?.city)
		return { jobLocationType: "TELECOMMUTE", applicantLocationRequirements: { "@type": "Country", name: "India" } };
	const office = offices.find(({ careersCity }) => careersCity === place.city);
	const address: PostalAddress = {
		"@type": "PostalAddress",
		...(office && { streetAddress: office.street, postalCode: office.postalCode }),
		addressLocality: place.city,
		addressRegion: place.region,
		addressCountry: "IN",
	};
	return { jobLocation: { "@type": "Place", address } };
}
