import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { sqliteFileName } from "../../../platform/database/sqlite.ts";
import { createTestDatabaseConfig, databaseKinds } from "../../../tests/support/databases.ts";
import {
	createCompoundFile,
	createContentTypes,
	createDocx,
	createPdf,
	createWordStream,
	createZip,
} from "../../../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../../../tests/support/job-application.ts";
import { renderEmails } from "../../../tests/support/rendered-emails.ts";
import { readFiles, readTables } from "../../../tests/support/stored-data.ts";
import { startTcpProxy, throughProxy } from "../../../tests/support/tcp-proxy.ts";
import { startTestServer, type TestServer } from "../../../tests/support/test-server.ts";
import { insertJobs, setJobClosed } from "../jobs/jobs-store.server.ts";
import { selfIdentificationOptions } from "./options.ts";
import { applicationLimits, maxResumeBytes } from "./rules.ts";
import { countAnswersTo, listCounters } from "./self-identification.server.ts";
import { applicationStore } from "./store.server.ts";

const job = testJob;
const fields = createApplicationFields(job);

/** A form that breaks off within its resume. */
const openForm = [
	`--b\r\nContent-Disposition: form-data; name="jobId"\r\n\r\n${job.id}\r\n`,
	'--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 and no end',
].join("");

/** A DOC whose document is longer than its circular chain of two sectors. */
function createCircularDocument(): Buffer {
	const file = createCompoundFile({ WordDocument: createWordStream() });
	const fat = (file.readUInt32LE(76) + 1) * 512;
	const directory = (file.readUInt32LE(48) + 1) * 512;
	file.writeUInt32LE(3, fat + 2 * 4);
	file.writeUInt32LE(2, fat + 3 * 4);
	file.writeUInt32LE(3, directory + 128 + 116);
	file.writeUInt32LE(9_000, directory + 128 + 120);
	return file;
}

type Resume = { name: string; content: Buffer };
const goodResume: Resume = { name: "asha-rao.pdf", content: createPdf({ bytes: 5_000 }) };

function createForm(values: Record<string, string> = fields, resume: Resume | null = goodResume): FormData {
	return createApplicationForm(values, resume);
}

async function startWithJob(
	kind: (typeof databaseKinds)[number],
	options?: Parameters<typeof startTestServer>[1],
): Promise<TestServer> {
	const server = await startTestServer(kind, options);
	await server.database.write((transaction) => insertJobs(transaction, [job], server.clock.now()));
	return server;
}

function send(
	server: TestServer,
	body: FormData | undefined = createForm(),
	headers: Record<string, string> = {},
): Promise<Response> {
	return fetch(`${server.url}/api/applications`, { method: "POST", body, headers });
}

/** Every file below DATA_DIR/files, temporary files included. */
async function listFiles(server: TestServer): Promise<string[]> {
	const entries = await readdir(join(server.database.dataDirectory, "files"), { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The received part of the only upload. */
async function readIncoming(server: TestServer): Promise<string> {
	const [name = ""] = await listFiles(server);
	return readFile(join(server.database.dataDirectory, "files", "incoming", name), "utf8");
}

async function expectRefusal(server: TestServer, response: Response, status: number, field?: string): Promise<void> {
	expect(response.headers.get("content-type")).toContain("application/problem+json");
	const problem = (await response.json()) as { message: string; errors?: { field: string }[] };
	expect({ status: response.status, message: problem.message }).toEqual({ status, message: expect.any(String) });
	if (field) expect(problem.errors?.map((error) => error.field)).toContain(field);
	expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toEqual([]);
	expect(await listFiles(server)).toEqual([]);
}

describe.each(databaseKinds)("POST /api/applications on %s", (kind) => {
	test("stores the application with its resume, byte for byte, and writes to careers and to the applicant", async () => {
		const server = await startWithJob(kind);

		const response = await send(server);

		expect(response.status).toBe(200);
		const { data } = (await response.json()) as { data: { reference: string; manageUrl: string } };
		expect(data.reference).toMatch(/^APP-[0-9A-Z]{8}$/);
		expect(data.manageUrl).toMatch(/\/career\/application\/[0-9a-f]{40}$/);
		const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(application).toMatchObject({
			reference: data.reference,
			jobTitle: "React Engineer",
			state: "received",
			answers: {
				fullName: "Asha Rao",
				city: "Gwalior",
				referred: "Yes",
				referrerName: "Kabir Sethi",
				education: [{ school: "IIT Delhi" }],
			},
			resume: { file: `${data.reference}.pdf`, name: "asha-rao.pdf", bytes: 5_000 },
		});
		const kept = await readFile(join(server.database.dataDirectory, "files", `${data.reference}.pdf`));
		expect(hash("sha256", kept, "hex")).toBe(hash("sha256", goodResume.content, "hex"));
		const emails = await renderEmails(server, server.renderers);
		expect(emails.map(({ kind: email, recipient }) => [email, recipient])).toEqual([
			["application-confirmation", "asha@applicant.example"],
			["application-notice", "careers@narangi.example"],
		]);
		expect(emails[0]?.text).toContain(data.manageUrl);
		expect(emails.map(({ text }) => text.includes(`http://localhost:0/applications/${data.reference}`))).toEqual([
			false,
			true,
		]);
		expect(server.wakes()).toBe(1);
	});

	test("keeps every byte of a resume that comes in many pieces", async () => {
		const server = await startWithJob(kind);
		const content = createPdf({ bytes: 3_000_000 });
		randomBytes(2_900_000).copy(content, 1_000);

		expect((await send(server, createForm(fields, { name: "cv.pdf", content }))).status).toBe(200);

		const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		const kept = await readFile(join(server.database.dataDirectory, "files", `${application?.reference}.pdf`));
		expect(kept.equals(content)).toBe(true);
		expect(application?.resume?.sha256).toBe(hash("sha256", content, "hex"));
	});

	test("a filled hidden field quarantines it, its e-mails are held, and its sender is told", async () => {
		const server = await startWithJob(kind);

		const response = await send(server, createForm({ ...fields, leaveEmpty: "https://spam.example" }));

		expect([response.status, await response.json()]).toEqual([
			200,
			{
				data: {
					reference: expect.stringMatching(/^APP-/),
					manageUrl: expect.any(String),
					personCheckUrl: expect.stringMatching(/\/person\/[0-9a-f]{40}$/),
				},
			},
		]);
		const applications = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(applications).toMatchObject([{ state: "quarantined", answers: { fullName: "Asha Rao" } }]);
		expect(await listFiles(server)).toEqual([applications[0]?.resume?.file]);
		expect(await server.database.db.selectFrom("emails").select(["kind", "state"]).orderBy("kind").execute()).toEqual([
			{ kind: "application-confirmation", state: "held" },
			{ kind: "application-notice", state: "held" },
		]);
		expect(await readTables(server.database)).not.toContain("spam.example");
		expect(await server.metrics.render()).toContain('applications_total{state="quarantined"} 1');
	});

	test("sent twice with one key it is stored once, and the second resume leaves no file", async () => {
		const server = await startWithJob(kind);
		const headers = { "Idempotency-Key": "one-form" };

		const first = await (await send(server, createForm(), headers)).json();
		const second = await (await send(server, createForm(), headers)).json();

		expect(second).toEqual(first);
		expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toHaveLength(1);
		expect(await listFiles(server)).toHaveLength(1);
		expect((await send(server, createForm({ ...fields, city: "Pune" }), headers)).status).toBe(422);
		expect(await listFiles(server)).toHaveLength(1);
	});

	test("sent twice with one key it gets the first answer, though its job has closed meanwhile", async () => {
		const server = await startWithJob(kind);
		const headers = { "Idempotency-Key": "one-form" };
		const first = await (await send(server, createForm(), headers)).json();
		await server.database.write((transaction) => setJobClosed(transaction, job.id, true, server.clock.now()));

		const second = await send(server, createForm(), headers);

		expect([second.status, await second.json()]).toEqual([200, first]);
		expect(await listFiles(server)).toHaveLength(1);
	});

	test("takes an application for a job whose location and department the company's facts do not name any more", async () => {
		const server = await startTestServer(kind);
		const gone = { ...job, location: "Ghent, Belgium", department: "Dyeing" };
		await server.database.write((transaction) => insertJobs(transaction, [gone], server.clock.now()));

		expect((await send(server)).status).toBe(200);

		expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toMatchObject([
			{ jobTitle: gone.title, answers: { country: "Austria", preferredLocation: "Leipzig, Thuringia, Germany" } },
		]);
	});

	test("self-identification is counted in batches of ten and stored nowhere else", async () => {
		const server = await startWithJob(kind);
		const planted = {
			gender: "Non-binary",
			raceEthnicity: "Two or More Races",
			disabilityStatus: selfIdentificationOptions.disabilityStatus[0],
			veteranStatus: "I am a veteran",
			heardAbout: "Job Board",
		};
		const answers = Object.values(planted);

		expect((await send(server, createForm({ ...fields, ...planted, leaveEmpty: "not counted" }))).status).toBe(200);
		for (let index = 0; index < 9; index++)
			expect((await send(server, createForm({ ...fields, ...planted }))).status).toBe(200);
		expect(await server.database.db.selectFrom("selfIdentificationCounters").selectAll().execute()).toEqual([]);
		if (kind === "sqlite") {
			const file = new DatabaseSync(join(server.database.dataDirectory, sqliteFileName), { readOnly: true });
			await backup(file, join(server.database.dataDirectory, "backup.db"));
			file.close();
		}
		const everything = [
			await readTables(server.database),
			await readFiles(server.database.dataDirectory),
			JSON.stringify(server.lines),
			await server.metrics.render(),
		].join("\n");
		for (const known of ["Kabir Sethi", "asha-rao.pdf", "application-notice"]) expect(everything).toContain(known);
		for (const answer of answers) expect(everything).not.toContain(answer);

		await send(server, createForm({ ...fields, ...planted }), { "Idempotency-Key": "the-tenth" });
		const counters = await server.database.db.selectFrom("selfIdentificationCounters").selectAll().execute();
		expect(counters).toHaveLength(5);
		for (const counter of counters) expect(counter).toMatchObject({ quarter: "2026-Q4", count: 10 });
	});

	test("self-identification is shown without counters that others give away", async () => {
		const { database } = await startWithJob(kind);
		const [yes, no, unsaid] = selfIdentificationOptions.disabilityStatus;
		const insert = (quarter: string, question: keyof typeof selfIdentificationOptions, counts: [string, number][]) =>
			database.db
				.insertInto("selfIdentificationCounters")
				.values(counts.map(([option, count]) => ({ quarter, question, option, count })))
				.execute();
		const of = { first: Temporal.PlainDate.from("2026-01-01"), last: Temporal.PlainDate.from("2026-12-31") };
		// Of 40 answers the last seven are plain from the others.
		await insert("2026-Q1", "disabilityStatus", [
			[yes, 7],
			[no, 21],
			[unsaid, 12],
		]);
		// An answer that nobody gave is hidden as well.
		await insert("2026-Q2", "disabilityStatus", [
			[yes, 10],
			[no, 30],
		]);
		await insert("2026-Q3", "disabilityStatus", [
			[yes, 10],
			[no, 30],
			[unsaid, 20],
		]);
		await insert("2026-Q4", "disabilityStatus", [
			[yes, 3],
			[no, 30],
			[unsaid, 7],
		]);
		const shown = (await listCounters(database)).map(({ quarter, option, count }) => [quarter, option, count]);
		expect(shown.filter(([quarter]) => quarter !== "2026-Q3")).toEqual([
			["2026-Q1", no, 21],
			["2026-Q2", no, 30],
			["2026-Q4", no, 30],
		]);
		expect(shown).toHaveLength(6);
		expect(await countAnswersTo(database, "disabilityStatus", of)).toEqual([
			{ label: no, count: 111 },
			{ label: unsaid, count: 20 },
			{ label: yes, count: 10 },
		]);
	});
});

test("an application whose COMMIT on PostgreSQL got no answer keeps its resume, and sent again gets the first answer", async () => {
	const proxy = await startTcpProxy(Number(new URL(inject("postgresUrl")).port));
	const server = await startWithJob("postgres", {
		// So that the application's is the first commit.
		environment: { UPLOAD_MB_PER_NETWORK_PER_DAY: "0" },
		databaseConfig: throughProxy(await createTestDatabaseConfig("postgres"), proxy),
	});
	const headers = { "Idempotency-Key": "one-form" };

	proxy.cutResponseTo("commit\0");
	const unconfirmed = await send(server, createForm(), headers);
	expect([unconfirmed.status, await unconfirmed.json()]).toMatchObject([
		503,
		{ message: "We could not make sure that this was stored. Try again in a few seconds." },
	]);
	expect(await listFiles(server)).toHaveLength(1);
	await proxy.restore();
	const again = await send(server, createForm(), headers);

	expect(again.status).toBe(200);
	const { data } = (await again.json()) as { data: { reference: string } };
	expect(await Array.fromAsync(applicationStore.listAll(server.database.db))).toMatchObject([
		{ reference: data.reference },
	]);
	expect(await listFiles(server)).toEqual([`${data.reference}.pdf`]);
});

test("a program may send years as numbers, and null for unknown values", async () => {
	const server = await startWithJob("sqlite");
	const education = JSON.stringify([
		{ school: "IIT Delhi", degree: null, fieldOfStudy: "Physics", startYear: 2015, endYear: null },
	]);
	const workExperience = JSON.stringify([
		{ company: "Kaveri Mills", startDate: 2019, endDate: "Present", description: null },
	]);

	expect((await send(server, createForm({ ...fields, education, workExperience }))).status).toBe(200);

	const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
	expect(application?.answers).toMatchObject({
		education: [{ school: "IIT Delhi", degree: "", fieldOfStudy: "Physics", startYear: "2015", endYear: "" }],
		workExperience: [{ company: "Kaveri Mills", jobTitle: "", startDate: "2019", endDate: "Present", description: "" }],
	});
});

describe("requests that POST /api/applications refuses, leaving no file and no row", () => {
	test("missing and wrong fields, each with its message", async () => {
		const server = await startWithJob("sqlite");

		const response = await send(server, createForm({ jobId: job.id }, null));

		const problem = (await response.clone().json()) as { message: string; errors: unknown[] };
		expect(problem.errors).toContainEqual({ field: "fullName", message: "Full Name is required" });
		expect(problem.errors).toContainEqual({ field: "resume", message: "Resume is required" });
		expect(problem.message).toContain("Full Name is required");
		await expectRefusal(server, response, 422, "resume");
	});

	test("lists that are none, or whose entries are none", async () => {
		const server = await startWithJob("sqlite");
		for (const list of [
			"null",
			"2015",
			"{}",
			"[null]",
			"[2015]",
			'["IIT Delhi"]',
			'[{"school":["IIT Delhi"]}]',
			'[{"school":true}]',
			"IIT Delhi",
		]) {
			await expectRefusal(server, await send(server, createForm({ ...fields, education: list })), 422, "education");
		}
	});

	test("a country, a location and answers that the company does not offer", async () => {
		const server = await startWithJob("sqlite");
		for (const [field, value] of [
			["country", "Utopia"],
			["preferredLocation", "Utopia"],
		] as const)
			await expectRefusal(server, await send(server, createForm({ ...fields, [field]: value })), 422, field);
		const unanswered = createForm({ ...fields, minimumQualifications: "[]" });
		await expectRefusal(server, await send(server, unanswered), 422, "minimumQualifications-2");
	});

	test("a job that is closed or that there never was", async () => {
		const server = await startWithJob("sqlite");
		await expectRefusal(server, await send(server, createForm({ ...fields, jobId: "nothing" })), 422, "jobId");
		await server.database.write((transaction) => setJobClosed(transaction, job.id, true, server.clock.now()));
		await expectRefusal(server, await send(server), 422, "jobId");
	});

	test("an Idempotency-Key that is none, in the header or in the form", async () => {
		const server = await startWithJob("sqlite");
		await expectRefusal(
			server,
			await send(server, createForm(), { "Idempotency-Key": "two words" }),
			400,
			"Idempotency-Key",
		);
		await expectRefusal(
			server,
			await send(server, createForm({ ...fields, idempotencyKey: "two words" })),
			400,
			"Idempotency-Key",
		);
	});

	test("10 MB are accepted and one byte more is not", async () => {
		const server = await startWithJob("sqlite");
		await expectRefusal(
			server,
			await send(server, createForm(fields, { name: "cv.pdf", content: createPdf({ bytes: maxResumeBytes + 1 }) })),
			413,
			"resume",
		);
		expect(
			(await send(server, createForm(fields, { name: "cv.pdf", content: createPdf({ bytes: maxResumeBytes }) })))
				.status,
		).toBe(200);
	});

	const zip = { "[Content_Types].xml": createContentTypes(), "word/document.xml": "<w:document/>" };
	test.each<[string, string, Buffer]>([
		["an empty file", "cv.pdf", Buffer.alloc(0)],
		["plain text called PDF", "cv.pdf", Buffer.from("Asha Rao, engineer")],
		["a PDF cut off in the middle", "cv.pdf", createPdf({ bytes: 5_000 }).subarray(0, 2_500)],
		["a PDF with a ZIP behind it", "cv.pdf", Buffer.concat([createPdf(), createZip(zip)])],
		[
			"a DOC with a ZIP behind it",
			"cv.doc",
			Buffer.concat([createCompoundFile({ WordDocument: createWordStream() }), createZip(zip)]),
		],
		["a picture with a DOCX behind it", "cv.docx", Buffer.concat([Buffer.from("GIF89a"), createDocx()])],
		["a PDF with a password", "cv.pdf", createPdf({ encrypted: true })],
		["any ZIP called DOCX", "cv.docx", createZip({ "readme.txt": "hello" })],
		[
			"an XLSX called DOCX",
			"cv.docx",
			createZip({
				"[Content_Types].xml": createContentTypes(
					"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
				),
				"xl/workbook.xml": "<workbook/>",
			}),
		],
		["a DOCM called DOCX", "cv.docx", createDocx({ "word/vbaProject.bin": "macro" })],
		[
			"a DOCX with a password",
			"cv.docx",
			createCompoundFile({ EncryptedPackage: Buffer.alloc(5_000), EncryptionInfo: Buffer.alloc(5_000) }),
		],
		["a zip bomb", "cv.docx", createDocx({ "word/media/a.bin": "0" }, { claimedBytes: 150 * 1024 * 1024 })],
		["an XLS called DOC", "cv.doc", createCompoundFile({ Workbook: Buffer.alloc(5_000) })],
		["a DOC with a password", "cv.doc", createCompoundFile({ WordDocument: createWordStream({ encrypted: true }) })],
		[
			"a DOC with macros",
			"cv.doc",
			createCompoundFile({ WordDocument: createWordStream(), Macros: Buffer.alloc(5_000) }),
		],
		[
			"a DOC cut off in the middle",
			"cv.doc",
			createCompoundFile({ WordDocument: createWordStream() }).subarray(0, 3_000),
		],
		["a DOC whose sectors go round in a circle", "cv.doc", createCircularDocument()],
		["a program", "cv.exe", Buffer.from("MZ")],
	])("%s", async (_case, name, content) => {
		const server = await startWithJob("sqlite");
		await expectRefusal(server, await send(server, createForm(fields, { name, content })), 422, "resume");
	});

	test.each<[string, Buffer, string]>([
		["DOC", createCompoundFile({ WordDocument: createWordStream() }), "cv.doc"],
		["DOCX", createDocx(), "cv.DOCX"],
		["PDF", createPdf(), "CV.PDF"],
		["PDF without an ending", createPdf(), "DOC-20260101-WA0005."],
		["PDF called DOCX", createPdf(), "cv.docx"],
		["PDF of a name longer than the head of a part may be", createPdf(), `${"a".repeat(80_000)}.pdf`],
	])("a real %s is accepted", async (_kind, content, name) => {
		const server = await startWithJob("sqlite");
		expect((await send(server, createForm(fields, { name, content }))).status).toBe(200);
	});

	test("1,001 parts, a field sent twice, a second file, a file under another name", async () => {
		const server = await startWithJob("sqlite");
		const many = createForm();
		for (let index = 0; index < 1_001; index++) many.append(`more-${index}`, "x");
		await expectRefusal(server, await send(server, many), 400);
		const twice = createForm();
		twice.append("city", "Pune");
		await expectRefusal(server, await send(server, twice), 400, "city");
		const secondFile = createForm();
		secondFile.append("resume", new Blob([new Uint8Array(createPdf())]), "second.pdf");
		await expectRefusal(server, await send(server, secondFile), 400);
		const otherFile = createForm();
		otherFile.append("photo", new Blob(["x"]), "photo.png");
		await expectRefusal(server, await send(server, otherFile), 400);
	});

	test("no multipart, a missing end boundary, and a connection that breaks in the middle", async () => {
		const server = await startWithJob("sqlite");
		for (const contentType of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
			const response = await fetch(`${server.url}/api/applications`, {
				method: "POST",
				body: "{",
				headers: { "Content-Type": contentType },
			});
			expect([response.status, await response.json()]).toMatchObject([
				415,
				{ message: "Send the application as multipart/form-data." },
			]);
		}
		await expectRefusal(
			server,
			await fetch(`${server.url}/api/applications`, {
				method: "POST",
				body: openForm,
				headers: { "Content-Type": "multipart/form-data; boundary=b" },
			}),
			400,
		);

		const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
		socket.write(
			`POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${openForm}`,
		);
		await expect.poll(() => listFiles(server)).toHaveLength(1);
		socket.destroy();
		await expect.poll(() => listFiles(server)).toEqual([]);
	});

	test("more text than the longest application has, under whatever names it comes", async () => {
		const server = await startWithJob("sqlite");
		const long = createForm();
		for (let index = 0; index < 10; index++) long.append(`more-${index}`, "x".repeat(60_000));
		await expectRefusal(server, await send(server, long), 413);
		await expectRefusal(server, await send(server, createForm({ ...fields, coverLetter: "x".repeat(600_000) })), 413);
	});

	test("the longest application that keeps the rules is accepted, in whatever script, and beside fields that the form does not know", async () => {
		const server = await startWithJob("sqlite");
		const text = (length: number) => "अ".repeat(length);
		const escaped = (entry: Record<string, string>) =>
			JSON.stringify(Array.from({ length: applicationLimits.entries }, () => entry)).replaceAll("अ", "\\u0905");
		const line = text(applicationLimits.line);
		const link = `https://${text(applicationLimits.link - 8)}`;
		const longest = {
			...fields,
			fullName: line,
			phone: line,
			city: line,
			currentAddress: line,
			preferredPronouns: line,
			referrerName: line,
			linkedin: link,
			portfolio: link,
			github: link,
			otherLink: link,
			coverLetter: text(applicationLimits.coverLetter),
			education: escaped({ school: line, degree: line, fieldOfStudy: line, startYear: line, endYear: line }),
			workExperience: escaped({
				company: line,
				jobTitle: line,
				startDate: line,
				endDate: line,
				description: text(applicationLimits.description),
			}),
		};

		expect((await send(server, createForm({ ...longest, favouriteColour: "orange" }))).status).toBe(200);

		const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(application?.answers.workExperience.at(-1)?.description).toBe(text(applicationLimits.description));
		expect(await readTables(server.database)).not.toContain("orange");
	});

	const sendDeps = (server: TestServer, body: string): Promise<Response> =>
		fetch(`${server.url}/api/applications`, {
			method: "POST",
			body,
			headers: { "Content-Type": "multipart/form-data; boundary=b" },
		});

	test.each([
		["a text without a name", "--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n"],
		[
			"a text without a name that is too long",
			`--b\r\nContent-Disposition: form-data\r\n\r\n${"x".repeat(1_000_000)}\r\n--b--\r\n`,
		],
		["a text with an empty name", '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nabc\r\n--b--\r\n'],
		["a file without a name", '--b\r\nContent-Disposition: form-data; filename="cv.pdf"\r\n\r\nabc\r\n--b--\r\n'],
	])("%s", async (_case, body) => {
		const server = await startWithJob("sqlite");
		const response = await sendDeps(server, body);
		expect(((await response.clone().json()) as { message: string }).message).toBe("A part of the form has no name.");
		await expectRefusal(server, response, 400);
	});

	test.each([
		["no file chosen", 'name="resume"; filename=""'],
		["a file under another name", 'name="photo"; filename="photo.png"'],
		["a file without a name", 'filename="photo.png"'],
		[
			"a second file",
			'name="resume"; filename="cv.pdf"\r\n\r\nabc\r\n--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"',
		],
		["a part of another kind", 'name="resume"; filename="cv\n.pdf"'],
	])("a form that ends in the middle of %s", async (_case, disposition) => {
		const server = await startWithJob("sqlite");
		const response = await sendDeps(
			server,
			`--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\nabc`,
		);
		await expectRefusal(server, response, 400);
	});

	test("an upload without data for 20 seconds is refused and its connection is closed", async () => {
		const server = await startWithJob("sqlite");
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
		let answer = "";
		socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
		const closed = once(socket, "close");
		socket.write(
			`POST /api/applications HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${openForm}`,
		);
		await expect.poll(() => listFiles(server)).toHaveLength(1);

		for (const more of ["a little more of the resume", "and a little more again"]) {
			vi.advanceTimersByTime(19_000);
			socket.write(more);
			await expect.poll(() => readIncoming(server)).toContain(more);
		}
		expect(answer).toBe("");
		vi.advanceTimersByTime(20_000);
		await closed;

		const [head = "", body = ""] = answer.split("\r\n\r\n");
		const headers = Object.fromEntries(
			head
				.split("\r\n")
				.slice(1)
				.map((line) => line.toLowerCase().split(": ")),
		);
		await expectRefusal(server, new Response(body, { status: Number(head.split(" ")[1]), headers }), 408);
		expect(body).toContain("The upload stalled. Please send it again.");
		expect(headers.connection).toBe("close");
	});

	test.each([
		["../../etc/passwd.pdf", "passwd.pdf"],
		["C:\\Users\\asha\\cv.pdf", "cv.pdf"],
		["cv\u202Efdp.exe.pdf", "cvfdp.exe.pdf"],
		["cv.exe\u0000.pdf", "cv.exe.pdf"],
		[`${"अ".repeat(150)}.pdf`, `${"अ".repeat(65)}.pdf`],
	])("a file called %j is kept under a name of ours and shown by a harmless one", async (name, shown) => {
		const server = await startWithJob("sqlite");
		expect((await send(server, createForm(fields, { name, content: createPdf() }))).status).toBe(200);
		const [application] = await Array.fromAsync(applicationStore.listAll(server.database.db));
		expect(application?.resume?.name).toBe(shown);
		expect(await listFiles(server)).toEqual([`${application?.reference}.pdf`]);
	});
});

test("/openapi.json describes applications and job alerts correctly", async () => {
	const { url } = await startTestServer("sqlite");
	const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
		paths: Record<
			string,
			{ post: { parameters: { name: string }[]; responses: Record<string, { description: string }> } }
		>;
	};
	const descriptionOf = (path: string, status: number) => paths[path]?.post.responses[status]?.description;
	expect(Object.keys(paths["/api/applications"]?.post.responses ?? {})).toEqual([
		"200",
		"303",
		"400",
		"408",
		"413",
		"415",
		"422",
		"429",
		"500",
		"503",
	]);
	expect([descriptionOf("/api/applications", 413), descriptionOf("/api/applications", 415)]).toEqual([
		"The resume is larger than 10 MB, or the texts are longer than an application may be.",
		"The form is not sent as multipart/form-data.",
	]);
	expect([descriptionOf("/api/job-alerts", 413), descriptionOf("/api/job-alerts", 415)]).toEqual([
		"The body is larger than 64 KB.",
		"The body is not sent as application/json.",
	]);
	for (const path of ["/api/applications", "/api/job-alerts"])
		expect(paths[path]?.post.parameters).toMatchObject([{ name: "Idempotency-Key" }]);
});
