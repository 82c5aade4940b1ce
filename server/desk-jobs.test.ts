import { describe, expect, test } from "vitest";
import { setRecordStage } from "../core/records/record-store.server.ts";
import { markSubscriptionConfirmed } from "../core/subscriptions/subscription-store.server.ts";
import { alertTables, insertJobAlert } from "../features/careers/alerts/store.server.ts";
import { emptyLines } from "../features/careers/applications/application-fields.ts";
import {
	insertApplication,
	type ApplicationRecord,
	type ApplicationState,
} from "../features/careers/applications/store.server.ts";
import { jobsContext } from "../features/careers/context.server.ts";
import { listJobCriteria } from "../features/careers/jobs/job-criteria-store.server.ts";
import { listJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import type { OpenJob } from "../features/careers/jobs/job.ts";
import { insertJobs, listHiringTeam } from "../features/careers/jobs/jobs-store.server.ts";
import { createToken } from "../platform/ids/secret-token.ts";
import type { Stage } from "../shared/desk.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { testDesk } from "../tests/support/desk-settings.ts";
import { testJob } from "../tests/support/job-application.ts";
import { createTestPages, startTestServer, testCompany } from "../tests/support/test-server.ts";

/** A complete job text. */
const written = {
	title: "Dyer of wool",
	summary: "Dye what others weave.",
	department: "Workshop",
	team: "Looms",
	location: "Graz, Styria, Austria",
	workplace: "On-site",
	type: "Part-time",
	closesOn: "2099-01-31",
	keywords: "dye, wool",
	markdown: "## Your days\n\n- Stir.",
};

async function openJobs(kind: DatabaseKind = "sqlite") {
	const asked: string[] = [];
	const previewed: (OpenJob | undefined)[] = [];
	const server = await startTestServer(kind, {
		pages: createTestPages(async (request, context) => {
			asked.push(new URL(request.url).pathname);
			previewed.push(await context.get(jobsContext).find("preview"));
			return new Response("<style>p{color:red}</style><script>alert(1)</script><h1>Rendered</h1>", {
				headers: { "content-type": "text/html" },
			});
		}),
	});
	const desk = await server.openDesk({ roles: ["recruiter"] });
	return {
		...server,
		desk,
		asked,
		previewed,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "");
		},
		/** Sends a form as a browser without scripts does. */
		post: (url: string, fields: Record<string, string>) =>
			desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			}),
		listPublic: async () =>
			((await (await fetch(`${server.url}/api/jobs`)).json()) as { id: string; title: string }[]).map(({ id }) => id),
	};
}

function createApplicationRecord(
	reference: string,
	state: ApplicationState,
	receivedAt: Temporal.Instant,
): ApplicationRecord {
	return {
		reference,
		receivedAt,
		jobId: testJob.id,
		jobTitle: testJob.title,
		answers: {
			...emptyLines,
			fullName: "Asha Rao",
			email: "asha@applicant.example",
			phone: "1",
			country: "Austria",
			city: "Graz",
			coverLetter: "",
			education: [],
			workExperience: [],
			preferredLocation: "",
			minimumQualifications: [],
			eligibleToWork: "yes",
			requiresSponsorship: "no",
			referred: "No",
			referrerName: "",
		},
		resume: { file: `${reference}.pdf`, name: "cv.pdf", bytes: 1, sha256: "" },
		tokenHash: reference,
		state,
	};
}

function findRevision(html: string): string {
	const [, revision] = /name="revision" value="([0-9a-f]{16})"/.exec(html) ?? [];
	if (revision === undefined) throw new Error("The page names no revision");
	return revision;
}

describe.each(serverDatabaseKinds)("jobs at the desk on %s", (kind) => {
	test("are written as drafts, published with their alerts counted, closed, and opened again", async () => {
		const { get, post, listPublic, database, clock } = await openJobs(kind);
		await database.write(async (transaction) => {
			for (const [reference, q] of [
				["ALR-1", "wool"],
				["ALR-2", "lace"],
			] as const) {
				const expiresAt = clock.now().add({ hours: 1_000 });
				await insertJobAlert(transaction, {
					reference,
					email: `${q}@applicant.example`,
					search: { q, location: "Anywhere" },
					token: createToken(),
					expiresAt,
				});
				await markSubscriptionConfirmed(transaction, alertTables, reference, { now: clock.now(), expiresAt });
			}
		});

		const begun = await post("/jobs/new", { title: "Dyer of wool", do: "save" });
		expect([begun.statusCode, begun.headers.location]).toEqual([303, "/jobs/dyer-of-wool"]);
		expect(await listPublic()).toEqual([]);
		expect(await get("/jobs/dyer-of-wool/publish")).toContain("Enter the summary");

		const draft = await get("/jobs/dyer-of-wool");
		const saved = await post("/jobs/dyer-of-wool", { ...written, revision: findRevision(draft), do: "publish" });
		expect(saved.headers.location).toBe("/jobs/dyer-of-wool/publish");
		expect(await listPublic()).toEqual([]);

		const asking = await get("/jobs/dyer-of-wool/publish");
		expect(asking).toContain("1 subscriber gets a job alert by e-mail");
		const published = await post("/jobs/dyer-of-wool/publish", { revision: findRevision(asking) });
		expect(published.headers.location).toBe("/jobs/dyer-of-wool");
		expect(decodeURIComponent(String(published.headers["set-cookie"]))).toContain("1 job alert goes out");
		expect(await listPublic()).toEqual(["dyer-of-wool"]);

		await post("/jobs/dyer-of-wool", { do: "close" });
		expect(await listPublic()).toEqual([]);
		await post("/jobs/dyer-of-wool", { do: "reopen" });
		expect(await listPublic()).toEqual(["dyer-of-wool"]);
		const page = await get("/jobs/dyer-of-wool");
		for (const deed of [
			"created the draft",
			"edited the job",
			"published the job",
			"closed the job",
			"reopened the job",
		])
			expect(page).toContain(`Robin recruiter ${deed}`);
	});

	test("a conflicting edit stores nothing, keeps the typed text, and shows the stored one", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const revision = findRevision(await get(`/jobs/${testJob.id}`));
		const first = await post(`/jobs/${testJob.id}`, { ...written, title: "Weaver", revision, do: "save" });
		expect(first.statusCode).toBe(303);

		const second = await post(`/jobs/${testJob.id}`, { ...written, title: "Spinner", revision, do: "save" });

		expect(second.statusCode).toBe(409);
		expect(second.body).toContain("Someone else has changed this job");
		expect(second.body).toContain('value="Spinner"');
		expect(second.body.replaceAll("<!-- -->", "")).toMatch(/<dt>Title<\/dt><dd[^>]*>Weaver<\/dd>/);
		expect(await get(`/jobs/${testJob.id}`)).toContain('value="Weaver"');
		const third = await post(`/jobs/${testJob.id}`, {
			...written,
			title: "Spinner",
			revision: findRevision(second.body),
			do: "save",
		});
		expect(third.statusCode).toBe(303);
		expect(await get(`/jobs/${testJob.id}`)).toContain('value="Spinner"');
	});

	test("of two edits of the same revision at once one is stored", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const revision = findRevision(await get(`/jobs/${testJob.id}`));
		const answers = await Promise.all(
			["Weaver", "Spinner", "Fuller"].map((title) =>
				post(`/jobs/${testJob.id}`, { ...written, title, revision, do: "save" }),
			),
		);
		expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409, 409]);
	});

	test("the list shows the number of applicants and the actions", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		await post("/jobs/new", { title: "Fuller", do: "save" });
		await database.write(async (transaction) => {
			for (const [reference, state] of [
				["APP-1", "received"],
				["APP-2", "withdrawn"],
			] as const)
				await insertApplication(transaction, createApplicationRecord(reference, state, clock.now()));
		});
		const list = await get("/jobs");
		expect(list).toMatch(/React Engineer(?:(?!<\/tr>).)*data-label="Applications"[^>]*>1</s);
		expect(list).toMatch(/Fuller(?:(?!<\/tr>).)*>Draft</s);
		expect(await get("/jobs?show=draft")).not.toContain("React Engineer");
	});
});

describe.each(serverDatabaseKinds)("the pay of a job on %s", (kind) => {
	test("is public where the law of its place asks for it, and its plan never", async () => {
		const { get, post, desk, database, url } = await openJobs(kind);
		const text = { ...written, title: "Dyer of wool", benefits: "24 days of leave\nWool at cost" };
		const pay = { "pay-currency": "eur", "pay-from": "50000", "pay-to": "60000", "pay-per": "year" };
		await post("/jobs/new", { ...text, ...pay, "pay-shown": "law", do: "save" });
		const path = "/jobs/dyer-of-wool";
		const revisionOf = async () => findRevision(await get(path));
		await post(`${path}/publish`, { revision: await revisionOf() });
		const read = async () => (await fetch(`${url}/api${path}`)).json();
		const range = { currency: "EUR", from: 50_000, to: 60_000, per: "year" };
		expect(await read()).toMatchObject({ pay: range, benefits: ["24 days of leave", "Wool at cost"] });

		await post(path, { ...text, ...pay, "pay-shown": "no", revision: await revisionOf(), do: "save" });
		expect(await read()).not.toHaveProperty("pay");
		expect(await get(path)).toContain('value="50000"');

		const wrong = { ...pay, "pay-to": "40000" };
		const refused = await post(path, { ...text, ...wrong, revision: await revisionOf(), do: "save" });
		expect([refused.statusCode, refused.body.includes("Highest pay: must not be below the lowest pay")]).toEqual([
			422,
			true,
		]);

		const plan = { do: "plan", openings: "2", targetOn: "2027-03-01", member: desk.accountId };
		const refusedPlan = await post(path, {
			...plan,
			openings: "0",
			targetOn: "2027-04-01",
			revision: await revisionOf(),
		});
		expect(refusedPlan.statusCode).toBe(422);
		expect(refusedPlan.body).toMatch(/name="targetOn"[^>]*value="2027-04-01"/);
		const noDay = await post(path, { ...plan, targetOn: "2027-02-30", revision: await revisionOf() });
		expect([noDay.statusCode, noDay.body.includes("Choose a day")]).toEqual([422, true]);
		const conflict = await post(path, { ...plan, openings: "7", revision: "0" });
		expect(conflict.statusCode).toBe(409);
		expect(conflict.body).toMatch(/name="openings"[^>]*value="7"/);
		expect((await post(path, { ...plan, revision: await revisionOf() })).statusCode).toBe(303);
		const page = await get(path);
		expect(page).toContain("2 openings, start by Mon, 1 Mar 2027");
		expect(page).toContain("Robin recruiter edited the hiring plan");
		expect(await listHiringTeam(database.db, "dyer-of-wool")).toEqual([desk.accountId]);
		expect(JSON.stringify(await read())).not.toContain("2027-03-01");
	});
});

describe.each(serverDatabaseKinds)("the scorecard criteria of a job on %s", (kind) => {
	test("are the company's until it has its own, and a copy has them too", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		const path = `/jobs/${testJob.id}/criteria`;
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		expect(await get(path)).toContain("Company criteria");
		const revision = findRevision(await get(path));
		const fields = {
			"criteria-0-label": "Looms",
			"criteria-0-place": "2",
			"criteria-1-key": "craft",
			"criteria-1-label": "Craft",
			"criteria-1-question": "What have they made?",
			"criteria-1-place": "1",
			do: "save",
		};
		const long = await post(path, { ...fields, "criteria-0-label": "x".repeat(61), revision });
		expect([long.statusCode, long.body.includes("Use at most 60 characters")]).toEqual([422, true]);
		expect((await post(path, { ...fields, revision })).statusCode).toBe(303);
		const own = [
			{ key: "craft", label: "Craft", question: "What have they made?" },
			{ key: "looms", label: "Looms" },
		];
		expect((await listJobCriteria(database.db, [testJob.id])).get(testJob.id)).toEqual(own);
		expect((await post(path, { ...fields, revision })).statusCode).toBe(409);
		const copy = (await post(`/jobs/${testJob.id}`, { do: "copy" })).headers.location?.replace("/jobs/", "") ?? "";
		expect((await listJobCriteria(database.db, [copy])).get(copy)).toEqual(own);
		await post(path, { revision: findRevision(await get(path)), do: "reset" });
		expect(await get(path)).toContain("Company criteria");
	});
});

describe.each(serverDatabaseKinds)("the stages of a job on %s", (kind) => {
	/** The fields of a form with these stages. */
	const fieldsOf = (stages: readonly Stage[]) =>
		Object.fromEntries(
			stages.flatMap(({ key, label, open }, index) => [
				[`stages-${index}-key`, key],
				[`stages-${index}-label`, label],
				[`stages-${index}-open`, open ? "yes" : ""],
			]),
		) as Record<string, string>;

	test("are the company's until it has its own, whose keys stay, and no used one can be removed", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		const company = testDesk.application.stages;
		const path = `/jobs/${testJob.id}/stages`;
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		expect(await get(path)).toContain("Company stages");
		const trial: Stage = { key: "", label: "Trial day", open: true };
		const renamed = company.map((stage, index) => (index === 0 ? { ...stage, label: "Unread" } : stage));

		const stored = await post(path, {
			...fieldsOf([...renamed, trial]),
			revision: findRevision(await get(path)),
			do: "save",
		});

		expect(stored.statusCode).toBe(303);
		const own = (await listJobStages(database.db, [testJob.id])).get(testJob.id) ?? [];
		expect(own.map(({ key }) => key)).toEqual([...company.map(({ key }) => key), "trial-day"]);
		expect(own[0]?.label).toBe("Unread");

		await database.write(async (transaction) => {
			await insertApplication(transaction, createApplicationRecord("APP-1", "received", clock.now()));
		});
		const moved = await post("/applications/APP-1", { do: "stage", value: "trial-day", version: "1" });
		expect(moved.statusCode).toBe(303);
		expect(await get("/applications/APP-1")).toContain("stage: Unread → Trial day");
		expect(await get("/applications")).toContain(">Trial day<");
		const refused = await post(path, { ...fieldsOf(renamed), revision: findRevision(await get(path)), do: "save" });
		expect([refused.statusCode, refused.body.includes("1 in Trial day. Move them to another stage first")]).toEqual([
			422,
			true,
		]);
		expect((await post(path, { revision: findRevision(await get(path)), do: "reset" })).statusCode).toBe(422);
		await database.write((transaction) => setRecordStage(transaction, "APP-1", company[0]?.key ?? "", clock.now()));
		expect((await post(path, { revision: findRevision(await get(path)), do: "reset" })).statusCode).toBe(303);
		expect((await listJobStages(database.db)).size).toBe(0);
	});

	test("are not overwritten by outdated ones", async () => {
		const { get, post, database, clock } = await openJobs(kind);
		const path = `/jobs/${testJob.id}/stages`;
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const revision = findRevision(await get(path));
		const stages = [...testDesk.application.stages, { key: "", label: "Trial day", open: true }];
		expect((await post(path, { ...fieldsOf(stages), revision, do: "save" })).statusCode).toBe(303);
		expect((await post(path, { ...fieldsOf(stages), revision, do: "save" })).statusCode).toBe(409);
	});
});

test("errors are shown at their fields, and typed text stays", async () => {
	const { get, post, database, clock } = await openJobs();
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	const refused = await post(`/jobs/${testJob.id}`, {
		...written,
		summary: "",
		keywords: "dye",
		"questions-0-label": "Which colours?",
		"questions-0-kind": "choice",
		"questions-0-options": "Madder",
		revision: findRevision(await get(`/jobs/${testJob.id}`)),
		do: "save",
	});
	expect(refused.statusCode).toBe(422);
	for (const message of ["Enter the summary", "Enter at least two keywords", "a choice needs at least two options"])
		expect(refused.body).toContain(message);
	expect(refused.body).toContain('href="#questions-0-options"');
	expect(refused.body).toContain('value="Dyer of wool"');
});

test("questions keep their keys when their words change, and come in the order of their places", async () => {
	const { get, post } = await openJobs();
	const { headers } = await post("/jobs/new", {
		...written,
		"questions-0-label": "Which colours?",
		"questions-0-kind": "choice",
		"questions-0-options": "Madder\nWoad",
		"questions-0-required": "yes",
		"questions-1-label": "Why wool?",
		"questions-1-kind": "long-text",
		do: "save",
	});
	const path = headers.location as string;
	await post(path, {
		...written,
		"questions-0-key": "which-colours",
		"questions-0-label": "Which colours do you know?",
		"questions-0-kind": "choice",
		"questions-0-options": "Madder\nWoad",
		"questions-0-place": "2",
		"questions-1-key": "why-wool",
		"questions-1-label": "Why wool?",
		"questions-1-kind": "long-text",
		"questions-1-place": "1",
		revision: findRevision(await get(path)),
		do: "save",
	});
	const page = await get(path);
	expect([...page.matchAll(/name="questions-\d-key" value="([^"]*)"/g)].map(([, key]) => key)).toEqual([
		"why-wool",
		"which-colours",
		"",
		"",
	]);
	expect(page).toContain('value="Which colours do you know?"');
});

test("a copy is a draft with an address of its own", async () => {
	const { post, get, database, clock, listPublic } = await openJobs();
	await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
	const { headers } = await post(`/jobs/${testJob.id}`, { do: "copy" });
	expect(headers.location).toBe(`/jobs/${testJob.id}-2`);
	expect(await get(`/jobs/${testJob.id}-2`)).toContain(">Draft<");
	expect(await listPublic()).toEqual([testJob.id]);
});

test("people can apply for longer, and for no shorter time", async () => {
	const { post, get, database, clock } = await openJobs();
	await database.write((transaction) => insertJobs(transaction, [{ ...testJob, closesOn: "2027-01-31" }], clock.now()));
	for (const until of ["2027-01-30", "2027-02-30"]) {
		const refused = await post(`/jobs/${testJob.id}`, { do: "extend", until });
		expect([refused.statusCode, refused.body.includes("Choose a day after the current")]).toEqual([422, true]);
	}
	expect((await post(`/jobs/${testJob.id}`, { do: "extend", until: "2027-03-31" })).statusCode).toBe(303);
	expect(await get(`/jobs/${testJob.id}`)).toContain('value="2027-03-31"');
});

test("the preview is the page of the site, and may run nothing in the desk's origin", async () => {
	const { post, asked } = await openJobs();
	const { statusCode, headers, body } = await post("/jobs/preview", written);
	expect([statusCode, asked, body.includes("<h1>Rendered</h1>")]).toEqual([200, ["/career/jobs/preview"], true]);
	expect(headers["content-security-policy"]).toMatch(/script-src 'none';.*sandbox allow-same-origin$/);
	expect(headers["content-security-policy"]).toMatch(/style-src 'self' 'sha256-[^']+';/);
});

test.each(["", "soon", "2026-02-30"])(
	"the preview of a job whose last day is %j, which no page can say, has today's",
	async (closesOn) => {
		const { post, previewed, clock } = await openJobs();
		expect((await post("/jobs/preview", { ...written, closesOn })).statusCode).toBe(200);
		const today = clock.now().toZonedDateTimeISO(testCompany.timeZone).toPlainDate().toString();
		expect(previewed.map((job) => job?.closesOn)).toEqual([today]);
	},
);

test("an address without a job is none, whatever is asked of it", async () => {
	const { desk, post } = await openJobs();
	expect((await desk.inject({ method: "GET", url: "/jobs/none" })).statusCode).toBe(404);
	expect((await desk.inject({ method: "GET", url: "/jobs/none/publish" })).statusCode).toBe(404);
	for (const action of ["save", "close", "reopen", "copy", "extend"])
		expect((await post("/jobs/none", { do: action, until: "2099-01-01" })).statusCode).toBe(404);
});
