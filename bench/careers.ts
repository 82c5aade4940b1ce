import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { readConfig } from "../platform/config.ts";
import { openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import {
	createServerEnvironment,
	readResidentBytes,
	startBuiltServer,
	type BuiltServer,
} from "../tests/support/built-server.ts";
import { builtCareers } from "../tests/support/built-careers.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../tests/support/job-application.ts";
import { measureGets } from "./load.ts";
import { expectStatus, measure, send, type Figures } from "./measure.ts";
import { migrations } from "../server/migrations.ts";

/**
 * Measures the built server on SQLite: what is public beside the home page, the list of jobs and a search in it as it grows, and how many applications
 * with a resume of 1 MB it takes a second, with the resident memory before and at its highest. Needs /proc, and so Linux.
 */
const { values: options } = parseArgs({
	options: {
		seconds: { type: "string", default: "5" },
		connections: { type: "string", default: "8" },
		jobs: { type: "string", default: "12,1000,100000" },
	},
});
const milliseconds = Number(options.seconds) * 1_000;
const parallel = Number(options.connections);
const counts = options.jobs.split(",").map(Number);
if (!(milliseconds > 0) || !counts.every((count) => Number.isInteger(count) && count > 0)) {
	console.error("Usage: npm run bench:careers -- [--seconds 5] [--connections 8] [--jobs 12,1000,100000]");
	process.exit(2);
}
const resumeBytes = 1_000_000;
const memorySampleMs = 100;
const megabyte = 1_000_000;

type Row = Figures & { what: string; kilobytes: number };

const rows: Row[] = [];
await withServer(12, measureReads);
const agent = new Agent({ keepAlive: true, maxSockets: parallel });
for (const count of counts) {
	await withServer(count, async (server) => {
		for (const [what, path] of [
			["GET /api/jobs", "/api/jobs"],
			["search at /career", "/career?q=engineer"],
		] as const) {
			const { body } = await send(server.url + path, agent);
			const figures = await measure(() => expectStatus(send(server.url + path, agent), 200), {
				milliseconds,
				parallel,
			});
			rows.push({ what: `${what}, ${count} jobs`, kilobytes: Buffer.byteLength(body) / 1_000, ...figures });
		}
	});
}
await withServer(1, async (server) => {
	const [job] = JSON.parse((await send(`${server.url}/api/jobs`, agent)).body) as { id: string }[];
	if (!job) throw new Error("There is no open position to apply for");
	const form = new Response(
		createApplicationForm(createApplicationFields(job, builtCareers), {
			name: "resume.pdf",
			content: createPdf({ bytes: resumeBytes }),
		}),
	);
	const sent = { type: form.headers.get("content-type") ?? "", body: Buffer.from(await form.arrayBuffer()) };
	const apply = () =>
		expectStatus(
			send(`${server.url}/api/applications`, agent, { ...sent, headers: { "idempotency-key": randomUUID() } }),
			200,
		);
	await measure(apply, { milliseconds: 1_000, parallel });
	const rest = await readResidentBytes(server);
	let highest = rest;
	const sampling = setInterval(
		() => void readResidentBytes(server).then((bytes) => (highest = Math.max(highest, bytes))),
		memorySampleMs,
	);
	rows.push({
		what: "POST /api/applications with 1 MB",
		kilobytes: sent.body.length / 1_000,
		...(await measure(apply, { milliseconds, parallel })),
	});
	clearInterval(sampling);
	console.log(
		`applications: resident memory ${(rest / megabyte).toFixed(0)} MB before, ${(highest / megabyte).toFixed(0)} MB at its highest`,
	);
});
agent.destroy();
console.table(
	rows.map(({ what, kilobytes, count, perSecond, p50Ms, p99Ms }) => ({
		what,
		kilobytes: Math.round(kilobytes),
		count,
		perSecond: perSecond.toFixed(1),
		p50Ms: p50Ms.toFixed(2),
		p99Ms: p99Ms.toFixed(2),
	})),
);

/** Prints how fast is answered what is public, each as a part of the home page's rate, measured in turn. */
async function measureReads(server: BuiltServer): Promise<void> {
	const load = { milliseconds: milliseconds / 2, connections: parallel };
	const tomorrow = Temporal.Now.plainDateISO("UTC").add({ days: 1 }).toString();
	let searches = 0;
	const reads: { what: string; pathOf(index: number): string; status?: number }[] = [
		{ what: "job page", pathOf: () => "/career/jobs/job-0" },
		{ what: "application page", pathOf: () => "/career/apply/job-0" },
		{ what: "each job of the API", pathOf: (index) => `/api/jobs/job-${index % 12}` },
		{ what: "list of jobs", pathOf: () => "/api/jobs" },
		{ what: "landing page of careers", pathOf: () => "/career" },
		{ what: "repeated search", pathOf: () => "/career?q=engineer&location=" },
		{ what: "unknown address", pathOf: (index) => `/no/such/${index}`, status: 404 },
		{ what: "availability", pathOf: () => "/demo/availability" },
		{ what: "slots of a date", pathOf: () => `/demo/slots/${tomorrow}` },
		{ what: "new search", pathOf: () => `/career?q=${searches++}` },
	];
	const results = [];
	for (const { what, pathOf, ...status } of reads) {
		await measureGets(server.url, pathOf, { ...load, ...status, milliseconds: 200, connections: 1 });
		const home = await measureGets(server.url, () => "/", load);
		const perSecond = await measureGets(server.url, pathOf, { ...load, ...status });
		results.push({
			what,
			perSecond: Math.round(perSecond),
			homePage: Math.round(home),
			ratio: (perSecond / home).toFixed(3),
		});
	}
	console.table(results);
	console.log(`memory after it: ${((await readResidentBytes(server)) / megabyte).toFixed(0)} MB`);
}

/** Runs the built server over a database that holds so many jobs and nothing else. */
async function withServer(jobs: number, action: (server: BuiltServer) => Promise<void>): Promise<void> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
	try {
		const environment = await createServerEnvironment({ dataDirectory });
		const database = await openDatabase(readConfig(environment), {
			migrations,
			log: createLog({ logLevel: "silent" }),
		});
		const now = Temporal.Now.instant();
		const today = now.toZonedDateTimeISO("UTC").toPlainDate();
		await database.write((transaction) =>
			insertJobs(
				transaction,
				Array.from({ length: jobs }, (_, index) => ({
					...testJob,
					id: `job-${index}`,
					title: `${testJob.title} ${index}`,
					postedOn: today.toString(),
					closesOn: today.add({ days: 30 }).toString(),
				})),
				now,
			),
		);
		await database.close();
		const server = await startBuiltServer(environment);
		try {
			await action(server);
		} finally {
			await server.end("SIGTERM");
		}
	} finally {
		await rm(dataDirectory, { recursive: true, force: true });
	}
}
