import { intervalOf } from "../../core/appointments/appointment.ts";
import { demoTypeOf } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import { addDays, parseClockTime, parseSlotLabel } from "../../shared/slot-times.ts";
import { findDate, findStartOfDay, findTimeOrNext } from "../../shared/zoned-time.ts";
import { listAvailability, listSlotLabels, listStartMinutes, policyOf } from "./availability.ts";
import { findAvailabilityInputs, type BookingDeps } from "./booking-deps.server.ts";
import { fullNameOf, joinHosts, type BookingRecord } from "./booking-record.server.ts";
import { listBookings } from "./find-bookings.server.ts";
import { readHostDays, type Absence, type Block } from "./host-days.server.ts";

export type ShownCall = {
	reference: string;
	name: string;
	/** Title of the type of call; undefined for the demo call. */
	title: string | undefined;
	domain: string;
	startsAt: Temporal.Instant;
	/** "10:00 AM" in the company's zone, and its end. */
	from: string;
	until: string;
	/** Whether the visitor still has to confirm it. */
	isUnconfirmed: boolean;
	/** The hosts who take it together as one, with all their names; undefined without a host. */
	host: { id: string; name: string } | undefined;
	hostIds: string[];
};

/** A possible start of calls, and the calls until the next. */
type CallRow = {
	/** Minutes since midnight. */
	minutes: number;
	/** Whether a call can be booked. */
	isFree: boolean;
	isPast: boolean;
	/** Whether the office works then. */
	isOpen: boolean;
	/** The reason, if staff have closed part of the day. */
	closure: string | undefined;
	/** Ids of the hosts who are free then. */
	freeHosts: string[];
	/** Hosts who are blocked by anything but a call. */
	blocked: Block[];
	calls: ShownCall[];
};

/** A day of the calendar, in the company's zone. */
export type CallDay = {
	date: string;
	isToday: boolean;
	isWorkday: boolean;
	/** The reason, on a holiday. */
	closure: string | undefined;
	/** Hosts who are away all day. */
	away: { id: string; name: string }[];
	/** Hosts' other commitments and closed times during its hours. */
	absences: Absence[];
	rows: CallRow[];
};

/** A host's calls, or with "nobody" those without one who can be booked; and what is shown beside them. */
export type CallDaysFilter = {
	host?: string | undefined;
	beside?: {
		/** The purpose of the calls' own reservations, which are not shown again. */
		purpose: string;
		/** In milliseconds since 1970; they get rows too. */
		startsMs: readonly number[];
	};
};

/** Lists days with their calls, from one on; every day has the same rows. */
export async function listCallDays(
	{ database, clock, company, hosts }: Pick<BookingDeps, "database" | "clock" | "company" | "hosts">,
	first: string,
	count: number,
	{ host, beside }: CallDaysFilter = {},
): Promise<{ hosts: { id: string; name: string }[]; days: CallDay[] }> {
	const { timeZone } = company;
	const policy = policyOf(company);
	const step = policy.callMinutes;
	const now = clock.now();
	const dates = Array.from({ length: count }, (_, index) => addDays(first, index));
	const startsOf = new Map(dates.map((date) => [date, listStartMinutes(date, { ...policy, closures: [] })]));
	const ofDates = [...new Set([...startsOf.values()].flat())].toSorted((one, other) => one - other);
	const ofWeek = () => listSlotLabels(policy).map((label) => parseSlotLabel(label) ?? 0);
	const slots = ofDates.length > 0 ? ofDates : ofWeek();
	const [firstSlot = 0, lastSlot = 0] = [slots[0], slots.at(-1)];
	const inputs = await findAvailabilityInputs(database.db, { company, callType: demoTypeOf(company), hosts, now });
	const { days: free, closures } = listAvailability(inputs);
	const startOf = (date: string) => Temporal.Instant.fromEpochMilliseconds(findStartOfDay(date, timeZone));
	const [from, before] = [startOf(first), startOf(addDays(first, count))];
	const interval = { startMs: from.epochMilliseconds, endMs: before.epochMilliseconds };
	const hostId = host === "nobody" ? undefined : host;
	const hostDays = await readHostDays(
		database.db,
		interval,
		{ now, hostId, timeZone, shownPurpose: beside?.purpose },
		hosts,
	);
	const bookings = await listBookings(database.db, { from, before, states: ["booked"] });
	const isLive = ({ confirmBy }: BookingRecord) => !confirmBy || Temporal.Instant.compare(confirmBy, now) > 0;
	const isMeant = (booking: BookingRecord) =>
		host === undefined ||
		(host === "nobody"
			? hostDays.hosts.every(({ id }) => !booking.hostIds.includes(id))
			: booking.hostIds.includes(host));
	const calls = bookings
		.filter((booking) => isLive(booking) && isMeant(booking))
		.map((booking) => ({
			date: findDate(booking.startsAt.epochMilliseconds, timeZone),
			call: toShownCall(booking, { company, hosts: hostDays.hosts }),
		}));
	const minutes = listRowMinutes([
		...calls.map(({ call }) => minutesOf(call)),
		...(beside?.startsMs ?? []).map((ms) => parseClockTime(toClock(Temporal.Instant.fromEpochMilliseconds(ms)))),
	]);
	const today = findDate(now.epochMilliseconds, timeZone);
	const days = dates.map((date): CallDay => {
		const freeMinutes = new Set((free.get(date) ?? []).map(parseSlotLabel));
		const closure = closures.find((one) => one.date === date) ?? policy.closures.find((one) => one.date === date);
		const openMinutes = listStartMinutes(date, {
			...policy,
			closures: closure ? [...policy.closures, closure] : policy.closures,
		});
		const isWorkday = startsOf.get(date)?.length !== 0;
		const nowMinutes = date === today ? parseClockTime(toClock(now)) : date < today ? Infinity : -1;
		const ofDay = calls.filter((one) => one.date === date).map(({ call }) => call);
		const toInterval = (start: number, end: number) => {
			// Clocks may skip the time of a row, and a call before the first slot may put a row before midnight.
			const startMs = findTimeOrNext(date, Math.max(0, start), timeZone);
			return { startMs, endMs: startMs + (end - start) * 60_000 };
		};
		const hours = toInterval(openMinutes[0] ?? firstSlot, (openMinutes.at(-1) ?? lastSlot) + step);
		const isClosed = !isWorkday || closure !== undefined;
		return {
			date,
			isToday: date === today,
			isWorkday,
			closure: closure?.reason,
			away: isClosed ? [] : hostDays.listAway(hours),
			absences: isClosed ? [] : hostDays.describe(hours),
			rows: minutes.map((start) => {
				const slot = toInterval(start, start + step);
				const partClosure = isClosed ? undefined : hostDays.findClosure(slot);
				const freeHosts = hostDays.listFree(slot);
				return {
					minutes: start,
					isFree: freeMinutes.has(start) && (hostId === undefined || freeHosts.includes(hostId)),
					isPast: start < nowMinutes,
					isOpen:
						!isClosed && partClosure === undefined && openMinutes.some((open) => open <= start && start < open + step),
					closure: partClosure,
					freeHosts,
					blocked: isClosed ? [] : hostDays.listBlocked(slot),
					calls: ofDay.filter((call) => minutes.findLast((row) => row <= minutesOf(call)) === start),
				};
			}),
		};
	});
	return { hosts: hostDays.hosts, days };

	/** Lists every slot, plus steps before, between and after for calls of another length or from earlier hours. */
	function listRowMinutes(starts: readonly number[]): number[] {
		const stepsBefore = Math.max(0, Math.ceil((firstSlot - Math.min(firstSlot, ...starts)) / step));
		const stepsAfter = Math.max(0, Math.floor((Math.max(lastSlot, ...starts) - lastSlot) / step));
		const rows = [
			...Array.from({ length: stepsBefore }, (_, index) => firstSlot - (stepsBefore - index) * step),
			...slots,
			...Array.from({ length: stepsAfter }, (_, index) => lastSlot + (index + 1) * step),
		];
		// Hours over midnight leave a gap in the day.
		const between = starts
			.filter((start) => !rows.some((row) => row <= start && start < row + step))
			.map((start) => start - ((start - firstSlot) % step));
		return [...new Set([...rows, ...between])].toSorted((one, other) => one - other);
	}

	function toClock(instant: Temporal.Instant): string {
		return instant.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: "minute" });
	}
}

function minutesOf({ from }: ShownCall): number {
	return parseSlotLabel(from) ?? 0;
}

function toShownCall(
	booking: BookingRecord,
	{ company, hosts }: { company: Pick<Company, "locale" | "timeZone">; hosts: { id: string; name: string }[] },
): ShownCall {
	const { timeZone } = company;
	const { startMs, endMs } = intervalOf(booking);
	return {
		reference: booking.reference,
		name: fullNameOf(booking),
		title: booking.callTitle || undefined,
		domain: booking.domain,
		startsAt: booking.startsAt,
		from: formatTimeOf(startMs, timeZone),
		until: formatTimeOf(endMs, timeZone),
		isUnconfirmed: booking.confirmBy !== undefined,
		host: joinHosts(booking, hosts, company),
		hostIds: booking.hostIds,
	};
}
