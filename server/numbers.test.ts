import { describe, expect, test } from "vitest";
import { insertApplication } from "../features/careers/applications/store.server.ts";
import type { Figure } from "../features/numbers/figures.ts";
import type { NumbersQuery } from "../features/numbers/numbers.server.ts";
import { createPromises } from "../features/records/promise.server.ts";
import { addVisits } from "../features/visits/store.server.ts";
import { recordDeps } from "../tests/support/bookings.ts";
import { createBookingRecords } from "../features/booking/staff.server.ts";
import { createApplicationRecords } from "../features/careers/applications/staff.server.ts";
import { createEnquiryRecords } from "../features/enquiries/staff.server.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { listPeriods } from "../platform/staff/periods.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry, testKind } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { createDeskNumbers } from "./numbers.ts";

/** A Monday in India, where the company works from Monday to Saturday, 10:00 to 18:00, and promises an answer within 24 hours of work. */
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime("Asia/Kolkata").toInstant();
const names = ["enquiries", "bookings", "applications"];

async function setUp(kind: DatabaseKind, company = testCompany) {
	const database = await openTestDatabase(kind);
	const numbers = createDeskNumbers({
		company,
		database,
		kinds: [
			createEnquiryRecords(company),
			createBookingRecords(recordDeps(company)),
			createApplicationRecords(company),
		],
		records: { kinds: [testKind], promises: createPromises(database.db, [testKind], company) },
	});
	let stored = 0;
	return {
		database,
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
		},
		async read(query: Partial<NumbersQuery> = {}) {
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

const valuesOf = ({ rows }: Figure) => rows.map(({ label, values }) => [label, ...values]);

/** Worked out by hand: what came in the week of 16 November, one before it, and one in the week that runs. */
async function storeExample({ database, enquire }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
	await enquire(at("2026-11-16T10:00"), { answeredAt: "2026-11-16T11:00" }); // 1 h
	await enquire(at("2026-11-16T17:30"), { answeredAt: "2026-11-17T11:30" }); // 30 min and 1.5 h: 2 h
	await enquire(at("2026-11-21T19:00"), { answeredAt: "2026-11-23T10:30" }); // over a Sunday: 30 min
	await enquire(at("2026-11-16T09:00"), { answeredAt: "2026-11-20T12:00" }); // four days and 2 h: 34 h, too late
	await enquire(at("2026-11-17T10:00")); // waits, and was promised by Thursday evening
	await enquire(at("2026-11-21T12:00")); // waits, and has until Wednesday
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
		await addVisits(transaction, [
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

describe.each(databaseKinds)("the numbers on %s", (kind) => {
	test("are those that were worked out by hand", async () => {
		const office = await setUp(kind);
		await storeExample(office);
		const { get, keys } = await office.read();
		expect(keys).toEqual([...names, "kept", "answer-time", "way-to-booking", "sources", "pages"]);
		expect(valuesOf(get("enquiries"))).toEqual([
			["9 Nov", 1],
			["16 Nov", 6],
			["23 Nov, so far", 1],
		]);
		expect(get("enquiries").finding).toBe("6 enquiries in the week of 16 November, 5 more than in the week before");
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
		expect(get("kept").finding).toBe("3 of 5 were answered in time of what came in the week of 16 November");
		expect(valuesOf(get("answer-time"))).toEqual([
			["9 Nov", 60, 60, 1, 0],
			["16 Nov", 60, 34 * 60, 4, 2],
			["23 Nov, so far", null, null, 0, 1],
		]);
		expect(get("answer-time").finding).toBe(
			"Half was answered within 1 h, nine of ten within 34 h, of what came in the week of 16 November",
		);
		expect(valuesOf(get("way-to-booking"))).toEqual([
			["Visits", 36, 100],
			["Form opened", 6, 600 / 36],
			["Calls booked", 2, 200 / 36],
		]);
		expect(valuesOf(get("sources"))).toEqual([
			["search.example", 20],
			["No site named", 10],
			["news.example", 5],
			["Many other sites", 1],
		]);
		expect(get("sources").finding).toBe("search.example sent the most visitors: 20 of 36 visits");
		expect(valuesOf(get("pages"))).toEqual([
			["Home page", 30],
			["/demo", 17],
			["/faq", 1],
		]);
		expect(get("pages").finding).toBe("Home page was opened most: 30 of 48 times");
	});

	test("say in words that there are none", async () => {
		const { read } = await setUp(kind);
		const { get, keys } = await read();
		expect(keys.map((key) => get(key).finding)).toEqual([
			"No enquiries in this time",
			"No bookings in this time",
			"No applications in this time",
			"No answer was due in the last full week",
			"Nothing of the last full week has been answered",
			"Nobody has visited the site in this time",
			"Nobody has visited the site in this time",
			"No page has been opened in this time",
		]);
	});

	test("are of the kinds alone that somebody works with", async () => {
		const { read } = await setUp(kind);
		const visits = ["sources", "pages"];
		expect((await read({ names: ["applications"] })).keys).toEqual(["applications", ...visits]);
		expect((await read({ names: [] })).keys).toEqual(visits);
		expect((await read({ only: ["kept"] })).keys).toEqual(["kept"]);
	});

	test("add up to what came in, whatever the zone and the unit", async () => {
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
