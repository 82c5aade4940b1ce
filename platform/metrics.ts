import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { Database } from "./database/database.ts";
import { countEmails } from "./email/email-list-store.ts";
import type { Logger } from "./log.ts";

export type Metrics = {
	/** Counts a request that went through the framework; `route` is a pattern, never a path. */
	countRequest(request: { method: string; route: string; status: number; milliseconds: number }): void;
	/** Counts a page answered from memory; its duration is negligible. */
	countPage(status: number): void;
	countFailure(): void;
	/** Creates a counter with one label for a feature, such as "enquiries_total" by "state". */
	createCounter(options: { name: string; help: string; label: string }): (value: string) => void;
	/** Creates a gauge that is read whenever the metrics are. */
	createGauge(options: { name: string; help: string; read(): Promise<number> }): void;
	/** Returns the metrics in Prometheus' text format. */
	render(): Promise<string>;
	contentType: string;
};

/** Creates the metrics of one server, without any personal data. */
export function createMetrics({ database, clock, log }: { database: Database; clock: Clock; log: Logger }): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const requests = new Histogram({
		name: "http_request_duration_seconds",
		help: "Requests handled by the framework, by route pattern",
		labelNames: ["method", "route", "status"],
		buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
		registers,
	});
	const pages = new Counter({
		name: "http_pages_total",
		help: "Pages and files served from memory",
		labelNames: ["status"],
		registers,
	});
	/** Kept, so that a server that replaces another continues its counters. */
	const counters = new Map<string, Counter>();
	const failures = new Counter({ name: "http_failures_total", help: "Requests that failed on our side", registers });
	new Gauge({
		name: "emails",
		help: "E-mails in the outbox; the late ones are among the waiting, the scheduled ones are not due yet",
		labelNames: ["state"],
		registers,
		async collect() {
			try {
				for (const [state, count] of Object.entries(await countEmails(database.db, clock.now())))
					this.set({ state }, count);
			} catch (error) {
				this.reset();
				log.warn({ err: error }, "the e-mails could not be counted for the metrics");
			}
		},
	});
	return {
		countRequest: ({ method, route, status, milliseconds }) =>
			requests.observe({ method, route, status }, milliseconds / 1_000),
		countPage: (status) => pages.inc({ status }),
		countFailure: () => failures.inc(),
		createCounter({ name, help, label }) {
			const counter = counters.get(name) ?? new Counter({ name, help, labelNames: [label], registers });
			counters.set(name, counter);
			return (value) => counter.inc({ [label]: value });
		},
		createGauge({ name, help, read }) {
			new Gauge({
				name,
				help,
				registers,
				async collect() {
					try {
						this.set(await read());
					} catch (error) {
						this.reset();
						log.warn({ err: error, metric: name }, "a metric could not be read");
					}
				},
			});
		},
		render: () => registry.metrics(),
		contentType: registry.contentType,
	};
}

/**
 * Serves the metrics at http://127.0.0.1:port/metrics, only to this machine.
 *
 * @param port 0 takes a free one
 */
export async function listenForMetrics(
	metrics: Metrics,
	port: number,
): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer((request, response) => {
		if (request.method !== "GET" || request.url !== "/metrics") {
			response.writeHead(404).end();
			return;
		}
		metrics.render().then(
			(text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
			() => response.writeHead(500).end(),
		);
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
