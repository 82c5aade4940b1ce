import { describe, expect, test } from "vitest";
import { testJob } from "../../../tests/support/job-application.ts";
import { findResults, jobsPerPage, readJobSearch, readPageNumber, searchJobs } from "./search.ts";

const job = {
	title: "Consultant",
	descriptionText: "",
	keywords: [] as string[],
	location: "Bengaluru, Karnataka, India" as const,
	postedOn: "2026-01-01",
};
const anywhere = "Any Location in India" as const;

describe("searching jobs", () => {
	test("matches title, keyword and description in any case, the best match first", () => {
		const inDescription = { ...job, descriptionText: "You will use react daily" };
		const inKeyword = { ...job, keywords: ["React"] };
		const inTitle = { ...job, title: "REACT engineer" };

		expect(searchJobs([inDescription, job, inKeyword, inTitle], { q: " React ", location: anywhere })).toEqual([
			inTitle,
			inKeyword,
			inDescription,
		]);
	});

	test("shows newer jobs first among equal matches, and every job for an empty keyword", () => {
		const newer = { ...job, postedOn: "2026-02-01" };

		expect(searchJobs([job, newer], { q: "", location: anywhere })).toEqual([newer, job]);
	});

	test("filters by the three locations", () => {
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
	const jobs = Array.from({ length: 50 }, (_, index) => ({ ...testJob, descriptionText: "", id: `job-${index}` }));
	const show = (address: string) =>
		findResults(jobs, { q: "react", location: anywhere }, readPageNumber(new URLSearchParams(address)));

	test.each([
		["", 1, 0, 20],
		["page=2", 2, 20, 40],
		["page=3", 3, 40, 50],
		["page=100000", 3, 40, 50],
		["page=0", 1, 0, 20],
		["page=-1", 1, 0, 20],
		["page=many", 1, 0, 20],
		["show=100000", 1, 0, 20],
	])("is shown in pages of twenty, by its address: %s", (address, page, from, to) => {
		const { jobs: shown, ...rest } = show(address);

		expect(rest).toEqual({ search: { q: "react", location: anywhere }, count: 50, page, pages: 3 });
		expect(shown?.map(({ id }) => id)).toEqual(jobs.slice(from, to).map(({ id }) => id));
	});

	test("that holds nothing, or one full page, has one page", () => {
		expect(findResults([], { q: "", location: anywhere }, 2)).toMatchObject({ count: 0, page: 1, pages: 1, jobs: [] });
		expect(findResults(jobs.slice(0, jobsPerPage), { q: "", location: anywhere }, 1)).toMatchObject({
			count: jobsPerPage,
			pages: 1,
		});
	});
});
