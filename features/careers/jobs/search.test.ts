import { describe, expect, test } from "vitest";
import { testCareers } from "../../../tests/support/careers.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { findResults, jobsPerPage, readJobSearch, readPageNumber, searchJobs } from "./search.ts";

const { locationFilters: filters } = testCareers;
const job = {
	title: "Consultant",
	descriptionText: "",
	keywords: [] as string[],
	location: "Leipzig, Thuringia, Germany",
	postedOn: "2026-01-01",
};
const anywhere = "Anywhere";

describe("searching jobs", () => {
	test("matches title, keyword and description in any case, the best match first", () => {
		const inDescription = { ...job, descriptionText: "You will use react daily" };
		const inKeyword = { ...job, keywords: ["React"] };
		const inTitle = { ...job, title: "REACT engineer" };

		expect(searchJobs([inDescription, job, inKeyword, inTitle], { q: " React ", location: anywhere }, filters)).toEqual(
			[inTitle, inKeyword, inDescription],
		);
	});

	test.each([
		["several words, apart", "Senior React Native Developer", "react developer"],
		["words in any order", "Senior React Native Developer", "developer senior"],
		["accents and case", "Développeur Côté Serveur", "developpeur COTE"],
		["more space than was typed", "Data  Engineer", "data engineer"],
		["a part of a word", "JavaScript Engineer", "script"],
	])("finds %s", (_case, title, q) => {
		expect(searchJobs([job, { ...job, title }], { q, location: anywhere }, filters)).toEqual([{ ...job, title }]);
	});

	test("asks for every word, wherever each is", () => {
		const spread = { ...job, title: "React Engineer", keywords: ["mobile"], descriptionText: "From home" };
		const find = (q: string) => searchJobs([spread], { q, location: anywhere }, filters);
		expect(find("home react mobile")).toEqual([spread]);
		expect(find("home react desktop")).toEqual([]);
	});

	test("shows newer jobs first among equal matches, and every job for an empty keyword", () => {
		const newer = { ...job, postedOn: "2026-02-01" };

		expect(searchJobs([job, newer], { q: "", location: anywhere }, filters)).toEqual([newer, job]);
	});

	test("shows jobs without a date last", () => {
		const undated = { ...job, postedOn: undefined };

		expect(searchJobs([undated, job, undated], { q: "", location: anywhere }, filters)).toEqual([
			job,
			undated,
			undated,
		]);
	});

	test("filters by the locations of a filter, and by its name where there is no such filter any more", () => {
		const graz = { ...job, location: "Graz, Styria, Austria" };
		const remote = { ...job, location: "From home (Austria)" };
		const gone = { ...job, location: "Ghent, Belgium" };
		const findAt = (location: string) => searchJobs([job, graz, remote, gone], { q: "", location }, filters);

		expect(findAt("Leipzig")).toEqual([job]);
		expect(findAt("In Austria")).toEqual([graz, remote]);
		expect(findAt(anywhere)).toHaveLength(4);
		expect(findAt("Ghent, Belgium")).toEqual([gone]);
		expect(findAt("Ghent")).toEqual([]);
	});

	test("reads the search from an address, and none where there is none", () => {
		const read = (address: string) => readJobSearch(new URLSearchParams(address), filters);
		expect(read("q=react&location=leipzig")).toEqual({ q: "react", location: "Leipzig" });
		expect(read("q=&location=Mars")).toEqual({ q: "", location: anywhere });
		expect(read("applied=APP-12345678")).toBeUndefined();
	});
});

describe("a long list", () => {
	const jobs = Array.from({ length: 50 }, (_, index) => ({ ...testJob, descriptionText: "", id: `job-${index}` }));
	const show = (address: string) =>
		findResults(jobs, { q: "react", location: anywhere }, readPageNumber(new URLSearchParams(address)), filters);

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

	test("with no result, or one full page, has one page", () => {
		expect(findResults([], { q: "", location: anywhere }, 2, filters)).toMatchObject({
			count: 0,
			page: 1,
			pages: 1,
			jobs: [],
		});
		expect(findResults(jobs.slice(0, jobsPerPage), { q: "", location: anywhere }, 1, filters)).toMatchObject({
			count: jobsPerPage,
			pages: 1,
		});
	});
});
