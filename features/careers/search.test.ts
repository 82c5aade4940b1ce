import { describe, expect, test } from "vitest";
import { testJob } from "../../tests/support/job-application.ts";
import { findResults, jobsAtOnce, readJobSearch, readListLength, searchJobs } from "./search.ts";

const job = { title: "Consultant", description: "", keywords: [] as string[], location: "Bengaluru, Karnataka, India" as const, postedOn: "2026-01-01" };
const anywhere = "Any Location in India" as const;

describe("searching jobs", () => {
	test("matches title, keyword and description in any case, the best match first", () => {
		const inDescription = { ...job, description: "You will use react daily" };
		const inKeyword = { ...job, keywords: ["React"] };
		const inTitle = { ...job, title: "REACT engineer" };

		expect(searchJobs([inDescription, job, inKeyword, inTitle], { q: " React ", location: anywhere })).toEqual([inTitle, inKeyword, inDescription]);
	});

	test("shows newer jobs first among equal matches, and every job for an empty keyword", () => {
		const newer = { ...job, postedOn: "2026-02-01" };

		expect(searchJobs([job, newer], { q: "", location: anywhere })).toEqual([newer, job]);
	});

	test("filters by the three locations of the specification", () => {
		const gwalior = { ...job, location: "Gwalior, Madhya Pradesh, India" as const };
		const remote = { ...job, location: "Remote (India)" as const };

		expect(searchJobs([job, gwalior, remote], { q: "", location: "Gwalior" })).toEqual([gwalior]);
		expect(searchJobs([job, gwalior, remote], { q: "", location: "Remote (India)" })).toEqual([remote]);
		expect(searchJobs([job, gwalior, remote], { q: "", location: anywhere })).toHaveLength(3);
	});

	test("reads the search from an address, and none where there is none", () => {
		expect(readJobSearch(new URLSearchParams("q=react&location=gwalior"))).toEqual({ q: "react", location: "Gwalior" });
		expect(readJobSearch(new URLSearchParams("q=&location=Mars"))).toEqual({ q: "", location: anywhere });
		expect(readJobSearch(new URLSearchParams("applied=APP-12345678"))).toBeUndefined();
	});
});

describe("a long list", () => {
	const jobs = Array.from({ length: 50 }, (_, index) => ({ ...testJob, id: `job-${index}` }));

	test("begins with some of the jobs and says how many there are", () => {
		const { count, jobs: shown } = findResults(jobs, { q: "react", location: anywhere }, jobsAtOnce);

		expect(count).toBe(50);
		expect(shown?.map(({ id }) => id)).toEqual(jobs.slice(0, jobsAtOnce).map(({ id }) => id));
	});

	test.each([["", jobsAtOnce], ["show=40", 40], ["show=3", jobsAtOnce], ["show=-1", jobsAtOnce], ["show=many", jobsAtOnce]])("shows as many as the address says: %s", (query, length) => {
		expect(readListLength(new URLSearchParams(query))).toBe(length);
	});
});
