import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { testJob } from "../tests/support/job-application.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["recruiter"] });
	const reference = await storeApplication(server.database);
	return {
		...server,
		desk,
		reference,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "");
		},
		/** Sends a form as a browser without scripts does. */
		post: (url: string, fields: Record<string, string> | [string, string][]) =>
			desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			}),
	};
}

/** Stores two applications for a position: APP-00000002 and APP-00000003. */
async function storeWeavers(database: Database): Promise<void> {
	for (const [index, fullName] of ["Bela Varga", "Chand Rao"].entries())
		await storeApplication(database, {
			reference: `APP-0000000${index + 2}`,
			jobId: "weaver",
			jobTitle: "Weaver",
			answers: { fullName },
		});
}

/** The column of a stage. */
function readColumn(html: string, stage: string): string {
	const [, column = ""] = new RegExp(`id="stage-${stage}"(.*?)</details>`, "s").exec(html) ?? [];
	return column;
}

describe("applications at the desk, without scripts", () => {
	test("are found by position, stage, owner and the way by which they came, and by every word of theirs", async () => {
		const { get, post, database } = await openDesk();
		await storeApplication(database, {
			reference: "APP-00000002",
			jobId: "weaver",
			jobTitle: "Weaver",
			answers: { fullName: "Bela Varga", referred: "Yes" },
		});
		expect(await get("/applications")).toMatch(/Asha Rao.*React Engineer/s);
		const ofWeavers = await get("/applications?topic=weaver&source=referral&stage=new&owner=nobody");
		expect(ofWeavers).toContain("Bela Varga");
		expect(ofWeavers).not.toContain("Asha Rao");
		expect(await get("/applications?topic=weaver&source=site")).toContain("No applications match these filters");
		expect((await post("/search", { search: "bela weaver" })).body).toContain("APP-00000002");
	});

	test("are found by the stages of their own job, which answers and changes offer too", async () => {
		const { get, post, database, reference } = await openDesk();
		const weaver = await storeApplication(database, {
			reference: "APP-00000002",
			jobId: "weaver",
			jobTitle: "Weaver",
			answers: { fullName: "Bela Varga" },
		});
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "first-look", label: "First look", open: true },
				{ key: "rejected", label: "Not this time", open: false },
			]),
		);
		const optionsOf = (html: string, name: string) =>
			[
				...(new RegExp(`name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "").matchAll(
					/value="([^"]*)"[^>]*>([^<]*)/g,
				),
			].map(([, , label]) => label);
		const all = await get("/applications");
		expect(optionsOf(all, "stage")).toEqual(expect.arrayContaining(["New", "Rejected", "First look (Weaver)"]));
		const ofWeavers = await get("/applications?topic=weaver");
		expect(optionsOf(ofWeavers, "stage")).toEqual(["Any", "First look", "Not this time"]);
		expect(ofWeavers).toContain('value="stage:first-look"');
		expect(await get("/applications?topic=weaver&stage=first-look")).toContain("Bela Varga");
		expect(optionsOf((await post("/applications/answer", { reference: weaver })).body, "stage")).toEqual([
			"Keep stage",
			"First look",
			"Not this time",
		]);
		const both: [string, string][] = [
			["reference", reference],
			["reference", weaver],
		];
		expect(optionsOf((await post("/applications/answer", both)).body, "stage")).toEqual(["Keep stage", "Rejected"]);
	});

	test("stay open for the reason when their stage has reasons, also over the board", async () => {
		const { get, post, reference } = await openDesk();
		const move = async (path: string, value: string, version: string) =>
			(await post(path, { do: "stage", value, version, next: "APP-00000009" })).headers.location;
		const path = `/applications/${reference}`;
		expect(await move(`${path}?show=mine`, "rejected", "1")).toBe(`${path}?show=mine#reason`);
		expect(await get(path)).toContain('<select id="reason"');
		expect(await move(path, "hired", "2")).toBe("/applications/APP-00000009");
		const board = `/applications/board/${reference}`;
		expect(await move(board, "rejected", "3")).toMatch(new RegExp(`^${board}\\?job=.+#reason$`));
	});

	test("of one person are shown as such, on their pages, in the list and on the board", async () => {
		const { get, database, reference } = await openDesk();
		const other = await storeApplication(database, {
			reference: "APP-00000002",
			jobId: "weaver",
			jobTitle: "Weaver",
			answers: { fullName: "A. Rao", email: "asha.rao@other.example", phone: "098100 00000" },
		});
		await storeApplication(database, {
			reference: "APP-00000003",
			answers: { fullName: "Bela Varga", email: "bela@applicant.example", phone: "+91 98100 77777" },
		});
		const page = await get(`/applications/${reference}`);
		expect(page).toContain("Other records of this person");
		expect(page).toMatch(/href="\/applications\/APP-00000002"[^>]*>Weaver<.*A\. Rao.*same phone number/s);
		expect(await get(`/applications/${other}`)).toContain("React Engineer");
		expect(await get("/applications/APP-00000003")).not.toContain("by this person");
		const list = await get("/applications");
		expect(list.match(/>applied more than once</g)).toHaveLength(2);
		expect((await get("/applications/board?job=react-engineer")).match(/applied more than once</g)).toHaveLength(1);
	});

	test("of a position are downloaded as CSV and as ZIP with resumes, of a known length, and entered in the audit log", async () => {
		const { get, desk, database, clock } = await openDesk();
		const folder = join(database.dataDirectory, "files");
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, "APP-00000001.pdf"), "resume");
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		expect(await get("/jobs/react-engineer")).toContain('href="/jobs/react-engineer/export"');
		const page = await get("/jobs/react-engineer/export");
		const zipPath = "/jobs/react-engineer/applications.zip";
		expect(page).toContain(`href="${zipPath}"`);
		const csv = await desk.inject({ url: "/jobs/react-engineer/applications.csv" });
		expect(csv.headers["content-disposition"]).toBe('attachment; filename="react-engineer.csv"');
		expect(csv.body).toContain("APP-00000001");
		const zip = await desk.inject({ url: zipPath });
		expect(zip.headers).toMatchObject({
			"content-type": "application/zip",
			"content-disposition": 'attachment; filename="react-engineer.zip"',
			"content-length": String(zip.rawPayload.length),
		});
		expect(zip.rawPayload.includes("resumes/APP-00000001 Asha Rao.pdf")).toBe(true);
		const entries = await database.db.selectFrom("auditLog").select(["action", "subject"]).execute();
		expect(entries).toEqual([
			{ action: "job.applications-csv", subject: "react-engineer" },
			{ action: "job.applications-zip", subject: "react-engineer" },
		]);
		expect(await get("/jobs/react-engineer")).toContain("downloaded the applications with resumes");
		expect((await desk.inject({ url: "/jobs/no-such/applications.zip" })).statusCode).toBe(404);
	});

	test("whose download is given up, or only asked about, leaves no file open", async () => {
		const { desk, database, clock } = await openDesk();
		const folder = join(database.dataDirectory, "files");
		await mkdir(folder, { recursive: true });
		const bytes = 8_000_000;
		await writeFile(join(folder, "long.pdf"), Buffer.alloc(bytes));
		const reference = await storeApplication(database, {
			reference: "APP-00000002",
			resume: { file: "long.pdf", name: "cv.pdf", bytes, sha256: "" },
		});
		await database.write((transaction) => insertJobs(transaction, [testJob], clock.now()));
		const paths = [`/applications/${reference}/file`, "/jobs/react-engineer/applications.zip?key=1"];
		for (const url of paths) {
			const asked = await desk.inject({ method: "HEAD", url });
			expect(asked).toMatchObject({ statusCode: 200, body: "" });
			expect(Number(asked.headers["content-length"])).toBeGreaterThan(0);
		}
		const origin = await desk.app.listen({ port: 0, host: "127.0.0.1" });
		for (const path of paths) {
			const download = request(origin + path, { headers: { cookie: desk.cookie } });
			download.end();
			const [response] = (await once(download, "response")) as [IncomingMessage];
			await once(response, "readable");
			download.destroy();
		}
		// The file store of every test checks at the end that every opened file was closed.
	});

	test("take notes, replies by template, a change of stage and its undoing", async () => {
		const { get, post, reference, database, desk } = await openDesk();
		const path = `/applications/${reference}`;
		await post(path, { do: "note", text: "Wove at a fair" });
		await post(path, { do: "stage", value: "in-review", version: "1" });
		await post(path, { do: "owner", value: desk.accountId, version: "2" });
		const page = await get(path);
		for (const part of ["Wove at a fair", "stage: New → In review", "I weave pages."]) expect(page).toContain(part);
		await post(path, { do: "send", subject: "Your application", text: "Dear Asha,\n\nno." });
		const [reply] = await database.db.selectFrom("recordReplies").selectAll().execute();
		expect(reply).toMatchObject({ recipient: "asha@applicant.example", subject: "Your application" });
		const actions = await database.db.selectFrom("auditLog").select("action").execute();
		expect(actions.map(({ action }) => action)).toEqual(
			expect.arrayContaining(["application.note", "application.stage", "application.owner", "application.reply"]),
		);
	});

	test("stand on the board of their position by stage, and are moved by its menu", async () => {
		const { get, post, reference } = await openDesk();
		const before = await get("/applications/board?job=react-engineer");
		expect(readColumn(before, "new")).toContain("Asha Rao");
		expect(readColumn(before, "in-review")).not.toContain("Asha Rao");
		const board = "/applications/board?job=react-engineer";
		const moved = await post(board, { reference, version: "1", stage: "in-review" });
		expect(moved.headers.location).toBe(board);
		expect(readColumn(await get(board), "in-review")).toContain("Asha Rao");
		expect((await get(`/applications/${reference}`)).includes("stage: New → In review")).toBe(true);
	});

	test("keep their days in a stage when a move is undone", async () => {
		const { get, post, clock, database } = await openDesk();
		const board = "/applications/board?job=react-engineer";
		const receivedAt = clock.now().subtract({ hours: 5 * 24 });
		const reference = await storeApplication(database, { reference: "APP-00000002", receivedAt });
		expect(readColumn(await get(board), "new")).toContain("5 d");
		const { undo } = readNotice(await post(board, { reference, version: "1", stage: "in-review" }));
		expect(readColumn(await get(board), "in-review")).not.toContain("5 d");
		await post(board, { do: undo?.does ?? "", id: undo?.id ?? "" });
		expect(readColumn(await get(board), "new")).toContain("5 d");
	});

	test("are not moved on the board when somebody else was faster, or to a stage that is none", async () => {
		const { get, post, reference } = await openDesk();
		const board = "/applications/board?job=react-engineer";
		await post(board, { reference, version: "1", stage: "in-review" });
		await post(board, { reference, version: "1", stage: "hired" });
		await post(board, { reference, version: "2", stage: "no-such-stage" });
		await post(board, { reference: "APP-99999999", version: "1", stage: "hired" });
		expect(readColumn(await get(board), "in-review")).toContain("Asha Rao");
	});

	test("of more than a column shows are counted, and the list has the rest", async () => {
		const { get, database } = await openDesk();
		for (let index = 2; index <= 60; index++)
			await storeApplication(database, { reference: `APP-${String(index).padStart(8, "0")}` });
		const column = readColumn(await get("/applications/board"), "new");
		expect(column.match(/data-card=/g)).toHaveLength(50);
		expect(column).toContain("View all 60");
		expect(await get("/applications?topic=react-engineer&stage=new")).toContain("60 found");
	});

	test("are answered together with a template, after a look at every e-mail, and can be stopped", async () => {
		const { get, post, database, clock, reference } = await openDesk();
		const other = await storeApplication(database, {
			reference: "APP-00000002",
			answers: { fullName: "Bela <b>Varga</b>", email: "bela@applicant.example" },
		});
		const chosen: [string, string][] = [
			["reference", reference],
			["reference", other],
		];
		const form = await post("/applications/answer", chosen);
		expect(form.body).toContain("Preview e-mails");
		const written: [string, string][] = [
			["subject", "Your application {reference}"],
			["text", "Dear {firstName},\n\nno."],
			["stage", "rejected"],
			["delay", "1"],
		];
		const refused = await post("/applications/answer", [
			...chosen,
			["subject", " "],
			["text", ""],
			["step", "preview"],
		]);
		expect(refused.body).toContain("Enter a subject");
		const preview = (await post("/applications/answer", [...chosen, ...written, ["step", "preview"]])).body;
		for (const part of ["Dear Asha,", "Dear Bela,", "Your application APP-00000002", "New → Rejected"])
			expect(preview.replaceAll("<!-- -->", "")).toContain(part);
		expect(preview).not.toContain("<b>Varga");
		expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);

		const [, batch = ""] = /name="batch" value="([^"]+)"/.exec(preview) ?? [];
		const sent = await post("/applications/answer", [
			...chosen,
			["version", "1"],
			["version", "1"],
			...written,
			["batch", batch],
			["step", "send"],
		]);
		expect(sent.headers.location).toBe(`/applications/answers/${batch}`);
		const page = await get(`/applications/answers/${batch}`);
		for (const part of ["2 replies", "Stop 2", "asha@applicant.example", "bela@applicant.example"])
			expect(page).toContain(part);
		expect(await get(`/applications/${reference}`)).toContain(">Stop</button>");
		const { replyId } = await database.db
			.selectFrom("recordAnswers")
			.select("replyId")
			.where("reference", "=", reference)
			.executeTakeFirstOrThrow();
		await post(`/applications/${other}`, { do: "stop-answer", id: replyId });
		expect(await get(`/applications/answers/${batch}`)).toContain("Stop 2");
		await post(`/applications/${reference}`, { do: "stop-answer", id: replyId });
		expect(await get(`/applications/answers/${batch}`)).toContain("Stop 1");
		// Its delay is over, and it waits: there is no mail server.
		clock.advance({ hours: 1, minutes: 20 });
		const late = await get(`/applications/answers/${batch}`);
		for (const part of ["Stop 1", "Late", "waiting since"]) expect(late).toContain(part);
		expect(await get(`/applications/${other}`)).toContain(">Stop</button>");
		await post(`/applications/answers/${batch}`, []);
		expect(await get(`/applications/answers/${batch}`)).toContain("None waiting.");
		expect(await get("/applications?stage=new")).toContain("2 found");
	});

	test("unanswered for 14 days are listed, and one button replies to all of a list", async () => {
		const { get, post, database } = await openDesk();
		await storeApplication(database, {
			reference: "APP-00000002",
			receivedAt: Temporal.Instant.from("2026-11-01T06:00:00Z"),
			answers: { fullName: "Bela Varga" },
		});
		expect(await get("/")).toContain("1 without a reply for 14 days");
		const forgotten = await get("/applications?show=forgotten");
		expect(forgotten).toContain("Bela Varga");
		expect(forgotten).not.toContain("Asha Rao");
		const form = (await post("/applications/answer", { all: "yes", show: "forgotten" })).body;
		expect(form.match(/name="reference" value="APP-\d+"/g)).toEqual(['name="reference" value="APP-00000002"']);
		// She had a reply, and has written again since.
		const wrote = (awaitingSince: string) =>
			database.db
				.updateTable("records")
				.set({ answeredAt: "2026-11-02T06:00:00.000Z", awaitingSince })
				.where("reference", "=", "APP-00000002")
				.execute();
		await wrote("2026-11-22T06:00:00.000Z");
		expect(await get("/")).not.toContain("without a reply for 14 days");
		expect(await get("/applications?show=forgotten")).not.toContain("Bela Varga");
		await wrote("2026-11-03T06:00:00.000Z");
		expect(await get("/")).toContain("1 without a reply for 14 days");
		expect(await get("/applications?show=forgotten")).toContain("Bela Varga");
	});

	test("of a position with its own stages are the same on its list, in its CSV and in a reply to all of them", async () => {
		const { get, post, database } = await openDesk();
		await storeWeavers(database);
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "trial-day", label: "Trial day", open: true },
				{ key: "declined", label: "Declined by phone", open: false },
			]),
		);
		await post("/applications/APP-00000003", { do: "stage", value: "declined", version: "1" });
		for (const filter of [{ topic: "weaver" }, { topic: "weaver", stage: "trial-day" }]) {
			const list = await get(`/applications?${new URLSearchParams(filter)}`);
			expect([list.includes("Bela Varga"), list.includes("Chand Rao")]).toEqual([true, false]);
			const csv = await get(`/applications.csv?${new URLSearchParams({ ...filter, of: "list" })}`);
			expect(csv.match(/APP-\d+/g)).toEqual(["APP-00000002"]);
			const form = (await post("/applications/answer", { all: "yes", ...filter })).body;
			expect(form.match(/name="reference" value="APP-\d+"/g)).toEqual(['name="reference" value="APP-00000002"']);
		}
	});

	test("that nobody has moved are at the first stage of their own position when all positions are filtered", async () => {
		const { get, post, database } = await openDesk();
		await storeWeavers(database);
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "trial-day", label: "Trial day", open: true },
				{ key: "new", label: "New again", open: true },
				{ key: "declined", label: "Declined by phone", open: false },
			]),
		);
		const listNames = async (stage: string) => {
			const list = await get(`/applications?stage=${stage}`);
			return ["Asha Rao", "Bela Varga", "Chand Rao"].filter((name) => list.includes(name));
		};
		expect(await listNames("new")).toEqual(["Asha Rao"]);
		expect(await listNames("trial-day")).toEqual(["Bela Varga", "Chand Rao"]);
		expect(await listNames("trial-day&topic=weaver")).toEqual(["Bela Varga", "Chand Rao"]);
		await post("/applications/APP-00000003", { do: "stage", value: "new", version: "1" });
		expect(await listNames("new")).toEqual(["Asha Rao", "Chand Rao"]);
		expect(await listNames("trial-day")).toEqual(["Bela Varga"]);
		expect(await listNames("in-review")).toEqual([]);
	});

	test("at a final stage of their position alone are done in every list, count and reply to all", async () => {
		const { get, post, database } = await openDesk();
		for (const [index, fullName] of ["Bela Varga", "Chand Rao", "Dev Nair"].entries())
			await storeApplication(database, {
				reference: `APP-0000000${index + 2}`,
				jobId: "weaver",
				jobTitle: "Weaver",
				receivedAt: Temporal.Instant.from("2026-11-01T06:00:00Z"),
				answers: { fullName, email: "weaver@applicant.example" },
			});
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "trial-day", label: "Trial day", open: true },
				{ key: "rejected", label: "Tried by hand", open: true },
				{ key: "declined", label: "Declined by phone", open: false },
			]),
		);
		await post("/applications/APP-00000003", { do: "stage", value: "declined", version: "1" });
		// This position takes the company's key of a final stage for an open one.
		await post("/applications/APP-00000004", { do: "stage", value: "rejected", version: "1" });
		const listNames = async (query: string) => {
			const list = await get(`/applications?${query}`);
			return ["Bela Varga", "Chand Rao", "Dev Nair"].filter((name) => list.includes(name));
		};
		for (const show of ["", "unassigned", "unanswered", "forgotten"])
			expect(await listNames(`show=${show}`), show).toEqual(["Bela Varga", "Dev Nair"]);
		for (const topic of ["", "&topic=weaver"]) expect(await listNames(`show=done${topic}`)).toEqual(["Chand Rao"]);
		await post("/applications/APP-00000001", { do: "stage", value: "rejected", version: "1" });
		for (const query of ["", "?topic=weaver"])
			expect(await get(`/applications${query}`)).toContain('Inbox <span class="number">2</span>');
		expect(await get("/")).toContain("2 without a reply for 14 days");
		const form = (await post("/applications/answer", { all: "yes", show: "forgotten" })).body;
		expect(form.match(/name="reference" value="APP-\d+"/g)).toHaveLength(2);
		expect(form).not.toContain("APP-00000003");
		expect(await get("/contacts")).toMatch(/data-label="Open records"[^>]*>(?:<[^>]*>)*2</);
	});

	test("are reviewed by members, who see others' scores after giving their own", async () => {
		const server = await openDesk();
		const { get, post, reference } = server;
		const path = `/applications/${reference}`;
		const other = await server.openDesk({ roles: ["admin"] });
		const readAsOther = async () => (await other.inject({ url: path })).body.replaceAll("<!-- -->", "");
		await post(path, {
			do: "score",
			"score-craft": "5",
			"text-craft": "Weaves <b>well</b>",
			"score-teamwork": "4",
			recommendation: "strong-yes",
		});
		const own = await get(path);
		expect(own).toContain("Weaves &lt;b&gt;well&lt;/b&gt;");
		expect(own).toContain("Change your scores");
		const [, rows = ""] = /<caption[^>]*>All scores<.*?<tbody>(.*?)<\/tbody>/s.exec(own) ?? [];
		expect([...rows.matchAll(/<t[hd][ >]/g)], "one row of a reviewer and two criteria").toHaveLength(3);
		for (const ofOne of ["No other scores yet", " average", "1 × Strong yes"]) expect(own).not.toContain(ofOne);
		const hidden = await readAsOther();
		expect(hidden).toContain("1 other scorecard. You will see them after you submit yours.");
		expect(hidden).not.toContain("Weaves");
		expect((await post(path, { do: "score", "score-craft": "9" })).body).toContain("Score Craft");
		await other.inject({
			method: "POST",
			url: path,
			headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
			payload: new URLSearchParams({
				do: "score",
				"score-craft": "2",
				"score-teamwork": "4",
				recommendation: "no",
			}).toString(),
		});
		const shown = await readAsOther();
		expect(shown).toContain("Weaves");
		expect(shown).toContain("3.8 average");
		expect(shown).toContain("1 × Strong yes, 1 × No");
		expect(shown).toContain("What have they made?");
		expect(await get(path)).toContain("3.5 average");
	});
});
