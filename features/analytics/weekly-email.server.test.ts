import { describe, expect, test } from "vitest";
import { listWeeklyEmailRecipients, setChoices } from "../../core/accounts/store.server.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { signInStaff } from "../../tests/support/staff.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import type { AnalyticsQuery } from "./analytics.server.ts";
import { describeArrivals } from "./arrival-figures.server.ts";
import type { Figure } from "./figures.ts";
import { createWeeklyEmailRenderers, writeWeeklyEmail } from "./weekly-email.server.tsx";

/** A Friday. */
const start = "2026-10-16T12:00:00Z";

async function setUp(kind: DatabaseKind, timeZone = "Asia/Kolkata") {
	const database = await openTestDatabase(kind);
	const clock = createTestClock(start);
	const asked: AnalyticsQuery[] = [];
	let wakes = 0;
	const createServer = () => () =>
		writeWeeklyEmail({
			database,
			clock,
			company: { timeZone },
			names: ["enquiries"],
			listRecipients: listWeeklyEmailRecipients,
			analytics: {
				async readFigures(query): Promise<Figure[]> {
					asked.push(query);
					const today = query.now.toZonedDateTimeISO(timeZone).toPlainDate();
					const counts = query.periods.map((_, index) => index + 1);
					const kindOfRecord = { name: "enquiry", names: "enquiries" };
					return [
						{ key: "enquiries", ...describeArrivals({ ...query, today, locale: "en-IN" }, kindOfRecord, counts) },
					];
				},
			},
			messageIdDomain: "narangi.example",
			onEmails: () => (wakes += 1),
		});
	const admin = await signInStaff(database, { now: clock.now(), email: "owner@staff.example" });
	return {
		database,
		clock,
		asked,
		admin,
		createServer,
		wakes: () => wakes,
		/** Moves the clock to a local time. */
		goTo(text: string) {
			const then = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
			clock.advance(clock.now().until(then));
		},
		list: () =>
			database.db
				.selectFrom("emails")
				.select(["kind", "recipient", "reference", "parameters", "expiresAt"])
				.orderBy("recipient")
				.execute(),
	};
}

describe.each(databaseKinds)("the e-mail of the week on %s", (kind) => {
	test("is written once, whatever starts again and however many servers there are", async () => {
		const { createServer, goTo, list, wakes, database, clock } = await setUp(kind);
		await signInStaff(database, { now: clock.now(), roles: ["sales"] });
		const [one, other] = [createServer(), createServer()];
		goTo("2026-10-19T07:59:59");
		expect([await one(), await other()]).toEqual([0, 0]);
		goTo("2026-10-19T08:00:00");
		const written = await Promise.all([one(), other(), createServer()(), one()]);
		expect(written.toSorted()).toEqual([0, 0, 0, 1]);
		expect(await createServer()()).toBe(0);
		goTo("2026-10-25T23:59:59");
		expect(await other()).toBe(0);
		expect(await list()).toEqual([
			{
				kind: "weekly-numbers",
				recipient: "owner@staff.example",
				reference: "week-2026-10-12",
				parameters: expect.any(String),
				expiresAt: "2026-10-25T02:30:00.000Z",
			},
		]);
		expect(wakes()).toBe(1);
		goTo("2026-10-26T08:00:00");
		expect(await Promise.all([one(), other()])).toContain(1);
		// The previous one was deleted with it.
		expect((await list()).map(({ reference }) => reference)).toEqual(["week-2026-10-19"]);
	});

	test("reports the past week, later if nothing ran on Monday", async () => {
		const { createServer, goTo, asked } = await setUp(kind);
		goTo("2026-10-21T15:00:00");
		expect(await createServer()()).toBe(1);
		expect(asked.map(({ within }) => `${within.first.toString()} ${within.end.toString()}`)).toEqual([
			"2026-10-12 2026-10-19",
		]);
	});

	test("goes only to admins", async () => {
		const { createServer, goTo, list, admin, database, clock } = await setUp(kind);
		const other = await signInStaff(database, { now: clock.now(), email: "other@staff.example" });
		const gone = await signInStaff(database, { now: clock.now(), email: "gone@staff.example" });
		const now = clock.now();
		await database.db
			.updateTable("accounts")
			.set({ disabledAt: now.toString() })
			.where("id", "=", gone.accountId)
			.execute();
		const turn = (wanted: boolean, id: string) =>
			database.write((transaction) => setChoices(transaction, id, { wantsWeeklyEmail: wanted }, now));
		await turn(false, admin.accountId);
		await turn(false, other.accountId);
		await turn(true, other.accountId);
		goTo("2026-10-19T08:00:01");
		await signInStaff(database, { now: clock.now(), email: "new@staff.example" });
		expect(await createServer()()).toBe(1);
		expect((await list()).map(({ recipient }) => recipient)).toEqual(["other@staff.example"]);
		await turn(false, other.accountId);
		await turn(false, (await signInStaff(database, { now, email: "early@staff.example" })).accountId);
		await database.db.updateTable("accounts").set({ weeklyEmailOffAt: now.toString() }).execute();
		goTo("2026-10-26T08:00:00");
		expect(await createServer()()).toBe(0);
	});

	test.each([
		["Asia/Kolkata", "2026-10-19T02:30:00Z", "2026-10-26T02:30:00Z"],
		// Clocks are put back on Sunday, 25 October.
		["Europe/Berlin", "2026-10-19T06:00:00Z", "2026-10-26T07:00:00Z"],
	])("leaves at eight in the morning in %s", async (timeZone, ...mondays) => {
		const { createServer, clock } = await setUp(kind, timeZone);
		for (const monday of mondays) {
			const due = Temporal.Instant.from(monday);
			clock.advance(clock.now().until(due.subtract({ seconds: 1 })));
			expect(await createServer()()).toBe(0);
			clock.advance({ seconds: 1 });
			expect(await createServer()()).toBe(1);
		}
	});
});

test("shows the figures as a table, also in plain text, and how to turn it off", async () => {
	const { createServer, goTo, list, database } = await setUp("sqlite");
	goTo("2026-10-19T08:00:00");
	await createServer()();
	const [email] = await list();
	const renderers = createWeeklyEmailRenderers({ company: testCompany, deskUrl: "https://desk.narangi.example" });
	const rendered = await renderers["weekly-numbers"](
		{
			kind: "weekly-numbers",
			reference: "week-2026-10-12",
			recipient: "",
			parameters: JSON.parse(email?.parameters ?? ""),
		},
		{ db: database.db, now: Temporal.Instant.from(start) },
	);
	if (!("text" in rendered)) throw new Error("It is not sent");
	expect(rendered.subject).toBe("Weekly summary: 12 October to 18 October");
	expect(rendered.text).toContain("4 enquiries in the week of 12 October, 1 more than the week before.");
	expect(rendered.text).toMatch(/Week of +Enquiries\n21 Sep +1\n28 Sep +2\n5 Oct +3\n12 Oct +4\n/);
	expect(rendered.text).toContain("https://desk.narangi.example/account#weekly-email");
	expect(rendered.html).toMatch(/<th scope="row"[^>]*>12 Oct<\/th><td[^>]*>4<\/td>/);
});
