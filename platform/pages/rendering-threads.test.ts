import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import type { MakeOptions } from "./made-response.ts";
import { createRenderingThreads, type ToWorker } from "./rendering-threads.ts";

/** Threads that only note their messages. */
function openThreads() {
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
	expect(started[0]?.received).toEqual([{ facts: ["content"] }]);
	started[0]?.thread.emit("message", { ready: true });
	expect(started[0]?.received).toEqual([{ facts: ["content"] }, expect.objectContaining({ url: "/" })]);
});

test("so does the thread that replaces one that has ended", async () => {
	const { threads, started } = openThreads();
	started[0]?.thread.emit("message", { ready: true });
	started[0]?.thread.emit("exit", 1);
	await expect.poll(() => started.length).toBe(2);
	threads.announce(["content"]);
	expect(started[1]?.received).toEqual([{ facts: ["content"] }]);
	expect(started[0]?.received).toEqual([]);
});
