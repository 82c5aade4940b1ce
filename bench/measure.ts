import { request, type Agent } from "node:http";

/** A rate, and how long the slow ones took. */
export type Figures = { count: number; perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Keeps `parallel` tasks running until the time is up, or until there is none left to do.
 *
 * @param act does the task with this number; undefined when there is none
 */
export async function measure(
	act: (index: number) => Promise<void> | undefined,
	{ milliseconds, parallel }: { milliseconds: number; parallel: number },
): Promise<Figures> {
	const durations: number[] = [];
	let next = 0;
	const begun = performance.now();
	await Promise.all(
		Array.from({ length: parallel }, async () => {
			while (performance.now() - begun < milliseconds) {
				const start = performance.now();
				const task = act(next++);
				if (!task) return;
				await task;
				durations.push(performance.now() - start);
			}
		}),
	);
	const seconds = (performance.now() - begun) / 1_000;
	durations.sort((a, b) => a - b);
	const at = (share: number) =>
		durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN;
	return { count: durations.length, perSecond: durations.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

export type Answer = { status: number; body: string };

/** Sends a POST when there is a body, else a GET. */
export function send(
	url: string,
	agent: Agent,
	sent?: { type: string; body: Buffer; headers?: Record<string, string> },
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const headers = sent ? { ...sent.headers, "content-type": sent.type, "content-length": sent.body.length } : {};
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
