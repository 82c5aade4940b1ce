import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxMoves } from "../../core/appointments/appointment.ts";
import { lapseUnconfirmed } from "../../features/booking/allocate-hosts.server.ts";
import { confirmWithinMinutes } from "../../features/booking/booking-limits.server.ts";
import { managePostedForm } from "../../features/booking/manage-posted-form.server.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";
import { createTestDemoBooking, testBooking, type TestDemoBooking } from "../support/demo-booking.ts";
import { startTestServer, testCompany, type TestServer } from "../support/test-server.ts";

const limits = { livePerAddress: 4, livePerNetwork: 12, perHourUnconfirmed: 30 };
const environment = {
	TRUSTED_PROXIES: "127.0.0.1",
	LIVE_BOOKINGS_PER_ADDRESS: "4",
	LIVE_BOOKINGS_PER_NETWORK: "12",
	BOOKINGS_PER_HOUR_UNCONFIRMED: "30",
};

type Answer = { status: number; retryAfter: string | null; body: { data?: { confirmBy?: string }; message?: string } };

/** Working days from the test clock's first week on; eight slots of each are used. */
function slotOf(index: number): { date: string; time: string } {
	const times = ["10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM", "5:00 PM"];
	const day = Math.floor(index / times.length);
	return {
		date: Temporal.PlainDate.from("2026-11-30")
			.add({ days: Math.floor(day / 6) * 7 + (day % 6) })
			.toString(),
		time: times[index % times.length] as string,
	};
}

const startOf = ({ date, time }: { date: string; time: string }) => startOfSlot(date, time, testCompany.timeZone);

async function book({ url }: TestServer, index: number, from: string, email: string): Promise<Answer> {
	const response = await fetch(`${url}/demo/book`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-forwarded-for": from },
		body: JSON.stringify({ ...testBooking, ...slotOf(index), email }),
	});
	return {
		status: response.status,
		retryAfter: response.headers.get("retry-after"),
		body: (await response.json()) as Answer["body"],
	};
}

const kindOf = ({ status, body }: Answer) => (status === 200 ? (body.data?.confirmBy ? "confirm" : "booked") : status);

/** The code that only the e-mail about an unconfirmed call holds. */
async function readConfirmCode({ database }: Pick<TestDemoBooking, "database">, reference: string): Promise<string> {
	const emails = await database.db.selectFrom("emails").selectAll().where("reference", "=", reference).execute();
	expect(emails.map(({ kind }) => kind)).toEqual(["booking-confirm-request"]);
	return (JSON.parse(emails[0]?.parameters ?? "{}") as { confirmCode: string }).confirmCode;
}

describe.each(databaseKinds)("on %s", (kind: DatabaseKind) => {
	test("an honest visitor books without a further step; one sender confirms from half of a cap on and is refused at it", async () => {
		const server = await startTestServer(kind, { environment });
		const ofAddress = [];
		for (let index = 0; index < 6; index++)
			ofAddress.push(
				await book(server, index, `198.51.100.${index}`, index % 2 ? "asha@visitor.example" : "ASHA@visitor.example"),
			);
		expect(ofAddress.map(kindOf)).toEqual(["booked", "booked", "confirm", "confirm", 429, 429]);

		const ofNetwork = [];
		for (let index = 6; index < 20; index++)
			ofNetwork.push(await book(server, index, "203.0.113.7", `visitor${index}@visitor.example`));
		expect(ofNetwork.map(kindOf)).toEqual([
			...Array.from({ length: 6 }, () => "booked"),
			...Array.from({ length: 6 }, () => "confirm"),
			429,
			429,
		]);
		for (const { retryAfter, body } of [ofAddress.at(-1), ofNetwork.at(-1)] as Answer[]) {
			expect(Number(retryAfter)).toBeGreaterThan(0);
			expect(Number(retryAfter)).toBeLessThanOrEqual(confirmWithinMinutes * 60);
			expect(body.message).toContain(testCompany.email);
			expect(body.message).toContain(testCompany.phone.display);
		}
		// Another network is not affected, and the refused one can book again once its unconfirmed calls have expired.
		expect(kindOf(await book(server, 30, "203.0.113.8", "other@visitor.example"))).toBe("booked");
		server.clock.advance({ minutes: confirmWithinMinutes });
		expect(kindOf(await book(server, 31, "203.0.113.7", "late@visitor.example"))).toBe("confirm");
	});

	test("networks are counted as /56 of IPv6 and as single addresses of IPv4, on all servers together, and no address is kept", async () => {
		const one = await startTestServer(kind, { environment });
		const other = await startTestServer(kind, { environment, databaseConfig: one.database });
		const answers = [];
		for (let index = 0; index < 13; index++)
			answers.push(
				await book(
					index % 2 ? one : other,
					index,
					`2001:db8:aa:bb${index.toString(16).padStart(2, "0")}::1`,
					`v${index}@a.example`,
				),
			);
		expect(answers.map(kindOf)).toEqual([
			...Array.from({ length: 6 }, () => "booked"),
			...Array.from({ length: 6 }, () => "confirm"),
			429,
		]);
		expect(kindOf(await book(one, 20, "2001:db8:aa:cc00::1", "next@a.example"))).toBe("booked");
		const rows = await one.database.db.selectFrom("bookings").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain("2001:");
		// One of about a million buckets, each shared by about four thousand IPv4 addresses.
		for (const { networkBucket } of rows) expect(networkBucket).toBeLessThan(2 ** 20);
	});

	test("one sender with ever new networks and addresses books no more than 30 calls an hour without mailboxes", async () => {
		const server = await startTestServer(kind, { environment });
		const kinds = [];
		for (let index = 0; index < 34; index++)
			kinds.push(kindOf(await book(server, index, `203.0.${index}.1`, `visitor${index}@visitor.example`)));
		expect(kinds.filter((each) => each === "booked")).toHaveLength(30);
		expect(kinds.slice(30)).toEqual(["confirm", "confirm", "confirm", "confirm"]);
		server.clock.advance({ hours: 1 });
		expect(kindOf(await book(server, 40, "203.0.99.1", "later@visitor.example"))).toBe("booked");
	});

	test("two bookings of one sender at once do not slip past a cap", async () => {
		const demo = await createTestDemoBooking(kind, { limits });
		const results = await Promise.all(
			Array.from({ length: 16 }, (_, index) =>
				demo.submit({ ...testBooking, ...slotOf(index) }, { client: "203.0.113.7" }),
			),
		);
		const booked = results.flatMap((result) => (result.ok ? [result.confirmation] : []));
		expect(booked).toHaveLength(4);
		expect(booked.filter(({ confirmBy }) => confirmBy === undefined)).toHaveLength(2);
	});

	test("an unconfirmed call holds its slot for half an hour, sends one e-mail, and expires for listing, booking and sweep alike", async () => {
		const demo = await createTestDemoBooking(kind, { limits: { ...limits, livePerAddress: 2 } });
		await demo.book(slotOf(0));
		const { date, time } = slotOf(1);
		const held = await demo.book({ date, time });
		expect(held.confirmBy).toBe(
			demo.clock.now().add({ minutes: confirmWithinMinutes }).toString({ smallestUnit: "millisecond" }),
		);
		expect(await demo.freeSlots.onDate(date)).not.toContain(time);
		expect(await demo.manageBooking.find(held.token)).toMatchObject({ state: "unconfirmed", confirmUntil: "12:00 PM" });
		expect(await demo.manageBooking.findCalendarFile(held.token)).toBeUndefined();
		expect(await demo.move(held.token, slotOf(9))).toMatchObject({ ok: false, kind: "unconfirmed" });
		await readConfirmCode(demo, held.reference);
		expect(await demo.submit({ ...testBooking, date, time, email: "other@visitor.example" })).toMatchObject({
			ok: false,
			kind: "taken",
		});
		demo.clock.advance({ minutes: confirmWithinMinutes });
		expect(await demo.freeSlots.onDate(date)).toContain(time);
		expect(await demo.manageBooking.find(held.token)).toMatchObject({ state: "lapsed" });
		expect(await demo.submit({ ...testBooking, date, time, email: "other@visitor.example" })).toMatchObject({
			ok: true,
		});
		expect(await demo.manageBooking.confirm(held.token, await readConfirmCode(demo, held.reference))).toEqual({
			ok: false,
			kind: "lapsed",
		});

		const next = await demo.book(slotOf(2));
		demo.clock.advance({ minutes: confirmWithinMinutes });
		expect(await demo.database.write((transaction) => lapseUnconfirmed(transaction, demo.clock.now()))).toBe(1);
		expect(await demo.manageBooking.find(next.token)).toMatchObject({ state: "lapsed" });
	});

	test("only the mailbox's owner confirms it, which sends the e-mails; the visitor cannot", async () => {
		const demo = await createTestDemoBooking(kind, { limits: { ...limits, livePerAddress: 2 } });
		await demo.book(slotOf(0));
		const held = await demo.book(slotOf(1));
		const code = await readConfirmCode(demo, held.reference);
		expect(JSON.stringify(held)).not.toContain(code);
		const form = (fields: Record<string, string>) => {
			const data = new FormData();
			for (const [name, value] of Object.entries(fields)) data.set(name, value);
			return managePostedForm(data, held.token, demo.manageBooking, testCompany);
		};
		for (const wrong of ["", held.token, hash("sha256", code, "hex"), `${code}0`])
			expect(await form({ intent: "confirm", code: wrong })).toMatchObject({ kind: "refused" });
		expect(await form({ intent: "confirm", code })).toEqual({ kind: "confirmed" });
		expect(await form({ intent: "confirm", code })).toEqual({ kind: "confirmed" });
		const kinds = await demo.database.db
			.selectFrom("emails")
			.select("kind")
			.where("reference", "=", held.reference)
			.orderBy("kind")
			.execute();
		expect(kinds.map((row) => row.kind)).toEqual([
			"booking-confirm-request",
			"booking-confirmation",
			"booking-reminder-day",
			"booking-reminder-hour",
			"booking-staff-notice",
			"booking-staff-reminder-day",
			"booking-staff-reminder-hour",
		]);
		demo.clock.advance({ hours: 2 });
		expect(await demo.manageBooking.find(held.token)).toMatchObject({ state: "upcoming" });
	});

	test("a call moves five times, and unannounced moves are announced in one e-mail", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token, reference } = await demo.book(slotOf(0));
		for (let move = 1; move <= maxMoves; move++)
			expect(await demo.move(token, slotOf(move))).toMatchObject({ ok: true });
		const data = new FormData();
		for (const [name, value] of Object.entries({ intent: "choose", start: String(startOf(slotOf(20))) }))
			data.set(name, value);
		expect(await managePostedForm(data, token, demo.manageBooking, testCompany)).toEqual({
			kind: "limited",
			message: expect.stringMatching(/5 times.*hello@narangi\.example.*\+91/),
		});
		expect(await demo.manageBooking.find(token)).toMatchObject({ startMs: startOf(slotOf(maxMoves)) });
		const toVisitor = await demo.database.db
			.selectFrom("emails")
			.select("kind")
			.where("reference", "=", reference)
			.where("recipient", "=", testBooking.email)
			.execute();
		expect(toVisitor.filter((row) => row.kind === "booking-moved")).toHaveLength(1);
		expect(toVisitor).toHaveLength(4);
		// It can still be cancelled.
		expect(await demo.manageBooking.cancel(token)).toMatchObject({ ok: true });
	});
});
