import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { maxResumeBytes } from "../../features/careers/applications/rules.ts";
import { insertJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { builtCareers } from "../support/built-careers.ts";
import { readResidentBytes } from "../support/built-server.ts";
import { createPdf } from "../support/documents.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation } from "../support/fault-installation.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";

/**
 * Tests that uploads do not pile up in memory: many clients send a resume of 10 MB at once, while the resident memory of the built server
 * is sampled every 50 ms.
 * A few uploads go before, followed by a pause. Exits with 1 when an upload is refused or memory rises above rest by more than the limit.
 * Needs /proc, and so Linux.
 */
const sampleMs = 50;
const warmUps = 6;
const restMs = 2_000;
const megabyte = 1024 * 1024;

const { values: options } = parseArgs({
	options: {
		uploads: { type: "string", default: "50" },
		limit: { type: "string", default: "75" },
		rounds: { type: "string", default: "3" },
	},
});
const uploads = Number(options.uploads);
const limitMegabytes = Number(options.limit);
const rounds = Number(options.rounds);
if (![uploads, limitMegabytes, rounds].every((number) => Number.isInteger(number) && number > 0)) {
	console.error("Usage: node tests/faults/uploads-memory.ts [--uploads 50] [--limit 75] [--rounds 3]");
	process.exit(2);
}

await endAllAfter(async (start) => {
	const { startServer, openStored } = await createFaultInstallation(start, "sqlite");
	const database = await openStored();
	await database.write((transaction) => insertJobs(transaction, [testJob], Temporal.Now.instant()));
	await database.close();
	const server = await startServer();
	const form = new Response(
		createApplicationForm(createApplicationFields(testJob, builtCareers), {
			name: "resume.pdf",
			content: createPdf({ bytes: maxResumeBytes }),
		}),
	);
	const body = Buffer.from(await form.arrayBuffer());
	const headers = { "content-type": form.headers.get("content-type") ?? "", "content-length": body.length };

	for (let count = 0; count < warmUps; count++) await upload();
	let worst = 0;
	let refused = 0;
	for (let round = 0; round < rounds; round++) {
		await sleep(restMs);
		const rest = await readResidentBytes(server);
		let highest = rest;
		let samples = 0;
		const sampling = setInterval(() => {
			void readResidentBytes(server).then((bytes) => {
				samples++;
				highest = Math.max(highest, bytes);
			});
		}, sampleMs);
		const begun = performance.now();
		const statuses = await Promise.all(Array.from({ length: uploads }, upload));
		clearInterval(sampling);
		const seconds = (performance.now() - begun) / 1_000;
		refused += statuses.filter((status) => status !== 200).length;
		worst = Math.max(worst, highest - rest);
		console.log(
			`rest ${toMegabytes(rest)}, highest ${toMegabytes(highest)}, rise ${toMegabytes(highest - rest)} MB; ${samples} samples in ${seconds.toFixed(1)} s`,
		);
	}
	console.log(
		`uploads ${rounds * uploads} in rounds of ${uploads}, refused ${refused}, rise ${toMegabytes(worst)} MB, limit ${limitMegabytes} MB`,
	);
	process.exitCode = refused === 0 && worst <= limitMegabytes * megabyte ? 0 : 1;

	function upload(): Promise<number> {
		return new Promise((resolve, reject) => {
			const sent = request(
				`${server.url}/api/applications`,
				{ method: "POST", headers: { ...headers, "idempotency-key": randomUUID() }, agent: false },
				(response) => {
					response.resume().on("end", () => resolve(response.statusCode ?? 0));
				},
			);
			sent.on("error", reject).end(body);
		});
	}
});

function toMegabytes(bytes: number): string {
	return (bytes / megabyte).toFixed(1);
}
