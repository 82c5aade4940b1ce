import { text as readText } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { exportRecords } from "../../../core/records/export-records.server.ts";
import { validateAnswers } from "../../../shared/question-answers.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import careersChoices from "../../../tests/support/careers-choices.ts";
import { databaseKinds, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createPdf } from "../../../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../../../tests/support/job-application.ts";
import { getTestKind } from "../../../tests/support/records.ts";
import { renderEmails } from "../../../tests/support/rendered-emails.ts";
import { startTestServer } from "../../../tests/support/test-server.ts";
import { insertJobs, setJobClosed } from "../jobs/jobs-store.server.ts";
import { describeApplication } from "./describe-application.server.ts";
import { createEmptyDraft, renewDraft, toFormData } from "./draft.ts";
import { createApplicationRules, findStepOf } from "./rules.ts";
import { applicationStore } from "./store.server.ts";

const questions: JobQuestion[] = [
	{ key: "notice", kind: "short-text", label: "How long is your notice?", required: true, options: [] },
	{ key: "loom-2", kind: "choice", label: "Which loom do you know?", required: false, options: ["Jacquard", "Dobby"] },
	{ key: "nights", kind: "yes-no", label: "Do you work at night?", required: false, options: [] },
	{ key: "why", kind: "long-text", label: "Why wool?", required: false, options: [] },
];
const resume = { name: "cv.pdf", content: createPdf({ bytes: 5_000 }) };

async function startWithQuestions(kind: DatabaseKind, asked = questions) {
	const server = await startTestServer(kind);
	await server.database.write((transaction) =>
		insertJobs(transaction, [{ ...testJob, questions: asked }], server.clock.now()),
	);
	const apply = (answers: Record<string, string> = {}, headers: Record<string, string> = {}) =>
		fetch(`${server.url}/api/applications`, {
			method: "POST",
			body: createApplicationForm({ ...createApplicationFields(testJob), ...answers }, resume),
			headers,
		});
	return { ...server, apply };
}

describe.each(databaseKinds)("a job's own questions on %s", (kind) => {
	test("a bare application for a job that requires no answer is stored", async () => {
		const optional = questions.map((question) => ({ ...question, required: false }));
		const { apply, database } = await startWithQuestions(kind, optional);
		expect((await apply()).status).toBe(200);
		expect((await Array.fromAsync(applicationStore.listAll(database.db)))[0]?.answers.questions).toBeUndefined();
	});

	test("an answer that is required, or is none of the choices, is asked for at its field", async () => {
		const { apply, database } = await startWithQuestions(kind);
		const missing = await apply();
		expect(missing.status).toBe(422);
		expect(await missing.json()).toMatchObject({
			errors: [{ field: "question-notice", message: 'Please answer for "How long is your notice?..."' }],
		});
		const wrong = await apply({ fullName: "", "question-notice": "A month", "question-loom-2": "Dishcloth" });
		expect(((await wrong.json()) as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
			"fullName",
			"question-loom-2",
		]);
		expect(await Array.fromAsync(applicationStore.listAll(database.db))).toEqual([]);
	});

	test("answers reach the e-mail to staff, the desk and the CSV with the words of their questions", async () => {
		const server = await startWithQuestions(kind);
		const answers = { "question-notice": " A month ", "question-nights": "yes", "question-unknown": "x" };
		expect((await server.apply(answers)).status).toBe(200);
		// The question's wording changes later; the stored one stays.
		const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(application?.answers.questions).toEqual([
			{ key: "notice", question: "How long is your notice?", answer: "A month" },
			{ key: "nights", question: "Do you work at night?", answer: "Yes" },
		]);
		const emails = await renderEmails(server, server.renderers);
		expect(emails.find(({ kind: email }) => email === "application-notice")?.text).toContain(
			"How long is your notice: A month",
		);
		const described = application && describeApplication(application);
		expect(described).toContainEqual({ label: "Do you work at night?", value: "Yes" });
		expect(described).toContainEqual({ label: "Position", value: testJob.title });
		expect(await readText(exportRecords(server.database, getTestKind("application")))).toContain(
			"How long is your notice?",
		);
	});

	test("an application that is sent again gets its answer again, though its job has closed", async () => {
		const { apply, database, clock } = await startWithQuestions(kind);
		const key = { "idempotency-key": "0f0f0f0f-0000-4000-8000-000000000001" };
		const first = await apply({ "question-notice": "A month" }, key);
		expect(first.status).toBe(200);
		await database.write((transaction) => setJobClosed(transaction, testJob.id, true, clock.now()));
		const second = await apply({ "question-notice": "A month" }, key);
		expect([second.status, await second.json()]).toEqual([200, await first.json()]);
		expect((await apply({ "question-notice": "A year" }, key)).status).toBe(422);
	});

	test("the API shows a job's questions", async () => {
		const { url } = await startWithQuestions(kind);
		expect(await (await fetch(`${url}/api/jobs/${testJob.id}`)).json()).toMatchObject({ questions });
	});
});

test("the longest answers to all questions fit into a form", async () => {
	const many: JobQuestion[] = Array.from({ length: 12 }, (_, index) => ({
		key: `q${index}`,
		kind: "long-text",
		label: `Question ${index}`,
		required: true,
		options: [],
	}));
	const { apply } = await startWithQuestions("sqlite", many);
	const answer = "अ".repeat(2_000);
	expect((await apply(Object.fromEntries(many.map(({ key }) => [`question-${key}`, answer])))).status).toBe(200);
	expect(validateAnswers(many.slice(0, 1), { q0: `${answer}अ` })).toHaveLength(1);
});

test("a question belongs to the second step, with its error last", () => {
	const rules = createApplicationRules({ ...careersChoices, locale: "en-IN" });
	const errors = rules.validateStep("roleInformation", createEmptyDraft(careersChoices), undefined, questions);
	expect([errors.at(-1)?.field, findStepOf("question-loom-2")]).toEqual(["question-notice", "roleInformation"]);
});

test("a stored draft keeps its answers, and an older one gets room for them", () => {
	const draft = { ...createEmptyDraft(careersChoices), questionAnswers: { notice: "A month" } };
	expect(renewDraft(draft, careersChoices).questionAnswers).toEqual({ notice: "A month" });
	const { questionAnswers: _, ...older } = draft;
	expect(renewDraft(older, careersChoices).questionAnswers).toEqual({});
	expect([...toFormData(draft, undefined, { jobId: "weaver", source: "" })]).toContainEqual([
		"question-notice",
		"A month",
	]);
});
