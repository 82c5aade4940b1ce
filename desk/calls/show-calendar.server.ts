import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import { listRecordsOf, type StoredRecord } from "../../core/records/record-store.server.ts";
import { bookingNames } from "../../features/booking/booking-names.ts";
import type { CallDay, ShownCall } from "../../features/booking/call-days.server.ts";
import type { Block } from "../../features/booking/host-days.server.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import type { DeskInterviews } from "../../features/careers/interviews/desk-interviews.server.ts";
import { interviewPurpose } from "../../features/careers/interviews/interview-record.ts";
import { namePlace } from "../../features/careers/interviews/interview-texts.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { joinNames } from "../../shared/join-names.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import { addDays, parseSlotLabel } from "../../shared/slot-times.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { showInterviewState } from "../interviews/show-interview.server.ts";
import type { beginWork } from "../work.server.ts";
import { addressOfCalendar, searchOfCalendar, type CalendarCall, type CalendarDay } from "./calendar-day.ts";

type Interview = Awaited<ReturnType<DeskInterviews["listBetween"]>>[number];

/** The member's view of the calendar. */
type Seen = {
	/** The host whose appointments are shown; empty for all. */
	host: string;
	/** Hosts' names are left out then. */
	hasOneHost: boolean;
	/** The host of the column, where each has one. */
	ofHost?: string;
	/** Undefined for a member without calls, who sees only that hosts are busy. */
	callKind: RecordKind | undefined;
	records: StoredRecord[];
	interviews: readonly Interview[];
	timeZone: string;
	locale: string;
	now: Temporal.Instant;
	/** The query of the calendar. */
	search: string;
};

/** Returns the days of the calendar as the member may see them: other appointments only show who is busy. */
export async function showCalendar(
	{ deps, findKind, source, now }: ReturnType<typeof beginWork>,
	{ first, count, host }: { first: string; count: number; host: string },
) {
	const { timeZone, locale } = deps.company;
	const startOf = (date: string) => Temporal.Instant.fromEpochMilliseconds(findStartOfDay(date, timeZone));
	const callKind = findKind(bookingNames);
	const seesInterviews = findKind(applicationNames) !== undefined;
	const desk = deps.openInterviews();
	const interviews = seesInterviews
		? (await desk.listBetween(startOf(first), startOf(addDays(first, count)))).filter(
				({ hostIds }) => host === "" || hostIds.includes(host),
			)
		: [];
	const found = await deps.openCalls().listDays(first, count, {
		host: host === "" ? undefined : host,
		...(seesInterviews && {
			beside: {
				purpose: interviewPurpose,
				startsMs: interviews.map(({ startsAt }) => startsAt.epochMilliseconds),
			},
		}),
	});
	const interviewers = seesInterviews ? await desk.listInterviewers() : [];
	const takes = (id: string) => ({
		calls: found.hosts.some((one) => one.id === id),
		interviews: interviewers.some((one) => one.id === id),
	});
	const hosts = [
		...(callKind ? found.hosts : []),
		...interviewers
			.filter(({ id }) => !callKind || !found.hosts.some((one) => one.id === id))
			.map(({ id, name }) => ({ id, name })),
	];
	const references = found.days.flatMap(({ rows }) =>
		rows.flatMap(({ calls }) => calls.map(({ reference }) => reference)),
	);
	const seen: Seen = {
		host,
		hasOneHost: host !== "" || hosts.length < 2,
		callKind,
		records: callKind ? await listRecordsOf(source.database.db, references) : [],
		interviews,
		timeZone,
		locale,
		now,
		search: searchOfCalendar(count === 1 ? "day" : "week", first, host),
	};
	const [only] = found.days;
	const isByHost = count === 1 && host === "" && callKind !== undefined && hosts.length > 1;
	const days =
		isByHost && only
			? listHostDays(
					only,
					hosts.map((one) => ({ ...one, takes: takes(one.id) })),
					seen,
				)
			: found.days.map((day) => ({ isWorkday: day.isWorkday, shown: showDay(day, seen) }));
	return {
		hosts,
		seesCalls: callKind !== undefined,
		seesInterviews,
		minutes: (found.days[0]?.rows ?? []).map(({ minutes }) => minutes),
		calls: callKind ? references.length : 0,
		interviews: interviews.length,
		days: days
			.filter(({ isWorkday, shown }) => count === 1 || isWorkday || shown.cells.some(({ calls }) => calls.length > 0))
			.map(({ shown }) => shown),
	};
}

/** Shows a day with a column for each host, and one for calls without a host where there are any. */
function listHostDays(day: CallDay, hosts: (Pick<CalendarDay, "name" | "takes"> & { id: string })[], seen: Seen) {
	const hasNobody = day.rows.some(({ calls }) => calls.some(({ host }) => host === undefined));
	return [...hosts, ...(hasNobody ? [{ id: "nobody", name: "No host", takes: undefined }] : [])].map(
		({ id, name, takes }) => {
			const ofHost: CallDay = {
				...day,
				away: [],
				absences: day.absences.filter((absence) => absence.id === undefined || absence.id === id),
				rows: day.rows.map((row) => ({
					...row,
					isFree: row.isFree && row.freeHosts.includes(id),
					blocked: row.blocked.filter((block) => block.id === id),
					calls: row.calls.filter(({ host, hostIds }) => (host ? hostIds.includes(id) : id === "nobody")),
				})),
			};
			const interviews = seen.interviews.filter(({ hostIds }) => hostIds.includes(id));
			const shown = showDay(ofHost, { ...seen, interviews, hasOneHost: true, ofHost: id });
			const isAway = day.away.some((one) => one.id === id);
			return {
				isWorkday: day.isWorkday,
				shown: {
					...shown,
					name,
					host: id,
					takes,
					path: addressOfCalendar("day", day.date, id),
					note: isAway ? "Away" : shown.note,
				},
			};
		},
	);
}

function showDay({ date, isToday, isWorkday, closure, away, absences, rows }: CallDay, seen: Seen): CalendarDay {
	const ofDay = seen.interviews
		.filter(({ startsAt }) => findDate(startsAt.epochMilliseconds, seen.timeZone) === date)
		.map((interview) => showInterview(interview, seen));
	return {
		date,
		host: undefined,
		takes: undefined,
		path: addressOfCalendar("day", date, seen.host),
		name: formatShortDate(date),
		isToday,
		note: closure ?? (isWorkday ? undefined : "Not a working day"),
		away: away.map(({ name }) => name),
		absences: absences.map(({ text }) => text),
		cells: rows.map(({ isFree, isOpen, isPast, closure: partClosure, blocked, calls, minutes }, index) => {
			const until = rows[index + 1]?.minutes ?? Infinity;
			const here = ofDay.filter(({ from }) => {
				const begins = parseSlotLabel(from) ?? 0;
				return begins >= minutes && begins < until;
			});
			return {
				state: isFree ? "free" : isOpen && !isPast ? "full" : "closed",
				isPast,
				closure: partClosure,
				blocked: showBlocked(blocked.filter(({ id }) => !away.some((one) => one.id === id))),
				calls: [...calls.flatMap((call) => showCall(call, seen)), ...here],
			};
		}),
	};
}

/** A narrow column has room for one name. */
function showBlocked(blocked: readonly Block[]) {
	const [first] = blocked;
	if (!first) return undefined;
	const text = blocked.map(({ name, kind }) => `${name} ${kind}`).join(", ");
	return { text, brief: blocked.length === 1 ? text : `${blocked.length} hosts busy or away` };
}

function showCall(
	{ reference, name, title, domain, startsAt, from, until, isUnconfirmed, host, hostIds }: ShownCall,
	{ callKind, records, hasOneHost, now, search, ofHost }: Seen,
): CalendarCall[] {
	if (!callKind) {
		if (host === undefined) return [];
		const busy = { state: "sent", name: "Busy" };
		return [
			{
				key: reference,
				path: undefined,
				isMovable: false,
				name: host.name,
				from,
				until,
				host: undefined,
				hostIds: [],
				about: "Busy",
				state: busy,
			},
		];
	}
	const stage = findStage(callKind, records.find((record) => record.reference === reference)?.stage);
	const isFirst = stage.key === callKind.stages[0]?.key;
	const standing = isUnconfirmed ? "not confirmed yet" : isFirst ? "" : stage.label;
	const about = [...new Set([title, domain, standing])].filter(Boolean).join(" · ");
	return [
		{
			key: keyOf(reference, host ? hostIds : [], ofHost),
			path: `/calls/${reference}${search}`,
			// From one column to another, hosts who take it together would be replaced by one.
			isMovable: stage.open && Temporal.Instant.compare(startsAt, now) > 0 && (hostIds.length < 2 || !ofHost),
			name,
			from,
			until,
			host: hasOneHost && hostIds.length < 2 ? undefined : host?.name,
			hostIds,
			about,
			state: { state: isUnconfirmed ? "unconfirmed" : stage.open ? "waiting" : "sent", name: stage.label },
		},
	];
}

/** Several hosts' columns show an appointment; only the first has the key that its drawer leads back to, and a drag keeps. */
function keyOf(reference: string, hostIds: readonly string[], ofHost: string | undefined): string {
	return ofHost === undefined || ofHost === (hostIds[0] ?? "nobody") ? reference : `${reference}-${ofHost}`;
}

function showInterview(
	interview: Interview,
	{ hasOneHost, timeZone, locale, now, search, ofHost }: Seen,
): CalendarCall {
	const { reference, startsAt, durationMinutes, applicant, jobTitle, place, hostIds, names, outcome } = interview;
	const startMs = startsAt.epochMilliseconds;
	const state = showInterviewState(interview, now);
	return {
		key: keyOf(reference, hostIds, ofHost),
		path: `/calls/interviews/${reference}${search}`,
		isMovable: Temporal.Instant.compare(startsAt, now) > 0 && interview.calledOff === undefined,
		name: applicant,
		from: formatTimeOf(startMs, timeZone),
		until: formatTimeOf(startMs + durationMinutes * 60_000, timeZone),
		host: hasOneHost && names.length < 2 ? undefined : joinNames(names, locale),
		hostIds,
		about: ["Interview", jobTitle, namePlace(place), outcome && state.name].filter(Boolean).join(" · "),
		state,
	};
}
