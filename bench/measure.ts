import { request, type Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A rate, and the durations of the slow tasks. */
export type Figures = { count: number; perSecond: number; p50Ms: number; p99Ms: number };

/** The duration of each task, in milliseconds, and of all together, in seconds. */
export type Durations = { each: number[]; seconds: number };

/**
 * Keeps `parallel` tasks running until the time is up or no task is left.
 *
 * @param act runs the task of a number; undefined when none is left
 */
export async function measure(
	act: (index: number) => Promise<void> | undefined,
	limits: { milliseconds: number; parallel: number },
): Promise<Figures> {
	return summarise(await collect(act, limits));
}

/** As measure, with every duration. */
export async function collect(
	act: (index: number) => Promise<void> | undefined,
	{ milliseconds, parallel }: { milliseconds: number; parallel: number },
): Promise<Durations> {
	const each: number[] = [];
	let next = 0;
	const begun = performance.now();
	await Promise.all(
		Array.from({ length: parallel }, async () => {
			while (performance.now() - begun < milliseconds) {
				const start = performance.now();
				const task = act(next++);
				if (!task) return;
				await task;
				each.push(performance.now() - start);
			}
		}),
	);
	return { each, seconds: (performance.now() - begun) / 1_000 };
}

/**
 * Starts tasks at a steady rate, whatever earlier ones take, until the time is up or no task is left. Durations include the wait to start.
 *
 * @param act as of measure
 */
export async function collectPaced(
	act: (index: number) => Promise<void> | undefined,
	{ milliseconds, perSecond }: { milliseconds: number; perSecond: number },
): Promise<Durations> {
	const each: number[] = [];
	const tasks: Promise<void>[] = [];
	const begun = performance.now();
	for (let index = 0; (index * 1_000) / perSecond < milliseconds; index++) {
		const due = begun + (index * 1_000) / perSecond;
		while (performance.now() < due) await sleep(1);
		const task = act(index);
		if (!task) break;
		tasks.push(task.then(() => void each.push(performance.now() - due)));
	}
	await Promise.all(tasks);
	return { each, seconds: (performance.now() - begun) / 1_000 };
}

/** Computes the figures of several measurements of the same tasks. */
export function summarise(...measured: Durations[]): Figures {
	const durations = measured.flatMap(({ each }) => each).toSorted((a, b) => a - b);
	const seconds = measured.reduce((sum, one) => sum + one.seconds, 0);
	const at = (share: number) =>
		durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN;
	return { count: durations.length, perSecond: durations.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

export type Answer = { status: number; body: string };

/** Sends a POST with a body, otherwise a GET; optionally with a session cookie. */
export function send(
	url: string,
	agent: Agent,
	sent?: { type: string; body: Buffer; headers?: Record<string, string> },
	cookie?: string,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const headers = {
			...(cookie !== undefined && { cookie }),
			...(sent && { ...sent.headers, "content-type": sent.type, "content-length": sent.body.length }),
		};
		const outgoing = request(url, { agent, method: sent ? "POST" : "GET", headers }, (incoming) => {
			const chunks: Buffer[] = [];
			incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
			incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
			incoming.on("error", reject);
		});
		outgoing.on("error", reject);
		outgoing.end(sent?.body);
	});
}

/** @throws for any other status: a rate of failures would mean nothing */
export async function expectStatus(answer: Promise<Answer>, status: number): Promise<void> {
	const { status: given, body } = await answer;
	if (given !== status) throw new Error(`The server answered ${given}: ${body.slice(0, 300)}`);
}
