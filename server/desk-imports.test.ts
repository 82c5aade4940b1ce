import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { readConfig } from "../platform/config.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { createLog } from "../platform/log.ts";
import { testCareers } from "../tests/support/careers.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { createPdf } from "../tests/support/documents.ts";
import { getRecord } from "../tests/support/records.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";
import { createDeskImports } from "./imports.ts";

async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["admin"] });
	const imports = createDeskImports({
		...server,
		config: readConfig({}),
		company: testCompany,
		careers: testCareers,
		files: await openFileStore({ ...server.database, filesReserveBytes: 0 }),
		installation: { id: "0f0f0f0f-0000-4000-8000-000000000000" },
		kinds: createTestKinds(),
		processor: createPictureProcessor({ log: createLog({ logLevel: "silent" }) }),
	});
	return { ...server, ...createDeskBrowser(desk), work: () => imports.run(new AbortController().signal) };
}

const table = "Full name;Mail;Status;Shoe size\nAsha Rao;asha@visitor.example;Dreaming;41\nBela;nowhere;;\n";
const upload = (text: string) => [new File([text], "leads.csv", { type: "text/csv" })];

describe("the page of imports", () => {
	test("takes a file, matches its columns, shows what rows become, imports and undoes, without scripts", async () => {
		const { get, post, postFiles, work, database, clock } = await openDesk();
		expect(await get("/import")).toContain("No imports yet");
		const uploaded = await postFiles("/import", { kind: "leads" }, upload(table));
		expect([uploaded.statusCode, uploaded.headers.location]).toEqual([303, "/import/1"]);

		const matching = await get("/import/1");
		expect(matching).toContain("41");
		expect(matching).toMatch(/<select name="column1"[^>]*>.*?<option value="email" selected="">/s);
		const columns = { column0: "fullName", column1: "email", column2: "stage", column3: "notes" };
		const twice = await post("/import/1", { do: "check", ...columns, column0: "email" });
		expect(twice.body).toContain("Choose one column for E-mail.");
		expect((await post("/import/1", { do: "check", ...columns })).statusCode).toBe(303);
		expect(await get("/import/1")).toContain('<meta http-equiv="refresh"');
		await work();

		const checked = await get("/import/1");
		expect(checked).toContain("1 enquiry");
		expect(checked).toContain("The e-mail address is not valid.");
		expect(checked).toContain("Dreaming");
		const report = await get("/import/1/report.csv");
		expect(report).toContain("3,refused,The e-mail address is not valid.,Bela,nowhere,,");
		await post("/import/1", { do: "check", "stage:Dreaming": "won" });
		await work();
		expect(await get("/import/1")).not.toContain("There is no such stage");
		await post("/import/1", { do: "import" });
		const { storedAs } = await database.db.selectFrom("importFiles").select("storedAs").executeTakeFirstOrThrow();
		const change = (name: string) => database.db.updateTable("importFiles").set({ storedAs: name }).execute();
		await change("missing.csv");
		await expect(work()).rejects.toThrow("The file is gone");
		expect(await get("/import/1")).toContain("It will be tried again within a minute.");
		await change(storedAs);
		clock.advance({ seconds: 1 });
		expect(await get("/import/1")).not.toContain("It will be tried again");
		await work();

		const done = await get("/import/1");
		expect(done).toContain("Undo import");
		const [, reference = ""] = /(ENQ-[0-9A-Z]{8})/.exec(await get("/import/1/report.csv")) ?? [];
		expect(await getRecord(database, reference)).toMatchObject({ senderName: "Asha Rao", stage: "won" });
		expect(await get(`/enquiries/${reference}`)).toContain("Shoe size: 41");
		expect(await get("/import")).toContain("leads.csv");

		await post("/import/1", { do: "undo" });
		await work();
		expect(await get("/import/1")).toContain("Nothing of this import is left.");
		expect(await database.db.selectFrom("records").selectAll().execute()).toEqual([]);
		expect(await get("/audit-log")).toContain("Undid import");
	});

	test("lets a stage that was chosen for a name be changed and taken back", async () => {
		const { get, post, postFiles, work, database } = await openDesk();
		await postFiles("/import", { kind: "leads" }, upload(`${table}Dev;dev@visitor.example;DREAMING;\n`));
		await post("/import/1", { do: "check" });
		await work();
		const choose = async (key: string) => {
			await post("/import/1", { do: "check", "stage:Dreaming": key });
			await work();
			const page = await get("/import/1");
			expect(page.match(/<select[^>]*name="stage:/g)).toHaveLength(1);
			const [, chosen = ""] = /<option value="([\w-]*)" selected="">/.exec(page) ?? [];
			return [chosen, page.includes("There is no such stage")];
		};
		expect(await choose("won")).toEqual(["won", false]);
		expect(await choose("in-conversation")).toEqual(["in-conversation", false]);
		expect(await choose("")).toEqual(["", true]);
		expect(await choose("no-such-stage")).toEqual(["", true]);
		await post("/import/1", { do: "import" });
		await work();
		const records = await database.db.selectFrom("records").select("stage").execute();
		expect(records).toEqual([{ stage: "" }, { stage: "" }]);
	});

	test("takes resumes in a ZIP file, names the tool that a file comes from, and lets it be changed", async () => {
		const { get, post, postFiles, work } = await openDesk();
		const zip = new ZipFile();
		zip.addBuffer(createPdf(), "asha.pdf");
		zip.addBuffer(createPdf(), "nobody.pdf");
		zip.end();
		const header = "Full-Name,Email,Date-Added,Origin,Resume Filename";
		const csv = new File([`${header}\nAsha Rao,asha@applicant.example,2026-03-01,Applied,asha.pdf\n`], "a.csv");
		const archive = new File([await buffer(zip.outputStream)], "resumes.zip");
		expect((await postFiles("/import", { kind: "applicants" }, [csv, archive])).statusCode).toBe(303);
		expect(await get("/import/1")).toContain('<option value="lever" selected="">Lever</option>');
		expect((await post("/import/1", { do: "preset", preset: "greenhouse" })).statusCode).toBe(303);
		expect(await get("/import/1")).toContain('<option value="greenhouse" selected="">Greenhouse</option>');
		await post("/import/1", { do: "preset", preset: "lever" });
		await post("/import/1", { do: "check" });
		await work();
		const checked = await get("/import/1");
		expect(checked).toContain("and 1 that no row names");
		expect(checked).toContain("nobody.pdf");
		expect(checked).toContain("resumes.zip");
		await post("/import/1", { do: "columns" });
		expect(await get("/import/1")).toContain('<option value="lever" selected="">Lever</option>');
	});

	test("takes a calendar file, whose events become calls", async () => {
		const { get, post, postFiles, work } = await openDesk();
		const lines = [
			"BEGIN:VCALENDAR",
			"BEGIN:VEVENT",
			"UID:1@calendar.example",
			"DTSTART:20261130T043000Z",
			"DTEND:20261130T050000Z",
			"SUMMARY:A loom for the museum",
			"ATTENDEE;CN=Asha Rao:mailto:asha@visitor.example",
			"END:VEVENT",
			"END:VCALENDAR",
		];
		const calendar = new File([lines.join("\r\n")], "calls.ics", { type: "text/calendar" });
		expect((await postFiles("/import", { kind: "calls" }, [calendar])).statusCode).toBe(303);
		const page = await get("/import/1");
		expect(page).toContain("Check rows");
		expect(page).not.toContain("Becomes");
		await post("/import/1", { do: "check" });
		await work();
		expect(await get("/import/1")).toContain("1 call");
		await post("/import/1", { do: "import" });
		await work();
		const [, reference = ""] = /(BKG-[0-9A-Z]{8})/.exec(await get("/import/1/report.csv")) ?? [];
		const booking = await get(`/bookings/${reference}`);
		expect(booking).toContain("A loom for the museum");
		expect(booking).toContain("asha@visitor.example");
	});

	test("says why a file cannot be imported, and has none of another number", async () => {
		const { get, postFiles } = await openDesk();
		expect((await postFiles("/import", { kind: "leads" }, [])).body).toContain("Choose a CSV file.");
		expect((await postFiles("/import", { kind: "leads" }, upload("a,b\n"))).body).toContain(
			"The file has no rows below its header.",
		);
		expect((await postFiles("/import", { kind: "stars" }, upload(table))).body).toContain("Choose what the rows are.");
		for (const path of ["/import/2", "/import/x", "/import/99999999999", "/import/2/report.csv"])
			await expect(get(path)).rejects.toThrow("404");
	});

	test("stops an import under way, and removes what it has stored", async () => {
		const { get, post, postFiles, work, database } = await openDesk();
		await postFiles("/import", { kind: "leads" }, upload(table));
		await post("/import/1", { do: "check" });
		await work();
		await post("/import/1", { do: "import" });
		const { storedAs } = await database.db.selectFrom("importFiles").select("storedAs").executeTakeFirstOrThrow();
		await database.db.updateTable("importFiles").set({ storedAs: "missing.csv" }).execute();
		await expect(work()).rejects.toThrow("The file is gone");
		await database.db.updateTable("importFiles").set({ storedAs }).execute();
		expect(await get("/import/1")).toContain("Stop and undo");
		expect((await post("/import/1", { do: "undo" })).statusCode).toBe(303);
		await work();
		expect(await get("/import/1")).toContain("Nothing of this import is left.");
	});

	test("discards an import that is being checked", async () => {
		const { get, post, postFiles, database } = await openDesk();
		await postFiles("/import", { kind: "contacts" }, upload(table));
		await post("/import/1", { do: "check" });
		expect(await get("/import/1")).toContain("Discard import");
		await post("/import/1", { do: "discard" });
		expect(await get("/import")).toContain("Discarded");
		const files = await openFileStore({ ...database, filesReserveBytes: 0 });
		expect((await Array.fromAsync(files.list())).flat()).toEqual([]);
	});

	test("discards an import with its file", async () => {
		const { get, post, postFiles, database } = await openDesk();
		await postFiles("/import", { kind: "contacts" }, upload(table));
		expect((await post("/import/1", { do: "discard" })).headers.location).toBe("/import");
		expect(await get("/import")).toContain("Discarded");
		const files = await openFileStore({ ...database, filesReserveBytes: 0 });
		expect((await Array.fromAsync(files.list())).flat()).toEqual([]);
	});
});
