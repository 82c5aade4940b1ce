import { Link } from "react-router";
import { z } from "zod";
import { addDays, isCalendarDate, toSlotLabel, weekdayNames, weekdayOf } from "../../shared/slot-times.ts";
import type { CallDay, ShownCall } from "../../features/booking/call-days.server.ts";
import { formatFullDate, formatShortDate } from "../../shared/slot-texts.ts";
import { findStage, type RecordKind } from "../../platform/records/record-kind.ts";
import { listRecordsOf, type StoredRecord } from "../../platform/records/record-store.ts";
import { formatDate } from "../../shared/format-date.ts";
import { findDate } from "../../shared/zoned-time.ts";
import type { CalendarCall, CalendarDay } from "../calls/calendar-day.ts";
import { DayList } from "../calls/day-list.tsx";
import { WeekTable } from "../calls/week-table.tsx";
import { Page } from "../layout/page.tsx";
import { readQuery } from "../read-query.server.ts";
import { beginWork } from "../work.server.ts";
import { countOf } from "../words.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/calls.ts";

const date = z.string().refine(isCalendarDate).optional().catch(undefined);

/** What an address may say of the calendar: any day of a week, or a day; anything else counts as unsaid. */
const calendarQuery = z.object({ week: date, day: date });

/** Calls of a week, or of a day. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, workKinds, source, now } = beginWork(context);
	const { week, day } = calendarQuery.parse(readQuery(request));
	const today = findDate(now.epochMilliseconds, deps.company.timeZone);
	const [first, count] = day === undefined ? [findMonday(week ?? today), 7] : [day, 1];
	const days = await deps.openCalls().listDays(first, count);
	const references = days.flatMap(({ rows }) => rows.flatMap((row) => row.calls.map(({ reference }) => reference)));
	const records = await listRecordsOf(source.database.db, references);
	const kind = workKinds.find(({ names }) => names === "bookings");
	const shown = days.filter(
		({ isWorkday, rows }) => count === 1 || isWorkday || rows.some(({ calls }) => calls.length > 0),
	);
	return {
		view: day === undefined ? ("week" as const) : ("day" as const),
		first,
		last: addDays(first, count - 1),
		today,
		week: findMonday(first),
		calls: references.length,
		times: (days[0]?.rows ?? []).map(({ minutes }) => toSlotLabel(minutes)),
		days: shown.map((one) => showDay(one, { kind, records })),
	};
}

function findMonday(of: string): string {
	return addDays(of, -((weekdayNames.indexOf(weekdayOf(of)) + 6) % 7));
}

type Shown = { kind: RecordKind | undefined; records: StoredRecord[] };

function showDay({ date: of, isToday, isWorkday, closure, rows }: CallDay, shown: Shown): CalendarDay {
	return {
		date: of,
		name: formatShortDate(of),
		isToday,
		note: closure ?? (isWorkday ? undefined : "Not a working day"),
		cells: rows.map(({ isFree, isOpen, isPast, calls }) => ({
			state: isFree ? "free" : isOpen && !isPast ? "full" : "closed",
			calls: calls.map((call) => showCall(call, shown)),
		})),
	};
}

function showCall(
	{ reference, name, domain, from, until, isUnconfirmed }: ShownCall,
	{ kind, records }: Shown,
): CalendarCall {
	const stage = kind && findStage(kind, records.find((record) => record.reference === reference)?.stage);
	const isFirst = stage?.key === kind?.stages[0]?.key;
	const about = [domain, isUnconfirmed ? "not confirmed yet" : isFirst ? "" : stage?.label].filter(Boolean).join(" · ");
	return {
		reference,
		name,
		from,
		until,
		about,
		state: { state: isUnconfirmed ? "unconfirmed" : stage?.open ? "waiting" : "sent", name: stage?.label ?? "" },
	};
}

export default function CallsPage({ loaderData }: Route.ComponentProps) {
	const { view, first, last, today, week, calls, times, days } = loaderData;
	useLive((fact) => fact === "records:booking");
	const step = view === "week" ? 7 : 1;
	const addressOf = (of: string) => `/calls?${view}=${of}`;
	const title =
		view === "week" ? `Calls, ${formatDate(first)} to ${formatDate(last)}` : `Calls, ${formatFullDate(first)}`;
	return (
		<Page
			title={title}
			subtitle={<span className="number">{countOf(calls, `${calls} calls`, "1 call")}</span>}
			actions={
				<>
					<Link className="button" to="/bookings">
						As a list
					</Link>
					<Link className="button" to="/calls/subscribe">
						In your own calendar
					</Link>
					<Link className="button button-main" to="/calls/new">
						Book a call
					</Link>
				</>
			}
		>
			<nav aria-label={view === "week" ? "Weeks" : "Days"} className="filters">
				<ul>
					<li>
						<Link to={addressOf(addDays(first, -step))} rel="prev">
							Earlier
						</Link>
					</li>
					<li>
						<Link to={view === "week" ? "/calls" : addressOf(today)}>{view === "week" ? "This week" : "Today"}</Link>
					</li>
					<li>
						<Link to={addressOf(addDays(first, step))} rel="next">
							Later
						</Link>
					</li>
					{view === "day" ? (
						<li>
							<Link to={`/calls?week=${week}`}>Whole week</Link>
						</li>
					) : (
						<li>
							<Link to={`/calls?day=${today}`}>Today alone</Link>
						</li>
					)}
				</ul>
			</nav>
			{calls === 0 && (
				<p className="empty">
					No calls {view === "week" ? "in this week" : "on this day"}. Visitors book them on the site; each appears here
					at once. <Link to="/calls/new">Book one for somebody on the phone</Link>
				</p>
			)}
			<WeekTable caption={title} times={times} days={days} />
			{view === "week" && <DayList days={days} />}
		</Page>
	);
}
