import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { insertJobs, setJobClosed } from "../features/careers/jobs/jobs-store.server.ts";
import { databaseKinds, openTestDatabase } from "../tests/support/databases.ts";
import { testJob } from "../tests/support/job-application.ts";
import { runProgram } from "../tests/support/run-program.ts";

const script = fileURLToPath(new URL("check-launch.ts", import.meta.url));
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const sampleSummary = "Lay the pipes under reports and models, so that yesterday's number is the same tomorrow.";

async function listDatabaseLines(env: Record<string, string>): Promise<string[]> {
	// If content or settings hold placeholders, it exits with 1.
	const { stdout } = await runProgram(script, [], { env });
	return stdout
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.startsWith("database: "));
}

describe.each(databaseKinds)("check:launch with a database on %s", (kind) => {
	test("names the sample jobs that visitors see, with the command that takes each away", async () => {
		const database = await openTestDatabase(kind);
		const env = {
			DATA_DIR: database.dataDirectory,
			...(database.databaseUrl !== undefined && { DATABASE_URL: database.databaseUrl }),
		};
		const jobs = [
			{ ...testJob, id: "data-engineer", summary: sampleSummary },
			{ ...testJob, id: "crm-developer", summary: "Our own words." },
			testJob,
		];
		await database.write((transaction) => insertJobs(transaction, jobs, now));
		expect(await listDatabaseLines(env)).toEqual([
			"database: the sample job data-engineer is open: npm run jobs -- close data-engineer",
		]);

		await database.write((transaction) => setJobClosed(transaction, "data-engineer", true, now));
		expect(await listDatabaseLines(env)).toEqual([]);
	});
});

test("check:launch says when it cannot read the database that it was told of", async () => {
	expect(await listDatabaseLines({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })).toEqual([
		expect.stringContaining("cannot be read"),
	]);
});
