import { describe, expect, test } from "vitest";
import { testCompany as company } from "../../../tests/support/test-server.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { employmentTypes, jobLocations, type Job } from "./job.ts";
import { describeJobPosting } from "./job-posting.server.ts";

const job: Job = {
	...testJob,
	location: "New Delhi, Maharashtra, India",
	workplace: "Hybrid",
	postedOn: "2026-11-09",
	closesOn: "2027-01-31",
};
const origin = "https://narangi.example";

describe("what search engines are told of a job", () => {
	test("holds all that Google asks for, with the office as its place and the region that is right", () => {
		expect(describeJobPosting(job, { company, origin })).toEqual({
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
					addressLocality: "New Delhi",
					addressRegion: "Delhi",
					addressCountry: "IN",
				},
			},
		});
	});

	test("has no place for a remote job, but says from where one may work", () => {
		const posting = describeJobPosting(
			{ ...job, location: "Remote (India)", workplace: "Remote" },
			{ company, origin },
		);

		expect(posting).toMatchObject({
			jobLocationType: "TELECOMMUTE",
			applicantLocationRequirements: { "@type": "Country", name: "India" },
		});
		expect(posting).not.toHaveProperty("jobLocation");
	});

	test("names a city where the company has no office by city, region and country", () => {
		const { jobLocation } = describeJobPosting(
			{ ...job, location: "Gwalior, Madhya Pradesh, India" },
			{ company, origin },
		) as { jobLocation?: unknown };

		expect(jobLocation).toEqual({
			"@type": "Place",
			address: {
				"@type": "PostalAddress",
				addressLocality: "Gwalior",
				addressRegion: "Madhya Pradesh",
				addressCountry: "IN",
			},
		});
	});

	test("knows a word for every kind of employment and a place for every location", () => {
		const words = employmentTypes.map(
			(type) =>
				(describeJobPosting({ ...job, type }, { company, origin }) as { employmentType?: unknown }).employmentType,
		);
		expect(words).toEqual(["FULL_TIME", "PART_TIME", "CONTRACTOR", "INTERN"]);
		for (const { label } of jobLocations) {
			const posting = describeJobPosting({ ...job, location: label }, { company, origin });
			expect("jobLocation" in posting !== "jobLocationType" in posting).toBe(true);
		}
	});
});
