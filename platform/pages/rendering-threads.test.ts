import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import type { MakeOptions } from "./made-response.ts";
import type { Urgency } from "./page-cache.ts";
import { createRenderingThreads, type ToWorker } from "./rendering-threads.ts";

/** Threads that only note their messages. */
function openThreads(nowMs?: () => number) {
	const started: { thread: EventEmitter; received: ToWorker[] }[] = [];
	const threads = createRenderingThreads({
		createWorker() {
			const received: ToWorker[] = [];
			const thread = Object.assign(new EventEmitter(), {
				postMessage: (message: ToWorker) => void received.push(message),
				terminate: async () => 0,
				unref: () => undefined,
			});
			started.push({ thread, received });
			return thread as unknown as Worker;
		},
		log: createLog({ logLevel: "silent" }),
		nowMs,
	});
	onTestFinished(() => threads.close());
	return { threads, started };
}

const options: MakeOptions & { urgency: "awaited" } = {
	urgency: "awaited",
	compression: "changing",
	revalidated: false,
	data: undefined,
};

test("a thread that is still starting hears of each change, before any page that shows it", () => {
	const { threads, started } = openThreads();
	threads.announce(["content"]);
	threads.make("/", options).catch(() => undefined);
	expect(started[0]?.received).toEqual([{ changeKeys: ["content"] }]);
	started[0]?.thread.emit("message", { ready: true });
	expect(started[0]?.received).toEqual([{ changeKeys: ["content"] }, expect.objectContaining({ url: "/" })]);
});

test("so does the thread that replaces one that has ended", async () => {
	const { threads, started } = openThreads();
	started[0]?.thread.emit("message", { ready: true });
	started[0]?.thread.emit("exit", 1);
	await expect.poll(() => started.length).toBe(2);
	threads.announce(["content"]);
	expect(started[1]?.received).toEqual([{ changeKeys: ["content"] }]);
	expect(started[0]?.received).toEqual([]);
});

/** Threads at work on two searches, with a third search and a warm page behind them. */
function openFloodedThreads(nowMs?: () => number) {
	const { threads, started } = openThreads(nowMs);
	const make = (url: string, urgency: Urgency) => threads.make(url, { ...options, urgency }).catch(() => undefined);
	const [first] = started;
	if (!first) throw new Error("No thread was started");
	const { thread, received } = first;
	thread.emit("message", { ready: true });
	for (const url of ["/search-1", "/search-2", "/search-3"]) void make(url, "search");
	void make("/warm", "warm");
	const listStarted = () => received.flatMap((message) => ("id" in message ? [message.url] : []));
	return { threads, listStarted, end: (id: number) => thread.emit("message", { id, failure: "it ended" }) };
}

test("a warm page leaves room for visitors until somebody waits for it", () => {
	const { threads, listStarted, end } = openFloodedThreads();
	end(0);
	end(1);
	expect(listStarted()).toEqual(["/search-1", "/search-2", "/search-3"]);
	threads.hasten("/another", "awaited");
	expect(listStarted()).toHaveLength(3);
	threads.hasten("/warm", "awaited");
	expect(listStarted().at(-1)).toBe("/warm");
});

test("a warm page that has waited for a second goes before searches that wait", () => {
	let now = 0;
	const { listStarted, end } = openFloodedThreads(() => now);
	now = 1_000;
	end(0);
	expect(listStarted()).toEqual(["/search-1", "/search-2", "/warm"]);
});
