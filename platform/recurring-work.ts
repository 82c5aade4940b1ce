import type { Logger } from "./log.ts";

/** A task that runs at an interval. */
export type RecurringTask = {
	everyMs: number;
	run(): Promise<unknown>;
	/** The log message of a failure; the task runs again at the next interval. */
	failure: string;
};

/**
 * Starts recurring tasks; each runs for the first time after its interval. A task still running when its time comes is not started again,
 * and a failure is logged.
 *
 * @returns a function that stops them, and resolves when no task is running
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
