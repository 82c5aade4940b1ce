import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Job } from "../../features/careers/jobs/job.ts";
import { findJob, insertJobs, listAllJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { testCareers } from "../../tests/support/careers.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { testJob } from "../../tests/support/job-application.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import type { ProgramResult } from "../../tests/support/run-program.ts";
import { publishDocument, writeSettingsFolder } from "../../tests/support/settings-folder.ts";
import { jobsCommand } from "./jobs.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

const { departments, locations } = testCareers;
const department = departments[0]?.name ?? "";
const location = locations[0]?.label ?? "";
const job: Job = { ...testJob, postedOn: "2026-11-09" };

const yaml = `title: Data Analyst
location: ${JSON.stringify(location)}
type: Contract
summary: Count what matters.
keywords: [data, SQL]
department: ${JSON.stringify(department)}
team: Data engineering
workplace: Remote
postedOn: "2026-11-20"
closesOn: "2099-12-31"
description: |
  ## Your first 90 days

  Count. <script>alert(1)</script>
`;

async function jobs(config: Partial<DatabaseConfig>, ...args: string[]): Promise<ProgramResult> {
	const env = {
		DATA_DIR: config.dataDirectory,
		...(await writeSettingsFolder()),
		...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
	};
	return runCommandHere(jobsCommand, args, { env });
}

async function writeJobFile(name: string, text: string): Promise<string> {
	const file = join(await createTestDirectory(), name);
	await writeFile(file, text);
	return file;
}

async function expectMistake(config: DatabaseConfig, args: string[], message: string): Promise<void> {
	const result = await jobs(config, ...args);
	expect(result).toMatchObject({ code: 2, stdout: "" });
	expect(result.stderr).toContain(message);
	expect(result.stderr).not.toContain("    at ");
}

describe.each(serverDatabaseKinds)("jobs beside a server on %s", (kind) => {
	test("publishes a job from a file, its description as clean HTML, and lists it first", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) =>
			insertJobs(transaction, [job, { ...job, id: "lapsed", postedOn: "2020-01-01", closesOn: "2020-02-01" }], now),
		);

		const added = await jobs(database, "add", await writeJobFile("data-analyst.yml", yaml));

		expect(added).toMatchObject({
			code: 0,
			stdout: "data-analyst published until 2099-12-31 at /career/jobs/data-analyst.\n",
		});
		const stored = await findJob(database.db, "data-analyst");
		expect(stored).toMatchObject({ title: "Data Analyst", keywords: ["data", "SQL"], closedAt: undefined });
		expect(stored?.description).toMatch(/<h2 id="section-[^"]+">Your first 90 days<\/h2>/);
		expect(stored?.description).not.toContain("script");
		expect((await jobs(database)).stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
			["ID", "Title", "Location", "Posted", "Closes", "Status"],
			["data-analyst", "Data Analyst", location, "2026-11-20", "2099-12-31", "open"],
			["react-engineer", "React Engineer", testJob.location, "2026-11-09", "2099-12-31", "open"],
			["lapsed", "React Engineer", testJob.location, "2020-01-01", "2020-02-01", "lapsed"],
			[""],
		]);
	});

	test("knows the departments that the studio has published, and the file's where this release cannot read those", async () => {
		const database = await openTestDatabase(kind);
		const text = JSON.stringify({ ...testCareers, departments: [{ ...testCareers.departments[0], name: "Dyeing" }] });
		const file = await writeJobFile("dyer.yml", yaml.replace(JSON.stringify(department), "Dyeing"));

		await expectMistake(database, ["add", file], '"Dyeing" is not one of the departments');
		await publishDocument(database, "careers.yml", text);
		expect(await jobs(database, "add", file)).toMatchObject({ code: 0, stderr: "" });
		await database.write((transaction) => transaction.updateTable("contentDocuments").set({ text: "- " }).execute());
		await expectMistake(database, ["add", file], '"Dyeing" is not one of the departments');
	});

	test("stores what was changed in a file, unless somebody has changed the job since", async () => {
		const database = await openTestDatabase(kind);
		await jobs(database, "add", await writeJobFile("data-analyst.yml", yaml));
		const shown = (await jobs(database, "show", "data-analyst")).stdout;
		const changed = await writeJobFile("data-analyst.yml", shown.replace("Data Analyst", "Data Engineer"));

		expect((await jobs(database, "change", changed)).stdout).toBe("data-analyst saved.\n");
		expect(await findJob(database.db, "data-analyst")).toMatchObject({ title: "Data Engineer", closedAt: undefined });
		await expectMistake(database, ["change", changed], "data-analyst has changed since you printed it");
		await expectMistake(database, ["change", await writeJobFile("data-analyst.yml", yaml)], "revision: is missing");
	});

	test("closes a job and opens it again", async () => {
		const database = await openTestDatabase(kind);
		await database.write((transaction) => insertJobs(transaction, [job], now));

		expect((await jobs(database, "close", job.id)).stdout).toBe("react-engineer closed.\n");
		expect((await findJob(database.db, job.id))?.closedAt).toBeDefined();
		expect((await jobs(database, "close", job.id)).stdout).toBe("react-engineer is already closed.\n");
		expect((await jobs(database, "list")).stdout).toMatch(/^react-engineer .* closed$/m);

		expect((await jobs(database, "reopen", job.id)).stdout).toBe("react-engineer reopened until 2099-12-31.\n");
		expect((await findJob(database.db, job.id))?.closedAt).toBeUndefined();
	});
});

describe("mistakes", () => {
	test.each([
		[["opne"], 'Unknown command "opne"'],
		[["constructor"], "Unknown command"],
		[["close"], "Give a job ID"],
		[["close", "nobody"], "Job nobody does not exist"],
		[["reopen", "lapsed"], "its closing date 2020-02-01 has passed"],
		[["add"], "Give the job's file"],
		[["add", "not-there.yml"], "not-there.yml cannot be read (ENOENT)"],
		[["add", "Not A Job.yml"], "lowercase words"],
	])("%j is answered with what to do", async (args, message) => {
		const database = await openTestDatabase("sqlite");
		await database.write((transaction) =>
			insertJobs(transaction, [{ ...job, id: "lapsed", postedOn: "2020-01-01", closesOn: "2020-02-01" }], now),
		);

		await expectMistake(database, args, message);
	});

	test.each([
		["react-engineer.yml", yaml, "Job react-engineer already exists"],
		[
			"late.yml",
			yaml.replace("2026-11-20", "2020-01-01").replace("2099-12-31", "2020-02-01"),
			"closesOn: 2020-02-01 has passed",
		],
		["faulty.yml", yaml.replace("Contract", "Volunteer"), "faulty.yml: type: "],
		["broken.yml", "title: [", "is not valid YAML"],
		[
			"elsewhere.yml",
			yaml.replace(JSON.stringify(location), "Utopia"),
			'elsewhere.yml: location: "Utopia" is not one of the locations in content/careers.yml: ',
		],
		[
			"other.yml",
			yaml.replace(JSON.stringify(department), "Dyeing"),
			'other.yml: department: "Dyeing" is not one of the departments in content/careers.yml: ',
		],
	])("the file %s changes nothing", async (name, text, message) => {
		const database = await openTestDatabase("sqlite");
		await database.write((transaction) => insertJobs(transaction, [job], now));

		await expectMistake(database, ["add", await writeJobFile(name, text)], message);

		expect(await listAllJobs(database.db)).toHaveLength(1);
	});

	test("a folder without a database is a mistake, not an empty list", async () => {
		expect((await jobs({ dataDirectory: await createTestDirectory() })).stderr).toContain("No database at");
	});

	test("--help explains every command", async () => {
		const { stdout } = await jobs({}, "--help");
		for (const command of ["add", "show", "change", "publish", "close", "reopen"]) expect(stdout).toContain(command);
	});
});
