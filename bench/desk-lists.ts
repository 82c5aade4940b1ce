import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { sql } from "kysely";
import {
	countEach,
	countRecords,
	listRecords,
	type ListOptions,
	type RecordsFilter,
} from "../core/records/list.server.ts";
import { createPromises } from "../core/records/promise.server.ts";
import { searchRecords } from "../core/records/record-store.server.ts";
import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import { readConfig, readFolders } from "../platform/config.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createDeskAnalytics } from "../server/analytics.ts";
import { migrations } from "../server/migrations.ts";
import { listRecordKinds } from "../server/records.ts";
import { listPeriods, type PeriodUnit } from "../shared/periods.ts";
import {
	createServerEnvironment,
	projectDirectory,
	projectNode,
	startBuiltServer,
} from "../tests/support/built-server.ts";
import { testDesk } from "../tests/support/desk-settings.ts";
import { openStaffSession } from "../tests/support/staff.ts";
import { insertMany } from "./many-records.ts";

/**
 * Measures the desk with many enquiries, calls and applications: lists, filters, sorting, searches, counts and analytics; then whole pages
 * of the built server, a change of a field and the palette. On a scratch SQLite file, or on an empty
 * PostgreSQL database given by --database-url.
 */
const { values: options } = parseArgs({
	options: {
		enquiries: { type: "string", default: "100000" },
		"database-url": { type: "string" },
		runs: { type: "string", default: "9" },
	},
});
const count = Number(options.enquiries);
const runs = Number(options.runs);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(runs) || runs < 1) {
	console.error("Usage: bench/desk-lists.ts [--enquiries 100000] [--runs 9] [--database-url postgres://...]");
	process.exit(2);
}
/** Time limit for the list of a desk page. */
const limitMs = 200;
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const today = Temporal.PlainDate.from("2026-11-23");

const directory = await mkdtemp(join(tmpdir(), "front-office-bench-"));
const config = { dataDirectory: directory, databaseUrl: options["database-url"] };
const log = createLog({ logLevel: "silent" });
try {
	const database = await openDatabase(config, { migrations, log });
	try {
		await insertMany(database, { count, now });
		await addStaffWork(database);
		await measureAll(database);
	} finally {
		await database.close();
	}
	await measurePages();
} finally {
	await rm(directory, { recursive: true, force: true });
}

/** A tenth waits for a reply, the others are spread over stages and owners. */
async function addStaffWork({ db }: Database): Promise<void> {
	// In blocks small enough for a busy machine.
	for (let block = 0; block < 10; block++)
		await sql`update records set
			stage = case when n % 10 = 0 then '' when n % 3 = 0 then 'in-conversation' else 'won' end,
			answered_at = case when n % 10 = 0 then null else received_at end,
			owner_id = case when n % 4 = 0 then null else 'account-' || (n % 20) end,
			follow_up_on = case when n % 25 = 0 then '2026-11-' || (10 + n % 20) end
			from (select id as numbered, row_number() over (order by id) as n from records where kind = 'enquiry') as enquiries
			where numbered = records.id and n % 10 = ${block}`.execute(db);
	await sql`analyze`.execute(db);
}

async function measureAll(database: Database): Promise<void> {
	const company = readCompanyFile(readFolders().contentDirectory);
	const kinds = listRecordKinds({ config: readConfig(), company, desk: testDesk });
	const [kind] = kinds;
	if (!kind) throw new Error("There is no kind of record");
	const promises = createPromises(database.db, [kind], company);
	const numbers = createDeskAnalytics({ company, database, records: { kinds, promises } });
	/** All figures of the analytics page. */
	const readAnalytics = (unit: PeriodUnit) => {
		const periods = listPeriods(unit, 13, today);
		const within = { first: periods[0]?.first ?? today, end: today };
		return numbers.readFigures({ unit, periods, within, now, names: ["enquiries", "bookings", "applications"] });
	};
	const list = (filter: Partial<RecordsFilter> = {}, how: Partial<ListOptions> = {}) =>
		listRecords(database, { kinds: [kind], kind, ...filter }, { limit: 50, ...how });
	/** The reads of a desk page: the matches, one page of them, and their number. */
	const pages =
		({ search, ...filter }: Partial<RecordsFilter> & { search?: string | undefined }, how: Partial<ListOptions> = {}) =>
		async () => {
			const found = search === undefined ? undefined : await searchRecords(database, search);
			await list({ found, ...filter }, how);
			await countRecords(database, { kinds: [kind], kind, found, ...filter });
		};
	const tenth = await list({}, { limit: 10_000 });
	const tasks: Record<string, () => Promise<unknown>> = {
		opens: pages({}),
		"opens at record 10,000": pages({}, { after: tenth.next }),
		"of all kinds": pages({ kind: undefined }),
		"spam alone": pages({ spam: "only" }),
		"stage: waits": pages({ stages: ["new"] }),
		"stage: most": pages({ stages: ["won"] }),
		owner: pages({ owner: "account-7" }),
		"nobody's": pages({ owner: "nobody" }),
		"follow-up due": pages({ followUpBy: Temporal.PlainDate.from("2026-11-23") }, { sort: "follow-up" }),
		"of the last week": pages({ since: now.subtract({ hours: 168 }) }),
		unanswered: pages({ unanswered: true }),
		"stage and owner": pages({ stages: ["in-conversation"], owner: "account-7" }),
		"open, and done": async () => {
			await pages({ open: true })();
			await pages({ open: false })();
		},
		"counts of the views": () =>
			countEach(
				database,
				new Map(
					(
						[
							{ open: true },
							{ open: true, owner: "account-7" },
							{ open: true, owner: "nobody" },
							{ unanswered: true },
							{ followUpBy: today },
							{ spam: "only" },
						] satisfies Partial<RecordsFilter>[]
					).map((filter, index) => [String(index), { kinds: [kind], kind, ...filter }]),
				),
				999,
			),
		"sorted by change": pages({}, { sort: "changed" }),
		"sorted by name": pages({}, { sort: "name" }),
		"sorted by name, turned": pages({}, { sort: "name", turned: true }),
		"search: a reference": pages({ search: tenth.records.at(-1)?.reference }),
		"search: an address": pages({ search: "person77@visitor77.example" }),
		"search: a rare word": pages({ search: `number${count - 5}` }),
		"search: a name": pages({ search: "asha rao" }),
		"search: in every message": pages({ search: "invoice" }),
		"search: one character": pages({ search: "a" }),
		"search: many words": pages({ search: "invoice warehouse budget asha" }),
		"search: nothing": pages({ search: "hippopotamus" }),
		"search in a stage": pages({ search: "invoice", stages: ["new"], owner: "account-0" }),
		"what one person sent": pages({ senderEmails: ["person77@visitor77.example"], spam: "too" }),
		"promises, the next 20": () => promises.listUnanswered({ now, limit: 20 }),
		"promises, how many": () => promises.countUnanswered(),
		"promises, mine or nobody's": () => promises.listUnanswered({ now, limit: 8, ownerOrNobody: "account-7" }),
		"promises, how many are late": () => promises.countUnanswered({ ownerOrNobody: "account-7", lateAt: now }),
		"answer times of 13 weeks": () => promises.listReplyTimes(listPeriods("week", 13, today), now),
		"numbers by week": () => readAnalytics("week"),
		"numbers by month": () => readAnalytics("month"),
		"answer times of 13 months": () => promises.listReplyTimes(listPeriods("month", 13, today), now),
	};
	// The cache of periods is empty at first.
	for (const unit of ["week", "month"] as const) {
		const begun = performance.now();
		await readAnalytics(unit);
		console.log(`numbers of 13 ${unit}s, for the first time: ${(performance.now() - begun).toFixed(1)} ms`);
	}
	await measureTasks(tasks);
}

/** Measures whole pages of the built server, for a member with every role. */
async function measurePages(): Promise<void> {
	const environment = {
		...(await createServerEnvironment({ dataDirectory: directory, databaseUrl: options["database-url"] })),
		// So that nothing is erased meanwhile.
		RETENTION_MONTHS_ENQUIRIES: "120",
		RETENTION_MONTHS_BOOKINGS: "120",
		RETENTION_MONTHS_APPLICATIONS: "120",
	};
	// The records were there before any server.
	const command = ["server/commands/inbox.ts", "adopt-files"];
	await promisify(execFile)(projectNode, command, { cwd: projectDirectory, env: environment });
	const { cookie } = await openStaffSession(readConfig(environment));
	const server = await startBuiltServer(environment);
	try {
		const open = (path: string) => async () => {
			const response = await fetch(server.deskUrl + path, { headers: { cookie } });
			const text = await response.text();
			if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 200)}`);
		};
		/** The address of the first record of a list, beside which the list is. */
		const findRecordPath = async (list: string, query = "") => {
			const text = await (await fetch(server.deskUrl + list + query, { headers: { cookie } })).text();
			const [path] = new RegExp(`${list}/[A-Z]+-\\w+`).exec(text) ?? [];
			if (path === undefined) throw new Error(`${list + query} lists no record`);
			return path;
		};
		const application = await findRecordPath("/applications");
		const pages = [
			"/",
			"/numbers",
			"/numbers?range=30d",
			"/numbers?range=12m",
			"/contacts",
			"/enquiries",
			await findRecordPath("/enquiries"),
			"/enquiries?show=done",
			"/enquiries?show=mine",
			"/enquiries?show=due&sort=follow-up",
			"/bookings",
			await findRecordPath("/bookings", "?show=over"),
			"/bookings?show=over",
			"/bookings?show=over&owner=me",
			"/applications",
			application,
			// As it is opened from the list, which stays.
			`${application}.data?_routes=application`,
			"/applications?source=referral&sort=name",
			"/applications/board?job=job-3",
			"/jobs",
			"/calls",
		];
		for (const path of pages) {
			const begun = performance.now();
			await open(path)();
			console.log(`page ${path}, for the first time: ${(performance.now() - begun).toFixed(1)} ms`);
		}
		await measureTasks(Object.fromEntries(pages.map((path) => [`page ${path}`, open(path)])));

		const post = async (path: string, form: Record<string, string>) => {
			const headers = { cookie, "sec-fetch-site": "same-origin" };
			const body = new URLSearchParams(form);
			const response = await fetch(server.deskUrl + path, { method: "POST", headers, body, redirect: "manual" });
			const text = await response.text();
			if (response.status >= 400) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 200)}`);
			return text;
		};
		const record = await findRecordPath("/enquiries");
		const page = await (await fetch(server.deskUrl + record, { headers: { cookie } })).text();
		let version = Number(/name="version" value="(\d+)"/.exec(page)?.[1]);
		const changeStage = async () => {
			const value = version % 2 === 0 ? "in-conversation" : "won";
			await post(record, { do: "stage", value, version: String(version) });
			version += 1;
		};
		const find = (search: string) => () => post("/go/find", { search });
		await measureTasks({
			"a stage changes": changeStage,
			"palette: a page": find("opening hours"),
			"palette: a name": find("asha rao"),
			"palette: a reference": find(record.split("/").at(-1) ?? ""),
			"palette: an address": find("person77@visitor77.example"),
			"palette: nothing": find("hippopotamus"),
		});
		const changed = await (await fetch(server.deskUrl + record, { headers: { cookie } })).text();
		if (!changed.includes(`name="version" value="${version}"`)) throw new Error("The stage was not changed each time");
	} finally {
		await server.end("SIGTERM");
	}
}

async function measureTasks(tasks: Record<string, () => Promise<unknown>>): Promise<void> {
	let slow = 0;
	for (const [what, task] of Object.entries(tasks)) {
		const durations: number[] = [];
		for (let run = 0; run < runs; run++) {
			const begun = performance.now();
			await task();
			durations.push(performance.now() - begun);
		}
		durations.sort((a, b) => a - b);
		const median = durations[Math.floor(durations.length / 2)] as number;
		const worst = durations.at(-1) as number;
		if (median > limitMs) slow += 1;
		console.log(
			`${what.padEnd(28)} ${median.toFixed(1).padStart(8)} ms, at worst ${worst.toFixed(1).padStart(8)} ms${median > limitMs ? "  TOO SLOW" : ""}`,
		);
	}
	if (slow > 0) process.exitCode = 1;
}
