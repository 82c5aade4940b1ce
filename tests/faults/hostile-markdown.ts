import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findMarkdownFault } from "../../features/publishing/markdown-faults.ts";
import { readResidentBytes } from "../support/built-server.ts";
import { endAllAfter } from "../support/end-all-after.ts";
import { createFaultInstallation } from "../support/fault-installation.ts";
import { listHostileMarkdown } from "../support/hostile-markdown.ts";
import { openStaffSession } from "../support/staff.ts";

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
	for (const path of paths) await visit(path);
	const rest = await readResidentBytes(server);
	let highest = rest;
	let slowestVisitMs = 0;
	let visits = 0;
	let slowestTextMs = 0;
	let shownAsWritten = 0;
	const done = new AbortController();
	const visiting = visitUntil(done.signal);
	for (const [index, markdown] of listHostileMarkdown(seed, count).entries()) {
		const visitBefore = slowestVisitMs;
		const began = performance.now();
		const html = await preview(markdown);
		const ms = performance.now() - began;
		slowestTextMs = Math.max(slowestTextMs, ms);
		const isAsWritten =
			findMarkdownFault(markdown) === undefined &&
			html.startsWith("<p>") &&
			html.length >= markdown.length &&
			!/<\/(?:p|li|td)>./s.test(html);
		if (isAsWritten) shownAsWritten += 1;
		if (slowestVisitMs > Math.max(limitMs, visitBefore))
			console.log(
				`text ${index} ${JSON.stringify(markdown.slice(0, 60))}: a visitor waited ${slowestVisitMs.toFixed(0)} ms`,
			);
	}
	done.abort();
	await visiting;
	const rise = (highest - rest) / megabyte;
	console.log(
		`texts ${count}, shown as written ${shownAsWritten}, slowest ${(slowestTextMs / 1_000).toFixed(1)} s; visits ${visits}, slowest ${slowestVisitMs.toFixed(0)} ms, limit ${limitMs} ms; memory rose by ${rise.toFixed(0)} MB, limit ${limitMegabytes} MB`,
	);
	process.exitCode = slowestVisitMs <= limitMs && rise <= limitMegabytes ? 0 : 1;

	async function visitUntil(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			const began = performance.now();
			await visit(paths[visits % paths.length] ?? "/");
			slowestVisitMs = Math.max(slowestVisitMs, performance.now() - began);
			visits += 1;
			highest = Math.max(highest, await readResidentBytes(server));
			await sleep(everyMs);
		}
	}

	async function visit(path: string): Promise<void> {
		const response = await fetch(`${server.url}${path}`);
		await response.arrayBuffer();
		if (!response.ok) throw new Error(`${path}: ${response.status}`);
	}

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
