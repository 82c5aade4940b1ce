import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { ListHostPeople } from "../../core/appointments/host-store.server.ts";
import type { BookingLimits } from "../../features/booking/booking-deps.server.ts";
import { createDemoBooking, type DemoBooking } from "../../features/booking/demo-booking.server.ts";
import type { BookingConfirmation, SubmitBookingResult } from "../../features/booking/submit-booking.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import type { Company } from "../../shared/company.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { openTestDatabase, type DatabaseConfig, type DatabaseKind } from "./databases.ts";
import { noNotice } from "./notices.ts";
import { testCompany } from "./test-server.ts";
import { withoutHosts } from "./without-hosts.ts";

/** A valid booking: the Monday after the test clock's first day, which is a Monday too. */
export const testBooking = {
	firstName: "Asha",
	lastName: "Rao",
	email: "asha@visitor.example",
	phone: "+91 98100 00000",
	message: "Show us the ERP.",
	domain: "Hosting",
	date: "2026-11-30",
	time: "10:00 AM",
};

export type TestDemoBooking = DemoBooking & {
	hosts: HostDeps;
	files: Awaited<ReturnType<typeof openFileStore>>;
	database: Database & DatabaseConfig;
	clock: TestClock;
	/** In order. */
	occurrences: string[];
	/** Checks and submits input of a form or program. */
	submit(input: unknown, options?: { idempotencyKey?: string; client?: string }): Promise<SubmitBookingResult>;
	/** Moves the call of a private link to a slot in the company's zone. */
	move(token: string, slot: { date: string; time: string }): ReturnType<DemoBooking["manageBooking"]["choose"]>;
	/** Books testBooking with these changes, and returns the confirmation with the private link's token. */
	book(change?: Record<string, string>): Promise<BookingConfirmation & { token: string }>;
};

/** Creates the functions of demo calls, on a database and a clock for this test. */
export async function createTestDemoBooking(
	kind: DatabaseKind,
	{
		company = testCompany,
		now,
		databaseConfig,
		listPeople,
		limits = { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 },
	}: {
		/** None by default. */
		limits?: BookingLimits;
		company?: Company;
		now?: string;
		/** Of an existing database. */
		databaseConfig?: DatabaseConfig;
		/** Possible hosts; nobody by default. */
		listPeople?: ListHostPeople;
	} = {},
): Promise<TestDemoBooking> {
	const database = await openTestDatabase(kind, databaseConfig);
	const clock = createTestClock(now);
	const occurrences: string[] = [];
	const hosts = { ...withoutHosts(company), ...(listPeople && { listPeople }) };
	const files = await openFileStore({ ...database, filesReserveBytes: 0 });
	const demoBooking = createDemoBooking({
		files,
		database,
		clock,
		company,
		salesEmail: company.salesEmail,
		publicUrl: "https://narangi.example",
		messageIdDomain: "narangi.example",
		limits,
		noteNotice: noNotice,
		hosts,
		listOthers: async () => [],
		isHost: async (db, id) => (await hosts.listPeople(db, "demo-call")).some((person) => person.id === id),
		maySeeCalls: async () => true,
		onOccurrence: (occurrence) => occurrences.push(occurrence),
	});
	const submit: TestDemoBooking["submit"] = async (input, options) => {
		const checked = demoBooking.validateBooking(input);
		return checked.ok ? demoBooking.submitBooking(checked, options) : { ...checked, kind: "invalid" };
	};
	return {
		...demoBooking,
		hosts,
		files,
		database,
		clock,
		occurrences,
		submit,
		move: (token, { date, time }) => demoBooking.manageBooking.choose(token, startOfSlot(date, time, company.timeZone)),
		async book(change = {}) {
			const result = await submit({ ...testBooking, ...change });
			if (!result.ok) throw new Error(`The test's booking was refused: ${JSON.stringify(result)}`);
			return { ...result.confirmation, token: result.confirmation.manageUrl.split("/").at(-1) as string };
		},
	};
}
