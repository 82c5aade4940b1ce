import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import { writeFeed, type CalendarEntry } from "../../platform/email/calendar-file.ts";
import { isToken } from "../../platform/ids/secret-token.ts";
import type { Company } from "../../shared/company.ts";
import { addDays } from "../../shared/slot-times.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { demoCallPurpose, joinHosts } from "./booking-record.server.ts";
import { findOwnerOfFeed, isSharedFeed } from "./calendar-feed.server.ts";
import { callsProduct, toCalendarEntry } from "./calendar.server.ts";
import { describeForStaff } from "./emails.server.tsx";
import { listBookings } from "./find-bookings.server.ts";

const pastDays = 30;

/** Lists what a host has besides calls, from an instant on. */
export type ListOtherAppointments = (
	db: Connection,
	of: { hostId: string; from: Temporal.Instant },
) => Promise<CalendarEntry[]>;

/**
 * Writes the calendar feed of staff: calls of the last 30 days and upcoming ones with their visitors; in a host's own feed, only that
 * host's. Returns undefined for an unknown token, and once its owner has lost access.
 */
export type StaffCalendar = (token: string) => Promise<string | undefined>;

export function createStaffCalendar({
	database,
	clock,
	company,
	hosts,
	listOthers,
	isHost,
	maySeeCalls,
}: {
	database: Database;
	clock: Clock;
	company: Company;
	hosts: Pick<HostDeps, "listPeople">;
	listOthers: ListOtherAppointments;
	/** Whether an account may have any appointments. */
	isHost(db: Connection, id: string): Promise<boolean>;
	/** Whether an account may see the calls of all hosts. */
	maySeeCalls(db: Connection, id: string): Promise<boolean>;
}): StaffCalendar {
	return async (token) => {
		if (!isToken(token)) return undefined;
		const { db } = database;
		const hostId = await findOwnerOfFeed(db, "hostFeeds", token);
		const readerId = hostId === undefined ? await findOwnerOfFeed(db, "callFeeds", token) : undefined;
		const mayRead =
			(hostId !== undefined && (await isHost(db, hostId))) ||
			(readerId !== undefined && (await maySeeCalls(db, readerId))) ||
			(await isSharedFeed(db, token));
		if (!mayRead) return undefined;
		const now = clock.now();
		const firstDate = addDays(findDate(now.epochMilliseconds, company.timeZone), -pastDays);
		const from = Temporal.Instant.fromEpochMilliseconds(findStartOfDay(firstDate, company.timeZone));
		const people = await hosts.listPeople(db, demoCallPurpose);
		// An interviewer has a feed, too, and calls stay with a host who has lost the role.
		const takesCalls = hostId === undefined || people.some(({ id }) => id === hostId);
		const bookings = takesCalls ? await listBookings(db, { from, states: ["booked"] }) : [];
		const calls = bookings
			.filter(({ confirmBy }) => confirmBy === undefined)
			.filter((booking) => hostId === undefined || booking.hostIds.includes(hostId))
			.map((booking) => toCalendarEntry(booking, describeForStaff(booking, joinHosts(booking, people, company))));
		const others = hostId === undefined ? [] : await listOthers(db, { hostId, from });
		const name = `${hostId === undefined ? "Demo calls" : "Your calls"}, ${company.name}`;
		return writeFeed([...calls, ...others], { name, company, product: callsProduct, now });
	};
}
