import fc from "fast-check";
import { expect, test } from "vitest";
import { testCareers } from "../../../tests/support/careers.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { createJobIndex } from "./job-index.server.ts";
import type { SearchableJob } from "./job.ts";
import { searchJobs } from "./search.ts";

const { locationFilters: filters, locations } = testCareers;
const words = fc.constantFrom("React", "reactive", "act", "C++", "Œuvre", "ΣΟΦΌΣ", "İzmir", "a", "1");
const space = fc.constantFrom(" ", "  ", "\n", " ");
const text = fc.array(fc.tuple(words, space), { maxLength: 4 }).map((parts) => parts.flat().join(""));
const job = fc.record({
	id: fc.constantFrom("one", "two", "three", "four", "five"),
	title: text,
	keywords: fc.array(text, { maxLength: 2 }),
	descriptionText: text,
	location: fc.constantFrom(...locations.map(({ label }) => label)),
});
const search = fc.record({
	q: fc.oneof(
		text,
		fc.tuple(text, fc.nat(4), fc.nat(9)).map(([found, from, to]) => found.slice(from, from + to)),
	),
	location: fc.constantFrom("", ...filters.map(({ label }) => label)),
});

test("the index finds the same as reading every job, in the same order, whatever was open before", () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.uniqueArray(job, { selector: ({ id }) => id }), fc.array(search)), { maxLength: 4 }),
			(rounds) => {
				const index = createJobIndex();
				let before: SearchableJob[] = [];
				for (const [drawn, searches] of rounds) {
					const kept = before.filter(({ id }) => !drawn.some((one) => one.id === id)).slice(1);
					const jobs = [...drawn.map((one) => ({ ...testJob, ...one })), ...kept];
					index.update(jobs);
					for (const one of searches) expect(index.search(one, filters)).toEqual(searchJobs(jobs, one, filters));
					before = jobs;
				}
			},
		),
		{ numRuns: 500 },
	);
});

test("the index forgets removed jobs", () => {
	const index = createJobIndex();
	const make = (id: string): SearchableJob => ({ ...testJob, id, title: `Engineer ${id}`, descriptionText: "" });
	const kept = make("kept");
	for (let round = 0; round < 3_000; round++) index.update([kept, make(`job-${round}`)]);
	expect(index.search({ q: "job-", location: "" }, []).map(({ id }) => id)).toEqual([]);
	expect(index.search({ q: "job-", location: kept.location }, []).map(({ id }) => id)).toEqual(["job-2999"]);
	expect(index.search({ q: "kept", location: kept.location }, [])).toEqual([kept]);
});

test("a search for as many words as an address has room for is answered", () => {
	const index = createJobIndex();
	const descriptionText = Array.from({ length: 40 }, (_, at) => `ea${at}`).join(" ");
	index.update(Array.from({ length: 2_000 }, (_, at) => ({ ...testJob, id: `job-${at}`, descriptionText })));
	expect(index.search({ q: "e q ".repeat(6_000), location: testJob.location }, [])).toEqual([]);
	expect(
		index.search({ q: "ea0 ea1 ea2 ea3 ea4 ea5 ea6 ea7 ea8 ea9 ea10", location: testJob.location }, []),
	).toHaveLength(2_000);
});
