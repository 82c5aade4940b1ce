import { describe, expect, test } from "vitest";
import type { JobQuestion } from "../../../shared/questions.ts";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { testJob } from "../../../tests/support/job-application.ts";
import { listJobQuestions, replaceJobQuestions } from "./job-questions-store.server.ts";
import { listJobStages, replaceJobStages } from "./job-stages-store.server.ts";
import {
	findJob,
	findOpenJob,
	insertDraft,
	insertJobs,
	listAllJobs,
	listHiringTeam,
	listOpenJobs,
	setJobClosed,
	updateJobPlan,
} from "./jobs-store.server.ts";

const now = createTestClock().now();
const questions: JobQuestion[] = [
	{ key: "notice", kind: "short-text", label: "How long is your notice?", required: true, options: [] },
	{ key: "loom", kind: "choice", label: "Which loom do you know?", required: false, options: ["Jacquard", "Dobby"] },
];
const stages = [
	{ key: "read", label: "Read", open: true, senderReads: "We are reading it." },
	{ key: "hired", label: "Hired", open: false },
];

describe.each(databaseKinds)("on %s", (kind) => {
	test("a draft is staff's alone until it is opened", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertDraft(transaction, { ...testJob, markdown: "Weave." }, now));
		expect(await listOpenJobs(database.db, testJob.postedOn)).toEqual([]);
		expect(await listAllJobs(database.db)).toMatchObject([{ id: testJob.id, isDraft: true, markdown: "Weave." }]);
		await database.write((transaction) => setJobClosed(transaction, testJob.id, false, now));
		expect(await listOpenJobs(database.db, testJob.postedOn)).toEqual([testJob]);
		await database.write((transaction) => setJobClosed(transaction, testJob.id, true, now));
		expect(await findJob(database.db, testJob.id)).toMatchObject({ isDraft: false, closedAt: now });
	});

	test("a draft that a release without drafts has opened is none any more", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertDraft(transaction, testJob, now));
		await database.write((transaction) =>
			transaction.updateTable("jobs").set({ closedAt: null }).where("id", "=", testJob.id).execute(),
		);
		expect(await findJob(database.db, testJob.id)).toMatchObject({ isDraft: false, closedAt: undefined });
	});

	test("jobs stored without Markdown are edited as HTML, without the ids of headings", async () => {
		const database = await openTestDatabase(kind);
		const description = '<h2 id="section-pay">Pay</h2>\n<p>Well.</p>';
		await database.write((transaction) => insertJobs(transaction, [{ ...testJob, description }], now));
		expect(await findJob(database.db, testJob.id)).toMatchObject({ markdown: "<h2>Pay</h2>\n<p>Well.</p>" });
	});

	test("a job has questions of its own, in their order, until others take their place", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertJobs(transaction, [{ ...testJob, questions }], now));
		expect(await listJobQuestions(database.db, testJob.id)).toEqual(questions);
		expect(await listJobQuestions(database.db, "other")).toEqual([]);
		const turned = questions.toReversed();
		await database.write((transaction) => replaceJobQuestions(transaction, testJob.id, turned));
		expect(await listJobQuestions(database.db, testJob.id)).toEqual(turned);
		await database.write((transaction) => replaceJobQuestions(transaction, testJob.id, []));
		expect(await listJobQuestions(database.db, testJob.id)).toEqual([]);
	});

	test("pay reaches visitors only where it is shown, and the plan never", async () => {
		const database = await openTestDatabase(kind);
		const pay = { currency: "EUR", from: 24.5, to: 30, per: "hour", shown: "no" } as const;
		const job = { ...testJob, pay, benefits: ["A loom of your own"] };
		const { shown: _shown, ...range } = pay;
		await database.write(async (transaction) => {
			await insertJobs(transaction, [job, { ...job, id: "shown", isPayShown: true }], now);
			await updateJobPlan(transaction, "shown", { openings: 2, targetOn: "2027-03-01", hiringTeam: ["ana"] });
		});
		expect(await findJob(database.db, testJob.id)).toMatchObject({ pay, isPayShown: false, hiringTeam: [] });
		expect(await findOpenJob(database.db, testJob.id, testJob.postedOn)).toEqual({ ...job, pay: undefined });
		expect(await findOpenJob(database.db, "shown", testJob.postedOn)).toEqual({ ...job, id: "shown", pay: range });
		expect(await findOpenJob(database.db, "shown", "2100-01-01")).toBeUndefined();
		expect(await findJob(database.db, "shown")).toMatchObject({ openings: 2, targetOn: "2027-03-01" });
		expect(await listHiringTeam(database.db, "shown")).toEqual(["ana"]);
		expect(await listHiringTeam(database.db, "other")).toEqual([]);
	});

	test("a job has stages of its own, or none", async () => {
		const database = await openTestDatabase(kind);
		await database.write(async (transaction) => {
			await replaceJobStages(transaction, "weaver", stages);
			await replaceJobStages(transaction, "dyer", stages.toReversed());
		});
		expect(await listJobStages(database.db, ["weaver"])).toEqual(new Map([["weaver", stages]]));
		expect([...(await listJobStages(database.db)).keys()]).toEqual(["dyer", "weaver"]);
		expect(await listJobStages(database.db, [])).toEqual(new Map());
		await database.write((transaction) => replaceJobStages(transaction, "weaver", []));
		expect([...(await listJobStages(database.db)).keys()]).toEqual(["dyer"]);
	});
});
