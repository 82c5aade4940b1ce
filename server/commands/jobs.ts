import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
	findJob,
	insertJobs,
	listAllJobs,
	setJobClosed,
	type StoredJob,
} from "../../features/careers/jobs/jobs-store.server.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import type * as JobFile from "../../features/publishing/job-file.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { formatTable } from "./format.ts";

const help = `Lists and changes the positions that the careers pages show.
Works beside a running server, on the database that the same environment names; visitors see a change at once.

  npm run jobs                            lists all jobs, newest first
  npm run jobs -- add data-analyst.yml    publishes a job at /career/jobs/data-analyst
  npm run jobs -- close data-analyst      takes a job off the site; it stays in the list
  npm run jobs -- reopen data-analyst     puts it back

A file is written like those in content/jobs/, and its name is the last part of the job's address. Departments and locations are those
of content/careers.yml.

  --help         shows this
`;

type Jobs = {
	database: Database;
	now: Temporal.Instant;
	/** YYYY-MM-DD in the company's zone. */
	today: string;
	contentDirectory: string;
};

const commands: Record<string, (jobs: Jobs, argument: string | undefined) => Promise<string>> = {
	async list({ database, today }) {
		const jobs = await listAllJobs(database.db);
		if (jobs.length === 0) return "No jobs.\n";
		return formatTable(
			["Id", "Title", "Location", "Posted", "Closes", "State"],
			jobs.map((job) => [job.id, job.title, job.location, job.postedOn, job.closesOn, stateOf(job, today)]),
		);
	},

	async add({ database, now, today, contentDirectory }, file) {
		if (file === undefined) throw new UsageError("Which job? Give its file, such as data-analyst.yml");
		const job = await readJob(file, contentDirectory);
		if (job.closesOn < today) throw new UsageError(`${file}: closesOn: ${job.closesOn} has passed`);
		if (await findJob(database.db, job.id))
			throw new UsageError(`There is a job ${job.id} already. Give the file another name, or reopen the job.`);
		await database.write((transaction) => insertJobs(transaction, [job], now));
		return `${job.id} is on the site until ${job.closesOn}, at /career/jobs/${job.id}.\n`;
	},

	async close({ database, now }, id) {
		const job = await getJob(database, id);
		if (job.closedAt) return `${job.id} was closed before.\n`;
		await database.write((transaction) => setJobClosed(transaction, job.id, true, now));
		return `${job.id} is closed.\n`;
	},

	async reopen({ database, now, today }, id) {
		const job = await getJob(database, id);
		if (job.closesOn < today)
			throw new UsageError(
				`${job.id} cannot be reopened: its closing date ${job.closesOn} has passed. Add it from a file with a later one and another name.`,
			);
		if (!job.closedAt) return `${job.id} is open.\n`;
		await database.write((transaction) => setJobClosed(transaction, job.id, false, now));
		return `${job.id} is open again until ${job.closesOn}.\n`;
	},
};

/** Reads a job from its file, which may stand anywhere. */
async function readJob(file: string, contentDirectory: string): ReturnType<typeof JobFile.readJobFile> {
	const id = basename(file, ".yml");
	if (!file.endsWith(".yml") || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
		throw new UsageError(`${file} must be named with lower-case words joined by hyphens and end in .yml`);
	let yaml: string;
	try {
		yaml = await readFile(file, "utf8");
	} catch (error) {
		throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
	}
	// What renders Markdown takes half a second to load, and the other commands do without it.
	const { readJobFile } = await import("../../features/publishing/job-file.server.ts");
	const { YamlFileError } = await import("../../features/publishing/yaml-file.server.ts");
	try {
		return await readJobFile({ id, file, yaml }, contentDirectory);
	} catch (error) {
		if (!(error instanceof YamlFileError)) throw error;
		throw new UsageError(error.message);
	}
}

async function getJob(database: Database, id: string | undefined): Promise<StoredJob> {
	if (id === undefined) throw new UsageError("Which job? Give its id, such as data-analyst");
	const job = await findJob(database.db, id);
	if (!job) throw new UsageError(`There is no job ${id}`);
	return job;
}

function stateOf({ closedAt, closesOn }: StoredJob, today: string): string {
	if (closedAt) return "closed";
	return closesOn < today ? "lapsed" : "open";
}

/** Runs one command and gives what it prints. */
async function run(args: string[]): Promise<string> {
	const { values, positionals } = readArguments(args, {});
	if (values.help) return help;
	const [name = "list", argument, ...rest] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command || rest.length > 0)
		throw new UsageError(`I do not know "${positionals.join(" ")}". --help lists what I know.`);
	const config = readConfig();
	const { contentDirectory } = config;
	const company = readCompanyFile(contentDirectory);
	const { database } = await openExistingInstallation(config, company);
	try {
		const now = systemClock.now();
		const today = findDate(now.epochMilliseconds, company.timeZone);
		return await command({ database, now, today, contentDirectory }, argument);
	} finally {
		await database.close();
	}
}

await runCommand("The jobs", run);
