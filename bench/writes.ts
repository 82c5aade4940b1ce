import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import pg from "pg";
import { unpackAvailability, type AvailabilityResponse } from "../features/booking/availability.ts";
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
	send,
	summarise,
	type Durations,
	type Figures,
} from "./measure.ts";
import type { BenchOptions, Part } from "./part.ts";

const resumeBytes = 50_000;
/** Rows per statement that copies an e-mail. */
const copiesAtOnce = 1_000;

const databases = ["SQLite", "PostgreSQL"] as const;
/** Each has a call in each slot. */
const hostCount = 3;
/** While the mail server is down. */
const waitingEmails = 20_000;

type Row = Figures & { what: string };
type Post = { what: string; act(index: number): Promise<void> | undefined; refill?: () => Promise<void> };
type Measuring = BenchOptions & { agent: Agent };

/**
 * Measures visitors' posts, on SQLite and on PostgreSQL, beside the rate at which the bare database commits one small row per transaction,
 * on the same disk in the same run.
 *
 * Posts are measured twice: without a mail server, and with a dead one while e-mails wait. Each once at full speed, and once at half of
 * that rate, evenly paced.
 */
export const writes: Part = {
	name: "writes",
	about: "enquiries, bookings and applications beside bare commits, with the mail server down too",
	comparable: true,
	async run(options, tell) {
		const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
		const measuring = { ...options, agent };
		for (const database of databases) {
			const dataDirectory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
			const cluster = database === "PostgreSQL" ? await startPostgresCluster({ durable: true }) : undefined;
			try {
				const commits = () =>
					cluster ? measurePostgresCommits(cluster.url, measuring) : measureSqliteCommits(dataDirectory, measuring);
				const rows: Row[] = [];
				const before = await commits();
				await measureServer({ dataDirectory, databaseUrl: cluster?.url }, measuring, (row) => rows.push(row));
				const after = await commits();
				const reference = { name: "bare commits", perSecond: (before.perSecond + after.perSecond) / 2 };
				for (const { what, ...figures } of rows)
					tell({ what: `${what}, ${database}`, figures, reference, wanted: wantedOf(what) });
			} finally {
				await cluster?.stop();
				await rm(dataDirectory, { recursive: true, force: true });
			}
		}
		agent.destroy();
	},
};

function wantedOf(what: string): string {
	return what.endsWith(atHalf) ? "p99 under 15 ms" : "0.5";
}

const atHalf = ", at half";

type Stored = { dataDirectory: string; databaseUrl: string | undefined };

async function measureServer(stored: Stored, measuring: Measuring, add: (row: Row) => void): Promise<void> {
	const { buildDirectory, directory } = measuring.release;
	const start = async (smtp: { smtpUrl?: string }) =>
		startBuiltServer(
			await createServerEnvironment({ ...stored, ...smtp, ...(buildDirectory !== undefined && { buildDirectory }) }),
			directory === undefined ? {} : { directory },
		);
	const plain = await start({});
	try {
		await measurePosts(await createPosts(plain.url, stored, measuring), "", measuring, add);
	} finally {
		await plain.end("SIGTERM");
	}
	await copyEmails(stored);
	const down = await start({ smtpUrl: `smtp://127.0.0.1:${await findFreePort()}` });
	try {
		await measurePosts(await createPosts(down.url, stored, measuring), ", mail down", measuring, add);
	} finally {
		await down.end("SIGTERM");
	}
}

function sendJson(url: string, agent: Agent, body?: object) {
	return send(url, agent, body && { type: "application/json", body: Buffer.from(JSON.stringify(body)) });
}

async function readAvailability(url: string, agent: Agent) {
	const { data } = JSON.parse((await sendJson(`${url}/demo/availability`, agent)).body) as {
		data: AvailabilityResponse;
	};
	return unpackAvailability(data);
}

async function createPosts(url: string, stored: Stored, { agent }: Measuring): Promise<Post[]> {
	await freeSlots(stored);
	const { days } = await readAvailability(url, agent);
	const slots = [...days].flatMap(([date, times]) => times.map((time) => ({ date, time })));
	const person = { firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", phone: "+91 98100 00000" };
	const { body } = await sendJson(`${url}/api/jobs`, agent);
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
					sendJson(`${url}/contactus/submit`, agent, { ...person, message: "We need an app for our drivers, soon." }),
					200,
				),
		},
		{
			what: "POST /demo/book",
			act(index) {
				const slot = slots[index];
				return (
					slot &&
					expectStatus(sendJson(`${url}/demo/book`, agent, { ...person, message: "Show us the ERP.", ...slot }), 200)
				);
			},
			refill: () => freeSlots(stored),
		},
		{
			what: `POST /demo/book, ${hostCount} hosts`,
			act(index) {
				// As many calls in each slot as there are hosts.
				const slot = slots[Math.floor(index / hostCount)];
				return (
					slot &&
					expectStatus(sendJson(`${url}/demo/book`, agent, { ...person, message: "Show us the ERP.", ...slot }), 200)
				);
			},
			refill: () => freeSlots(stored, { hosts: hostCount }),
		},
		{
			what: "POST /api/applications",
			act: () => expectStatus(send(`${url}/api/applications`, agent, application), 200),
		},
	];
}

async function measurePosts(
	posts: Post[],
	suffix: string,
	{ milliseconds, connections }: Measuring,
	add: (row: Row) => void,
): Promise<void> {
	for (const post of posts) {
		await post.refill?.();
		await collect(post.act, { milliseconds: 500, parallel: connections });
		const full = await inRounds(post, milliseconds, (left) =>
			collect(post.act, { milliseconds: left, parallel: connections }),
		);
		add({ what: post.what + suffix, ...full });
		const perSecond = full.perSecond / 2;
		const half = await inRounds(post, milliseconds, (left) =>
			collectPaced(post.act, { milliseconds: left, perSecond }),
		);
		add({ what: post.what + suffix + atHalf, ...half });
	}
}

/** Measures until the time is up, resuming whenever no task was left. */
async function inRounds(
	{ refill }: Post,
	milliseconds: number,
	collectFor: (milliseconds: number) => Promise<Durations>,
): Promise<Figures> {
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

/** Frees all slots, with that many hosts; releases older than hosts are measured without. */
async function freeSlots(stored: Stored, { hosts = 0 } = {}): Promise<void> {
	await administer(stored, async (run) => {
		await run("delete from bookings", []);
		for (const table of ["hosts", "host_reservations"]) await run(`delete from ${table}`, []).catch(() => undefined);
		const numbers = Array.from({ length: hosts }, (_, number) => number);
		for (const number of numbers)
			await run(
				`insert into accounts (id, email, name, roles, totp_last_step, created_at)
				values ('host-${number}', 'host-${number}@staff.example', 'Host', '["sales"]', 0, '2026-01-01T00:00:00Z')
				on conflict do nothing`,
				[],
			).catch(() => undefined);
		for (const number of numbers)
			await run(
				`insert into hosts (id, purposes, video, version, created_at, changed_at)
				values ('host-${number}', '["demo-call"]', '{"kind":"none"}', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
				[],
			).catch(() => undefined);
	});
}

/** Copies a waiting e-mail as often as requested, whatever its columns. */
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
async function measureSqliteCommits(directory: string, { milliseconds }: Measuring): Promise<Figures> {
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
async function measurePostgresCommits(url: string, { milliseconds, connections }: Measuring): Promise<Figures> {
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
