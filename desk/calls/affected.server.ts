import { listClosures, listTimeOff } from "../../core/appointments/absence-store.server.ts";
import { isBooked } from "../../core/appointments/appointment.ts";
import type { AppointmentChoices } from "../../core/appointments/change-appointment.server.ts";
import { listReservations } from "../../core/appointments/reservation-store.server.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import {
	demoCallPurpose,
	describeStart,
	fullNameOf,
	titleOfCall,
} from "../../features/booking/booking-record.server.ts";
import { listBookings } from "../../features/booking/find-bookings.server.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { interviewPurpose } from "../../features/careers/interviews/interview-record.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import type { Interval } from "../../shared/interval.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { dayMs, findDate, findEndOfDay, findStartOfDay } from "../../shared/zoned-time.ts";
import type { ShownDays } from "../hosts/days-form.tsx";
import { absenceDaysAhead } from "../hosts/read-settings.server.ts";
import { describeWhen } from "../interviews/show-interview.server.ts";
import type { beginWork } from "../work.server.ts";
import { openCallChanges, openInterviewChanges } from "./own-changes.server.ts";

type Work = ReturnType<typeof beginWork>;

/** As many are shown with their forms at once. */
const shownAtOnce = 20;

/** Free times that are offered for each. */
const offeredTimes = 12;

/** An upcoming appointment during an absence. */
export type Affected = { purpose: string; reference: string; startMs: number };

/** Time off of a host, or with none a closed time, with its note or reason. */
export type Absence = Interval & { id: string; hostId: string | undefined; text: string };

/** Returns the interval in which absences are looked at. */
function ahead({ now }: Pick<Work, "now">): Interval {
	return { startMs: now.epochMilliseconds, endMs: now.epochMilliseconds + absenceDaysAhead * dayMs };
}

/** Lists the absences that are not over, earliest first: a host's time off, or the closed days of content and staff. */
export async function listAbsences(work: Pick<Work, "deps" | "now">, hostId: string | undefined): Promise<Absence[]> {
	const { deps, now } = work;
	const { db } = deps.database;
	if (hostId !== undefined)
		return (await listTimeOff(db, ahead(work), { hostId })).map(({ note, ...one }) => ({ ...one, text: note }));
	const { timeZone, demo } = deps.company;
	const ofContent = demo.closures
		.map(({ date, reason }) => ({
			id: date,
			startMs: findStartOfDay(date, timeZone),
			endMs: findEndOfDay(date, timeZone),
			reason,
		}))
		.filter(({ endMs }) => endMs > now.epochMilliseconds);
	const closures = [...(await listClosures(db, ahead(work))), ...ofContent];
	return closures
		.map(({ reason, ...closure }) => ({ ...closure, hostId: undefined, text: reason }))
		.toSorted((one, other) => one.startMs - other.startMs);
}

/** Lists the upcoming appointments during each absence, by its id. */
export async function findAffected(
	{ deps, now }: Pick<Work, "deps" | "now">,
	absences: readonly Absence[],
): Promise<Map<string, Affected[]>> {
	const [first] = absences;
	if (!first) return new Map();
	const { db } = deps.database;
	const all = {
		startMs: now.epochMilliseconds,
		endMs: Math.max(...absences.map(({ endMs }) => endMs)),
	};
	const reserved = await listReservations(db, all, {
		now,
		...(first.hostId !== undefined && { hostId: first.hostId }),
	});
	// A closed day also has calls without a host.
	const bookings =
		first.hostId === undefined
			? await listBookings(db, {
					from: now,
					before: Temporal.Instant.fromEpochMilliseconds(all.endMs),
					states: ["booked"],
				})
			: [];
	const withoutHost = bookings
		.filter(
			({ hostIds, confirmBy }) => hostIds.length === 0 && (!confirmBy || Temporal.Instant.compare(confirmBy, now) > 0),
		)
		.map(({ reference, startsAt, durationMinutes }) => ({
			purpose: demoCallPurpose,
			reference,
			startMs: startsAt.epochMilliseconds,
			endMs: startsAt.epochMilliseconds + durationMinutes * 60_000,
		}));
	const upcoming = [...reserved, ...withoutHost].filter(({ startMs }) => startMs > now.epochMilliseconds);
	return new Map(
		absences.map(({ id, ...absence }) => {
			const during = upcoming.filter(({ startMs, endMs }) => startMs < absence.endMs && endMs > absence.startMs);
			// An appointment of several hosts has as many reservations.
			const each = new Map(
				during.map(({ purpose, reference, startMs }) => [reference, { purpose, reference, startMs }]),
			);
			return [id, [...each.values()].toSorted((one, other) => one.startMs - other.startMs)];
		}),
	);
}

/** Describes appointments by their number: "2 calls and 1 interview are". */
export function countAffected(affected: readonly Affected[]): string {
	const interviews = affected.filter(({ purpose }) => purpose === interviewPurpose).length;
	const write = (count: number, noun: string) => (count === 0 ? [] : `${count} ${noun}${count === 1 ? "" : "s"}`);
	const counts = [write(affected.length - interviews, "call"), write(interviews, "interview")].flat();
	return `${counts.join(" and ")} ${affected.length === 1 ? "is" : "are"}`;
}

/**
 * Describes what is still booked with a member who can no longer be booked for it, as the end of a notice: " 2 calls are still booked with
 * them."; empty if there is nothing.
 */
export async function describeLeftBehind(work: Pick<Work, "deps" | "now">, memberId: string): Promise<string> {
	const { deps, now } = work;
	const { db } = deps.database;
	const purposes = await deps.listHostPurposes(db);
	const isStillHost = (purpose: string) =>
		purposes.some(({ key, people }) => key === purpose && people.some(({ id }) => id === memberId));
	const reserved = await listReservations(db, ahead(work), { now, hostId: memberId });
	const left = reserved.filter(({ purpose, startMs }) => startMs > now.epochMilliseconds && !isStillHost(purpose));
	if (left.length === 0) return "";
	const hasCalls = left.some(({ purpose }) => purpose === demoCallPurpose);
	return ` ${countAffected(left)} still booked with them.${hasCalls ? " To find their calls, choose “No host” in Calls." : ""}`;
}

/** Describes the appointments of an absence for its entry; undefined without any. */
export function describeAffected(affected: readonly Affected[] = [], path: string): ShownDays["affected"] {
	return affected.length === 0 ? undefined : { count: countAffected(affected), path };
}

/** Writes the days of an absence: "Mon, 30 Nov" or "Mon, 30 Nov to Wed, 2 Dec". */
export function formatDays({ startMs, endMs }: Interval, timeZone: string): string {
	const [first, last] = [startMs, endMs - 1].map((ms) => findDate(ms, timeZone));
	return first === last
		? formatShortDate(first ?? "")
		: `${formatShortDate(first ?? "")} to ${formatShortDate(last ?? "")}`;
}

/** An appointment during an absence, and what can be done about it. */
export type ShownAffected = {
	reference: string;
	noun: "call" | "interview";
	when: string;
	/** Undefined for a member who may not change it. */
	open:
		| {
				path: string;
				/** Of the guest. */
				name: string;
				firstName: string;
				/** Type of call, or the position. */
				about: string;
				/** Whether the guest still has to confirm it, and learns of nothing. */
				isUnconfirmed: boolean;
				/** The nearest free times in order, and the nearest of all. */
				times: { value: string; label: string }[];
				nearest: string;
				/** Hosts who can take it over at its time, and the one whose place they take. */
				hosts: { id: string; name: string }[];
				from: string;
		  }
		| undefined;
};

/** Reads the first of some appointments, with what the member may do about each. */
export async function showAffected(
	work: Work,
	affected: readonly Affected[],
	hostId: string | undefined,
): Promise<ShownAffected[]> {
	const { deps, kinds } = work;
	const { timeZone } = deps.company;
	const mayChange = (name: string) => kinds.some((kind) => kind.name === name);
	const shown = affected.slice(0, shownAtOnce).map(async (one): Promise<ShownAffected | undefined> => {
		const isInterview = one.purpose === interviewPurpose;
		const { date, time } = toSlot(one.startMs, timeZone);
		const head = {
			reference: one.reference,
			noun: isInterview ? ("interview" as const) : ("call" as const),
			when: `${formatShortDate(date)}, ${time}`,
			open: undefined,
		};
		if (!mayChange(isInterview ? applicationNames.name : bookingNames.name)) return head;
		if (isInterview) {
			const choices = await deps.openInterviews().findChoices(one.reference);
			if (!choices || choices.fixed !== undefined) return undefined;
			const { answers, jobTitle } = choices.guest.application;
			return {
				...head,
				when: describeWhen(choices.appointment),
				open: {
					path: `/calls/interviews/${one.reference}`,
					name: answers.fullName,
					firstName: answers.fullName,
					about: jobTitle,
					isUnconfirmed: false,
					...offer(choices),
				},
			};
		}
		const choices = await deps.openCalls().findChoices(one.reference);
		if (!choices || choices.fixed !== undefined) return undefined;
		const { appointment: booking } = choices;
		return {
			...head,
			when: describeStart(booking),
			open: {
				path: `/calls/${one.reference}`,
				name: fullNameOf(booking),
				firstName: booking.firstName,
				about: titleOfCall(booking),
				isUnconfirmed: booking.confirmBy !== undefined,
				...offer(choices),
			},
		};
	});
	return (await Promise.all(shown)).flatMap((one) => one ?? []);

	function offer({
		appointment,
		free,
		hosts,
	}: Pick<AppointmentChoices<never, never>, "free" | "hosts"> & { appointment: Parameters<typeof isBooked>[0] }) {
		const startMs = isBooked(appointment) ? appointment.startsAt.epochMilliseconds : 0;
		const near = free
			.toSorted((one, other) => Math.abs(one - startMs) - Math.abs(other - startMs))
			.slice(0, offeredTimes);
		const write = (ms: number) => {
			const { date, time } = toSlot(ms, timeZone);
			return { value: `${date} ${time}`, label: `${formatShortDate(date)}, ${time}` };
		};
		const { hostIds } = appointment;
		return {
			times: near.toSorted((one, other) => one - other).map(write),
			nearest: near[0] === undefined ? "" : write(near[0]).value,
			// On a closed day nobody else takes it either.
			hosts:
				hostId === undefined
					? []
					: hosts
							.filter(({ id, busy, closed }) => busy === undefined && closed === undefined && !hostIds.includes(id))
							.map(({ id, name }) => ({ id, name })),
			from: hostId ?? "",
		};
	}
}

/** Finds the changes of an appointment that the member may make; undefined without the right, or for an unknown one. */
export async function findAffectedChanges(work: Work, reference: string) {
	const { deps, kinds } = work;
	const mayChange = (name: string) => kinds.some((kind) => kind.name === name);
	if (mayChange(bookingNames.name) && (await deps.openCalls().findStart(reference)))
		return openCallChanges(work, reference);
	if (!mayChange(applicationNames.name)) return undefined;
	const interview = (await deps.openInterviews().findChoices(reference))?.appointment;
	return interview && openInterviewChanges(work, interview);
}
