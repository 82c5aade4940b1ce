import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ZipFile } from "yazl";
import { insertReservations } from "../core/appointments/reservation-store.server.ts";
import { findImport, type ImportOptions } from "../core/imports/import-store.server.ts";
import { eraseRecords } from "../core/people/erase-records.server.ts";
import { rememberErasedPeople } from "../core/people/erased-people.server.ts";
import { createPromises } from "../core/records/promise.server.ts";
import { countReceivedRecords } from "../core/records/record-counts.server.ts";
import { findRecord, searchRecords } from "../core/records/record-store.server.ts";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import { insertJobs, listUnannouncedJobs, setJobClosed } from "../features/careers/jobs/jobs-store.server.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { createLog } from "../platform/log.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { testCareers } from "../tests/support/careers.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createTestDirectory } from "../tests/support/databases.ts";
import { createPdf } from "../tests/support/documents.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { testJob } from "../tests/support/job-application.ts";
import { openTestRecords } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { createDeskImports } from "./imports.ts";
import { listPersonalRecords } from "./personal-data.ts";

const leads = `Name,Email,Phone,Message,Created,Status,Owner,Source,Company,Notes
Asha Rao,asha@visitor.example,+91 98100 00000,We need an app,2026-03-01,In conversation,meera@narangi.example,LinkedIn,Acme,"Met twice,
likes tea"
Bela Shah,bela@visitor.example,,,05/11/2026 14:30,Dreaming,nobody@narangi.example,Billboard,,
Chand,not an address,,,,,,,,
Dev,,+91 98100 00001,,,,,,,
Asha R.,ASHA@visitor.example,,Again,2026-03-02,,,,,
Esha,esha@visitor.example,,,1999-01-01,,,,,
Farid,farid@visitor.example,,,31/31/2026,,,,,
Gita,gita@visitor.example,,,2030-01-01,,,,,
Known,known@visitor.example,,,,,,,,
`;

async function setUp(kind: DatabaseKind) {
	const parts = await openTestRecords(kind);
	const { database, files, config } = parts;
	const meera = await parts.addMember("Meera Iyer", "sales");
	const importer = await parts.addMember("Admin", "admin");
	const installation = { id: "0f0f0f0f-0000-4000-8000-000000000000" };
	const processor = createPictureProcessor({ log: createLog({ logLevel: "silent" }) });
	onTestFinished(() => processor.close());
	const contentDirectory = await createTestDirectory();
	await mkdir(join(contentDirectory, "pages"), { recursive: true });
	await writeFile(join(contentDirectory, "pages/blog.yml"), "categories:\n  - Weaving\n");
	await writeFile(join(contentDirectory, "authors.yml"), "- id: asha-rao\n  name: Asha Rao\n");
	const imports = createDeskImports({
		...parts,
		config: { ...config, buildDirectory: contentDirectory, contentDirectory },
		company: testCompany,
		careers: testCareers,
		installation,
		processor,
	});
	const get = async (number: number) => {
		const one = await findImport(database.db, number);
		if (!one) throw new Error(`There is no import ${number}`);
		return one;
	};
	const work = () => imports.run(new AbortController().signal);
	const receive = async (name: string, content: string | Buffer) => ({
		file: await files.receive(Readable.from([Buffer.from(content)])),
		name,
	});
	const add = async (key: string, content: string, ...archives: Buffer[]) => {
		const uploads = [await receive("folder/leads.csv", content)];
		for (const archive of archives) uploads.push(await receive("resumes.zip", archive));
		const added = await imports.add({ kind: key, by: importer.id, uploads });
		if ("message" in added) throw new Error(added.message);
		return added.number;
	};
	const check = async (number: number, change: Partial<ImportOptions> = {}) => {
		const one = await get(number);
		expect(await imports.startCheck(one, { ...one.options, ...change })).toBeUndefined();
		await work();
		return (await get(number)).summary;
	};
	return {
		...parts,
		meera,
		importer,
		installation,
		processor,
		imports,
		receive,
		get,
		work,
		add,
		check,
		personalRecords: listPersonalRecords(config, testCompany),
		async importAll(key: string, content: string, change?: Partial<ImportOptions>) {
			const number = await add(key, content);
			await check(number, change);
			expect(await imports.startImport(await get(number), importer.id)).toBeUndefined();
			await work();
			return get(number);
		},
		async undo(number: number, workedOn: "keep" | "remove" = "keep") {
			expect(await imports.startUndo(await get(number), { by: importer.id, workedOn })).toBeUndefined();
			await work();
			return get(number);
		},
		listRecords: () =>
			database.db.selectFrom("records").selectAll().orderBy("receivedAt").orderBy("senderName").execute(),
		listFiles: async () => (await Array.fromAsync(files.list())).flat(),
		count: async (table: "records" | "recordNotes" | "enquiries" | "recordWords" | "importedRows" | "emails") =>
			(await database.db.selectFrom(table).selectAll().execute()).length,
	};
}

describe.each(serverDatabaseKinds)("leads on %s", (kind) => {
	test("are checked line by line before anything is stored", async () => {
		const { database, add, check, count } = await setUp(kind);
		await storeEnquiry(database, { reference: "ENQ-00000009", email: "known@visitor.example" });
		const summary = await check(await add("leads", leads));
		expect(summary).toMatchObject({ rows: 9, imported: 3, duplicate: 2, refused: 4, unknownStages: { Dreaming: 1 } });
		expect(summary?.problems.map(({ line, outcome, reason }) => [line, outcome, reason])).toEqual([
			[
				4,
				"imported",
				"There is no such stage, so it starts in the first one. No member with this e-mail address, so it has no owner.",
			],
			[5, "refused", "The e-mail address is not valid."],
			[7, "duplicate", "The same as line 2."],
			[8, "refused", "The row is older than the 24 months that enquiries are kept."],
			[9, "refused", "The date cannot be read. Check the order of day and month."],
			[10, "refused", "The date is in the future."],
			[11, "duplicate", "Already here as ENQ-00000009."],
		]);
		expect(await count("records")).toBe(1);
	});

	test("keep their date, stage, owner, source and notes, send nothing, and are found", async () => {
		const { importAll, listRecords, meera, importer, database, count, kinds, clock, listFiles } = await setUp(kind);
		const done = await importAll("leads", leads);
		expect(done).toMatchObject({ state: "done", summary: { imported: 4, duplicate: 1, refused: 4 } });
		const [asha, bela] = await listRecords();
		expect(asha).toMatchObject({
			senderName: "Asha Rao",
			senderEmail: "asha@visitor.example",
			receivedAt: "2026-02-28T18:30:00.000Z",
			changedAt: "2026-02-28T18:30:00.000Z",
			stage: "in-conversation",
			ownerId: meera.id,
			source: "linkedin",
		});
		expect(bela).toMatchObject({ receivedAt: "2026-11-05T09:00:00.000Z", stage: "", ownerId: null, source: "other" });
		const notes = await database.db.selectFrom("recordNotes").selectAll().orderBy("text").execute();
		expect(notes.map(({ accountId, text }) => [accountId, text])).toEqual([
			[importer.id, "Company: Acme\nMet twice,\nlikes tea"],
			[importer.id, "Stage: Dreaming\nOwner: nobody@narangi.example\nSource: Billboard"],
		]);
		expect(await count("emails")).toBe(0);
		expect(await database.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
		expect(await searchRecords(database, "acme tea")).toHaveLength(1);
		// Nobody waits for a reply that another tool has sent, and no analytics measure one.
		const promises = createPromises(database.db, kinds, testCompany);
		expect(await promises.countUnanswered()).toBe(0);
		const year = { first: Temporal.PlainDate.from("2026-01-01"), end: Temporal.PlainDate.from("2027-01-01") };
		expect(
			await promises.listReplyTimes([{ ...year }] as Parameters<typeof promises.listReplyTimes>[0], clock.now()),
		).toMatchObject([{ answered: 0, broken: 0 }]);
		// The file is gone, and its hash is not.
		expect(await listFiles()).toEqual([]);
		expect(done.files).toMatchObject([{ name: "leads.csv", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
	});

	test("of a file that was imported before are recognised, by their id or their cells", async () => {
		const { importAll, add, check } = await setUp(kind);
		const table = (message: string) => `Record ID,Email,Message\n7,asha@visitor.example,${message}\n`;
		await importAll("leads", table("First"), { duplicates: "import" });
		const summary = await check(await add("leads", table("Changed")), { duplicates: "import" });
		expect(summary).toMatchObject({ imported: 0, duplicate: 1 });
		expect(summary?.problems[0]?.reason).toMatch(/^Imported before as ENQ-/);
	});

	test("of another tool with the same IDs are other people, unless their address is the same", async () => {
		const { importAll, add, check, listRecords } = await setUp(kind);
		const table = (...emails: string[]) =>
			`Record ID,Email,Phone\n${emails.map((email, index) => `${index + 1},${email},+91 98100 00000\n`).join("")}`;
		const first = table("asha@visitor.example", "bela@visitor.example", "chand@visitor.example");
		const second = table("dev@visitor.example", "BELA@visitor.example", "");
		await importAll("leads", first, { duplicates: "import" });
		const [asha] = (await listRecords()).filter(({ senderEmail }) => senderEmail === "asha@visitor.example");
		const number = await add("leads", second);
		expect(await check(number, { duplicates: "import" })).toMatchObject({
			imported: 1,
			duplicate: 2,
			problems: [
				{
					line: 2,
					outcome: "imported",
					reason: `Its ID is also that of ${asha?.reference}, which came from another file with another address.`,
				},
				{ line: 3, outcome: "duplicate" },
				{ line: 4, outcome: "duplicate" },
			],
		});
		await importAll("leads", second, { duplicates: "import" });
		// Both files are recognised again.
		for (const file of [first, second])
			expect(await check(await add("leads", file), { duplicates: "import" })).toMatchObject({ imported: 0 });
	});

	test("take the stage that was chosen for a name that the company does not have", async () => {
		const { importAll, listRecords } = await setUp(kind);
		await importAll("leads", leads, { stages: { dreaming: "won" } });
		expect((await listRecords())[1]).toMatchObject({ senderName: "Bela Shah", stage: "won" });
	});

	test("keep a value that is one amount, and have any other in their notes", async () => {
		const { importAll, listRecords, database } = await setUp(kind);
		const values = ["1.200,50 €", "1,200", "50k", "5 to 10"];
		await importAll(
			"leads",
			`Email;Value\n${values.map((value, index) => `${index}@visitor.example;${value}`).join("\n")}\n`,
		);
		expect((await listRecords()).map(({ value }) => value && Number(value))).toEqual([1_201, 1_200, null, null]);
		const notes = await database.db.selectFrom("recordNotes").select("text").orderBy("text").execute();
		expect(notes.map(({ text }) => text)).toEqual(["Value: 5 to 10", "Value: 50k"]);
	});

	test("may have a stage of any name", async () => {
		const { importAll, listRecords } = await setUp(kind);
		const { summary } = await importAll(
			"leads",
			"Name,Email,Status\nAsha,asha@visitor.example,constructor\nBela,bela@visitor.example,toString\n",
		);
		expect(summary).toMatchObject({ imported: 2 });
		expect((await listRecords()).map(({ stage }) => stage)).toEqual(["", ""]);
	});

	test("whose columns are matched anew during their check are checked as they are matched", async () => {
		const { files, imports, add, get, work } = await setUp(kind);
		const number = await add("leads", "Address,Mail\nasha@visitor.example,none\n");
		const one = await get(number);
		await imports.startCheck(one, { ...one.options, columns: ["", "email"] });
		const read = files.read.bind(files);
		vi.spyOn(files, "read").mockImplementationOnce(async (name) => {
			await imports.reopen(number);
			await imports.startCheck(await get(number), { ...one.options, columns: ["email", ""] });
			return read(name);
		});
		await work();
		expect(await get(number)).toMatchObject({ state: "checked", summary: { imported: 1, refused: 0 } });
	});

	test("are checked although an import before them fails", async () => {
		const { files, imports, importer, add, check, get, work } = await setUp(kind);
		const [first, second] = [await add("leads", leads), await add("leads", leads)];
		await check(first);
		await files.remove((await get(first)).files[0]?.storedAs ?? "");
		await imports.startImport(await get(first), importer.id);
		const one = await get(second);
		await imports.startCheck(one, one.options);
		await expect(work()).rejects.toThrow("The file is gone");
		expect(await get(first)).toMatchObject({ state: "importing" });
		expect(await get(second)).toMatchObject({ state: "checked" });
	});

	test("that fail are tried again ever more rarely, at least every minute, and at once on request", async () => {
		const { files, imports, importer, add, check, get, work, clock } = await setUp(kind);
		const number = await add("leads", leads);
		await check(number);
		const read = vi.spyOn(files, "read").mockRejectedValue(new Error("The disk is gone"));
		await imports.startImport(await get(number), importer.id);
		for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
			await expect(work()).rejects.toThrow("The disk is gone");
			expect((await get(number)).retryAt?.epochMilliseconds).toBe(clock.now().epochMilliseconds + seconds * 1_000);
			clock.advance({ seconds: seconds - 1 });
			await work();
			clock.advance({ seconds: 1 });
		}
		await expect(work()).rejects.toThrow("The disk is gone");
		await expect(imports.run(new AbortController().signal, number)).rejects.toThrow("The disk is gone");
		read.mockRestore();
		await imports.run(new AbortController().signal, number);
		const done = await get(number);
		expect(done.state).toBe("done");
		expect(done.retryAt).toBeUndefined();
	});

	test("are all tried when several fail, and the reason of each is reported", async () => {
		const { files, imports, importer, add, check, get, work } = await setUp(kind);
		const numbers = [await add("leads", leads), await add("leads", "Email\nzoya@visitor.example\n")];
		for (const number of numbers) await check(number);
		for (const number of numbers) await imports.startImport(await get(number), importer.id);
		vi.spyOn(files, "read")
			.mockRejectedValueOnce(new Error("The disk is gone"))
			.mockRejectedValueOnce(new Error("The bucket is gone"));
		await expect(work()).rejects.toMatchObject({
			message: "2 imports failed",
			errors: [{ message: "The disk is gone" }, { message: "The bucket is gone" }],
		});
	});

	test("of people who were erased are refused", async () => {
		const { files, installation, clock, add, check } = await setUp(kind);
		await rememberErasedPeople({ files, installation }, ["Bela@visitor.example"], clock.now());
		const summary = await check(await add("leads", "Email\nbela@visitor.example\nasha@visitor.example\n"));
		expect(summary).toMatchObject({ imported: 1, refused: 1 });
		expect(summary?.problems[0]?.reason).toMatch(/^The person was erased on 2026-/);
	});

	test(
		"go on after an interruption as if there had been none, and are not doubled by a second process",
		{ tags: "all" },
		async () => {
			const { add, check, imports, get, importer, count, work, ...parts } = await setUp(kind);
			const rows = Array.from({ length: 450 }, (_, index) => `person${index}@visitor.example,Note ${index}`);
			const number = await add("leads", `Email,Notes\n${rows.join("\n")}\n`);
			await check(number);
			await imports.startImport(await get(number), importer.id);
			const stopping = new AbortController();
			const interrupted = createDeskImports({
				...parts,
				company: testCompany,
				careers: testCareers,
				database: {
					...parts.database,
					async write(run) {
						const result = await parts.database.write(run);
						if ((await get(number)).nextRow > 100) stopping.abort();
						return result;
					},
				},
			});
			await interrupted.run(stopping.signal);
			expect((await get(number)).nextRow).toBeGreaterThan(100);
			expect((await get(number)).state).toBe("importing");
			await Promise.all([
				work(),
				createDeskImports({ ...parts, company: testCompany, careers: testCareers }).run(new AbortController().signal),
			]);
			await work();
			expect(await get(number)).toMatchObject({ state: "done", summary: { imported: 450 } });
			expect([await count("records"), await count("recordNotes"), await count("importedRows")]).toEqual([
				450, 450, 450,
			]);
		},
	);

	test("are removed without a trace when the import is undone", async () => {
		const { database, importAll, undo, count, listFiles } = await setUp(kind);
		await storeEnquiry(database, { email: "other@visitor.example" });
		const { number } = await importAll("leads", leads);
		expect(await count("records")).toBe(5);
		expect(await undo(number)).toMatchObject({ state: "undone" });
		expect(await count("records")).toBe(1);
		for (const table of ["recordNotes", "importedRows"] as const) expect(await count(table)).toBe(0);
		expect([await count("enquiries"), await count("recordWords")]).toEqual([1, 1]);
		expect(await listFiles()).toEqual([]);
		const log = await database.db.selectFrom("auditLog").select(["action", "subject"]).orderBy("sequence").execute();
		expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual(
			["begin", "finish", "undo", "undone"].map((deed) => `import.${deed} import:${number}`),
		);
	});

	test("that somebody has worked on are named, and stay or go by choice", async () => {
		const { importAll, imports, records, meera, undo, listRecords, count } = await setUp(kind);
		const first = await importAll("leads", leads);
		const [asha] = await listRecords();
		await records.notes.add(asha?.reference ?? "", { text: "Called.", by: meera.id });
		expect([...(await imports.listChanged(first)).worked]).toEqual([[asha?.reference, "Asha Rao"]]);
		await undo(first.number, "keep");
		expect((await listRecords()).map(({ senderName }) => senderName)).toEqual(["Asha Rao"]);
		const second = await importAll("leads", leads);
		const others = (await listRecords()).filter(({ reference }) => reference !== asha?.reference);
		await records.notes.add(others[0]?.reference ?? "", { text: "Called.", by: meera.id });
		await undo(second.number, "remove");
		expect(await count("records")).toBe(1);
	});

	test("can be undone for a week", async () => {
		const { importAll, imports, get, importer, clock } = await setUp(kind);
		const { number } = await importAll("leads", leads);
		clock.advance({ hours: 7 * 24 + 1 });
		expect(await imports.startUndo(await get(number), { by: importer.id, workedOn: "keep" })).toEqual({
			message: "An import can be undone for 7 days.",
		});
	});

	test("that are erased are forgotten by their import", async () => {
		const { database, importAll, listRecords, personalRecords, clock } = await setUp(kind);
		await importAll("leads", leads);
		const [asha] = await listRecords();
		const enquiries = personalRecords.find(({ name }) => name === "enquiry");
		if (!asha || !enquiries) throw new Error("Nothing was imported");
		await database.write((transaction) => eraseRecords(transaction, enquiries, [asha.reference], clock.now()));
		const rows = await database.db.selectFrom("importedRows").select("reference").execute();
		expect(rows.map(({ reference }) => reference)).not.toContain(asha.reference);
	});
});

describe.each(serverDatabaseKinds)("contacts on %s", (kind) => {
	test("become people with a closed enquiry, which analytics leave out", async () => {
		const { importAll, listRecords, database, kinds } = await setUp(kind);
		await importAll("contacts", "First name,Last name,Email,Company\nAsha,Rao,asha@visitor.example,Acme\nBela,,,\n");
		const [asha, ...others] = await listRecords();
		expect(others).toEqual([]);
		expect(asha).toMatchObject({ senderName: "Asha Rao", source: "contact" });
		expect(await findRecord(database.db, asha?.reference ?? "")).toMatchObject({ stage: "won" });
		const enquiries = kinds.find(({ name }) => name === "enquiry");
		if (!enquiries) throw new Error("There are no enquiries");
		const interval = {
			from: Temporal.Instant.from("2020-01-01T00:00Z"),
			until: Temporal.Instant.from("2030-01-01T00:00Z"),
		};
		expect(await countReceivedRecords(database.db, enquiries, interval)).toBe(0);
	});
});

describe.each(serverDatabaseKinds)("applicants on %s", (kind) => {
	const applicants = `Candidate Name,Email,Phone,Job,Current stage,LinkedIn,Website,Location,Source,Cover letter
Asha Rao,asha@applicant.example,+91 98100 00000,React Engineer,In review,linkedin.com/in/asha,javascript:alert(1),Gwalior,A referral,I weave pages.
Bela Shah,bela@applicant.example,,Astronaut,,,,,,
Asha Rao,asha@applicant.example,,node-engineer,,,,,,
Asha R.,ASHA@applicant.example,,react-engineer,,,,,,
Known,known@applicant.example,,React Engineer,,,,,,
`;

	test("become applications for the jobs that they name, without e-mails", async () => {
		const { importAll, database, clock, count, listRecords, undo } = await setUp(kind);
		await database.write((transaction) =>
			insertJobs(
				transaction,
				["React", "Node"].map((skill) => ({
					...testJob,
					id: `${skill.toLowerCase()}-engineer`,
					title: `${skill} Engineer`,
				})),
				clock.now(),
			),
		);
		await storeApplication(database, { answers: { email: "known@applicant.example" } });
		const done = await importAll("applicants", applicants);
		expect(done.summary).toMatchObject({ imported: 3, duplicate: 2, refused: 0 });
		const stored = await database.db.selectFrom("applications").selectAll().orderBy("id").execute();
		expect(stored.slice(1).map(({ fullName, jobTitle, resumeName }) => [fullName, jobTitle, resumeName])).toEqual([
			["Asha Rao", "React Engineer", ""],
			["Bela Shah", "General application", ""],
			["Asha Rao", "Node Engineer", ""],
		]);
		expect(JSON.parse(stored[1]?.answers ?? "")).toMatchObject({
			city: "Gwalior",
			linkedin: "https://linkedin.com/in/asha",
			portfolio: "",
			coverLetter: "I weave pages.",
			entered: { source: "referral", consent: "" },
		});
		expect(await listRecords()).toContainEqual(
			expect.objectContaining({
				senderName: "Asha Rao",
				topic: "react-engineer",
				stage: "in-review",
				source: "referral",
			}),
		);
		const notes = await database.db.selectFrom("recordNotes").select("text").orderBy("text").execute();
		expect(notes.map(({ text }) => text)).toEqual(["Job: Astronaut", "Portfolio: javascript:alert(1)"]);
		expect(await count("emails")).toBe(0);

		await undo(done.number);
		expect(await count("records")).toBe(1);
		expect(await database.db.selectFrom("applications").select("email").execute()).toEqual([
			{ email: "known@applicant.example" },
		]);
	});
});

describe.each(serverDatabaseKinds)("applicants for a job with its own stages on %s", (kind) => {
	const applicants = `Name,Email,Job,Stage
Asha,asha@applicant.example,Weaver,Loom trial
Bela,bela@applicant.example,Weaver,In review
Chand,chand@applicant.example,Weaver,Phone
Dev,dev@applicant.example,,Loom trial
Esha,esha@applicant.example,Weaver,Sent
Farid,farid@applicant.example,,In review
`;
	const setUpJob = async () => {
		const parts = await setUp(kind);
		await parts.database.write(async (transaction) => {
			await insertJobs(transaction, [{ ...testJob, id: "weaver", title: "Weaver" }], parts.clock.now());
			await replaceJobStages(transaction, "weaver", [
				{ key: "sent", label: "Sent", open: true },
				{ key: "loom-trial", label: "Loom trial", open: true },
				{ key: "hired", label: "Hired", open: false },
			]);
		});
		return parts;
	};

	test("are at a stage that their job has", async () => {
		const { add, check, imports, get, importer, work, listRecords, database } = await setUpJob();
		const number = await add("applicants", applicants);
		const summary = await check(number);
		expect(summary?.unknownStages).toEqual({ "In review": 1, Phone: 1, "Loom trial": 1 });
		expect(summary?.problems.map(({ line, reason }) => [line, reason])).toEqual(
			[3, 4, 5].map((line) => [line, "There is no such stage, so it starts in the first one."]),
		);
		await imports.startImport(await get(number), importer.id);
		await work();
		expect((await listRecords()).map(({ stage }) => stage)).toEqual(["loom-trial", "", "", "", "", "in-review"]);
		const notes = await database.db.selectFrom("recordNotes").select("text").orderBy("text").execute();
		expect(notes.map(({ text }) => text)).toEqual(["Stage: In review", "Stage: Loom trial", "Stage: Phone"]);
	});

	test("take the stage that was chosen for a name only if their job has it", async () => {
		const { importAll, listRecords, imports, database } = await setUpJob();
		const applicantsKind = imports.kinds.find(({ key }) => key === "applicants");
		const offered = (await applicantsKind?.listStages?.(database.db))?.map(({ key }) => key);
		expect(offered).toEqual(["new", "in-review", "hired", "rejected", "withdrawn", "sent", "loom-trial"]);
		await importAll("applicants", applicants, {
			stages: { "in review": "rejected", phone: "loom-trial", "loom trial": "hired" },
		});
		expect((await listRecords()).map(({ senderName, stage }) => [senderName, stage])).toEqual([
			["Asha", "loom-trial"],
			["Bela", ""],
			["Chand", "loom-trial"],
			["Dev", "hired"],
			["Esha", ""],
			["Farid", "rejected"],
		]);
	});
});

/** A ZIP archive in memory. */
async function zip(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
	const archive = new ZipFile();
	for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
	archive.end();
	return buffer(archive.outputStream);
}

describe.each(serverDatabaseKinds)("applicants with resumes on %s", (kind) => {
	const applicants = `Name,Email,Resume
Asha Rao,asha@applicant.example,Asha.pdf
Bela Shah,bela@applicant.example,resumes\\BELA.PDF
Chand,chand@applicant.example,gone.pdf
Dev,dev@applicant.example,notes.pdf
Esha,esha@applicant.example,cv.pdf
Farid,farid@applicant.example,
`;
	const resumes = {
		"resumes/asha.pdf": createPdf(),
		"resumes/bela.pdf": createPdf({ bytes: 5_000 }),
		"resumes/notes.pdf": "These are notes.",
		"one/cv.pdf": createPdf(),
		"two/cv.pdf": createPdf(),
		"nobody.pdf": createPdf(),
		"__MACOSX/resumes/._asha.pdf": "x",
	};

	test("keep those that the archive holds, and are told of the others", async () => {
		const { add, check, get, imports, work, importer, database, listFiles, undo } = await setUp(kind);
		const number = await add("applicants", applicants, await zip(resumes));
		const summary = await check(number);
		expect(summary).toMatchObject({
			imported: 6,
			refused: 0,
			files: 2,
			unused: { files: 3, paths: ["one/cv.pdf", "two/cv.pdf", "nobody.pdf"] },
		});
		expect(summary?.problems.map(({ line, reason }) => [line, reason])).toEqual([
			[4, "The resume is not in the ZIP file."],
			[5, "The resume is not a PDF, DOC or DOCX file without a password, macros or programs in it, so it is left out."],
			[6, "Several files in the ZIP file have the name of the resume. Give its folder too."],
		]);
		expect(await listFiles()).toHaveLength(2);
		await imports.startImport(await get(number), importer.id);
		await work();
		expect((await get(number)).summary).toMatchObject({ imported: 6, files: 2, unused: { files: 3, paths: [] } });
		const stored = await database.db
			.selectFrom("applications")
			.select(["fullName", "resumeFile", "resumeName", "reference", "resumeBytes"])
			.where("resumeName", "<>", "")
			.orderBy("fullName")
			.execute();
		expect(stored).toEqual([
			expect.objectContaining({ fullName: "Asha Rao", resumeName: "asha.pdf" }),
			expect.objectContaining({ fullName: "Bela Shah", resumeName: "bela.pdf", resumeBytes: 5_000 }),
		]);
		expect((await listFiles()).toSorted()).toEqual(stored.map(({ reference }) => `${reference}.pdf`).toSorted());
		await undo(number);
		expect(await listFiles()).toEqual([]);
	});

	test("come with their table in the archive", async () => {
		const { imports, receive, importer, check, get } = await setUp(kind);
		const archive = await receive("all.zip", await zip({ "people.csv": applicants, ...resumes }));
		const added = await imports.add({ kind: "applicants", by: importer.id, uploads: [archive] });
		if ("message" in added) throw new Error(added.message);
		expect(await check(added.number)).toMatchObject({ imported: 6, files: 2 });
		expect((await get(added.number)).files).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ role: "files", name: "all.zip" }),
				expect.objectContaining({ role: "table", name: "people.csv" }),
			]),
		);
	});

	test("leave no file of a batch that was never stored when they are undone", async () => {
		const { add, check, get, imports, work, importer, undo, listFiles, ...parts } = await setUp(kind);
		const number = await add("applicants", applicants, await zip(resumes));
		await check(number);
		await imports.startImport(await get(number), importer.id);
		const dying = createDeskImports({
			...parts,
			company: testCompany,
			careers: testCareers,
			database: {
				...parts.database,
				async write(run) {
					if ((await listFiles()).length > 3) throw new Error("The power is gone");
					return parts.database.write(run);
				},
			},
		});
		await expect(dying.run(new AbortController().signal)).rejects.toThrow("The power is gone");
		expect(await listFiles()).toHaveLength(4);
		parts.clock.advance({ seconds: 20 });
		// Its check has named files of the archive.
		expect((await get(number)).summary?.unused?.paths).toContain("nobody.pdf");
		expect(await undo(number)).toMatchObject({ state: "undone", summary: undefined });
		expect(await listFiles()).toEqual([]);
		await work();
	});
});

test.each([
	[
		"greenhouse",
		"First Name,Last Name,Company,Title,Notes,Email,Phone,Social Media,Website,Source,Who gets credit,Job",
	],
	["lever", "Full-Name,Email,Date-Added,Stage,Archive-Reason,Sources,Origin,Resume Filename,IsSecretNote"],
])("an export of %s is recognised by its header, and can be matched otherwise", async (preset, header) => {
	const { add, get, imports } = await setUp("sqlite");
	const number = await add("applicants", `${header}\n${"x,".repeat(5)}\n`);
	const { options } = await get(number);
	expect(options.preset).toBe(preset);
	const fields = new Map((await imports.readColumns(await get(number))).map(({ name, field }) => [name, field]));
	if (preset === "lever")
		expect([fields.get("Date-Added"), fields.get("Resume Filename")]).toEqual(["receivedAt", "resume"]);
	else expect([fields.get("Title"), fields.get("Job"), fields.get("Website")]).toEqual(["notes", "job", "portfolio"]);
	await imports.matchAs(await get(number), "");
	expect((await get(number)).options.preset).toBeUndefined();
});

test("an archive that cannot be used is refused with the reason", async () => {
	const { imports, receive, importer } = await setUp("sqlite");
	const table = await receive("a.csv", "Email,Resume\na@applicant.example,a.pdf\n");
	const bomb = await zip({ "a.pdf": Buffer.alloc(60_000_000) });
	const whole = await zip({ "a.pdf": createPdf() });
	const add = async (kind: string, ...uploads: Awaited<ReturnType<typeof receive>>[]) => {
		const added = await imports.add({ kind, by: importer.id, uploads });
		return "message" in added ? added.message : added.number;
	};
	expect(await add("applicants", await receive("a.zip", bomb))).toContain("more than 20 times its size");
	expect(await add("applicants", table, await receive("a.zip", bomb))).toContain("more than 20 times its size");
	expect(await add("applicants", await receive("a.zip", whole))).toBe(
		"The ZIP file contains no CSV file. Choose one as well.",
	);
	expect(await add("applicants", table, await receive("a.zip", whole.subarray(0, 300)))).toContain("damaged");
	expect(await add("leads", table, await receive("a.zip", whole))).toBe("Leads have no files. Choose a CSV file.");
	expect(await add("applicants", table, table)).toBe("Choose one CSV file and one ZIP file.");
	expect(await add("applicants")).toBe("Choose a CSV file.");
});

describe.each(serverDatabaseKinds)("jobs on %s", (kind) => {
	const [department] = testCareers.departments;
	const [location] = testCareers.locations;
	const header =
		"Job title,Department,Team,Location,Employment type,Workplace,Summary,Description,Keywords,Closing date,Min salary,Currency,Status";
	const line = (title: string, rest: string) =>
		`${title},${department?.name},Web,"${location?.label}",full time,onsite,Weave our pages.,Weave **pages**.,"weaving; pages",${rest}`;
	const jobs = `${header}
${line("Weaver", "2027-03-01,50000,eur,open")}
Dyer,,,,,,,,,,,,
${line("Spinner", "2020-03-01,,,live")}
,,,,,,,,,,,,draft
Carder,Astronomy,,,,,,,,,,,
${line("Weaver", "2027-04-01,,,open")}
${line("Fuller", "2027-04-01,,,archived")}
`;

	test("become drafts or public, as their state says and the rules of jobs allow, and alert nobody", async () => {
		const { importAll, database, clock, count } = await setUp(kind);
		const done = await importAll("jobs", jobs);
		expect(done.summary).toMatchObject({ imported: 3, duplicate: 1, refused: 3 });
		const stored = await database.db.selectFrom("jobs").selectAll().orderBy("id").execute();
		expect(stored.map(({ id, type, workplace, draftSince }) => [id, type, workplace, draftSince !== null])).toEqual([
			["dyer", "", "", true],
			["fuller", "Full-time", "On-site", true],
			["weaver", "Full-time", "On-site", false],
		]);
		const weaver = stored.find(({ id }) => id === "weaver");
		expect(weaver).toMatchObject({ closesOn: "2027-03-01", department: department?.name, location: location?.label });
		expect(weaver?.description).toContain("<strong>pages</strong>");
		expect(JSON.parse(weaver?.pay ?? "")).toMatchObject({ currency: "EUR", from: 50_000, to: 50_000, per: "year" });
		expect(await listUnannouncedJobs(database.db, clock.now().toString().slice(0, 10))).toEqual([]);
		expect(await count("emails")).toBe(0);
	});

	test("are told why they are refused", async () => {
		const { add, check } = await setUp(kind);
		const summary = await check(await add("jobs", jobs));
		expect(summary?.problems.map(({ line: at, reason }) => [at, reason])).toEqual([
			[4, "The last day to apply must be after the publication date."],
			[5, "Enter the title."],
			[6, expect.stringContaining("is not one of the departments")],
			[7, "The same as line 2."],
			[8, "The state is not “published”, so it becomes a draft."],
		]);
	});

	test("keep their pay as it is written, whose amounts and period must be clear", async () => {
		const { importAll, database } = await setUp(kind);
		const pays = [
			["65.000", "", "", "EUR"],
			["50.000,00", "65.000,00", "per year", "EUR"],
			["15,50", "", "Hourly", "EUR"],
			["€ 4,200", "4 500", "1 MONTH", "EUR"],
			["5,00,000", "", "per-year-salary", "INR"],
			["50k", "", "year", "USD"],
			["50,000", "60,000 or more", "year", "USD"],
			["500", "", "weekly", "USD"],
			["500", "", "daily", "USD"],
			["500", "", "Monat", "EUR"],
			["500", "", "bi-monthly", "EUR"],
		];
		const done = await importAll(
			"jobs",
			`Title;Min salary;Max salary;Pay per;Currency\n${pays.map((pay, index) => `Job ${index};${pay.join(";")}`).join("\n")}\n`,
		);
		expect(done.summary).toMatchObject({ imported: 5, refused: 6 });
		const stored = await database.db.selectFrom("jobs").select("pay").orderBy("id").execute();
		expect(stored.map(({ pay }) => JSON.parse(pay ?? ""))).toMatchObject([
			{ from: 65_000, to: 65_000, per: "year" },
			{ from: 50_000, to: 65_000, per: "year" },
			{ from: 15.5, to: 15.5, per: "hour" },
			{ from: 4_200, to: 4_500, per: "month" },
			{ from: 500_000, to: 500_000, per: "year" },
		]);
		const rows = await database.db.selectFrom("importedRows").select("reason").orderBy("row").execute();
		expect(rows.map(({ reason }) => reason).slice(5)).toEqual([
			...Array<string>(2).fill("The pay cannot be read as an amount."),
			...Array<string>(4).fill("The pay is not for an hour, a month or a year."),
		]);
	});

	test("may be of a type of any name", async () => {
		const { add, check } = await setUp(kind);
		const summary = await check(
			await add("jobs", `${header}\n${line("Weaver", "").replace("full time", "constructor")},,,\n`),
		);
		expect(summary?.problems).toMatchObject([{ line: 2, outcome: "refused" }]);
	});

	test("are removed by an undo unless somebody has applied, and changed ones by choice", async () => {
		const { importAll, undo, imports, database, clock, get } = await setUp(kind);
		const { number } = await importAll("jobs", jobs);
		await storeApplication(database, { jobId: "weaver", jobTitle: "Weaver" });
		clock.advance({ minutes: 1 });
		await database.write((transaction) => setJobClosed(transaction, "dyer", true, clock.now()));
		expect(await imports.listChanged(await get(number))).toEqual({
			worked: new Map([["dyer", "Dyer"]]),
			inUse: new Map([["weaver", "Weaver"]]),
		});
		await undo(number, "remove");
		expect(await database.db.selectFrom("jobs").select("id").execute()).toEqual([{ id: "weaver" }]);
		expect(await imports.countRows(number)).toMatchObject({ kept: 1 });
	});
});

describe.each(serverDatabaseKinds)("articles on %s", (kind) => {
	const item = (fields: string, meta = "") => `<item>${fields}${meta}</item>`;
	const post = (id: number, title: string, more = "") =>
		item(
			`<title>${title}</title><dc:creator>asha</dc:creator><guid isPermaLink="false">https://old.example/?p=${id}</guid>
<content:encoded><![CDATA[<!-- wp:paragraph --><h1>Looms</h1>\n\nWe <b>weave</b> pages. They hold warm words and long threads of thought.\n\nAnd <a href="https://old.example/wp-content/uploads/2024/05/yarn.png"><img alt="Red [raw] yarn" src="https://old.example/wp-content/uploads/2024/05/yarn-300x225.png?w=1"></a>2 wool.\n\n<img alt="A tie dyed blue" src="https://old.example/wp-content/uploads/2024/05/lost-1.png"><img src="https://other.example/x.png">]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2024-05-0${id} 10:00:00</wp:post_date>
<wp:post_name>${title.toLowerCase()}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag" nicename="t"><![CDATA[Tag]]></category><category domain="category" nicename="w"><![CDATA[Weaving]]></category>`,
			more,
		);
	const writeExport = (items: string) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="e" xmlns:content="c" xmlns:dc="d" xmlns:wp="w"><channel><title>Old</title>
<wp:author><wp:author_login>asha</wp:author_login><wp:author_display_name><![CDATA[Asha Rao]]></wp:author_display_name></wp:author>
${items}</channel></rss>`;
	const thumbnail = (id: number) =>
		`<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[${id}]]></wp:meta_value></wp:postmeta>`;
	const attachment = (id: number, name: string) =>
		item(
			`<title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/2024/05/${name}</wp:attachment_url>`,
		);
	const articles = writeExport(
		[
			post(1, "Warp", thumbnail(11)),
			post(2, "Weft", thumbnail(12)),
			post(3, "Warp"),
			attachment(11, "loom.png"),
			attachment(12, "lost.png"),
			item("<title>Page</title><wp:post_type>page</wp:post_type>"),
		].join("\n"),
	);
	const draw = ({ width = 1_000 } = {}) =>
		sharp({ create: { width, height: width * 0.75, channels: 3, background: "#a52" } })
			.png()
			.toBuffer();

	test("become drafts with their pictures, once, and leave nothing when undone", async () => {
		const { add, check, get, imports, importer, work, database, undo, listFiles } = await setUp(kind);
		const uploads = await zip({
			"uploads/2024/05/loom.png": await draw(),
			"uploads/2023/05/loom.png": await draw(),
			"uploads/2024/05/yarn.png": await draw({ width: 500 }),
		});
		const number = await add("articles", articles, uploads);
		const summary = await check(number);
		expect(summary).toMatchObject({ rows: 3, imported: 2, duplicate: 1, files: 3, unused: { files: 1 } });
		expect(summary?.problems.map(({ reason }) => reason)).toEqual([
			"Pictures of other sites within the text are left out. A picture within the text is not in the ZIP file.",
			"Pictures of other sites within the text are left out. The picture is not in the ZIP file. A picture within the text is not in the ZIP file.",
			expect.stringMatching(/^The same as line/),
		]);
		await imports.startImport(await get(number), importer.id);
		await work();
		expect((await get(number)).state).toBe("done");
		const drafts = await database.db.selectFrom("contentDrafts").select(["path", "text"]).orderBy("path").execute();
		expect(drafts.map(({ path }) => path)).toEqual(["blog/warp.md", "blog/weft.md"]);
		expect(drafts[0]?.text).toContain("author: asha-rao");
		expect(drafts[0]?.text).toContain("src: illustrations/loom.avif");
		expect(drafts[0]?.text).toContain("## Looms\n\nWe **weave** pages.");
		expect(drafts[0]?.text).toContain("\n\nAnd ![Red raw yarn](/pictures/more/yarn.avif)2 wool.\n");
		expect(drafts[1]?.text).toContain("\n\nAnd ![Red raw yarn](/pictures/more/yarn-2.avif)2 wool.\n");
		expect(drafts[0]?.text).not.toContain("blue");
		expect(drafts[0]?.text).toMatch(/date: "?2024-05-01/);
		expect(await listFiles()).toEqual([]);
		expect(await check(await add("articles", writeExport(post(1, "Renamed"))))).toMatchObject({
			duplicate: 1,
			imported: 0,
		});

		await database.write((transaction) =>
			transaction
				.updateTable("contentDrafts")
				.set({ at: "2030-01-01T00:00:00.000Z" })
				.where("path", "=", "blog/weft.md")
				.execute(),
		);
		expect([...(await imports.listChanged(await get(number))).worked]).toEqual([["blog/weft.md", "Weft"]]);
		await undo(number, "remove");
		for (const table of ["contentDrafts", "contentPictures", "contentPictureBytes", "importedRows"] as const)
			expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
	});

	test("leave pictures of their text that did not come with them", async () => {
		const { add, check, get, imports, importer, work, database, undo } = await setUp(kind);
		const uploads = await zip({ "uploads/2024/05/yarn.png": await draw({ width: 500 }) });
		const number = await add("articles", writeExport(post(1, "Warp")), uploads);
		await check(number);
		await imports.startImport(await get(number), importer.id);
		await work();
		const [imported] = await database.db.selectFrom("contentPictures").selectAll().execute();
		if (!imported) throw new Error("No picture was imported");
		const own = { ...imported, id: "own", path: "more/own.avif", uploadedAt: "2030-01-01T00:00:00.000Z" };
		await database.write(async (transaction) => {
			await transaction.insertInto("contentPictures").values(own).execute();
			const { text } = await transaction.selectFrom("contentDrafts").select("text").executeTakeFirstOrThrow();
			await transaction
				.updateTable("contentDrafts")
				.set({ text: `${text}\n![Own](/pictures/more/own.avif)\n`, at: own.uploadedAt })
				.execute();
		});
		await undo(number, "remove");
		expect(await database.db.selectFrom("contentDrafts").select("path").execute()).toEqual([]);
		expect(await database.db.selectFrom("contentPictures").select("path").execute()).toEqual([{ path: own.path }]);
	});

	test("stay when they are public", async () => {
		const { importAll, undo, database } = await setUp(kind);
		const { number } = await importAll("articles", writeExport(post(1, "Warp")));
		const text = "---\ntitle: Warp\n---\n";
		await database.write((transaction) =>
			transaction
				.insertInto("contentDocuments")
				.values({ path: "blog/warp.md", text, baseHash: null, edition: 1 })
				.execute(),
		);
		await undo(number, "remove");
		expect(await database.db.selectFrom("contentDrafts").select("path").execute()).toHaveLength(1);
	});

	test.each([
		["no XML", "Name,Email\n", "not a complete WordPress export"],
		["cut off", articles.slice(0, -100), "not a complete WordPress export"],
		["with entities", articles.replace("<rss", '<!DOCTYPE rss [<!ENTITY x "y">]><rss'), "has a document type"],
		["without articles", writeExport(""), "contains no articles"],
	])("%s are refused", async (_name, content, message) => {
		const { imports, receive, importer } = await setUp(kind);
		const added = await imports.add({ kind: "articles", by: importer.id, uploads: [await receive("a.xml", content)] });
		expect("message" in added ? added.message : "").toContain(message);
	});
});

describe.each(serverDatabaseKinds)("calls on %s", (kind) => {
	const organizer = "ORGANIZER;CN=Meera Iyer:mailto:meera@narangi.example";
	const invite = (name: string, more = "") =>
		`ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED${more};CN=${name}:mailto:${name.split(" ")[0]?.toLowerCase()}@visitor.example`;
	const event = (uid: string, ...lines: string[]) =>
		["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261101T060000Z", "CREATED:20261001T060000Z", ...lines, "END:VEVENT"].join(
			"\r\n",
		);
	const at = (start: string, end: string) => [`DTSTART:2026${start}Z`, `DTEND:2026${end}Z`];
	const calendar = (...events: string[]) =>
		["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-TIMEZONE:Asia/Kolkata", ...events, "END:VCALENDAR", ""].join("\r\n");
	const events = [
		event(
			"past",
			"DTSTART;TZID=Asia/Kolkata:20261102T100000",
			"DTEND;TZID=Asia/Kolkata:20261102T104500",
			organizer,
			"ATTENDEE;PARTSTAT=ACCEPTED;CN=Meera Iyer:mailto:meera@narangi.example",
			invite("Asha Rao"),
			"ATTENDEE;CUTYPE=RESOURCE;CN=Loom room:mailto:room@visitor.example",
			"SUMMARY:Intro\\, first",
			"DESCRIPTION:<b>Looms</b> and wool.<br>Join: https://us02web.zoom.us/j/123",
			" ?pwd=abc.",
			"LOCATION:Zoom",
		),
		event("future", ...at("1130T043000", "1130T050000"), organizer, invite("Asha Rao"), invite("Bela Shah")),
		event("cancelled", ...at("1203T043000", "1203T050000"), organizer, invite("Chand"), "STATUS:CANCELLED"),
		event("day", "DTSTART;VALUE=DATE:20261201", organizer, invite("Asha Rao")),
		event("private", ...at("1201T043000", "1201T050000"), organizer, invite("Asha Rao"), "CLASS:PRIVATE"),
		event("internal", ...at("1201T043000", "1201T050000"), organizer, "ATTENDEE:mailto:ravi@narangi.example"),
		event("old", "DTSTART:20200101T043000Z", organizer, invite("Asha Rao")),
		event(
			"series",
			"DTSTART;TZID=Asia/Kolkata:20261207T110000",
			"DURATION:PT30M",
			"RRULE:FREQ=WEEKLY;COUNT=4",
			"EXDATE;TZID=Asia/Kolkata:20261214T110000",
			organizer,
			invite("Dev"),
			"SUMMARY:Weekly",
		),
		event(
			"series",
			"RECURRENCE-ID;TZID=Asia/Kolkata:20261221T110000",
			"DTSTART;TZID=Asia/Kolkata:20261221T120000",
			"DURATION:PT30M",
			organizer,
			invite("Dev"),
			"SUMMARY:Weekly\\, moved",
		),
		event("copy", ...at("1102T043000", "1102T050000"), organizer, invite("Asha Rao")),
		event("clash", ...at("1130T044500", "1130T051500"), organizer, invite("Esha")),
		event("unknown", ...at("1204T043000", "1204T050000"), "ORGANIZER:mailto:ravi@narangi.example", invite("Farid")),
		event(
			"many",
			...at("1204T063000", "1204T070000"),
			organizer,
			...Array.from({ length: 12 }, (_, index) => invite(`Guest${index}`)),
		),
		event("declined", ...at("1204T063000", "1204T070000"), organizer, invite("Gita").replace("ACCEPTED", "DECLINED")),
		event("endless", "DTSTART:20261205T043000Z", organizer, invite("Hari")),
	];
	const file = calendar(...events);

	async function setUpCalls() {
		const parts = await setUp(kind);
		const { db } = parts.database;
		return {
			...parts,
			listCalls: () => db.selectFrom("bookings").selectAll().orderBy("startsAt").orderBy("email").execute(),
			listReserved: () => db.selectFrom("hostReservations").selectAll().orderBy("startsAt").execute(),
		};
	}

	test("are checked event by event, with the reasons", async () => {
		const { add, check, listCalls } = await setUpCalls();
		const summary = await check(await add("calls", file));
		expect(summary).toMatchObject({ rows: 16, imported: 9, duplicate: 1, refused: 6 });
		expect(summary?.problems.map(({ outcome, reason }) => [outcome, reason])).toEqual([
			["refused", "It has no time of day."],
			["refused", "It is marked as private."],
			["refused", "Nobody outside the company is invited with an e-mail address."],
			["refused", "It is older than the 12 months that calls are kept."],
			["duplicate", expect.stringMatching(/^The same as line \d+\.$/)],
			["imported", "It overlaps another call of its host in this file."],
			["imported", "No one invited from the company takes calls here, so it has no host."],
			["refused", "More than 11 people outside the company are invited."],
			["refused", "Everybody outside the company has declined."],
			["imported", "It has no end, so it is as long as a demo call."],
		]);
		expect(await listCalls()).toEqual([]);
	});

	test("keep visitor, guests, host, time and room, take their time, and send nothing", async () => {
		const { importAll, listCalls, listReserved, listRecords, meera, importer, database, count } = await setUpCalls();
		expect(await importAll("calls", file)).toMatchObject({
			state: "done",
			summary: { imported: 9, duplicate: 1, refused: 6 },
		});
		const calls = await listCalls();
		expect(calls.map(({ firstName, startsAt, state, hostId }) => [firstName, startsAt, state, hostId])).toEqual([
			["Asha", "2026-11-02T04:30:00.000Z", "booked", meera.id],
			["Asha", "2026-11-30T04:30:00.000Z", "booked", meera.id],
			["Esha", "2026-11-30T04:45:00.000Z", "booked", meera.id],
			["Chand", "2026-12-03T04:30:00.000Z", "cancelled", meera.id],
			["Farid", "2026-12-04T04:30:00.000Z", "booked", null],
			["Hari", "2026-12-05T04:30:00.000Z", "booked", meera.id],
			["Dev", "2026-12-07T05:30:00.000Z", "booked", meera.id],
			["Dev", "2026-12-21T06:30:00.000Z", "booked", meera.id],
			["Dev", "2026-12-28T05:30:00.000Z", "booked", meera.id],
		]);
		expect(calls[0]).toMatchObject({
			lastName: "Rao",
			email: "asha@visitor.example",
			bookedAt: "2026-10-01T06:00:00.000Z",
			date: "2026-11-02",
			time: "10:00",
			timeZone: "Asia/Kolkata",
			durationMinutes: 45,
			domain: "Intro, first",
			message: "Looms and wool.\nJoin: https://us02web.zoom.us/j/123?pwd=abc.",
			place: "",
			videoUrl: "https://us02web.zoom.us/j/123?pwd=abc",
		});
		expect(JSON.parse(calls[1]?.guests ?? "")).toEqual([{ email: "bela@visitor.example", isOurs: false }]);
		expect(calls[7]).toMatchObject({ domain: "Weekly, moved", durationMinutes: 30 });
		// Only upcoming calls that take place have their hosts' time.
		expect((await listReserved()).map(({ startsAt }) => startsAt)).toEqual(
			calls
				.filter(({ state, hostId, startsAt }) => state === "booked" && hostId !== null && startsAt > "2026-11-23")
				.map(({ startsAt }) => startsAt),
		);
		const stages = new Map((await listRecords()).map(({ senderName, stage }) => [senderName, stage]));
		expect([stages.get("Chand"), stages.get("Asha Rao")]).toEqual(["cancelled", ""]);
		const notes = await database.db.selectFrom("recordNotes").selectAll().orderBy("text").execute();
		expect(notes.map(({ accountId, text }) => [accountId, text])).toEqual([
			[importer.id, "Also invited: ravi@narangi.example"],
			[importer.id, "Place: Zoom"],
		]);
		expect(await count("emails")).toBe(0);
		expect(await database.db.selectFrom("notifications").selectAll().execute()).toEqual([]);
	});

	test("are recognised in another export by their UID, and leave nothing when undone", async () => {
		const { importAll, add, check, undo, listCalls, listReserved, count } = await setUpCalls();
		const { number } = await importAll("calls", file);
		const again = await check(await add("calls", calendar(...events.map((one) => one.replace("Asha Rao", "Asha R.")))));
		expect(again).toMatchObject({ imported: 0, duplicate: 10, refused: 6 });
		expect(again?.problems[0]?.reason).toMatch(/^Imported before as BKG-/);
		await undo(number);
		expect([await listCalls(), await listReserved()]).toEqual([[], []]);
		for (const table of ["records", "recordNotes", "recordWords", "importedRows"] as const)
			expect(await count(table)).toBe(0);
	});

	test("that were moved since are named, and stay by choice", async () => {
		const { importAll, imports, undo, listCalls, database } = await setUpCalls();
		const one = await importAll("calls", calendar(...events.slice(0, 2)));
		const moved = (await listCalls())[1]?.reference ?? "";
		await database.write((transaction) =>
			transaction.updateTable("bookings").set({ sequence: 1 }).where("reference", "=", moved).execute(),
		);
		expect([...(await imports.listChanged(one)).worked]).toEqual([[moved, "Asha Rao"]]);
		await undo(one.number, "keep");
		expect((await listCalls()).map(({ reference }) => reference)).toEqual([moved]);
	});

	test("that are here already, or clash with what is, are told", async () => {
		const { add, check, database, meera, files, installation, clock, importAll, listReserved } = await setUpCalls();
		const booking = createBookingRecord();
		await storeBooking(database, booking);
		await database.write((transaction) =>
			insertReservations(
				transaction,
				[meera.id],
				{
					purpose: "interview",
					reference: "APP-00000001",
					startMs: Date.parse("2026-12-01T04:30:00Z"),
					endMs: Date.parse("2026-12-01T05:30:00Z"),
				},
				clock.now(),
			),
		);
		await rememberErasedPeople({ files, installation }, ["bela@visitor.example"], clock.now());
		const here = calendar(
			event("same-time", ...at("1130T043000", "1130T050000"), organizer, invite("Asha Rao")),
			event(`${booking.id}@narangi.example`, ...at("1202T043000", "1202T050000"), organizer, invite("Esha")),
			event("clash", ...at("1201T043000", "1201T050000"), organizer, invite("Chand")),
			event("erased", ...at("1201T063000", "1201T070000"), organizer, invite("Dev"), invite("Bela Shah")),
		);
		expect((await check(await add("calls", here)))?.problems.map(({ reason }) => reason)).toEqual([
			"Already here as BKG-7K3F9QXM.",
			"Already here as BKG-7K3F9QXM.",
			"It overlaps another appointment of its host.",
			expect.stringMatching(/^The person was erased on 2026-11-23/),
		]);
		expect(await importAll("calls", here)).toMatchObject({ summary: { imported: 1 } });
		// Nobody is reserved twice from the same moment on.
		expect((await listReserved()).map(({ reference }) => reference)).toEqual(["APP-00000001"]);
	});

	test("come in the ZIP file that Google exports", async () => {
		const { imports, receive, importer, check, get } = await setUpCalls();
		const archive = await receive("meera.ical.zip", await zip({ "meera@narangi.example.ics": file }));
		const added = await imports.add({ kind: "calls", by: importer.id, uploads: [archive] });
		if ("message" in added) throw new Error(added.message);
		expect(await check(added.number)).toMatchObject({ imported: 9 });
		expect((await get(added.number)).files).toMatchObject([{ role: "table", name: "meera@narangi.example.ics" }]);
	});

	test("of a file without events, or of half a file, are refused", async () => {
		const { imports, receive, importer, add, check, get } = await setUpCalls();
		for (const content of ["Name,Email\nAsha,asha@visitor.example\n", calendar()]) {
			const added = await imports.add({ kind: "calls", by: importer.id, uploads: [await receive("a.ics", content)] });
			expect("message" in added && added.message).toContain("contains no events");
		}
		const number = await add("calls", file.slice(0, -40));
		expect((await check(number))?.fault).toContain("The calendar file is incomplete");
		expect(await imports.startImport(await get(number), importer.id)).toMatchObject({
			message: expect.stringContaining("is incomplete"),
		});
	});
});

describe("imports that were never begun", () => {
	test.each(["draft", "checking", "checked"] as const)("lose their file after a week, also as %s", async (state) => {
		const { add, imports, clock, get, work, listFiles } = await setUp("sqlite");
		const number = await add("leads", leads);
		const one = await get(number);
		if (state !== "draft") await imports.startCheck(one, one.options);
		if (state === "checked") await work();
		expect(await get(number)).toMatchObject({ state });
		await imports.removeLapsed();
		expect(await listFiles()).toHaveLength(1);
		clock.advance({ hours: 7 * 24 + 1 });
		await imports.removeLapsed();
		expect(await listFiles()).toEqual([]);
		expect(await get(number)).toMatchObject({ state: "lapsed" });
	});
});
