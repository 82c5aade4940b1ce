import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { findMarkdownFault } from "../../features/publishing/markdown-faults.ts";
import { readResidentBytes } from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation } from "../support/fault-installation.ts";
import { listHostileMarkdown } from "../support/hostile-markdown.ts";
import { openStaffSession } from "../support/staff.ts";
import type { Visitor, Visits } from "../support/visitor.ts";

/**
 * Tests that no Markdown of an editor holds up visitors: the studio's preview renders hostile texts of at most 100,000 characters, one after
 * the other, while a visitor requests pages. Exits with 1 when a visitor waits longer than the limit, the server ends, a text gets no
 * response, or memory rises above rest by more than the limit. Needs a build, /proc, and so Linux.
 */
const everyMs = 25;
const megabyte = 1024 * 1024;
const paths = ["/", "/contactUs", "/blog"];

const { values: options } = parseArgs({
	options: {
		texts: { type: "string", default: "100" },
		seed: { type: "string" },
		"limit-ms": { type: "string", default: "250" },
		"limit-mb": { type: "string", default: "400" },
	},
});
const count = Number(options.texts);
const limitMs = Number(options["limit-ms"]);
const limitMegabytes = Number(options["limit-mb"]);
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 31));
if (![count, limitMs, limitMegabytes, seed + 1].every((number) => Number.isInteger(number) && number > 0)) {
	console.error(
		"Usage: node tests/faults/hostile-markdown.ts [--texts 100] [--seed NUMBER] [--limit-ms 250] [--limit-mb 400]",
	);
	process.exit(2);
}

console.log(`seed ${seed}`);
await endAllAfter(async (start) => {
	const { dataDirectory, startServer } = await createFaultInstallation(start, "sqlite");
	const server = await startServer();
	const { cookie } = await openStaffSession({ dataDirectory, databaseUrl: undefined }, { roles: ["admin"] });
	for (const path of paths) await fetch(`${server.url}${path}`);
	const rest = await readResidentBytes(server);
	let highest = rest;
	let visits: Visits = { count: 0, slowestMs: 0 };
	let slowestTextMs = 0;
	let shownAsWritten = 0;
	const workerData: Visitor = { url: server.url, paths, everyMs };
	const visitor = new Worker(new URL("../support/visitor.ts", import.meta.url), { workerData });
	const failed = once(visitor, "exit").then(() => Promise.reject(new Error("A visitor got no page")));
	visitor.on("message", async (reported: Visits) => {
		visits = reported;
		highest = Math.max(highest, await readResidentBytes(server));
	});
	for (const [index, markdown] of listHostileMarkdown(seed, count).entries()) {
		const before = visits.slowestMs;
		const began = performance.now();
		const html = await Promise.race([preview(markdown), failed]);
		const ms = performance.now() - began;
		slowestTextMs = Math.max(slowestTextMs, ms);
		const isAsWritten =
			findMarkdownFault(markdown) === undefined &&
			html.startsWith("<p>") &&
			html.length >= markdown.length &&
			!/<\/(?:p|li|td)>./s.test(html);
		if (isAsWritten) shownAsWritten += 1;
		if (visits.slowestMs > Math.max(limitMs, before))
			console.log(
				`text ${index} ${JSON.stringify(markdown.slice(0, 60))}: a visitor waited ${visits.slowestMs.toFixed(0)} ms`,
			);
	}
	failed.catch(() => undefined);
	await visitor.terminate();
	const rise = (highest - rest) / megabyte;
	console.log(
		`texts ${count}, shown as written ${shownAsWritten}, slowest ${(slowestTextMs / 1_000).toFixed(1)} s; visits ${visits.count}, slowest ${visits.slowestMs.toFixed(0)} ms, limit ${limitMs} ms; memory rose by ${rise.toFixed(0)} MB, limit ${limitMegabytes} MB`,
	);
	process.exitCode = visits.slowestMs <= limitMs && rise <= limitMegabytes ? 0 : 1;

	async function preview(markdown: string): Promise<string> {
		const response = await fetch(`${server.deskUrl}/studio/markdown`, {
			method: "POST",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams({ markdown }),
		});
		if (!response.ok) throw new Error(`The preview was refused with ${response.status}`);
		return response.text();
	}
});
