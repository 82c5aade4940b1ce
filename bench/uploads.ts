import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { builtCareers } from "../tests/support/built-careers.ts";
import { readResidentBytes } from "../tests/support/built-server.ts";
import { createPdf } from "../tests/support/documents.ts";
import { createApplicationFields, createApplicationForm } from "../tests/support/job-application.ts";
import { expectStatus, measure, send } from "./measure.ts";
import { fillJobs, withServer, type Part } from "./part.ts";

const resumeBytes = 1_000_000;
const memorySampleMs = 100;
const megabyte = 1_000_000;

/** Measures applications with a 1 MB resume per second, with the resident memory before and at its peak, which needs Linux. */
export const uploads: Part = {
	name: "uploads",
	about: "applications with a resume of 1 MB, and their memory",
	comparable: true,
	run: ({ milliseconds, connections, release }, tell) =>
		withServer(release, { fill: (database) => fillJobs(database, 1) }, async (server) => {
			const agent = new Agent({ keepAlive: true, maxSockets: connections });
			const form = new Response(
				createApplicationForm(createApplicationFields({ id: "job-0" }, builtCareers), {
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
			await measure(apply, { milliseconds: 1_000, parallel: connections });
			const readMemory = async () => (process.platform === "linux" ? readResidentBytes(server) : Number.NaN);
			const rest = await readMemory();
			let highest = rest;
			const sampling = setInterval(
				() => void readMemory().then((bytes) => (highest = Math.max(highest, bytes))),
				memorySampleMs,
			);
			const figures = await measure(apply, { milliseconds, parallel: connections });
			clearInterval(sampling);
			const [before, most] = [rest, highest].map((bytes) => (bytes / megabyte).toFixed(0));
			tell({ what: "applications with 1 MB", figures, value: `memory ${before} MB before, ${most} MB at its highest` });
			agent.destroy();
		}),
};
