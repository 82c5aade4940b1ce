import { describe, expect, test } from "vitest";
import { testCareers } from "../../../tests/support/careers.ts";
import { databaseKinds } from "../../../tests/support/databases.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { startTestServer } from "../../../tests/support/test-server.ts";
import type { Job, SearchableJob } from "./job.ts";
import { insertJobs, setJobClosed } from "./jobs-store.server.ts";
import { seedJobs } from "./jobs.server.ts";
import { searchJobs } from "./search.ts";

const job: Job = { ...testJob, location: "Leipzig, Thuringia, Germany", workplace: "Hybrid" };
const descriptionText = "Build pages that open at once.";

describe.each(databaseKinds)("the jobs API on %s", (kind) => {
	test("lists open jobs with both names of their id, newest first, and leaves closed and lapsed ones out", async () => {
		const server = await startTestServer(kind);
		const older = { ...job, id: "older", postedOn: "2026-01-01" };
		const lapsed = { ...job, id: "lapsed", postedOn: "2020-01-01", closesOn: "2020-02-01" };
		await server.database.write((transaction) =>
			insertJobs(transaction, [older, job, lapsed, { ...job, id: "closed" }], server.clock.now()),
		);
		await server.database.write((transaction) => setJobClosed(transaction, "closed", true, server.clock.now()));

		const response = await fetch(`${server.url}/api/jobs`);

		expect(response.status).toBe(200);
		expect(await response.json()).toEqual([
			{ _id: "react-engineer", ...job, descriptionText },
			{ _id: "older", ...older, descriptionText },
		]);
	});

	test("lists jobs with the words of their descriptions, so that a search finds words and no tags", async () => {
		const server = await startTestServer(kind);
		const description =
			'<h2 id="user-content-about">About the team</h2>\n<p>R&#x26;D for the <a href="https://cloud.example">cloud</a>,\nat &#x3C; 50 ms.</p>\n<ul>\n<li>C++</li>\n</ul>';
		await server.database.write((transaction) =>
			insertJobs(transaction, [{ ...job, description }], server.clock.now()),
		);

		const jobs = (await (await fetch(`${server.url}/api/jobs`)).json()) as SearchableJob[];

		const isFoundBy = (q: string) =>
			searchJobs(jobs, { q, location: "Anywhere" }, testCareers.locationFilters).length === 1;
		for (const q of ["about the team", "R&D", "the cloud, at < 50 ms", "c++"])
			expect([q, isFoundBy(q)]).toEqual([q, true]);
		for (const q of ["h2", "ul", "<p>", "amp", "user-content", "cloud.example", "*"])
			expect([q, isFoundBy(q)]).toEqual([q, false]);
	});

	test("shows a change at once, and 304 when nothing has changed", async () => {
		const server = await startTestServer(kind);
		await server.database.write((transaction) => insertJobs(transaction, [job], server.clock.now()));
		// Not by fetch, which bypasses caches when it is given a condition.
		const askAgain = (etag: string) => server.app.inject({ url: "/api/jobs", headers: { "if-none-match": etag } });
		const { etag } = (await server.app.inject("/api/jobs")).headers;
		expect((await askAgain(String(etag))).statusCode).toBe(304);

		await server.database.write((transaction) =>
			setJobClosed(transaction, job.id, true, server.clock.now().add({ seconds: 1 })),
		);

		const second = await askAgain(String(etag));
		expect(second.statusCode).toBe(200);
		expect(second.json()).toEqual([]);
	});

	test("goes on with a job whose location and department the company's facts do not name any more", async () => {
		const server = await startTestServer(kind);
		const gone = { ...job, location: "Ghent, Belgium", department: "Dyeing" };
		await server.database.write((transaction) => insertJobs(transaction, [gone], server.clock.now()));

		const listed = (await (await fetch(`${server.url}/api/jobs`)).json()) as SearchableJob[];

		expect(listed).toEqual([{ _id: gone.id, ...gone, descriptionText }]);
		expect(await (await fetch(`${server.url}/api/jobs/${gone.id}`)).json()).toEqual({
			_id: gone.id,
			...gone,
			questions: [],
		});
		const findAt = (location: string) => searchJobs(listed, { q: "", location }, testCareers.locationFilters).length;
		expect([findAt("Anywhere"), findAt("Leipzig")]).toEqual([1, 0]);
	});

	test("gives one job by its id, and 404 with a message for an unknown or closed one", async () => {
		const server = await startTestServer(kind);
		await server.database.write((transaction) =>
			insertJobs(transaction, [job, { ...job, id: "closed" }], server.clock.now()),
		);
		await server.database.write((transaction) => setJobClosed(transaction, "closed", true, server.clock.now()));

		expect(await (await fetch(`${server.url}/api/jobs/react-engineer`)).json()).toEqual({
			_id: "react-engineer",
			...job,
			questions: [],
		});
		for (const id of ["closed", "unknown", "..%2f..%2fetc"]) {
			const response = await fetch(`${server.url}/api/jobs/${id}`);
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ status: 404, message: "There is no open position with this id." });
		}
	});

	test("fills an empty table from the content once, and never again", async () => {
		const { database, clock, url } = await startTestServer(kind);
		await seedJobs(database, [job], clock.now());
		await database.write((transaction) => setJobClosed(transaction, job.id, true, clock.now()));
		await seedJobs(database, [{ ...job, id: "another" }], clock.now());

		expect(await (await fetch(`${url}/api/jobs`)).json()).toEqual([]);
	});
});
