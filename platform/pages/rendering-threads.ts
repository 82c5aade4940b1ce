import type { Worker } from "node:worker_threads";
import { ServerBusyError } from "../http/server-busy-error.ts";
import type { Logger } from "../log.ts";
import type { MadeResponse, MakeOptions, UnchangedResponse } from "./made-response.ts";
import type { RenderingThreads, Urgency } from "./page-cache.ts";

/** A message to the thread. */
export type ToWorker = { id: number; url: string; options: MakeOptions } | { changeKeys: readonly string[] };
/** A message from the thread. */
export type FromWorker =
	| { ready: true }
	| { id: number; made: MadeResponse | UnchangedResponse }
	| { id: number; failure: string };

/** While one response waits for the database or is compressed, another is made. */
const tasksAtOnce = 2;
/** How long a response waits for an ended thread to be replaced. */
const timeLimitMs = 5_000;
/** A thread that takes longer for a response counts as stuck, and is ended. */
const stuckMs = 60_000;
/** How long a warm response leaves room for others. */
const maxWarmWaitMs = 1_000;
const firstRestartMs = 50;
const maxRestartMs = 10_000;

const urgencies: readonly Urgency[] = ["awaited", "search", "warm"];

/** The parts of a thread that are used. */
export type RenderingThread = Pick<Worker, "on" | "postMessage" | "terminate" | "unref">;

type Task = {
	url: string;
	options: MakeOptions;
	resolve(made: MadeResponse | UnchangedResponse): void;
	reject(error: Error): void;
	/** When it was asked for, on the clock `nowMs`. */
	sinceMs: number;
	/** Limits the wait for a thread, or the work in it. */
	timer: NodeJS.Timeout | undefined;
};

/**
 * Runs a thread that makes responses, and replaces it when it ends.
 *
 * @param createWorker starts the thread, which runs serveRendering
 * @param nowMs a clock that only goes forward
 */
export function createRenderingThreads({
	createWorker,
	log,
	nowMs = () => performance.now(),
}: {
	createWorker(): RenderingThread;
	log: Logger;
	nowMs?: (() => number) | undefined;
}): RenderingThreads {
	const queues: Record<Urgency, Task[]> = { awaited: [], search: [], warm: [] };
	const running = new Map<number, Task>();
	let nextId = 0;
	let isReady = false;
	let isClosed = false;
	let restarts = 0;
	let restartTimer: NodeJS.Timeout | undefined;
	let worker = start();

	function start(): RenderingThread {
		const started = createWorker();
		started.unref();
		started.on("message", (message: FromWorker) => receive(message));
		started.on("error", (error) => log.error({ err: error }, "the rendering thread failed"));
		started.on("exit", () => {
			isReady = false;
			for (const task of running.values()) end(task, new ServerBusyError());
			running.clear();
			if (isClosed) return;
			for (const task of urgencies.flatMap((urgency) => queues[urgency])) limitWaiting(task);
			const pauseMs = Math.min(firstRestartMs * 2 ** restarts++, maxRestartMs);
			log.warn({ pauseMs }, "the rendering thread ended; starting another");
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

	/** Gives up a task that waits too long for a thread. */
	function limitWaiting(task: Task): void {
		if (task.timer) return;
		task.timer = setTimeout(() => {
			for (const queue of Object.values(queues)) if (queue.includes(task)) queue.splice(queue.indexOf(task), 1);
			task.reject(new ServerBusyError());
		}, timeLimitMs);
	}

	/** Warming leaves room for requests of visitors, but a flood of them must not stop it. */
	function findNextUrgency(): Urgency | undefined {
		const [warm] = queues.warm;
		if (warm && nowMs() - warm.sinceMs >= maxWarmWaitMs) return "warm";
		const urgency = urgencies.find((one) => queues[one].length > 0);
		return urgency === "warm" && running.size > 0 ? undefined : urgency;
	}

	function startTasks(): void {
		for (;;) {
			if (!isReady || running.size >= tasksAtOnce) return;
			const urgency = findNextUrgency();
			if (!urgency) return;
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
				const task: Task = { url, options, resolve, reject, sinceMs: nowMs(), timer: undefined };
				if (isClosed) return reject(new ServerBusyError());
				queues[urgency].push(task);
				if (!isReady && restarts > 0) limitWaiting(task);
				startTasks();
			});
		},
		hasten(url, urgency) {
			const index = queues.warm.findIndex((task) => task.url === url);
			if (index === -1) return;
			queues[urgency].push(...queues.warm.splice(index, 1));
			startTasks();
		},
		announce(changeKeys) {
			// A thread that has read the database and still starts receives this once it listens.
			worker.postMessage({ changeKeys } satisfies ToWorker, []);
		},
		async close() {
			isClosed = true;
			clearTimeout(restartTimer);
			for (const task of urgencies.flatMap((urgency) => queues[urgency].splice(0))) end(task, new ServerBusyError());
			await worker.terminate();
		},
	};
}
