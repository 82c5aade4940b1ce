import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { stringify as writeYaml } from "yaml";
import { writeAuditEntry } from "../../core/accounts/audit-log.server.ts";
import { toJobText, type WrittenJob } from "../../features/careers/jobs/job-revision.server.ts";
import { findJobState } from "../../features/careers/jobs/job-states.ts";
import {
	createJobWriting,
	type JobResult,
	type JobWriting,
	type NoteJob,
} from "../../features/careers/jobs/job-writing.server.ts";
import { listAllJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import type * as JobFile from "../../features/publishing/job-file.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { readArguments, runCommand, UsageError, type Command, type CommandIo } from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { createJobCheck } from "../job-check.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { formatTable } from "./format.ts";

const help = `Lists and changes the jobs on the careers pages. Works beside a running server on the same environment; changes are live at once.

  npm run jobs                            list all jobs, newest first
  npm run jobs -- add data-analyst.yml    publish a job at /career/jobs/data-analyst
  npm run jobs -- show data-analyst       print a job as a file to edit
  npm run jobs -- change data-analyst.yml save an edited job
  npm run jobs -- publish data-analyst    publish a draft
  npm run jobs -- close data-analyst      close a job and remove it from the site
  npm run jobs -- reopen data-analyst     reopen a closed job

Files look like those in content/jobs/; the file name is the URL slug. Departments and locations come from the published careers.yml.
"show" prints the job's revision. "change" refuses a file whose revision is no longer the latest.

  --help         show this help
`;

type Jobs = {
	database: Database;
	writing: JobWriting;
	note: NoteJob;
	/** YYYY-MM-DD in the company's zone. */
	today: string;
	careers: CareersSettings;
};

const commands: Record<string, (jobs: Jobs, argument: string | undefined) => Promise<string>> = {
	async list({ database, today }) {
		const jobs = await listAllJobs(database.db);
		if (jobs.length === 0) return "No jobs.\n";
		return formatTable(
			["ID", "Title", "Location", "Posted", "Closes", "Status"],
			jobs.map((job) => [job.id, job.title, job.location, job.postedOn, job.closesOn, findJobState(job, today)]),
		);
	},

	async add({ writing, note, today, careers }, file) {
		if (file === undefined) throw new UsageError("Give the job's file, such as data-analyst.yml");
		const { job } = await readJob(file, careers);
		if (job.closesOn < today) throw new UsageError(`${file}: closesOn: ${job.closesOn} has passed`);
		if (!(await writing.publishFile(job, note)))
			throw new UsageError(`Job ${job.id} already exists. Rename the file, or reopen the job.`);
		return `${job.id} published until ${job.closesOn} at /career/jobs/${job.id}.\n`;
	},

	async show({ writing }, id) {
		const job = await getJob(writing, id);
		const { markdown, ...text } = toJobText(job);
		return writeYaml({ revision: job.revision, ...text, postedOn: job.postedOn, description: markdown });
	},

	async change({ writing, note, careers }, file) {
		if (file === undefined) throw new UsageError("Give the job's file, such as data-analyst.yml");
		const { job, revision } = await readJob(file, careers);
		await getJob(writing, job.id);
		if (revision === undefined)
			throw new UsageError(
				`${file}: revision: is missing. Start from the output of "npm run jobs -- show ${job.id}" to keep other changes`,
			);
		getResult(await writing.save(job.id, toJobText(job), revision, note), job.id);
		return `${job.id} saved.\n`;
	},

	async publish({ writing, note }, id) {
		const job = await getJob(writing, id);
		if (!job.isDraft) return `${job.id} is not a draft.\n`;
		const { closesOn } = getResult(await writing.publish(job.id, job.revision, note), job.id);
		return `${job.id} published until ${closesOn} at /career/jobs/${job.id}.\n`;
	},

	async close({ writing, note }, id) {
		const job = await getJob(writing, id);
		if (job.isDraft) return `${job.id} is a draft.\n`;
		if (job.closedAt) return `${job.id} is already closed.\n`;
		getResult(await writing.close(job.id, note), job.id);
		return `${job.id} closed.\n`;
	},

	async reopen({ writing, note, today }, id) {
		const job = await getJob(writing, id);
		if (job.isDraft) throw new UsageError(`${job.id} is a draft. Publish it: npm run jobs -- publish ${job.id}`);
		if (job.closesOn < today)
			throw new UsageError(
				`${job.id} cannot be reopened: its closing date ${job.closesOn} has passed. Set a later date in the desk or in its file.`,
			);
		if (!job.closedAt) return `${job.id} is already open.\n`;
		getResult(await writing.reopen(job.id, note), job.id);
		return `${job.id} reopened until ${job.closesOn}.\n`;
	},
};

const revisionLine = /^revision: *"?([0-9a-f]{16})"? *\n/m;

/** Reads a job from a file anywhere. */
async function readJob(
	file: string,
	careers: CareersSettings,
): Promise<{ job: Awaited<ReturnType<typeof JobFile.readJobFile>>; revision: string | undefined }> {
	const id = basename(file, ".yml");
	if (!file.endsWith(".yml") || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
		throw new UsageError(`${file}: the name must be lowercase words joined by hyphens, ending in .yml`);
	let yaml: string;
	try {
		yaml = await readFile(file, "utf8");
	} catch (error) {
		throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
	}
	const { readJobFile } = await import("../../features/publishing/job-file.server.ts");
	const { YamlFileError } = await import("../../features/publishing/yaml-file.server.ts");
	try {
		const job = await readJobFile({ id, file, yaml: yaml.replace(revisionLine, "") }, careers);
		return { job, revision: revisionLine.exec(yaml)?.[1] };
	} catch (error) {
		if (!(error instanceof YamlFileError)) throw error;
		throw new UsageError(error.message);
	}
}

async function getJob(writing: JobWriting, id: string | undefined): Promise<WrittenJob> {
	if (id === undefined) throw new UsageError("Give a job ID, such as data-analyst");
	const job = await writing.find(id);
	if (!job) throw new UsageError(`Job ${id} does not exist`);
	return job;
}

/** @throws UsageError explaining why nothing was changed */
function getResult(result: JobResult, id: string): WrittenJob {
	if (result.ok) return result.job;
	if (result.why === "errors")
		throw new UsageError(result.errors.map(({ field, message }) => `${id}: ${field}: ${message}`).join("\n"));
	throw new UsageError(
		result.why === "gone"
			? `Job ${id} does not exist`
			: `Not saved: ${id} has changed since you printed it. Run "npm run jobs -- show ${id}", merge your changes and try again.`,
	);
}

/** Runs one command and returns its output. */
async function run(args: string[], io: CommandIo): Promise<string> {
	const { values, positionals } = readArguments(args, {});
	if (values.help) return help;
	const [name = "list", argument, ...rest] = positionals;
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command || rest.length > 0) throw new UsageError(`Unknown command "${positionals.join(" ")}". See --help.`);
	const config = readConfig(io.env);
	const { database, company, careers } = await openExistingInstallation(config);
	try {
		const writing = createJobWriting({
			database,
			clock: systemClock,
			company,
			careers,
			checkJob: createJobCheck(careers),
			// The Markdown renderer takes half a second to load, and most commands do not need it.
			renderMarkdown: async (markdown) =>
				(await import("../../features/publishing/markdown.server.ts")).renderMarkdown(markdown),
		});
		const now = systemClock.now();
		const note: NoteJob = (transaction, deed, subject) =>
			writeAuditEntry(transaction, { actor: "command", action: `job.${deed}`, subject }, now);
		const today = findDate(now.epochMilliseconds, company.timeZone);
		return await command({ database, writing, note, today, careers }, argument);
	} finally {
		await database.close();
	}
}

export const jobsCommand: Command = { subject: "The jobs", run };

if (import.meta.main) await runCommand(jobsCommand);
