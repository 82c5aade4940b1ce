import type { Worker } from "node:worker_threads";
import { ServerBusyError } from "../http/server-busy-error.ts";
import type { Logger } from "../log.ts";
import type { MadeAnswer, MakeOptions, UnchangedAnswer } from "./made-answer.ts";
import type { AnswerWorkers, Urgency } from "./publisher.ts";

/** What goes to the thread. */
export type ToWorker = { id: number; url: string; options: MakeOptions } | { facts: readonly string[] };
/** What comes from it. */
export type FromWorker =
	| { ready: true }
	| { id: number; made: MadeAnswer | UnchangedAnswer }
	| { id: number; failure: string };

/** While one answer waits for the database or is compressed, another is made. */
const tasksAtOnce = 2;
/** How long an answer may wait for a thread that has ended to be back. */
const patienceMs = 5_000;
/** A thread that has not made an answer by then is taken to be stuck, and ended. */
const stuckMs = 60_000;
const firstRestartMs = 50;
const longestRestartMs = 10_000;

const urgencies: readonly Urgency[] = ["awaited", "search", "warm"];

/** What is asked of a thread. */
export type AnswerThread = Pick<Worker, "on" | "postMessage" | "terminate" | "unref">;

type Task = {
	url: string;
	options: MakeOptions;
	resolve(made: MadeAnswer | UnchangedAnswer): void;
	reject(error: Error): void;
	/** Ends the waiting, or the making. */
	timer: NodeJS.Timeout | undefined;
};

/**
 * Runs a thread that makes answers, and a new one when it has ended.
 *
 * @param createWorker starts the thread; serveAnswers runs in it
 */
export function createAnswerWorkers({
	createWorker,
	log,
}: {
	createWorker(): AnswerThread;
	log: Logger;
}): AnswerWorkers {
	const queues: Record<Urgency, Task[]> = { awaited: [], search: [], warm: [] };
	const running = new Map<number, Task>();
	let nextId = 0;
	let isReady = false;
	let isClosed = false;
	let restarts = 0;
	let restartTimer: NodeJS.Timeout | undefined;
	let worker = start();

	function start(): AnswerThread {
		const started = createWorker();
		started.unref();
		started.on("message", (message: FromWorker) => receive(message));
		started.on("error", (error) => log.error({ err: error }, "the thread that makes pages failed"));
		started.on("exit", () => {
			isReady = false;
			for (const task of running.values()) end(task, new ServerBusyError());
			running.clear();
			if (isClosed) return;
			for (const task of urgencies.flatMap((urgency) => queues[urgency])) limitWaiting(task);
			const pauseMs = Math.min(firstRestartMs * 2 ** restarts++, longestRestartMs);
			log.warn({ pauseMs }, "the thread that makes pages has ended; another is started");
			restartTimer = setTimeout(() => (worker = start()), pauseMs);
			restartTimer.unref();
		});
		return started;
	}

	function receive(message: FromWorker): void {
		if ("ready" in message) {
			isReady = true;
			return startTasks();
		}
		const task = running.get(message.id);
		running.delete(message.id);
		if (task && "made" in message) {
			restarts = 0;
			clearTimeout(task.timer);
			task.resolve(message.made);
		} else if (task && "failure" in message) end(task, new Error(message.failure));
		startTasks();
	}

	function end(task: Task, error: Error): void {
		clearTimeout(task.timer);
		task.reject(error);
	}

	/** A task that waits for a thread is given up after a while. */
	function limitWaiting(task: Task): void {
		if (task.timer) return;
		task.timer = setTimeout(() => {
			for (const queue of Object.values(queues)) if (queue.includes(task)) queue.splice(queue.indexOf(task), 1);
			task.reject(new ServerBusyError());
		}, patienceMs);
	}

	function startTasks(): void {
		for (;;) {
			if (!isReady || running.size >= tasksAtOnce) return;
			const urgency = urgencies.find((one) => queues[one].length > 0);
			// What nobody waits for leaves room for those who come.
			if (!urgency || (urgency === "warm" && running.size > 0)) return;
			const task = queues[urgency].shift() as Task;
			clearTimeout(task.timer);
			const id = nextId++;
			running.set(id, task);
			const { url, options } = task;
			const asked = worker;
			task.timer = setTimeout(() => void asked.terminate(), stuckMs);
			task.timer.unref();
			worker.postMessage({ id, url, options } satisfies ToWorker, []);
		}
	}

	return {
		make(url, { urgency, ...options }) {
			return new Promise((resolve, reject) => {
				const task: Task = { url, options, resolve, reject, timer: undefined };
				if (isClosed) return reject(new ServerBusyError());
				queues[urgency].push(task);
				if (!isReady && restarts > 0) limitWaiting(task);
				startTasks();
			});
		},
		announce(facts) {
			if (isReady) worker.postMessage({ facts } satisfies ToWorker, []);
		},
		async close() {
			isClosed = true;
			clearTimeout(restartTimer);
			for (const task of urgencies.flatMap((urgency) => queues[urgency].splice(0))) end(task, new ServerBusyError());
			await worker.terminate();
		},
	};
}
