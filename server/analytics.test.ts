import { describe, expect, test } from "vitest";
import { createPromises } from "../core/records/promise.server.ts";
import { addSourceLink } from "../core/records/source-links.server.ts";
import type { AnalyticsQuery } from "../features/analytics/analytics.server.ts";
import type { Figure } from "../features/analytics/figures.ts";
import { insertApplication } from "../features/careers/applications/store.server.ts";
import { addPageViews } from "../features/page-views/store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { findPeriodBefore, listPeriods } from "../shared/periods.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking, type BookingChange } from "../tests/support/bookings.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { createTestKinds, testKind } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { createDeskAnalytics } from "./analytics.ts";

/** A Monday in India; the company works Monday to Saturday, 10:00 to 18:00, and promises a reply within 24 working hours. */
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime("Asia/Kolkata").toInstant();
const names = ["enquiries", "bookings", "applications"];

async function setUp(kind: DatabaseKind, company = testCompany) {
	const database = await openTestDatabase(kind);
	const numbers = createDeskAnalytics({
		company,
		database,
		records: {
			kinds: createTestKinds(company),
			promises: createPromises(database.db, [testKind], company),
		},
	});
	let stored = 0;
	return {
		database,
		readHeadlines: numbers.readHeadlines,
		async enquire(
			receivedAt: Temporal.Instant,
			{ answeredAt, spam = false }: { answeredAt?: string; spam?: boolean } = {},
		) {
			stored += 1;
			const reference = await storeEnquiry(database, {
				reference: `ENQ-${String(stored).padStart(8, "0")}`,
				receivedAt,
				state: spam ? "quarantined" : "accepted",
			});
			if (answeredAt !== undefined)
				await database.db
					.updateTable("records")
					.set({ answeredAt: toInstantText(at(answeredAt)) })
					.where("reference", "=", reference)
					.execute();
			return reference;
		},
		async read(query: Partial<AnalyticsQuery> = {}) {
			const periods = listPeriods("week", 3, Temporal.PlainDate.from("2026-11-23"));
			const within = periods[1];
			if (!within) throw new Error("No week");
			const figures = await numbers.readFigures({ unit: "week", periods, within, now, names, ...query });
			return {
				keys: figures.map(({ key }) => key),
				get(key: string): Figure {
					const figure = figures.find((one) => one.key === key);
					if (!figure) throw new Error(`There is no ${key}`);
					return figure;
				},
			};
		},
	};
}

/** Moves a record through stages, each at its time in India. */
async function moveTo({ db }: Database, reference: string, moves: readonly (readonly [at: string, stage: string])[]) {
	for (const [index, [moved, stage]] of moves.entries())
		await db
			.insertInto("recordChanges")
			.values({
				id: `${reference}-${index}`,
				reference,
				version: index + 2,
				batch: reference,
				at: toInstantText(at(moved)),
				accountId: "noor",
				field: "stage",
				before: moves[index - 1]?.[1] ?? "",
				after: stage,
				undoes: null,
			})
			.execute();
	const [, stage] = moves.at(-1) ?? [];
	if (stage !== undefined) await db.updateTable("records").set({ stage }).where("reference", "=", reference).execute();
}

const ofHiring = [
	"application-stages",
	"application-sources",
	"source-costs",
	"rejection-reasons",
	"withdrawal-reasons",
	"heard-about",
	"application-answer-time",
	"time-to-hire",
];

const valuesOf = ({ rows }: Figure) => rows.map(({ label, values }) => [label, ...values]);

/** Calculated by hand: records of the week of 16 November, one before it, and one in the current week. */
async function storeExample({ database, enquire }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
	await enquire(at("2026-11-16T10:00"), { answeredAt: "2026-11-16T11:00" }); // 1 h
	await enquire(at("2026-11-16T17:30"), { answeredAt: "2026-11-17T11:30" }); // 30 min and 1.5 h: 2 h
	await enquire(at("2026-11-21T19:00"), { answeredAt: "2026-11-23T10:30" }); // over a Sunday: 30 min
	await enquire(at("2026-11-16T09:00"), { answeredAt: "2026-11-20T12:00" }); // four days and 2 h: 34 h, too late
	await enquire(at("2026-11-17T10:00")); // waits; was due on Thursday evening
	await enquire(at("2026-11-21T12:00")); // waits; due on Wednesday
	await enquire(at("2026-11-16T12:00"), { spam: true });
	await enquire(at("2026-11-15T23:30"), { answeredAt: "2026-11-16T11:00" }); // Sunday in India: 1 h
	await enquire(at("2026-11-23T00:10")); // Monday in India, Sunday in UTC
	const book = (number: number, change: Parameters<typeof createBookingRecord>[0]) =>
		storeBooking(
			database,
			createBookingRecord({
				id: `id-${number}`,
				reference: `BKG-0000000${number}`,
				date: `2026-12-0${number}`,
				...change,
			}),
		);
	await book(1, { bookedAt: at("2026-11-16T00:00") });
	await book(2, { bookedAt: at("2026-11-22T23:59") });
	await book(3, { bookedAt: at("2026-11-18T12:00"), state: "quarantined" });
	await book(4, { bookedAt: at("2026-11-18T12:00"), confirmBy: at("2026-11-18T13:00") });
	await book(5, { bookedAt: at("2026-11-23T00:00") });
	await database.write(async (transaction) => {
		for (const [index, state] of (["received", "quarantined", "withdrawn"] as const).entries())
			await insertApplication(transaction, {
				reference: `APP-0000000${index}`,
				receivedAt: at("2026-11-16T00:00"),
				jobId: "weaver",
				jobTitle: "Weaver",
				answers: { fullName: "Asha Rao", email: "asha@visitor.example", phone: "" } as never,
				resume: { file: `${index}.pdf`, name: "cv.pdf", bytes: 1, sha256: "" },
				tokenHash: String(index),
				state,
			});
		await addPageViews(transaction, [
			{ day: "2026-11-15", page: "/", source: "direct", count: 100 },
			{ day: "2026-11-16", page: "/", source: "direct", count: 10 },
			{ day: "2026-11-16", page: "/", source: "search.example", count: 20 },
			{ day: "2026-11-17", page: "/demo", source: "internal", count: 12 },
			{ day: "2026-11-17", page: "/demo", source: "news.example", count: 5 },
			{ day: "2026-11-17", page: "form:booking", source: "internal", count: 6 },
			{ day: "2026-11-22", page: "/faq", source: "other", count: 1 },
			{ day: "2026-11-23", page: "/faq", source: "direct", count: 50 },
		]);
	});
}

describe.each(serverDatabaseKinds)("the numbers on %s", (kind) => {
	test("equal those calculated by hand", async () => {
		const office = await setUp(kind);
		await storeExample(office);
		const { get, keys } = await office.read();
		expect(keys).toEqual([
			...names,
			"kept",
			"answer-time",
			"time-to-resolution",
			"way-to-booking",
			"call-outcomes",
			...ofHiring,
			"sources",
			"pages",
		]);
		expect(valuesOf(get("enquiries"))).toEqual([
			["9 Nov", 1],
			["16 Nov", 6],
			["23 Nov, so far", 1],
		]);
		expect(get("enquiries").finding).toBe("6 enquiries in the week of 16 November, 5 more than the week before");
		expect(valuesOf(get("bookings"))).toEqual([
			["9 Nov", 0],
			["16 Nov", 2],
			["23 Nov, so far", 1],
		]);
		expect(valuesOf(get("applications"))[1]).toEqual(["16 Nov", 2]);
		expect(valuesOf(get("kept"))).toEqual([
			["9 Nov", 100, 1, 0],
			["16 Nov", 60, 3, 2],
			["23 Nov, so far", null, 0, 0],
		]);
		expect(get("kept").finding).toBe("3 of 5 replies on time in the week of 16 November");
		expect(valuesOf(get("answer-time"))).toEqual([
			["9 Nov", 60, 60, 1, 0],
			["16 Nov", 60, 34 * 60, 4, 2],
			["23 Nov, so far", null, null, 0, 1],
		]);
		expect(get("answer-time").finding).toBe("Median reply 1 h · p90 34 h in the week of 16 November");
		expect(valuesOf(get("way-to-booking"))).toEqual([
			["Visits", 36, 100],
			["Booking form opened", 6, 600 / 36],
			["Calls booked", 2, 200 / 36],
		]);
		expect(valuesOf(get("sources"))).toEqual([
			["search.example", 20],
			["Direct or unknown", 10],
			["news.example", 5],
			["Other sites", 1],
		]);
		expect(get("sources").finding).toBe("Top source search.example: 20 of 36 visits");
		expect(valuesOf(get("pages"))).toEqual([
			["Home page", 30],
			["/demo", 17],
			["/faq", 1],
		]);
		expect(get("pages").finding).toBe("Most viewed: Home page, 30 of 48 page views");
	});

	test("leave out enquiries that members opened after a call, which nobody has waited for", async () => {
		const { enquire, read } = await setUp(kind);
		await enquire(at("2026-11-16T09:00"), { answeredAt: "2026-11-20T12:00" });
		await enquire(at("2026-11-17T10:00"), { answeredAt: "2026-11-17T10:00" });
		const { get } = await read();
		expect(get("kept").finding).toBe("0 of 1 replies on time in the week of 16 November");
	});

	test("begin with those of the range beside the days before, for the roles concerned", async () => {
		const office = await setUp(kind);
		await storeExample(office);
		const week = { first: Temporal.PlainDate.from("2026-11-16"), end: Temporal.PlainDate.from("2026-11-23") };
		const read = async (of: string[]) =>
			(await office.readHeadlines({ within: week, before: findPeriodBefore(week), now, names: of })).map(
				({ label, value, change }) => [label, value, change],
			);
		expect(await read(names)).toEqual([
			["Enquiries", "6", "500 % more"],
			["Bookings", "2", "None before"],
			["Applications", "2", "None before"],
			["Replies on time", "60 %", "40 points less"],
			["Median first reply", "1 h", "No change"],
			["Hires", "0", "No change"],
			["Visits", "36", "64 % fewer"],
		]);
		expect((await read(["applications"])).map(([label]) => label)).toEqual(["Applications", "Hires", "Visits"]);
	});

	test("are compared with days before only where those are still kept", async () => {
		const office = await setUp(kind);
		await storeExample(office);
		await office.enquire(at("2025-06-02T10:00"), { answeredAt: "2025-06-02T11:00" });
		const read = async (first: string) => {
			const within = { first: Temporal.PlainDate.from(first), end: Temporal.PlainDate.from("2026-11-24") };
			const headlines = await office.readHeadlines({ within, before: findPeriodBefore(within), now, names });
			return headlines.map(({ label, change }) => `${label}: ${change}`);
		};
		// Calls and applications are kept for a year, to the minute; this range is compared with days from 25 November 2025 on.
		expect(await read("2026-05-26")).toEqual([
			"Enquiries: None before",
			"Bookings: None before",
			"Applications: None before",
			"Replies on time: None before",
			"Median first reply: None before",
			"Hires: Not kept that long",
			"Visits: None before",
		]);
		const ofAYear = [
			"Enquiries: 700 % more",
			"Bookings: Not kept that long",
			"Applications: Not kept that long",
			"Replies on time: 33 points less",
			"Median first reply: No change",
			"Hires: Not kept that long",
			"Visits: None before",
		];
		// From 23 November 2025 on.
		expect((await read("2026-05-25")).filter((text) => text.endsWith("long"))).toEqual(
			ofAYear.filter((text) => text.endsWith("long")),
		);
		expect(await read("2025-12-01")).toEqual(ofAYear);
		// Enquiries are kept for 24 months, page views for 25.
		const notKept = ofAYear.map((text) => text.replace(/:.*/, ": Not kept that long"));
		expect(await read("2025-11-20")).toEqual([...notKept.slice(0, -1), "Visits: None before"]);
		expect(await read("2025-01-01")).toEqual(notKept);
		// Hires of up to 90 days after the first kept day are also of applications from before it.
		const ofHires = async (first: string) => (await read(first)).find((text) => text.startsWith("Hires"));
		expect(await ofHires("2026-07-09")).toBe("Hires: Not kept that long"); // from 21 February 2026 on
		expect(await ofHires("2026-07-10")).toBe("Hires: No change"); // from 23 February 2026 on
	});

	test("over time name the periods of which something is not kept any more, by the term of their records", async () => {
		const { read } = await setUp(kind);
		const periods = listPeriods("month", 24, Temporal.PlainDate.from("2026-11-23"));
		const within = { first: Temporal.PlainDate.from("2024-12-01"), end: Temporal.PlainDate.from("2026-11-24") };
		const { get } = await read({ unit: "month", periods, within });
		const lastNotKept = (key: string) => get(key).rows.findLast(({ label }) => label.includes("not all kept"))?.label;
		for (const key of ["bookings", "call-outcomes", "applications", "application-answer-time"])
			expect(lastNotKept(key)).toBe("November 2025, not all kept");
		for (const key of ["enquiries", "kept", "answer-time"]) expect(lastNotKept(key)).toBeUndefined();
		// Moves are not all kept for 90 days more: they are also of records received before.
		expect(lastNotKept("time-to-hire")).toBe("February 2026, not all kept");
		expect(lastNotKept("time-to-resolution")).toBe("February 2025, not all kept");
		expect(get("way-to-booking").rows.map(({ label }) => label)).toEqual(["Visits", "Booking form opened"]);
	});

	test("do not say of erased days that there was nothing", async () => {
		const { read } = await setUp(kind);
		const within = { first: Temporal.PlainDate.from("2024-06-01"), end: Temporal.PlainDate.from("2024-09-01") };
		const periods = listPeriods("month", 3, Temporal.PlainDate.from("2024-08-31"));
		const { get } = await read({ unit: "month", periods, within });
		expect(
			[
				"enquiries",
				"applications",
				"time-to-resolution",
				"application-stages",
				"application-sources",
				"rejection-reasons",
				"withdrawal-reasons",
				"time-to-hire",
			].map((key) => get(key).finding),
		).toEqual([
			"No enquiries kept from this period",
			"No applications kept from this period",
			"No closed enquiries kept from this period",
			"No applications kept from this period",
			"No applications kept from this period",
			"No rejections with a reason kept from this period",
			// Withdrawals are counted apart from applications, and never erased.
			"No withdrawals with a reason in this period",
			"No hires kept from this period",
		]);
	});

	test("of calls show how many were held, and the outcomes of the others", async () => {
		const { database, read } = await setUp(kind);
		let stored = 0;
		/** A call of the example at a stage. */
		async function call(
			date: string,
			stage: string,
			{
				movedBy,
				importNumber = null,
				...change
			}: BookingChange & { movedBy?: "staff" | "staff, undone"; importNumber?: number | null } = {},
		) {
			stored += 1;
			const reference = `BKG-${String(stored).padStart(8, "0")}`;
			await storeBooking(database, createBookingRecord({ id: reference, reference, date, ...change }));
			await database.db
				.updateTable("records")
				.set({ stage, importNumber })
				.where("reference", "=", reference)
				.execute();
			if (movedBy)
				await database.db
					.insertInto("callChanges")
					.values({
						id: reference,
						reference,
						at: "2026-11-10T00:00:00.000Z",
						accountId: "noor",
						deed: "move",
						before: "",
						after: "",
						undo: null,
						undoneAt: movedBy === "staff" ? null : "2026-11-10T00:00:01.000Z",
					})
					.execute();
		}
		await call("2026-11-16", "held", { time: "10:00 AM" });
		await call("2026-11-16", "held", { time: "11:00 AM", moves: 2 });
		await call("2026-11-17", "follow-up", { movedBy: "staff" });
		await call("2026-11-18", "no-show", { movedBy: "staff, undone" });
		await call("2026-11-19", "", {});
		await call("2026-11-20", "cancelled", { state: "cancelled" });
		await call("2026-11-21", "cancelled", { state: "cancelled", confirmBy: at("2026-11-20T10:00") });
		await call("2026-11-21", "held", { state: "quarantined" });
		await call("2026-11-14", "no-show");
		await database.db
			.insertInto("imports")
			.values({
				number: 1,
				kind: "calls",
				state: "done",
				accountId: "noor",
				createdAt: "2026-11-14T06:00:00.000Z",
				begunAt: "2026-11-14T06:00:00.000Z",
				finishedAt: null,
				undoneAt: null,
				seed: "",
				format: "",
				options: "",
				summary: null,
				nextRow: 1,
				runner: null,
				runnerUntil: null,
			})
			.execute();
		// Past when they were imported, and not.
		await call("2026-11-13", "", { importNumber: 1 });
		await call("2026-11-13", "held", { importNumber: 1, time: "11:00 AM" });
		await call("2026-11-20", "", { importNumber: 1, time: "11:00 AM" });
		// Over since ten, and still to come, on the same Monday.
		await call("2026-11-23", "booked", { time: "10:00 AM" });
		await call("2026-11-23", "", { time: "4:00 PM" });
		const { get } = await read();
		expect(valuesOf(get("call-outcomes"))).toEqual([
			["9 Nov", 1, 1, 0, 0, 0],
			["16 Nov", 3, 1, 1, 2, 2],
			["23 Nov, so far", 0, 0, 0, 1, 0],
		]);
		expect(get("call-outcomes").finding).toBe(
			"3 of 7 calls held in the week of 16 November, 1 no-show, 1 cancelled, 2 without an outcome, 2 moved",
		);
	});

	test("of hiring show stages, sources, and how long replies and hiring took", async () => {
		const { database, read } = await setUp(kind);
		let stored = 0;
		const link = { target: "/career", label: "", cost: 100, currency: "INR" };
		await database.write(async (transaction) => {
			await addSourceLink(transaction, { ...link, name: "dyers" }, at("2026-11-01T10:00"));
			const board = { name: "weavers", label: "Weavers’ board", cost: 600, currency: "EUR" };
			await addSourceLink(transaction, { ...link, ...board }, at("2026-11-01T10:00"));
			await addSourceLink(transaction, { ...link, name: "free", cost: undefined }, at("2026-11-01T10:00"));
		});
		async function apply(
			receivedAt: string,
			stage: string,
			{ referred = "No", answeredAt = "", hiredAt = [] as string[], through = "" } = {},
		) {
			stored += 1;
			const reference = await storeApplication(database, {
				reference: `APP-${String(stored).padStart(8, "0")}`,
				receivedAt: at(receivedAt),
				answers: { referred, ...(through !== "" && { link: through }) } as never,
			});
			await database.db
				.updateTable("records")
				.set({ answeredAt: answeredAt === "" ? null : toInstantText(at(answeredAt)) })
				.where("reference", "=", reference)
				.execute();
			await moveTo(
				database,
				reference,
				hiredAt.map((moved) => [moved, "hired"]),
			);
			await database.db.updateTable("records").set({ stage }).where("reference", "=", reference).execute();
		}
		await apply("2026-11-16T10:00", "", { answeredAt: "2026-11-18T10:00" });
		await apply("2026-11-17T10:00", "in-review", { answeredAt: "2026-11-17T22:00", referred: "Yes" });
		await apply("2026-11-17T11:00", "in-review", { through: "weavers" });
		await apply("2026-11-18T10:00", "rejected", { answeredAt: "2026-11-22T10:00" });
		// Hired, moved back and hired again: the last time counts. A current other stage does not count.
		await apply("2026-10-27T10:00", "hired", {
			answeredAt: "2026-11-12T10:00",
			hiredAt: ["2026-11-11T10:00", "2026-11-16T10:00"],
		});
		await apply("2026-11-09T10:00", "hired", { hiredAt: ["2026-11-19T22:00"], through: "weavers" });
		await apply("2026-11-09T10:00", "withdrawn", { hiredAt: ["2026-11-19T10:00"] });
		// In the plot's weeks, and before the week that the sentence is about.
		await apply("2026-11-02T10:00", "hired", { hiredAt: ["2026-11-12T10:00"] });
		await database.db
			.insertInto("selfIdentificationCounters")
			.values([
				{ quarter: "2026-Q4", question: "heardAbout", option: "Job Board", count: 13 },
				{ quarter: "2026-Q4", question: "heardAbout", option: "Linkedin", count: 28 },
				{ quarter: "2026-Q4", question: "heardAbout", option: "Social Sites", count: 9 },
				{ quarter: "2026-Q3", question: "heardAbout", option: "Social Sites", count: 90 },
				{ quarter: "2026-Q4", question: "gender", option: "Female", count: 90 },
			])
			.execute();
		await database.db.updateTable("records").set({ reason: "skills" }).where("stage", "=", "rejected").execute();
		await database.db
			.insertInto("withdrawalCounts")
			.values([
				{ day: "2026-11-15", reason: "", count: 9 },
				{ day: "2026-11-16", reason: "", count: 2 },
				{ day: "2026-11-22", reason: "gone", count: 1 },
			])
			.execute();
		const { get } = await read();
		expect(get("rejection-reasons").finding).toBe("Most rejections for “Other skills needed”: 1 of 1");
		expect(valuesOf(get("rejection-reasons"))).toEqual([["Other skills needed", 1, 100]]);
		expect(valuesOf(get("withdrawal-reasons"))).toEqual([["Not stated", 3, 100]]);
		expect(get("withdrawal-reasons").finding).toBe("No withdrawals with a reason in this period");
		const stages = valuesOf(get("application-stages"));
		expect(stages.filter(([, count]) => count !== 0)).toEqual([
			["New", 1, 25],
			["In review", 2, 50],
			["Rejected", 1, 25],
		]);
		expect(get("application-stages").finding).toBe("3 of 4 applications open, most in “In review”");
		expect(valuesOf(get("application-sources"))).toEqual([
			["The site", 2, 50, 0],
			["A referral", 1, 25, 0],
			["Weavers’ board", 1, 25, 0],
		]);
		expect(valuesOf(get("source-costs"))).toEqual([
			["dyers", 0, 0, null, null, null, null],
			["Weavers’ board", 2, 1, 300, 600, null, null],
		]);
		expect(
			get("source-costs")
				.columns.slice(2)
				.map(({ unit }) => unit),
		).toEqual(["EUR", "EUR", "INR", "INR"]);
		expect(get("source-costs").finding).toBe("€300 per application through “Weavers’ board”");
		expect(get("application-sources").finding).toBe("1 of 4 applications from referrals");
		// The nine answers "Social Sites" of this quarter would be plain from both others.
		expect(valuesOf(get("heard-about"))).toEqual([["Linkedin", 28, 100]]);
		expect(valuesOf(get("application-answer-time"))).toEqual([
			["9 Nov", null, null, 0, 0, 0],
			["16 Nov", 2, 4, 3, 1, 0],
			["23 Nov, so far", null, null, 0, 0, 0],
		]);
		expect(get("application-answer-time").finding).toBe("Median reply 2 d · p90 4 d in the week of 16 November");
		expect(valuesOf(get("time-to-hire"))).toEqual([
			["9 Nov", 10, 1],
			["16 Nov", 10.5, 2],
			["23 Nov, so far", null, 0],
		]);
		expect(get("time-to-hire").finding).toBe("2 hires, median 11 d after applying");
	});

	test("of enquiries show how long they took to be closed, by their last move to a closed stage", async () => {
		const { database, enquire, read } = await setUp(kind);
		async function close(receivedAt: string, moves: [at: string, stage: string][]) {
			const reference = await enquire(at(receivedAt));
			await moveTo(database, reference, moves);
		}
		await close("2026-11-10T10:00", [["2026-11-16T10:00", "won"]]);
		// In the plot's weeks, and before the week that the sentence is about.
		await close("2026-11-01T10:00", [["2026-11-10T10:00", "won"]]);
		// Closed, opened again and closed once more; the third is open again.
		await close("2026-11-14T10:00", [
			["2026-11-15T10:00", "won"],
			["2026-11-16T10:00", "in-conversation"],
			["2026-11-22T10:00", "won"],
		]);
		await close("2026-11-14T10:00", [
			["2026-11-17T10:00", "won"],
			["2026-11-18T10:00", "in-conversation"],
		]);
		const { get } = await read();
		expect(valuesOf(get("time-to-resolution"))).toEqual([
			["9 Nov", 9, 1],
			["16 Nov", 6, 2],
			["23 Nov, so far", null, 0],
		]);
		expect(get("time-to-resolution").finding).toBe("2 enquiries closed, median 6 d after receipt");
	});

	test("say in words when there are none", async () => {
		const { read } = await setUp(kind);
		const { get, keys } = await read();
		expect(keys.map((key) => get(key).finding)).toEqual([
			"No enquiries in this period",
			"No bookings in this period",
			"No applications in this period",
			"No replies were due in the last full week",
			"No records of the last full week have a reply yet",
			"No enquiries closed in this period",
			"No visits in this period",
			"No calls in the last full week",
			"No applications in this period",
			"No applications in this period",
			"No applications through source links with a cost yet",
			"No rejections with a reason in this period",
			"No withdrawals with a reason in this period",
			"Too few answers about where applicants heard of the position",
			"No applications of the last full week have a reply yet",
			"No hires in this period",
			"No visits in this period",
			"No page views in this period",
		]);
	});

	test("cover only the kinds that the member works with", async () => {
		const { read } = await setUp(kind);
		const visits = ["sources", "pages"];
		expect((await read({ names: ["applications"] })).keys).toEqual(["applications", ...ofHiring, ...visits]);
		expect((await read({ names: [] })).keys).toEqual(visits);
		expect((await read({ only: ["kept"] })).keys).toEqual(["kept"]);
	});

	test("add up to the received records, in any zone and unit", async () => {
		const days = Array.from({ length: 40 }, (_, index) =>
			Temporal.Instant.from("2026-10-01T00:30:00Z").add({ hours: 31 * index }),
		);
		for (const timeZone of ["Asia/Kolkata", "Europe/Berlin", "America/New_York"]) {
			const { enquire, read } = await setUp(kind, { ...testCompany, timeZone });
			for (const day of days) await enquire(day);
			const last = Temporal.PlainDate.from("2026-11-23");
			for (const unit of ["week", "month"] as const) {
				const { get } = await read({ unit, periods: listPeriods(unit, 10, last), only: ["enquiries"] });
				const counts = get("enquiries").rows.map(({ values }) => values[0] ?? 0);
				expect(counts.reduce((sum, count) => sum + count, 0)).toBe(days.length);
			}
			const { get } = await read({ unit: "month", periods: listPeriods("month", 2, last), only: ["enquiries"] });
			const inNovember = days.filter((day) => day.toZonedDateTimeISO(timeZone).month === 11).length;
			expect(valuesOf(get("enquiries"))[1]).toEqual(["November 2026, so far", inNovember]);
		}
	});
});
