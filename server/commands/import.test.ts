import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestDirectory, serverDatabaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import { writeSettingsFolder } from "../../tests/support/settings-folder.ts";
import { importCommand } from "./import.ts";

const leads = "Name,Email,Status,Size\nAsha Rao,asha@visitor.example,Dreaming,41\nBela,nowhere,,\n";

async function setUp(kind: (typeof serverDatabaseKinds)[number]) {
	const database = await openTestDatabase(kind);
	const folder = await createTestDirectory();
	const file = join(folder, "leads.csv");
	await writeFile(file, leads);
	const env = {
		DATA_DIR: database.dataDirectory,
		...(await writeSettingsFolder()),
		...(database.databaseUrl !== undefined && { DATABASE_URL: database.databaseUrl }),
	};
	return {
		file,
		report: join(folder, "report.csv"),
		run: (...args: string[]) => runCommandHere(importCommand, args, { env }),
		listRecords: () => database.db.selectFrom("records").select(["senderName", "stage"]).execute(),
	};
}

describe.each(serverDatabaseKinds)("npm run import on %s", (kind) => {
	test("checks a file, imports it once, lists and undoes it", async () => {
		const { run, file, report, listRecords } = await setUp(kind);
		const chosen = [file, "--kind", "leads", "--map", "Size=notes", "--stage", "Dreaming=won"];
		const dry = await run(...chosen, "--dry-run", "--report", report);
		expect(dry).toMatchObject({ code: 0, stderr: "" });
		expect(dry.stdout).toContain("2 rows: 1 become enquiry, 0 skipped, 1 refused.");
		expect(dry.stdout).toContain("line 3, refused: The e-mail address is not valid.");
		expect(await readFile(report, "utf8")).toContain("3,refused,The e-mail address is not valid.,Bela,nowhere");
		expect(await listRecords()).toEqual([]);

		const done = await run(...chosen);
		expect(done.stdout).toMatch(
			/^Import 2: leads\.csv, \d+ bytes, SHA-256 [0-9a-f]{64}\n2 rows: 1 imported as enquiry/,
		);
		expect(await listRecords()).toEqual([{ senderName: "Asha Rao", stage: "won" }]);
		expect((await run(...chosen)).stdout).toContain("This file is imported already, as import 2.");
		expect((await run()).stdout).toMatch(/^2 .*leads\.csv .*Leads .*done .*1 /m);

		expect((await run("--undo", "2")).stdout).toBe("Import 2 is undone.\n");
		expect(await listRecords()).toEqual([]);
		expect((await run("--undo", "2")).stderr).toContain("can no longer be undone");
	});

	test("says what is wrong with a command", async () => {
		const { run, file } = await setUp(kind);
		expect(await run(file)).toMatchObject({
			code: 2,
			stderr: "Give --kind: leads, contacts, applicants, jobs, calls, articles\n",
		});
		for (const [args, message] of [
			[["no.csv", "--kind", "leads"], "no.csv cannot be read (ENOENT)"],
			[[file, "--kind", "leads", "--map", "Shoe=notes"], "There is no column Shoe"],
			[[file, "--kind", "leads", "--map", "Size=shoe"], "There is no field shoe"],
			[[file, "--kind", "leads", "--dates", "soon"], "--dates is day-first or month-first"],
			[["--undo", "7"], "Import 7 does not exist"],
		] as const) {
			const { code, stderr } = await run(...args);
			expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
		}
	});
});
