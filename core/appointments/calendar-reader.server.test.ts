import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { isNeverAsked } from "../../platform/http/filter-address.ts";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { createTestDatabaseConfig, databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { addBusyCalendar, deleteBusyCalendar, listBusyCalendars, listBusyTimes } from "./busy-calendar-store.server.ts";
import { readCalendarAddress } from "./calendar-address.ts";
import { createCalendarReader } from "./calendar-reader.server.ts";
import { fetchCalendar, maxCalendarBytes } from "./fetch-calendar.server.ts";

const secret = "private-0123456789abcdef";
const hostId = "priya";
const packed = gzipSync(Buffer.alloc(2 * maxCalendarBytes, "X"));

function calendarOf(...starts: string[]): string {
	const events = starts.flatMap((start, index) => [
		"BEGIN:VEVENT",
		`UID:${index}`,
		`DTSTART:${start}`,
		"DURATION:PT1H",
		"SUMMARY:Nobody's business",
		"END:VEVENT",
	]);
	return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...events, "END:VCALENDAR"].join("\r\n");
}

/** Serves a calendar on this machine and returns its secret address. */
async function serveCalendar(listener: RequestListener): Promise<string> {
	const server: Server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}.ics`;
}

async function openReader(
	kind: (typeof databaseKinds)[number],
	{
		allowsPrivateNetworks = true,
		findOwnIds = async () => [],
	}: { allowsPrivateNetworks?: boolean; findOwnIds?: (db: unknown, ids: readonly string[]) => Promise<string[]> } = {},
) {
	const config = await createTestDatabaseConfig(kind);
	const database = await openTestDatabase(kind, config);
	const clock = createTestClock();
	const lines: string[] = [];
	let timeZone = testCompany.timeZone;
	const createReader = async () => {
		const own = await openTestDatabase(kind, config);
		const log = createLog({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
		return createCalendarReader({
			database: own,
			clock,
			getTimeZone: () => timeZone,
			log,
			findAddresses: async () => ["priya@company.example"],
			findOwnIds,
			allowsPrivateNetworks,
			fetchTimeoutMs: 1_000,
		});
	};
	const reader = await createReader();
	return {
		database,
		clock,
		lines,
		reader,
		createReader,
		add: (address: string) =>
			database.write((transaction) => addBusyCalendar(transaction, { hostId, address }, clock.now())),
		moveTo: (zone: string) => (timeZone = zone),
		async readAgain() {
			clock.advance({ minutes: 5 });
			await reader.readDue();
		},
		listCalendars: () => listBusyCalendars(database.db, { hostId }),
		async listStarts() {
			const all = { startMs: 0, endMs: Date.parse("2100-01-01T00:00:00Z") };
			return (await listBusyTimes(database.db, all)).map(({ startMs }) => new Date(startMs).toISOString());
		},
	};
}

describe.each(databaseKinds)("busy calendars on %s", (kind) => {
	test("are read again and again, and their events block their host until they are gone", async () => {
		let body = calendarOf("20261201T100000Z");
		let asked = 0;
		const address = await serveCalendar((request, response) => {
			asked++;
			const etag = `"${body.length}"`;
			if (request.headers["if-none-match"] === etag) return response.writeHead(304).end();
			return response.writeHead(200, { etag }).end(body);
		});
		const { database, reader, add, readAgain, listCalendars, listStarts, clock } = await openReader(kind);
		const announced: string[] = [];
		database.changes.listen((changed) => announced.push(...changed));
		const id = (await add(address)) as string;
		await reader.readDue();
		expect(await listStarts()).toEqual(["2026-12-01T10:00:00.000Z"]);
		expect(await listCalendars()).toEqual([
			{
				id,
				hostId,
				site: new URL(address).host,
				createdAt: clock.now(),
				readAt: clock.now(),
				failure: undefined,
				problems: undefined,
			},
		]);
		// Nothing is due.
		await reader.readDue();
		expect(asked).toBe(1);
		await readAgain();
		expect(asked).toBe(2);
		body = calendarOf("20261201T100000Z", "20261202T100000Z");
		await readAgain();
		expect(await listStarts()).toEqual(["2026-12-01T10:00:00.000Z", "2026-12-02T10:00:00.000Z"]);
		await database.write((transaction) => deleteBusyCalendar(transaction, { hostId, id }));
		expect(await listStarts()).toEqual([]);
		expect(new Set(announced)).toEqual(new Set(["hosts"]));
	});

	test("store nothing of their events but when they are", async () => {
		const address = await serveCalendar((_, response) => response.end(calendarOf("20261201T100000Z")));
		const { database, reader, add } = await openReader(kind);
		await add(address);
		await reader.readDue();
		const rows = [
			...(await database.db.selectFrom("busyTimes").selectAll().execute()),
			...(await database.db.selectFrom("busyCalendars").selectAll().execute()),
		];
		expect(rows).toHaveLength(2);
		expect(JSON.stringify(rows)).not.toContain("business");
	});

	test("leave their host unavailable until they were read once, and tell what could not be read of them", async () => {
		let body = "<p>Sign in</p>";
		const address = await serveCalendar((_, response) => response.end(body));
		const { database, reader, add, readAgain, listCalendars } = await openReader(kind);
		const day = { startMs: Date.parse("2026-12-01T00:00:00Z"), endMs: Date.parse("2026-12-02T00:00:00Z") };
		await add(address);
		for (const read of [async () => undefined, reader.readDue, readAgain]) {
			await read();
			expect(await listBusyTimes(database.db, day)).toEqual([{ hostId, ...day }]);
			expect(await listBusyTimes(database.db, day, { hostId: "another" })).toEqual([]);
		}
		const countChanges = async () =>
			(await database.db.selectFrom("changes").selectAll().where("fact", "=", "hosts").execute()).length;
		const before = await countChanges();
		body = calendarOf("soon");
		await readAgain();
		expect(await listBusyTimes(database.db, day)).toEqual([]);
		expect(await countChanges()).toBeGreaterThan(before);
		const first = ["line 6: an event without a beginning that can be read"];
		expect((await listCalendars())[0]?.problems).toEqual({ count: 1, first });
		body = calendarOf("20270101T100000Z");
		await readAgain();
		expect((await listCalendars())[0]?.problems).toBeUndefined();
	});

	test("are read in the encodings that programs write", async () => {
		let body: Buffer = Buffer.alloc(0);
		const address = await serveCalendar((_, response) => response.end(body));
		const { add, readAgain, listCalendars, listStarts } = await openReader(kind);
		await add(address);
		const encodings: ((text: string) => Buffer)[] = [
			(text) => Buffer.from(`\uFEFF${text}`, "utf8"),
			(text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
			(text) => Buffer.from(text, "utf16le"),
			(text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
			(text) => Buffer.from(text, "utf16le").swap16(),
			(text) => Buffer.from(text, "latin1"),
		];
		for (const [index, encode] of encodings.entries()) {
			body = encode(calendarOf(`2026120${index + 1}T100000Z`).replace("UID", "SUMMARY:Büro\r\nUID"));
			await readAgain();
			expect((await listCalendars())[0]).toMatchObject({ failure: undefined, problems: undefined });
			expect(await listStarts()).toEqual([`2026-12-0${index + 1}T10:00:00.000Z`]);
		}
	});

	test("are read again, though they have not changed, in another time zone of the company", async () => {
		const address = await serveCalendar((request, response) => {
			if (request.headers["if-none-match"] === "1") return response.writeHead(304).end();
			return response.writeHead(200, { etag: "1" }).end(calendarOf("20261201T100000"));
		});
		const { add, readAgain, listStarts, moveTo } = await openReader(kind);
		await add(address);
		await readAgain();
		expect(await listStarts()).toEqual(["2026-12-01T04:30:00.000Z"]);
		moveTo("Europe/Berlin");
		await readAgain();
		expect(await listStarts()).toEqual(["2026-12-01T09:00:00.000Z"]);
	});

	test("do not block their host by an appointment of our own", async () => {
		const own = "01943c2e-7c00-7abc-8def-0123456789ab";
		const other = own.replace("89ab", "89ac");
		const text = calendarOf("20261201T100000Z", "20261202T100000Z").replace("UID:0", `UID:${own}`);
		const address = await serveCalendar((_, response) => response.end(text.replace("UID:1", `UID:${other}`)));
		const asked: string[] = [];
		const { add, readAgain, listStarts } = await openReader(kind, {
			findOwnIds: async (_, ids) => (asked.push(...ids), [own]),
		});
		await add(address);
		await readAgain();
		expect(asked).toEqual([own, other]);
		expect(await listStarts()).toEqual(["2026-12-02T10:00:00.000Z"]);
	});

	test("are read by one of several servers", async () => {
		let asked = 0;
		const address = await serveCalendar((_, response) => {
			asked++;
			response.end(calendarOf("20261201T100000Z"));
		});
		const { add, createReader } = await openReader(kind);
		await add(address);
		const readers = await Promise.all([createReader(), createReader(), createReader()]);
		await Promise.all(readers.map((reader) => reader.readDue()));
		expect(asked).toBe(1);
	});

	test.each<[string, RequestListener, string]>([
		["that hangs", () => undefined, "the server takes longer than 1 seconds"],
		[
			"that never comes to its end",
			(_, response) => void response.write("BEGIN:VCALENDAR\r\n"),
			"the server takes longer than 1 seconds",
		],
		[
			"that is broken",
			(_, response) => void response.end("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTST"),
			"the calendar does not end: some of it is missing",
		],
		["that is a page", (_, response) => void response.end("<p>Sign in</p>"), "the address does not lead to a calendar"],
		[
			"that leads to where a cloud tells its secrets",
			(_, response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
			"the address is in a private network (see BUSY_CALENDARS_FROM_PRIVATE_NETWORKS)",
		],
		[
			"that leads in a circle",
			({ url }, response) => void response.writeHead(302, { location: url }).end(),
			"the server redirects too often",
		],
		[
			"that leads on and on, and then to another machine's own",
			({ url = "" }, response) => {
				const next = url.endsWith("3")
					? "http://[::ffff:169.254.169.254]/latest/"
					: `/${secret}.ics?${Number(url.at(-1)) + 1}`;
				response.writeHead(302, { location: url.includes("?") ? next : `/${secret}.ics?1` }).end();
			},
			"the address is in a private network (see BUSY_CALENDARS_FROM_PRIVATE_NETWORKS)",
		],
		[
			"that is packed, a thousand times as large as it seems",
			(_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
			"the server sends compressed data",
		],
		["that is gone", (_, response) => void response.writeHead(404).end(), "the server returns status 404"],
		[
			"of 200 MB",
			(_, response) => {
				const megabyte = Buffer.alloc(1_024 * 1_024, "X");
				let left = 200;
				const write = () => {
					while (left-- > 0) if (!response.write(megabyte)) return void response.once("drain", write);
					response.end();
				};
				write();
			},
			"the calendar is larger than 5 MB",
		],
	])(
		"keep what was read when the next answer is one %s, and say so",
		async (_, fault, message) => {
			let listener: RequestListener = (_request, response) => void response.end(calendarOf("20261201T100000Z"));
			const address = await serveCalendar((request, response) => listener(request, response));
			const { reader, add, readAgain, listCalendars, listStarts, lines, clock } = await openReader(kind);
			await add(address);
			await reader.readDue();
			listener = fault;
			await readAgain();
			const since = clock.now();
			await readAgain();
			expect(await listStarts()).toEqual(["2026-12-01T10:00:00.000Z"]);
			const [calendar] = await listCalendars();
			expect(calendar?.failure?.error).toBe(message);
			expect(calendar?.failure?.since.epochMilliseconds).toBe(since.epochMilliseconds);
			// Once, and never with the address.
			expect(lines.filter((line) => line.includes("could not read a busy calendar"))).toHaveLength(1);
			expect(lines.join()).not.toContain(secret);
			listener = (_request, response) => void response.end(calendarOf("20261203T100000Z"));
			await readAgain();
			expect((await listCalendars())[0]?.failure).toBeUndefined();
			expect(await listStarts()).toEqual(["2026-12-03T10:00:00.000Z"]);
		},
		60_000,
	);
});

test("a calendar in a private network is not asked unless that is allowed", async () => {
	const address = await serveCalendar((_, response) => response.end(calendarOf("20261201T100000Z")));
	const ask = (url: string) => fetchCalendar(url, { allowsPrivateNetworks: false });
	const { port } = new URL(address);
	for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "192.168.0.1", "0.0.0.0"])
		await expect(ask(`http://${host}:${port}/a.ics`), host).rejects.toThrow(/private network/);
	await expect(fetchCalendar(address, { allowsPrivateNetworks: true })).resolves.toMatchObject({ kind: "read" });
});

test.each([
	"169.254.169.254",
	"169.254.170.2",
	"::ffff:169.254.169.254",
	"::ffff:a9fe:a9fe",
	"64:ff9b::a9fe:a9fe",
	"2002:a9fe:a9fe::1",
	"fe80::1",
	"fd00:ec2::254",
	"168.63.129.16",
	"100.100.100.200",
])("nothing is asked of %s, where private networks are allowed too", async (address) => {
	// A hostname that resolves to it is judged by the same rule.
	expect(isNeverAsked(address)).toBe(true);
	const url = `http://${address.includes(":") ? `[${address}]` : address}/latest/meta-data/`;
	await expect(fetchCalendar(url, { allowsPrivateNetworks: true })).rejects.toThrow(/private network/);
});

test("private addresses other than a cloud's own and link-local ones are allowed where configured", () => {
	for (const address of ["10.0.0.1", "192.168.0.1", "fd00::1", "64:ff9b::a00:1", "93.184.216.34", "calendar.example"])
		expect(isNeverAsked(address), address).toBe(false);
});

test("a calendar that declares too large a size is not read at all", async () => {
	const address = await serveCalendar((_, response) =>
		response.writeHead(200, { "content-length": maxCalendarBytes + 1 }).write("B"),
	);
	await expect(fetchCalendar(address, { allowsPrivateNetworks: true })).rejects.toThrow(
		"the calendar is larger than 5 MB",
	);
});

test("addresses are web addresses, including webcal", () => {
	expect(readCalendarAddress(" webcal://p01-caldav.icloud.com/published/2/abc ")).toBe(
		"https://p01-caldav.icloud.com/published/2/abc",
	);
	for (const text of ["", "calendar", "file:///etc/passwd", "ftp://calendar.example/a.ics", "javascript:alert(1)"])
		expect(readCalendarAddress(text), text).toBeUndefined();
});
