import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slotOf } from "../features/booking/booking-record.server.ts";
import { findBooking } from "../features/booking/find-bookings.server.ts";
import { cancelBooking, moveBooking } from "../features/booking/store.server.ts";
import type { Job } from "../features/careers/jobs/job.ts";
import { insertJobs, setJobClosed } from "../features/careers/jobs/jobs-store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { createBookedSlot, createBookingRecord, roomIn, storeBooking } from "../tests/support/bookings.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { createTestDatabaseConfig, serverDatabaseKinds, withTestDatabase } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { testJob } from "../tests/support/job-application.ts";
import { startPublishedServer, type PublishedServer } from "../tests/support/published-server.ts";
import { testCompany } from "../tests/support/test-server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const booking = createBookingRecord();

const publish = (database: Database, ...jobs: Job[]) =>
	database.write((transaction) => insertJobs(transaction, jobs, now));
const close = (database: Database, id: string, closed = true) =>
	database.write((transaction) => setJobClosed(transaction, id, closed, now));

const closeOne = (database: Database) => close(database, testJob.id);
/** As `npm run jobs` closes and opens a job, with another title. */
const renameOne = (database: Database) =>
	database.write(async (transaction) => {
		await transaction.updateTable("jobs").set({ title: "Weaver" }).where("id", "=", testJob.id).execute();
		await setJobClosed(transaction, testJob.id, false, now);
	});

/** A change that the response at a path shows. */
type Change = {
	what: string;
	before(database: Database): Promise<unknown>;
	path: string;
	act(database: Database): Promise<unknown>;
	/** Text of the response after the change; undefined if it is gone. */
	shown?: string;
	hidden?: string;
};

async function read(server: { url: string }, path: string): Promise<{ status: number; text: string }> {
	const response = await fetch(server.url + path);
	return { status: response.status, text: await response.text() };
}

async function listSlots(server: { url: string }, date: string): Promise<string[]> {
	return (JSON.parse((await read(server, `/demo/slots/${date}`)).text) as { data: { availableSlots: string[] } }).data
		.availableSlots;
}

describe.each(serverDatabaseKinds)("published answers on %s", (kind) => {
	test("show a job that was published, closed and opened again with the next answer", async () => {
		const server = await startPublishedServer(kind);
		const all = ["/career", "/career?q=", "/api/jobs", "/sitemap-jobs.xml"];
		const own = [`/career/jobs/${testJob.id}`, `/career/apply/${testJob.id}`, `/api/jobs/${testJob.id}`];
		const expectShown = async (shown: boolean) => {
			for (const path of all)
				expect([path, (await read(server, path)).text.includes(testJob.id)]).toEqual([path, shown]);
			for (const path of own) expect([path, (await read(server, path)).status]).toEqual([path, shown ? 200 : 404]);
		};
		await expectShown(false);
		await publish(server.database, testJob);
		await expectShown(true);
		await close(server.database, testJob.id);
		await expectShown(false);
		await close(server.database, testJob.id, false);
		await expectShown(true);
	});

	test("show a slot that was sold, moved and freed with the next answer", async () => {
		const server = await startPublishedServer(kind);
		const getBooking = async () => {
			const found = await findBooking(server.database.db, booking.reference);
			if (!found) throw new Error("The booking is gone");
			return found;
		};
		const expectFree = async (first: boolean, second: boolean) => {
			const slots = await listSlots(server, slotOf(booking).date);
			expect([slots.includes("10:00 AM"), slots.includes("11:00 AM")]).toEqual([first, second]);
			const { data } = JSON.parse((await read(server, "/demo/availability")).text);
			expect([data.days[slotOf(booking).date][0], data.days[slotOf(booking).date][2]]).toEqual([
				first ? "1" : "0",
				second ? "1" : "0",
			]);
		};
		await expectFree(true, true);
		await storeBooking(server.database, booking);
		await expectFree(false, true);
		const moved = await getBooking();
		await server.database.write((transaction) =>
			moveBooking(transaction, moved, createBookedSlot(slotOf(booking).date, "11:00 AM"), roomIn()),
		);
		await expectFree(true, false);
		const cancelled = await getBooking();
		await server.database.write((transaction) => cancelBooking(transaction, cancelled, server.clock.now()));
		await expectFree(true, true);
	});

	test("show that a job has closed at midnight in the company's zone, and that slots have passed", async () => {
		// 11:58 PM in India.
		const clock = createTestClock("2026-11-23T18:28:00Z");
		const server = await startPublishedServer(kind, { clock });
		await publish(server.database, { ...testJob, closesOn: "2026-11-23" });
		const statuses = async () => [
			(await read(server, `/career/jobs/${testJob.id}`)).status,
			(await read(server, "/career")).text.includes(testJob.id),
		];
		expect(await statuses()).toEqual([200, true]);
		clock.advance({ minutes: 2 });
		expect(await statuses()).toEqual([404, false]);

		// 9:00 AM of the day: the call at 10:00 can be booked until then, as the notice is an hour.
		clock.advance({ hours: 9 });
		expect((await listSlots(server, "2026-11-24"))[0]).toBe("10:00 AM");
		clock.advance({ milliseconds: 1 });
		expect((await listSlots(server, "2026-11-24"))[0]).toBe("10:30 AM");
	});

	test("show another process's changes, also of a release that records none", async () => {
		const config = await createTestDatabaseConfig(kind);
		const server = await startPublishedServer(kind, { databaseConfig: config });
		expect((await read(server, "/api/jobs")).text).toBe("[]");
		await withTestDatabase(config, (other) => publish(other, testJob));
		await eventually(async () => expect((await read(server, "/api/jobs")).text).toContain(testJob.id));
		const path = `/career/jobs/${testJob.id}`;
		expect((await read(server, path)).status).toBe(200);
		await withTestDatabase(config, ({ db }) =>
			db
				.updateTable("jobs")
				.set({ title: "Weaver", changedAt: "2026-11-23T06:00:01.000Z" })
				.where("id", "=", testJob.id)
				.execute(),
		);
		await eventually(async () => expect((await read(server, path)).text).toContain("Weaver"));
	});

	/** A change's effect on a response, on the server that made it at once and on another within a second. */
	const slots = `/demo/slots/${slotOf(booking).date}`;
	const jobPage = `/career/jobs/${testJob.id}`;
	const page = "/career";
	const cancel = (database: Database) =>
		database.write(async (transaction) => {
			const found = await findBooking(transaction, booking.reference);
			if (found) await cancelBooking(transaction, found, Temporal.Now.instant());
		});
	const none = async () => undefined;
	const publishOne = (database: Database) => publish(database, testJob);
	const sell = (database: Database) => storeBooking(database, booking);
	test.each([
		{ what: "a job that was published", before: none, path: page, act: publishOne, shown: testJob.id },
		{ what: "a job that was closed", before: publishOne, path: page, act: closeOne, hidden: testJob.id },
		{ what: "a job that was edited", before: publishOne, path: jobPage, act: renameOne, shown: "Weaver" },
		{ what: "a slot that was sold", before: none, path: slots, act: sell, hidden: "10:00 AM" },
		{ what: "a slot that was freed", before: sell, path: slots, act: cancel, shown: "10:00 AM" },
	] as Change[])("show $what on two servers", async ({ before, path, act, shown, hidden }) => {
		const config = await createTestDatabaseConfig(kind);
		const servers = [
			await startPublishedServer(kind, { databaseConfig: config }),
			await startPublishedServer(kind, { databaseConfig: config }),
		] as const;
		await before(servers[0].database);
		const expectState = async (server: PublishedServer, isChanged: boolean) => {
			const { text } = await read(server, path);
			expect(text.includes(shown ?? hidden ?? "")).toBe(isChanged === (shown !== undefined));
		};
		for (const server of servers) await eventually(() => expectState(server, false));
		await act(servers[0].database);
		await expectState(servers[0], true);
		await eventually(() => expectState(servers[1], true));
	});

	test("are never older than the same server's response to a form", async () => {
		const config = await createTestDatabaseConfig(kind);
		const [first, second] = [
			await startPublishedServer(kind, { databaseConfig: config }),
			await startPublishedServer(kind, { databaseConfig: config }),
		];
		// Nobody notifies it about others' changes; it checks when it has a reason.
		await second.follower.close();
		const book = async (server: PublishedServer, time: string, email: string) => {
			const { firstName, lastName, phone, message, domain } = booking;
			const { date } = slotOf(booking);
			const response = await fetch(`${server.url}/demo/book`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ firstName, lastName, phone, message, domain, date, email, time }),
			});
			return response.status;
		};
		for (const server of [first, second]) expect(await listSlots(server, slotOf(booking).date)).toContain("10:00 AM");
		expect(await book(first, "10:00 AM", "asha@visitor.example")).toBe(200);
		expect(await listSlots(first, slotOf(booking).date)).not.toContain("10:00 AM");
		expect(await book(second, "10:00 AM", "ravi@visitor.example")).toBe(409);
		expect(await listSlots(second, slotOf(booking).date)).not.toContain("10:00 AM");
		expect(await book(first, "11:00 AM", "asha@visitor.example")).toBe(200);
		expect(await book(second, "12:00 PM", "ravi@visitor.example")).toBe(200);
		const shown = await listSlots(second, slotOf(booking).date);
		expect([shown.includes("11:00 AM"), shown.includes("12:00 PM")]).toEqual([false, false]);
	});

	test("show expired content at midnight in the company's zone, on two servers", async () => {
		const config = await createTestDatabaseConfig(kind);
		// 11:59 PM in India.
		const clock = createTestClock("2026-11-23T18:29:00Z");
		const servers = [
			await startPublishedServer(kind, { databaseConfig: config, clock }),
			await startPublishedServer(kind, { databaseConfig: config, clock }),
		];
		await publish(servers[0]?.database as Database, { ...testJob, closesOn: "2026-11-23" });
		for (const server of servers) await eventually(async () => expect((await read(server, jobPage)).status).toBe(200));
		clock.advance({ minutes: 1 });
		for (const server of servers) expect((await read(server, jobPage)).status).toBe(404);
	});

	test("show what a new build closes from its first response on", async () => {
		const config = await createTestDatabaseConfig(kind);
		const old = await startPublishedServer(kind, { databaseConfig: config });
		expect(await listSlots(old, slotOf(booking).date)).toContain("10:00 AM");
		const before = await fetch(old.url + "/career");
		await old.app.close();
		const demo = { ...testCompany.demo, closures: [{ date: slotOf(booking).date, reason: "Stocktaking" }] };
		const rebuilt = await startPublishedServer(kind, {
			databaseConfig: config,
			company: { ...testCompany, demo },
			heading: "Rebuilt",
		});
		expect(await listSlots(rebuilt, slotOf(booking).date)).toEqual([]);
		const { data } = JSON.parse((await read(rebuilt, "/demo/availability")).text);
		expect(data.days[slotOf(booking).date]).not.toContain("1");
		// A browser revalidates its copy.
		const after = await fetch(rebuilt.url + "/career", {
			headers: { "if-none-match": before.headers.get("etag") ?? "" },
		});
		expect([after.status, await after.text()]).toEqual([200, expect.stringContaining("Rebuilt")]);
	});

	test("are never rendered by the thread that answers", async () => {
		const server = await startPublishedServer(kind);
		await publish(server.database, testJob);
		const paths = [
			"/career",
			"/career?utm_source=x",
			"/career?applied=APP-7K3F9QXM",
			"/career?q=react&page=2",
			`/career?q=${"x".repeat(200)}`,
			`/career/jobs/${testJob.id}`,
			`/career/jobs/${testJob.id}?utm_source=x`,
			"/career/jobs/none",
			"/career/jobs/%F0%9F%98%80",
			`/career/apply/${testJob.id}`,
			`/career/apply/${testJob.id}?view=whole`,
			"/career/apply",
			"/Career/Jobs/none",
			"/sitemap-jobs.xml",
			"/no/such/address",
			"/no/such/address.data",
			"/career/jobs/none.data",
			`/career/apply/${testJob.id}.data?_routes=routes%2Fapply`,
			"/portfolio.data?category=web",
		];
		for (const path of [...paths, ...paths]) {
			await read(server, path);
			await fetch(server.url + path, { method: "HEAD" });
		}
		expect(server.rendered()).toBe(0);
		// Counting correctly shows the remaining pages.
		await read(server, "/career/application/some-token");
		await read(server, "/career/application/some-token.data");
		expect(server.rendered()).toBe(2);
	});
});

const kind = "sqlite";

test("a response is rendered once for all who wait, and not cached for unknown addresses", async () => {
	const server = await startPublishedServer(kind);
	await publish(server.database, testJob);
	// Every way of noticing changed jobs has done so by then, also the one for releases that record nothing.
	await server.follower.look();
	await Promise.all(Array.from({ length: 20 }, () => read(server, "/career")));
	expect(server.made.filter((url) => url === "/career")).toHaveLength(1);
	const madeUp = ["/career/jobs/none", "/career/jobs/other", "/nothing", "/nothing/else"];
	for (const path of madeUp) await read(server, path);
	// Warmed pages are rendered in addition.
	for (const [url, times] of [
		["/career/jobs/-", 1],
		["/no/such/page", 1],
		...madeUp.map((path) => [path, 0] as const),
	] as const)
		expect(
			server.made.filter((made) => made === url),
			url,
		).toHaveLength(times);
});

test("the address of a position with a trailing slash leads to the one without", async () => {
	const server = await startPublishedServer(kind);
	await publish(server.database, testJob);
	const ask = async (path: string, method = "GET") => {
		const { status, headers } = await fetch(server.url + path, { method, redirect: "manual" });
		return [status, headers.get("location")];
	};
	for (const path of [`/career/jobs/${testJob.id}`, `/career/apply/${testJob.id}`, "/sitemap-jobs.xml"]) {
		for (const method of ["GET", "HEAD"]) expect(await ask(`${path}/`, method)).toEqual([308, path]);
		expect(await ask(path)).toEqual([200, null]);
	}
	expect(await ask(`/career/jobs/${testJob.id}/?source=fair`)).toEqual([308, `/career/jobs/${testJob.id}?source=fair`]);
	for (const path of ["/nothing/", "//elsewhere.example/", "/career/jobs/No_Id/", "/"])
		expect([path, (await ask(path))[1]]).toEqual([path, null]);
});

test("searches that ask for the same share an answer, however they are written", async () => {
	const server = await startPublishedServer(kind);
	for (const query of ["q=react", "q=+react+", "q=react&location=anywhere", "location=nowhere&q=react&page=1&utm=x"])
		await read(server, `/career?${query}`);
	expect(server.made.filter((url) => url.startsWith("/career?"))).toHaveLength(1);
});

test("beyond the limit, the least recently requested page is rendered again on request", async () => {
	const jobs = Array.from({ length: 30 }, (_, index) => ({ ...testJob, id: `job-${index}` }));
	const server = await startPublishedServer(kind, { maxBytes: { pages: 60_000, searches: 20_000 } });
	await publish(server.database, ...jobs);
	for (const { id } of jobs) await read(server, `/career/jobs/${id}`);
	const timesMade = () => server.made.filter((url) => url === "/career/jobs/job-0").length;
	const before = timesMade();
	await close(server.database, "job-0");
	expect((await read(server, "/career/jobs/job-0")).status).toBe(404);
	await close(server.database, "job-0", false);
	expect((await read(server, "/career/jobs/job-0")).status).toBe(200);
	// Warmed pages are rendered in addition.
	expect(timesMade()).toBeGreaterThan(before);
	for (let search = 0; search < 20; search++)
		expect((await read(server, `/career?q=${search}`)).text).toContain(`q=${search}`);
});

test("of too many new searches some are refused for a moment, while everything that is ready is answered", async () => {
	const server = await startPublishedServer(kind);
	await read(server, "/career");
	server.setMaking("waits");
	const searches = Array.from({ length: 40 }, (_, index) => fetch(`${server.url}/career?q=${index}`));
	const first = await Promise.race(searches);
	expect([first.status, first.headers.get("retry-after")]).toEqual([503, "3"]);
	expect((await read(server, "/career")).status).toBe(200);
	server.setMaking("works");
	const statuses = (await Promise.all(searches)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
});

test("a page that cannot be rendered again is shown as it was, with log and metrics, until it can", async () => {
	const server = await startPublishedServer(kind);
	await publish(server.database, testJob);
	const before = await read(server, "/career");
	server.setMaking("fails");
	await publish(server.database, { ...testJob, id: "second" });
	expect(await read(server, "/career")).toEqual(before);
	expect(server.lines.find(({ page }) => page === "/career")).toMatchObject({
		level: "error",
		msg: "a page could not be rendered again; its previous version is served",
	});
	expect(await server.metrics.render()).toMatch(/pages_made_total\{outcome="failed"\} [1-9]/);
	const none = await fetch(`${server.url}/sitemap-jobs.xml`);
	expect([none.status, none.headers.has("retry-after")]).toEqual([503, true]);

	server.setMaking("works");
	await eventually(async () => expect((await read(server, "/career")).text).toContain("second"));
	await eventually(async () => expect((await read(server, "/sitemap-jobs.xml")).text).toContain("second"));
});

test("while the rendering thread is away, cached pages are served, and it comes back", async () => {
	const server = await startPublishedServer(kind);
	await publish(server.database, testJob);
	const before = await read(server, "/career");
	server.setMaking("waits");
	await publish(server.database, { ...testJob, id: "second" });
	const asked = read(server, "/career");
	await eventually(() => expect(server.made.filter((url) => url === "/career")).toHaveLength(2));
	await server.killThread();
	expect(await asked).toEqual(before);
	server.setMaking("works");
	await eventually(async () => expect((await read(server, "/career")).text).toContain("second"));
});

test("after any changes in any order, every response equals a new rendering", { tags: "all" }, async () => {
	const ids = ["a", "b", "c"];
	const paths = [
		"/career",
		"/career?q=react&location=Anywhere",
		"/api/jobs",
		"/sitemap-jobs.xml",
		"/demo/availability",
		"/demo/slots/2026-11-30",
		"/no/such/page",
		...ids.flatMap((id) => [`/career/jobs/${id}`, `/career/apply/${id}`, `/api/jobs/${id}`]),
	];
	const id = fc.constantFrom(...ids);
	const step = fc.oneof(
		fc.record({ change: fc.constant("close"), id, closed: fc.boolean() }),
		fc.record({ change: fc.constant("edit"), id, title: fc.string({ maxLength: 5 }) }),
		fc.record({ change: fc.constant("book"), time: fc.constantFrom("10:00 AM", "10:30 AM") }),
		fc.record({ change: fc.constant("free") }),
		fc.record({ change: fc.constant("wait"), minutes: fc.constantFrom(1, 60, 24 * 60) }),
		fc.record({ change: fc.constant("kill") }),
		fc.record({ change: fc.constant("ask"), path: fc.constantFrom(...paths) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
			const clock = createTestClock();
			const server = await startPublishedServer(kind, { clock });
			const { database } = server;
			await publish(database, ...ids.map((one, index) => ({ ...testJob, id: one, closesOn: `2026-11-2${3 + index}` })));
			for (const path of paths) await read(server, path);
			let bookings = 0;
			/** Requests that nobody waits for. */
			const asked: Promise<unknown>[] = [];
			for (const one of steps) {
				if ("closed" in one) await close(database, one.id, one.closed);
				else if ("title" in one)
					await database.write(async (transaction) => {
						await transaction.updateTable("jobs").set({ title: one.title }).where("id", "=", one.id).execute();
						await setJobClosed(transaction, one.id, false, clock.now());
					});
				else if ("time" in one) {
					const reference = `BKG-${String(bookings++).padStart(8, "0")}`;
					await storeBooking(database, createBookingRecord({ id: reference, reference, time: one.time }));
				} else if ("minutes" in one) clock.advance({ minutes: one.minutes });
				else if ("path" in one) asked.push(read(server, one.path));
				else if (one.change === "kill") await server.killThread();
				else
					await database.write(async (transaction) => {
						const found = await findBooking(transaction, "BKG-00000000");
						if (found?.state === "booked") await cancelBooking(transaction, found, Temporal.Now.instant());
					});
			}
			for (const path of paths) {
				const anew = await server.makeAnew(path, { compression: "changing", revalidated: false });
				await eventually(async () => {
					const { status, text } = await read(server, path);
					expect([path, status, text]).toEqual([path, anew.status, Buffer.from(anew.bodies.identity).toString()]);
				});
			}
			await Promise.all(asked);
		}),
		{ numRuns: 15 },
	);
});
