import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRecurringWork } from "./recurring-work.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const silent = pino({ level: "silent" });

test("a task is done each time that its time comes, and not before", async () => {
	let runs = 0;
	const stop = startRecurringWork([{ everyMs: 1_000, run: async () => (runs += 1), failure: "" }], silent);
	await vi.advanceTimersByTimeAsync(999);
	expect(runs).toBe(0);
	await vi.advanceTimersByTimeAsync(2_001);
	expect(runs).toBe(3);
	await stop();
	await vi.advanceTimersByTimeAsync(5_000);
	expect(runs).toBe(3);
});

test("a task that takes long is not begun a second time meanwhile, and stopping waits for it", async () => {
	const task = Promise.withResolvers<void>();
	let runs = 0;
	const run = () => {
		runs += 1;
		return task.promise;
	};
	const stop = startRecurringWork([{ everyMs: 1_000, run, failure: "" }], silent);
	await vi.advanceTimersByTimeAsync(3_000);
	expect(runs).toBe(1);
	let hasStopped = false;
	const stopped = stop().then(() => (hasStopped = true));
	await vi.advanceTimersByTimeAsync(0);
	expect(hasStopped).toBe(false);
	task.resolve();
	await stopped;
});

test("a task that fails in any way is logged and repeated; others continue", async () => {
	const lines: string[] = [];
	const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
	let others = 0;
	const stop = startRecurringWork(
		[
			{ everyMs: 1_000, run: () => Promise.reject(new Error("The disk is full")), failure: "it could not be done" },
			{
				everyMs: 1_000,
				run() {
					throw new Error("At once");
				},
				failure: "nor this",
			},
			{ everyMs: 1_000, run: async () => (others += 1), failure: "" },
		],
		log,
	);
	await vi.advanceTimersByTimeAsync(2_000);
	await stop();
	expect(lines.toSorted()).toEqual(["it could not be done", "it could not be done", "nor this", "nor this"]);
	expect(others).toBe(2);
});
