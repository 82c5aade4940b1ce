import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import pg from "pg";
import { unpackAvailability, type AvailabilityAnswer } from "../features/booking/availability.ts";
import { createServerEnvironment, startBuiltServer } from "../tests/support/built-server.ts";
import { startPostgresCluster } from "../tests/support/postgres-cluster.ts";
import { expectStatus, measure as measureFor, send as sendBy, type Figures } from "./measure.ts";

/**
 * Measures how fast the built server lists slots and takes bookings on SQLite and on PostgreSQL, beside the rate at which
 * the bare database commits one small row a transaction, on the same disk in the same run.
 *
 * Every measurement ends after --seconds, a booking one also when every slot is sold. E-mails are stored and not sent.
 */
const { values: options } = parseArgs({
	options: { seconds: { type: "string", default: "8" }, connections: { type: "string", default: "16" } },
});
const milliseconds = Number(options.seconds) * 1_000;
const connections = Number(options.connections);
if (!(milliseconds > 0) || !Number.isInteger(connections) || connections < 1) {
	console.error("Usage: npm run bench:api -- [--seconds 8] [--connections 16]");
	process.exit(2);
}

type Row = Figures & { database: string; what: string };

const rows: Row[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const send = (url: string, body?: object) =>
	sendBy(url, agent, body && { type: "application/json", body: Buffer.from(JSON.stringify(body)) });
const measure = (act: Parameters<typeof measureFor>[0], limits: { milliseconds?: number; parallel?: number } = {}) =>
	measureFor(act, { milliseconds, parallel: connections, ...limits });
for (const database of ["SQLite", "PostgreSQL"] as const) {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
	const cluster = database === "PostgreSQL" ? await startPostgresCluster({ durable: true }) : undefined;
	try {
		const commits = () => (cluster ? measurePostgresCommits(cluster.url) : measureSqliteCommits(dataDirectory));
		const before = await commits();
		await measureServer(database, dataDirectory, cluster?.url);
		const after = await commits();
		const bare = (before.perSecond + after.perSecond) / 2;
		rows.push({ database, what: "bare commits before", ...before }, { database, what: "bare commits after", ...after });
		const bookings = rows.find((row) => row.database === database && row.what === "POST /demo/book");
		console.log(`${database}: bookings at ${((bookings?.perSecond ?? 0) / bare).toFixed(2)} of the bare commit rate`);
	} finally {
		await cluster?.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	}
}
agent.destroy();
console.table(
	rows.map((row) => ({
		...row,
		perSecond: Math.round(row.perSecond),
		p50Ms: row.p50Ms.toFixed(2),
		p99Ms: row.p99Ms.toFixed(2),
	})),
);

async function measureServer(database: string, dataDirectory: string, databaseUrl: string | undefined): Promise<void> {
	const server = await startBuiltServer(await createServerEnvironment({ dataDirectory, databaseUrl }));
	try {
		const { data } = JSON.parse((await send(`${server.url}/demo/availability`)).body) as { data: AvailabilityAnswer };
		const slots = [...unpackAvailability(data).days].flatMap(([date, times]) => times.map((time) => ({ date, time })));
		const dates = Object.keys(data.days);
		const get = (path: (index: number) => string) => (index: number) =>
			expectStatus(send(server.url + path(index)), 200);
		const book = (index: number) => {
			const slot = slots[index];
			return (
				slot &&
				expectStatus(
					send(`${server.url}/demo/book`, {
						firstName: "Asha",
						lastName: "Rao",
						email: "asha@visitor.example",
						phone: "+91 98100 00000",
						message: "Show us the ERP.",
						...slot,
					}),
					200,
				)
			);
		};
		await measure(
			get(() => "/demo/availability"),
			{ milliseconds: 1_000 },
		);
		rows.push({
			database,
			what: "GET /demo/slots/{date}, all free",
			...(await measure(get((index) => `/demo/slots/${dates[index % dates.length]}`))),
		});
		rows.push({
			database,
			what: "GET /demo/availability, all free",
			...(await measure(get(() => "/demo/availability"))),
		});
		rows.push({ database, what: "POST /demo/book", ...(await measure(book)) });
		rows.push({
			database,
			what: "GET /demo/slots/{date}, many sold",
			...(await measure(get((index) => `/demo/slots/${dates[index % dates.length]}`))),
		});
		rows.push({
			database,
			what: "GET /demo/availability, many sold",
			...(await measure(get(() => "/demo/availability"))),
		});
	} finally {
		await server.end("SIGTERM");
	}
}

/** As the server does: one connection, write-ahead log, every commit on disk before it returns. */
async function measureSqliteCommits(directory: string): Promise<Figures> {
	const connection = new DatabaseSync(join(directory, "bare.sqlite"));
	connection.exec(
		"pragma journal_mode = wal; pragma synchronous = full; create table if not exists bare (id integer primary key, text text)",
	);
	const insert = connection.prepare("insert into bare (text) values (?)");
	const figures = await measure(
		async () => {
			insert.run("x".repeat(500));
		},
		{ milliseconds: milliseconds / 2, parallel: 1 },
	);
	connection.close();
	return figures;
}

/** As the server does: a pool of ten connections. */
async function measurePostgresCommits(url: string): Promise<Figures> {
	const pool = new pg.Pool({ connectionString: url, max: 10 });
	// The server may stop before the last connection has closed.
	pool.on("error", () => undefined);
	await pool.query("create table if not exists bare (id serial primary key, text text)");
	const figures = await measure(
		async () => {
			await pool.query("insert into bare (text) values ($1)", ["x".repeat(500)]);
		},
		{ milliseconds: milliseconds / 2 },
	);
	await pool.end();
	return figures;
}
