import type { Logger } from "./log.ts";

/** What is done again and again. */
export type RecurringTask = {
	everyMs: number;
	run(): Promise<unknown>;
	/** What the log says when it fails; it is done again when its time comes. */
	failure: string;
};

/**
 * Starts recurring work; each task begins when its time has passed once. One that is still under way when its time comes is left to end,
 * and one that fails is logged.
 *
 * @returns what ends it, which resolves when no task is under way any more
 */
export function startRecurringWork(tasks: readonly RecurringTask[], log: Logger): () => Promise<void> {
	const underWay = new Map<RecurringTask, Promise<unknown>>();

	function begin(task: RecurringTask): void {
		if (underWay.has(task)) return;
		const run = Promise.try(() => task.run())
			.catch((error: unknown) => log.warn({ err: error }, task.failure))
			.finally(() => underWay.delete(task));
		underWay.set(task, run);
	}

	const timers = tasks.map((task) => setInterval(begin, task.everyMs, task));
	return async () => {
		for (const timer of timers) clearInterval(timer);
		await Promise.all(underWay.values());
	};
}
