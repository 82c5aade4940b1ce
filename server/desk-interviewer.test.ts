import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { updateAccount } from "../core/accounts/store.server.ts";
import { saveHost } from "../core/appointments/host-store.server.ts";
import { access } from "../desk/guard/access.ts";
import { listInterviewsOf } from "../features/careers/interviews/store.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { eventually } from "../tests/support/eventually.ts";
import { bothPurposes } from "../tests/support/interviews.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { loadTestDesk } from "../tests/support/test-desk.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const own = "APP-0WNAPPL1";
const other = "APP-0THERAP1";
const [place] = testCompany.offices;

/** Text of the other applicant, and of the own one's contact details and colleagues' notes. */
const secrets = [
	"Unseen",
	"unseen@applicant.example",
	"+91 98100 22222",
	"own@applicant.example",
	"+91 98100 11111",
	"7 Private Lane",
	"internal remark",
];

/** An interviewer with one of two applicants, a recruiter, and an interview booked for each applicant. */
async function openOffice(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock, url } = server;
	const recruiterDesk = await server.openDesk({ roles: ["recruiter"] });
	const recruiter = createDeskBrowser(recruiterDesk);
	const desk = await server.openDesk({ roles: ["recruiter"] });
	const interviewer = createDeskBrowser(desk);
	const folder = join(database.dataDirectory, "files");
	await mkdir(folder, { recursive: true });
	const people = [
		{ reference: own, fullName: "Asha Own", email: "own@applicant.example", phone: "+91 98100 11111" },
		{ reference: other, fullName: "Unseen Person", email: "unseen@applicant.example", phone: "+91 98100 22222" },
	];
	for (const { reference, ...answers } of people) {
		const file = `${reference}.pdf`;
		await copyFile(new URL("../tests/fixtures/resumes/latex.pdf", import.meta.url), join(folder, file));
		await storeApplication(database, {
			reference,
			answers: { ...answers, currentAddress: "7 Private Lane", coverLetter: `Letter of ${reference}` },
			resume: { file, name: "cv.pdf", bytes: 1, sha256: reference },
		});
	}
	for (const { accountId } of [recruiterDesk, desk])
		await database.write((transaction) =>
			saveHost(transaction, accountId, bothPurposes, { version: 0, now: clock.now() }),
		);
	// From before, when the member was a recruiter.
	for (const { reference } of people)
		await recruiter.post(`/applications/${reference}`, { do: "note", text: "@Robin recruiter internal remark" });
	await database.write((transaction) => updateAccount(transaction, desk.accountId, { roles: ["interviewer"] }));

	async function offer(reference: string, hosts: readonly string[], slot: string) {
		const form: [string, string][] = [
			...hosts.map((id): [string, string] => ["host", id]),
			["length", "45"],
			["first", "2026-11-24"],
			["last", "2026-11-25"],
			["place", `office-${place?.id}`],
			["subject", "An interview"],
			["text", "When suits you?"],
			["do", "send"],
		];
		const sent = await recruiter.post(`/applications/${reference}/interview`, form);
		expect([sent.statusCode, sent.headers.location]).toEqual([303, `/applications/${reference}#interviews`]);
		const interview = (await listInterviewsOf(database.db, [reference])).at(-1)?.reference ?? "";
		if (slot !== "") await recruiter.post(`/interviews/${interview}`, { do: "move", slot });
		return interview;
	}
	const interview = await offer(own, [desk.accountId], "2026-11-24 11:00 AM");
	const otherInterview = await offer(other, [recruiterDesk.accountId], "2026-11-24 2:00 PM");
	return {
		...server,
		url,
		recruiter,
		recruiterId: recruiterDesk.accountId,
		desk,
		interviewer,
		interview,
		otherInterview,
		offer,
	};
}

/** Everything stored but what reading leaves behind. */
async function dump({ database: { db } }: Awaited<ReturnType<typeof openOffice>>) {
	return {
		records: await db.selectFrom("records").selectAll().orderBy("reference").execute(),
		notes: await db.selectFrom("recordNotes").selectAll().execute(),
		interviews: await db.selectFrom("interviews").selectAll().orderBy("id").execute(),
		scorecards: await db.selectFrom("scorecards").selectAll().execute(),
		emails: (await db.selectFrom("emails").select("id").orderBy("id").execute()).length,
	};
}

const { pages } = await loadTestDesk();

/** Actions of records, as their forms name them. */
const actions = [
	"note",
	"edit-note",
	"send",
	"preview",
	"spam",
	"stage",
	"owner",
	"followUp",
	"snooze",
	"value",
	"undo",
	"add-email",
	"move-message",
	"retry",
	"stop-answer",
	"cancel",
	"move",
	"reassign",
	"outcome",
	"undo-offer",
];

describe.each(serverDatabaseKinds)("an interviewer on %s", (kind) => {
	test(
		"finds their own applicant on every address of the desk, and nothing of any other",
		{ tags: "all", timeout: 300_000 },
		async () => {
			const office = await openOffice(kind);
			const { desk, interview, otherInterview } = office;
			const addresses = (pattern: string) =>
				pattern.includes(":reference")
					? [own, other, interview, otherInterview].map((reference) => pattern.replace(":reference", reference))
					: [pattern];
			const before = await dump(office);
			const shown = new Map<string, number>();
			for (const { pattern, id } of pages.routes) {
				if (/^\/(?:sign-out|live)$/.test(pattern)) continue;
				for (const address of addresses(pattern))
					for (const isData of access[id]?.isDownload ? [false] : [false, true]) {
						const path = address.replace(/:\w+|\*/g, "0f0f0f0f");
						const url = isData ? `${path === "/" ? "/_" : path}.data` : path;
						for (const method of ["GET", "POST"] as const) {
							const { statusCode, body } = await desk.inject({
								method,
								url,
								headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
								...(method === "POST" && { payload: "" }),
							});
							expect([method, url, statusCode < 500]).toEqual([method, url, true]);
							const found = secrets.filter((secret) => body.includes(secret));
							expect([method, url, ...found]).toEqual([method, url]);
							if (!path.includes(other) && !path.includes(otherInterview))
								expect([method, url, body.includes(other), body.includes(otherInterview)]).toEqual([
									method,
									url,
									false,
									false,
								]);
							if (statusCode === 200 && body.includes("Asha Own")) shown.set(`${method} ${url}`, statusCode);
						}
					}
			}
			// React Router shows a page's data with the status of the page; errors and redirects have no name.
			expect([...shown.keys()].toSorted()).toEqual(
				[
					"GET /my-interviews",
					"GET /my-interviews.data",
					`GET /my-interviews/${own}`,
					`GET /my-interviews/${own}.data`,
					`GET /my-interviews/${own}/resume`,
				].toSorted(),
			);
			expect(await dump(office)).toEqual(before);
		},
	);

	test("reads resume, answers, time and place, and gives a scorecard; everybody else does not exist", async () => {
		const { interviewer, desk, interview, otherInterview, database } = await openOffice(kind);
		expect((await desk.inject({ url: "/" })).headers.location).toBe("/my-interviews");
		expect(await interviewer.get("/my-interviews")).toContain(`href="/my-interviews/${own}"`);
		const page = await interviewer.get(`/my-interviews/${own}`);
		for (const part of [
			"Asha Own",
			"React Engineer",
			`Letter of ${own}`,
			"Tuesday, 24 November 2026 at 11:00 AM",
			place?.street ?? "",
			"Craft",
			`src="/my-interviews/${own}/resume"`,
		])
			expect(page).toContain(part);
		expect((await desk.inject({ url: `/interviews/${interview}` })).headers.location).toBe(
			`/my-interviews/${interview}`,
		);
		expect((await desk.inject({ url: `/my-interviews/${interview}` })).headers.location).toBe(`/my-interviews/${own}`);
		const file = await desk.inject({ url: `/my-interviews/${own}/file` });
		expect([file.statusCode, file.headers["content-disposition"]]).toEqual([
			200,
			expect.stringContaining("attachment"),
		]);
		for (const reference of [other, otherInterview, "APP-N0THERE1"])
			for (const path of ["", "/file", "/resume"]) {
				const { statusCode } = await desk.inject({ url: `/my-interviews/${reference}${path}` });
				expect([reference, path, statusCode]).toEqual([reference, path, 404]);
			}
		const scores = { do: "score", "score-craft": "4", "score-teamwork": "5", recommendation: "yes" };
		expect((await interviewer.post(`/my-interviews/${other}`, scores)).statusCode).toBe(404);
		const { recommendation, ...unfinished } = { ...scores, "text-craft": "Careful with tests." };
		const refused = (await interviewer.post(`/my-interviews/${own}`, unfinished)).body;
		expect(refused).toContain("Choose a recommendation");
		expect(refused).toMatch(/<input[^>]*name="score-craft"[^>]*checked=""[^>]*value="4"/);
		expect(refused).toMatch(/name="text-craft"[^>]*value="Careful with tests\."/);
		expect((await interviewer.post(`/my-interviews/${own}`, scores)).headers.location).toBe(`/my-interviews/${own}`);
		const given = await database.db.selectFrom("scorecards").select(["reference", "accountId"]).execute();
		expect(given).toEqual([1, 2].map(() => ({ reference: own, accountId: desk.accountId })));
	});

	test("changes nothing but the scorecard", async () => {
		const office = await openOffice(kind);
		const { interviewer, interview } = office;
		const before = await dump(office);
		for (const action of actions)
			for (const path of [
				`/my-interviews/${own}`,
				`/applications/${own}`,
				`/applications/board/${own}`,
				`/interviews/${interview}`,
			]) {
				const fields = { do: action, value: "rejected", text: "x", subject: "x", version: "1" };
				const { statusCode } = await interviewer.post(path, fields);
				expect([path, action, statusCode]).toEqual([path, action, path.startsWith("/my-interviews") ? 400 : 403]);
			}
		expect(await dump(office)).toEqual(before);
	});

	test("finds nobody by search or palette, and has no notifications of earlier rights", async () => {
		const { interviewer } = await openOffice(kind);
		for (const path of ["/search", "/go", "/go/find"])
			for (const search of ["Unseen", "unseen@applicant.example", other, "Letter", "remark", "98100"]) {
				const { statusCode, body } = await interviewer.post(path, { search });
				expect([path, search, statusCode]).toEqual([path, search, 200]);
				expect([path, search, body.includes("Unseen Person"), body.includes("Asha Own")]).toEqual([
					path,
					search,
					false,
					false,
				]);
				expect(body).not.toContain(`/applications/`);
			}
		const page = await interviewer.get("/notifications");
		expect([page.includes("internal remark"), page.includes('class="unread-count"')]).toEqual([false, false]);
	});

	test("finds their own applicant by search and palette", async () => {
		const { interviewer, recruiter } = await openOffice(kind);
		const applicant = { path: `/my-interviews/${own}`, name: "Asha Own", about: `React Engineer · ${own}` };
		for (const search of ["asha", own, "react own"]) {
			const found = JSON.parse((await interviewer.post("/go/find", { search })).body) as unknown;
			expect(found).toEqual([{ name: "My applicants", places: [applicant] }]);
			expect((await interviewer.post("/search", { search })).body).toContain(`href="/my-interviews/${own}"`);
		}
		expect((await recruiter.post("/go/find", { search: "asha" })).body).not.toContain("/my-interviews/");
	});

	test("has a calendar with their own interviews alone, without contact details", async () => {
		const { interviewer, desk, url, interview, otherInterview } = await openOffice(kind);
		const { secret: made } = await followToSecret(
			await interviewer.post("/my-calendar", { do: "feed" }),
			desk,
			/http:[^<]+\.ics/,
		);
		const calendar = (
			await (await fetch(url + (/\/demo\/calendar\/[0-9a-f]{40}\.ics/.exec(made)?.[0] ?? "/none"))).text()
		).replaceAll("\r\n ", "");
		expect([calendar.includes(interview), calendar.includes(otherInterview)]).toEqual([true, false]);
		for (const secret of secrets) expect([secret, calendar.includes(secret)]).toEqual([secret, false]);
	});

	test("loses the right with the interview, at once and everywhere, and hears of it", async () => {
		const { interviewer, desk, recruiter, recruiterId, interview, offer } = await openOffice(kind);
		const deskUrl = await desk.app.listen({ port: 0, host: "127.0.0.1" });
		const heard = await listen(deskUrl, desk.cookie);
		await eventually(() => expect(heard.text).toContain('data: ["*"]'));
		const expectRight = async (has: boolean) => {
			for (const path of ["", "/file", "/resume"]) {
				const { statusCode } = await desk.inject({ url: `/my-interviews/${own}${path}` });
				expect([path, statusCode]).toEqual([path, has ? 200 : 404]);
			}
			expect((await interviewer.get("/my-interviews")).includes("Asha Own")).toBe(has);
			const scored = await interviewer.post(`/my-interviews/${own}`, { do: "score" });
			expect(scored.statusCode).toBe(has ? 200 : 404);
		};
		const hears = async (act: () => Promise<unknown>) => {
			heard.text = "";
			await act();
			await eventually(() => expect(heard.text).toContain(`record:${own}`));
			expect(heard.text).not.toContain(other);
		};
		await expectRight(true);
		await recruiter.post(`/applications/${other}`, { do: "note", text: "Nobody hears of it" });
		await hears(() => recruiter.post(`/interviews/${interview}`, { do: "cancel" }));
		await expectRight(false);
		let next = "";
		await hears(async () => (next = await offer(own, [desk.accountId, recruiterId], "")));
		await expectRight(true);
		await hears(() => recruiter.post(`/interviews/${next}`, { do: "reassign", host: recruiterId }));
		await expectRight(false);
		await hears(async () => (next = await offer(own, [desk.accountId], "2026-11-25 11:00 AM")));
		await expectRight(true);
		await hears(() => recruiter.post(`/applications/${own}`, { do: "spam", value: "yes", version: "1" }));
		await expectRight(false);
	});
});

/** Reads live updates in the background. */
async function listen(url: string, cookie: string): Promise<{ text: string }> {
	const { body } = await fetch(`${url}/live`, {
		headers: { cookie, accept: "text/event-stream", "sec-fetch-site": "same-origin" },
	});
	const reader = (body as ReadableStream<Uint8Array>).getReader();
	onTestFinished(() => reader.cancel().catch(() => undefined));
	const heard = { text: "" };
	const decoder = new TextDecoder();
	void (async () => {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			heard.text += decoder.decode(value, { stream: true });
		}
	})().catch(() => undefined);
	return heard;
}
