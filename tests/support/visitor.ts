import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** A visitor who requests pages in turn, on a thread of its own, so that nothing but the server makes it wait. */
export type Visitor = { url: string; paths: readonly string[]; everyMs: number };

/** The visitor's count so far; posted after every visit. */
export type Visits = { count: number; slowestMs: number };

const { url, paths, everyMs } = workerData as Visitor;
const visits: Visits = { count: 0, slowestMs: 0 };
for (;;) {
	const path = paths[visits.count % paths.length] ?? "/";
	const began = performance.now();
	const response = await fetch(`${url}${path}`);
	await response.arrayBuffer();
	if (!response.ok) throw new Error(`${path}: ${response.status}`);
	visits.slowestMs = Math.max(visits.slowestMs, performance.now() - began);
	visits.count += 1;
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
	parentPort?.postMessage(visits);
	await sleep(everyMs);
}
