import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parseArgs } from "node:util";
import pg from "pg";
import { unpackAvailability, type AvailabilityAnswer } from "../features/booking/availability.ts";
import { sqliteFileName } from "../platform/database/sqlite.ts";
import { builtCareers } from "../tests/support/built-careers.ts";
import { createServerEnvironment, startBuiltServer } from "../tests/support/built-server.ts";
import { createPdf } from "../tests/support/documents.ts";
import { findFreePort } from "../tests/support/free-port.ts";
import { createApplicationFields, createApplicationForm } from "../tests/support/job-application.ts";
import { startPostgresCluster } from "../tests/support/postgres-cluster.ts";
import {
	collect,
	collectPaced,
	expectStatus,
	measure,
	send as sendBy,
	summarise,
	type Durations,
	type Figures,
} from "./measure.ts";

/**
 * Measures how fast the built server lists slots and takes enquiries, bookings and applications on SQLite and on PostgreSQL, beside the
 * rate at which the bare database commits one small row a transaction, on the same disk in the same run.
 *
 * Posts are measured twice: with no mail server set, and with one that is down while --waiting e-mails wait. Each once as fast as it goes,
 * and once at half of that rate, begun steadily. Every measurement takes --seconds.
 */
const { values: options } = parseArgs({
	options: {
		seconds: { type: "string", default: "4" },
		connections: { type: "string", default: "16" },
		waiting: { type: "string", default: "20000" },
		database: { type: "string", default: "SQLite,PostgreSQL" },
	},
});
const milliseconds = Number(options.seconds) * 1_000;
const connections = Number(options.connections);
const waitingEmails = Number(options.waiting);
const databases = options.database.split(",");
if (
	!(milliseconds > 0) ||
	!Number.isInteger(connections) ||
	connections < 1 ||
	!Number.isInteger(waitingEmails) ||
	!databases.every((name) => name === "SQLite" || name === "PostgreSQL")
) {
	console.error(
		"Usage: npm run bench:api -- [--seconds 4] [--connections 16] [--waiting 20000] [--database SQLite,PostgreSQL]",
	);
	process.exit(2);
}
const resumeBytes = 50_000;
/** Of how many rows one statement copies an e-mail. */
const copiesAtOnce = 1_000;

type Row = Figures & { database: string; what: string; ofBare?: string };
type Post = { what: string; act(index: number): Promise<void> | undefined; refill?: () => Promise<void> };

const rows: Row[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const send = (url: string, body?: object) =>
	sendBy(url, agent, body && { type: "application/json", body: Buffer.from(JSON.stringify(body)) });
for (const database of databases) {
	const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
	const cluster = database === "PostgreSQL" ? await startPostgresCluster({ durable: true }) : undefined;
	try {
		const commits = () => (cluster ? measurePostgresCommits(cluster.url) : measureSqliteCommits(dataDirectory));
		const own: Row[] = [];
		const before = await commits();
		await measureServer({ dataDirectory, databaseUrl: cluster?.url }, (row) => own.push({ database, ...row }));
		const after = await commits();
		const bare = (before.perSecond + after.perSecond) / 2;
		rows.push({ database, what: "bare commits before", ...before });
		for (const row of own) rows.push({ ...row, ofBare: (row.perSecond / bare).toFixed(2) });
		rows.push({ database, what: "bare commits after", ...after });
	} finally {
		await cluster?.stop();
		await rm(dataDirectory, { recursive: true, force: true });
	}
}
agent.destroy();
console.table(
	rows.map(({ database, what, count, perSecond, ofBare, p50Ms, p99Ms }) => ({
		database,
		what,
		count,
		perSecond: Math.round(perSecond),
		ofBare,
		p50Ms: p50Ms.toFixed(2),
		p99Ms: p99Ms.toFixed(2),
	})),
);

type Stored = { dataDirectory: string; databaseUrl: string | undefined };

async function measureServer(stored: Stored, add: (row: Omit<Row, "database">) => void): Promise<void> {
	const plain = await startBuiltServer(await createServerEnvironment(stored));
	try {
		const dates = [...(await readAvailability(plain.url)).days.keys()];
		const get = (path: (index: number) => string) => (index: number) =>
			expectStatus(send(plain.url + path(index)), 200);
		for (const [what, path] of [
			["GET /demo/slots/{date}", (index: number) => `/demo/slots/${dates[index % dates.length]}`],
			["GET /demo/availability", () => "/demo/availability"],
		] as const)
			add({ what, ...(await measure(get(path), { milliseconds, parallel: connections })) });
		await measurePosts(await createPosts(plain.url, stored), "", add);
	} finally {
		await plain.end("SIGTERM");
	}
	if (waitingEmails === 0) return;
	await copyEmails(stored);
	const down = await startBuiltServer(
		await createServerEnvironment({ ...stored, smtpUrl: `smtp://127.0.0.1:${await findFreePort()}` }),
	);
	try {
		await measurePosts(await createPosts(down.url, stored), `, mail down, ${waitingEmails} waiting`, add);
	} finally {
		await down.end("SIGTERM");
	}
}

async function readAvailability(url: string) {
	const { data } = JSON.parse((await send(`${url}/demo/availability`)).body) as { data: AvailabilityAnswer };
	return unpackAvailability(data);
}

async function createPosts(url: string, stored: Stored): Promise<Post[]> {
	await freeSlots(stored);
	const { days } = await readAvailability(url);
	const slots = [...days].flatMap(([date, times]) => times.map((time) => ({ date, time })));
	const person = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "+91 98100 00000" };
	const { body } = await send(`${url}/api/jobs`);
	const [job] = JSON.parse(body) as { id: string }[];
	if (!job) throw new Error("There is no open position to apply for");
	const form = new Response(
		createApplicationForm(createApplicationFields(job, builtCareers), {
			name: "resume.pdf",
			content: createPdf({ bytes: resumeBytes }),
		}),
	);
	const application = { type: form.headers.get("content-type") ?? "", body: Buffer.from(await form.arrayBuffer()) };
	return [
		{
			what: "POST /contactus/submit",
			act: () =>
				expectStatus(
					send(`${url}/contactus/submit`, { ...person, message: "We need an app for our drivers, soon." }),
					200,
				),
		},
		{
			what: "POST /demo/book",
			act(index) {
				const slot = slots[index];
				return slot && expectStatus(send(`${url}/demo/book`, { ...person, message: "Show us the ERP.", ...slot }), 200);
			},
			refill: () => freeSlots(stored),
		},
		{
			what: "POST /api/applications",
			act: () => expectStatus(sendBy(`${url}/api/applications`, agent, application), 200),
		},
	];
}

async function measurePosts(posts: Post[], suffix: string, add: (row: Omit<Row, "database">) => void): Promise<void> {
	for (const post of posts) {
		await collect(post.act, { milliseconds: 500, parallel: connections });
		const full = await inRounds(post, (left) => collect(post.act, { milliseconds: left, parallel: connections }));
		add({ what: post.what + suffix, ...full });
		const perSecond = full.perSecond / 2;
		const half = await inRounds(post, (left) => collectPaced(post.act, { milliseconds: left, perSecond }));
		add({ what: `${post.what}${suffix}, at half`, ...half });
	}
}

/** Measures until the time is up, again each time that there was nothing left to do. */
async function inRounds({ refill }: Post, collectFor: (milliseconds: number) => Promise<Durations>): Promise<Figures> {
	const measured: Durations[] = [];
	let left = milliseconds;
	while (left > 0) {
		await refill?.();
		const one = await collectFor(left);
		measured.push(one);
		left -= one.seconds * 1_000;
	}
	return summarise(...measured);
}

async function freeSlots(stored: Stored): Promise<void> {
	await administer(stored, async (run) => void (await run("delete from bookings", [])));
}

/** Copies an e-mail that waits as often as is asked for, whatever columns it has. */
async function copyEmails(stored: Stored): Promise<void> {
	await administer(stored, async (run) => {
		const [row] = await run("select * from emails where state = 'waiting' limit 1", []);
		if (!row) throw new Error("No e-mail waits");
		await run("delete from emails", []);
		const columns = Object.keys(row).filter((name) => !["id", "message_id"].includes(name));
		for (let done = 0; done < waitingEmails; done += copiesAtOnce) {
			const count = Math.min(copiesAtOnce, waitingEmails - done);
			const series = Array.from({ length: count }, (_, index) => `('copy-${done + index}')`).join(", ");
			await run(
				`insert into emails (id, message_id, ${columns.join(", ")}) select series.name, series.name, ${columns
					.map((_, index) => (stored.databaseUrl ? `$${index + 1}` : "?"))
					.join(", ")} from (with names (name) as (values ${series}) select name from names) as series`,
				columns.map((name) => row[name]),
			);
		}
	});
}

type Run = (statement: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

async function administer({ databaseUrl, dataDirectory }: Stored, work: (run: Run) => Promise<void>): Promise<void> {
	if (databaseUrl !== undefined) {
		const client = new pg.Client({ connectionString: databaseUrl });
		await client.connect();
		await work(async (statement, values) => (await client.query(statement, values)).rows);
		await client.end();
		return;
	}
	const connection = new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: 5_000 });
	await work(async (statement, values) => connection.prepare(statement).all(...(values as SQLInputValue[])));
	connection.close();
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
		{ milliseconds, parallel: 1 },
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
		{ milliseconds, parallel: connections },
	);
	await pool.end();
	return figures;
}
