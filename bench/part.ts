import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { migrations } from "../server/migrations.ts";
import { createServerEnvironment, startBuiltServer, type BuiltServer } from "../tests/support/built-server.ts";
import { testJob } from "../tests/support/job-application.ts";
import type { Figures } from "./measure.ts";

/** One line of the table. */
export type Line = {
	/** Lines of the same name, of this and the previous release, are printed side by side. */
	what: string;
	figures?: Partial<Figures> | undefined;
	/** Name and rate of the reference. */
	reference?: { name: string; perSecond: number } | undefined;
	/** A value that is not a rate, such as an amount of memory. */
	value?: string;
	/** The target: "0.5" of the reference, or another one in words. */
	wanted?: string;
};

/** A release to measure: a folder with its build. */
export type Release = { directory?: string; buildDirectory?: string };

export type BenchOptions = { milliseconds: number; connections: number; release: Release };

/** A part of the benchmark, which reports each line once it is measured. */
export type Part = {
	name: string;
	about: string;
	/** Whether the previous release can be measured in the same way. */
	comparable: boolean;
	run(options: BenchOptions, tell: (line: Line) => void): Promise<void>;
};

/** A server of the measured release, and the environment of commands beside it. */
export type MeasuredServer = BuiltServer & { environment: NodeJS.ProcessEnv };

/**
 * Runs the built server on SQLite for a while, with a database of its own.
 *
 * @param fill writes the initial content of the database before the server starts
 */
export async function withServer<Result>(
	{ directory, buildDirectory }: Release,
	{ fill, smtpUrl }: { fill?: (database: Database) => Promise<unknown>; smtpUrl?: string },
	work: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
	try {
		const environment = await createServerEnvironment({
			dataDirectory,
			...(buildDirectory !== undefined && { buildDirectory }),
			...(smtpUrl !== undefined && { smtpUrl }),
		});
		const database = await openDatabase(readConfig(environment), {
			migrations,
			log: createLog({ logLevel: "silent" }),
		});
		await fill?.(database);
		await database.close();
		const server = await startBuiltServer(environment, directory === undefined ? {} : { directory });
		try {
			return await work({ ...server, environment });
		} finally {
			await server.end("SIGTERM");
		}
	} finally {
		await rm(dataDirectory, { recursive: true, force: true });
	}
}

/** Writes open jobs, from job-0 on, each with its own title and description. */
export async function fillJobs(database: Database, count: number): Promise<void> {
	const today = Temporal.Now.plainDateISO("UTC");
	await database.write((transaction) =>
		insertJobs(
			transaction,
			Array.from({ length: count }, (_, index) => ({
				...testJob,
				id: `job-${index}`,
				title: `${testJob.title} ${index}`,
				description: `${testJob.description}<p>Group ${index % 1_000}, ${listWords(index)}</p>`,
				postedOn: today.toString(),
				closesOn: today.add({ days: 30 }).toString(),
			})),
			Temporal.Now.instant(),
		),
	);
}

/** Returns sixty words out of about a thousand, different for each job. */
function listWords(index: number): string {
	return Array.from({ length: 60 }, (_, word) => `word${(index * 7 + word * word * 31) % 5_000}`).join(" ");
}
