import { describe, expect, test } from "vitest";
import { employmentTypes } from "../../../shared/job-kinds.ts";
import { testCareers } from "../../../tests/support/careers.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { testCompany } from "../../../tests/support/test-server.ts";
import { describeJobPosting } from "./job-posting.server.ts";
import type { Job } from "./job.ts";

const job: Job = {
	...testJob,
	location: "Leipzig, Thuringia, Germany",
	workplace: "Hybrid",
	postedOn: "2026-11-09",
	closesOn: "2027-01-31",
};
const company = {
	...testCompany,
	offices: testCompany.offices.map((office) => ({ ...office, careersCity: "Leipzig" })),
};
const { locations } = testCareers;
const facts = { company, locations, origin: "https://narangi.example" };

describe("structured data of a job", () => {
	test("has everything that Google requires, with the office as its place and the right region", () => {
		expect(describeJobPosting(job, facts)).toEqual({
			"@context": "https://schema.org",
			"@type": "JobPosting",
			title: "React Engineer",
			description: "<p>Build pages that open at once.</p>",
			identifier: { "@type": "PropertyValue", name: "Narangi Technologies", value: "react-engineer" },
			datePosted: "2026-11-09",
			validThrough: "2027-01-31T23:59:59+05:30",
			employmentType: "FULL_TIME",
			hiringOrganization: {
				"@type": "Organization",
				name: "Narangi Technologies",
				sameAs: "https://narangi.example/",
				logo: "https://narangi.example/apple-touch-icon.png",
			},
			directApply: true,
			jobLocation: {
				"@type": "Place",
				address: {
					"@type": "PostalAddress",
					streetAddress: "27 Long Road",
					postalCode: "110001",
					addressLocality: "Leipzig",
					addressRegion: "Saxony",
					addressCountry: "DE",
				},
			},
		});
	});

	test.each([
		["Asia/Dubai", "2027-01-31", "2027-01-31T23:59:59+04:00"],
		["Europe/Berlin", "2027-03-27", "2027-03-27T23:59:59+01:00"],
		["Europe/Berlin", "2027-03-28", "2027-03-28T23:59:59+02:00"],
	])("is valid in %s until %s is over there", (timeZone, closesOn, validThrough) => {
		const there = { ...facts, company: { ...company, timeZone } };
		expect(describeJobPosting({ ...job, closesOn }, there)).toMatchObject({ validThrough });
	});

	test("has the pay and the benefits where they are public", () => {
		const pay = { currency: "EUR", from: 50_000, to: 60_000, per: "year" } as const;
		const value = { "@type": "QuantitativeValue", unitText: "YEAR" };
		expect(describeJobPosting({ ...job, pay, benefits: ["24 days of leave", "A laptop"] }, facts)).toMatchObject({
			baseSalary: {
				"@type": "MonetaryAmount",
				currency: "EUR",
				value: { ...value, minValue: 50_000, maxValue: 60_000 },
			},
			jobBenefits: "24 days of leave, A laptop",
		});
		expect(describeJobPosting({ ...job, pay: { ...pay, to: 50_000 } }, facts)).toMatchObject({
			baseSalary: { value: { ...value, value: 50_000 } },
		});
	});

	test("has no place for a job done remotely from a city, but its country", () => {
		const posting = describeJobPosting({ ...job, location: "Graz, Styria, Austria", workplace: "Remote" }, facts);
		expect(posting).toMatchObject({
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: [{ "@type": "Country", name: "Austria" }],
		});
	});

	test("has no place for a remote job, but its country, or else those of the offices", () => {
		const remote: Job = { ...job, location: "From home (Austria)", workplace: "Remote" };

		const posting = describeJobPosting(remote, facts);

		expect(posting).toMatchObject({
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: [{ "@type": "Country", name: "Austria" }],
		});
		expect(posting).not.toHaveProperty("jobLocation");
		const anywhere = locations.map(({ country: _, ...location }) => location);
		expect(describeJobPosting(remote, { ...facts, locations: anywhere })).toMatchObject({
			applicantLocationRequirements: [{ "@type": "Country", name: "India" }],
		});
	});

	test("names a city where the company has no office by city, region and country", () => {
		const { jobLocation } = describeJobPosting({ ...job, location: "Graz, Styria, Austria" }, facts) as {
			jobLocation?: unknown;
		};

		expect(jobLocation).toEqual({
			"@type": "Place",
			address: {
				"@type": "PostalAddress",
				addressLocality: "Graz",
				addressRegion: "Styria",
				addressCountry: "AT",
			},
		});
	});

	test("takes the country of a place from its office if the location lacks it", () => {
		const places = locations.map(({ country: _, ...location }) => location);

		expect(describeJobPosting(job, { ...facts, locations: places })).toMatchObject({
			jobLocation: { address: { addressLocality: "Leipzig", addressCountry: company.offices[0]?.country } },
		});
	});

	test("claims no more of a location that the facts have given up than its name, and of a remote one the offices' countries", () => {
		const gone: Job = { ...job, location: "Ghent, Belgium" };

		const posting = describeJobPosting(gone, facts);

		expect(posting).toMatchObject({ jobLocation: { "@type": "Place", address: "Ghent, Belgium" } });
		expect(posting).not.toHaveProperty("jobLocationType");
		const remote = describeJobPosting({ ...gone, workplace: "Remote" }, facts);
		expect(remote).toMatchObject({ jobLocationType: "TELECOMMUTE" });
		expect(remote).toMatchObject({ applicantLocationRequirements: [{ "@type": "Country", name: "India" }] });
	});

	test("knows a word for every kind of employment and a place for every location", () => {
		const words = employmentTypes.map(
			(type) => (describeJobPosting({ ...job, type }, facts) as { employmentType?: unknown }).employmentType,
		);
		expect(words).toEqual(["FULL_TIME", "PART_TIME", "CONTRACTOR", "INTERN"]);
		for (const { label } of locations) {
			const posting = describeJobPosting({ ...job, location: label }, facts);
			expect("jobLocation" in posting !== "jobLocationType" in posting).toBe(true);
		}
	});
});
