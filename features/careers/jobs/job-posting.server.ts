import type { JobPosting, MonetaryAmount, PostalAddress, WithContext } from "schema-dts";
import type { JobLocation } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import { nameCountry } from "../../../shared/country-name.ts";
import type { EmploymentType } from "../../../shared/job-kinds.ts";
import type { PayRange } from "../../../shared/job-pay.ts";
import { findEndOfDay, writeOffset } from "../../../shared/zoned-time.ts";
import type { Job } from "./job.ts";

/** Google's values for our kinds of employment. */
const employmentTypes: Record<EmploymentType, string> = {
	"Full-time": "FULL_TIME",
	"Part-time": "PART_TIME",
	Contract: "CONTRACTOR",
	Internship: "INTERN",
};

const payUnits: Record<PayRange["per"], string> = { hour: "HOUR", month: "MONTH", year: "YEAR" };

/**
 * Describes an open job to search engines, as schema.org's JobPosting with the properties that Google requires and recommends.
 *
 * A remote job has no place: it can be done anywhere in its country, or else in the countries of the offices, because Google lists no
 * remote job without a country. Any other is at the office in its city; of a location
 * that the company no longer has, only the name is known.
 * Source: developers.google.com/search/docs/appearance/structured-data/job-posting.
 * @param origin of every absolute link, without a slash at the end
 */
export function describeJobPosting(
	job: Job,
	{ company, locations, origin }: { company: Company; locations: readonly JobLocation[]; origin: string },
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
		...(job.pay && { baseSalary: describePay(job.pay) }),
		...(job.benefits.length > 0 && { jobBenefits: job.benefits.join(", ") }),
		...placeOf(job, locations, company),
	};
}

function describePay({ currency, from, to, per }: PayRange): MonetaryAmount {
	const ends = from === to ? { value: from } : { minValue: from, maxValue: to };
	return {
		"@type": "MonetaryAmount",
		currency,
		value: { "@type": "QuantitativeValue", ...ends, unitText: payUnits[per] },
	};
}

function placeOf(
	{ location, workplace }: Job,
	locations: readonly JobLocation[],
	{ offices, locale }: Company,
): Pick<Exclude<JobPosting, string>, "jobLocation" | "jobLocationType" | "applicantLocationRequirements"> {
	const place = locations.find(({ label }) => label === location);
	if (place?.remote || workplace === "Remote") {
		const countries = place?.country ? [place.country] : [...new Set(offices.map((office) => office.country))];
		return {
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: countries.map((country) => ({
				"@type": "Country",
				name: nameCountry(country, locale),
			})),
		};
	}
	if (!place) return { jobLocation: { "@type": "Place", address: location } };
	const office = offices.find(({ careersCity }) => careersCity === place.city);
	const country = place.country ?? office?.country;
	const address: PostalAddress = {
		"@type": "PostalAddress",
		...(office && { streetAddress: office.street }),
		...(office?.postalCode !== undefined && { postalCode: office.postalCode }),
		...(place.city && { addressLocality: place.city }),
		...(place.region && { addressRegion: place.region }),
		...(country && { addressCountry: country }),
	};
	return { jobLocation: { "@type": "Place", address } };
}

/** The last second of a day in a zone, such as "2027-01-31T23:59:59+05:30". */
function writeEndOfDay(date: string, timeZone: string): string {
	return `${date}T23:59:59${writeOffset(findEndOfDay(date, timeZone) - 1_000, timeZone)}`;
}
