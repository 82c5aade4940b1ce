import { Form, Link } from "react-router";
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

const queryDate = z.string().refine(isCalendarDate).optional().catch(undefined);

/** What an address may say of the calendar: any day of a week, or a day, and whose; anything else counts as unsaid. */
const calendarQuery = z.object({ week: queryDate, day: queryDate, host: z.string().max(100).catch("") });

/** Calls of a week, or of a day. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, workKinds, source, now } = beginWork(context);
	const { week, day, host } = calendarQuery.parse(readQuery(request));
	const today = findDate(now.epochMilliseconds, deps.company.timeZone);
	const [first, count] = day === undefined ? [findMonday(week ?? today), 7] : [day, 1];
	const { hosts, days } = await deps.openCalls().listDays(first, count, { host: host === "" ? undefined : host });
	const references = days.flatMap(({ rows }) => rows.flatMap((row) => row.calls.map(({ reference }) => reference)));
	const records = await listRecordsOf(source.database.db, references);
	const kind = workKinds.find(({ names }) => names === "bookings");
	const shown = days.filter(
		({ isWorkday, rows }) => count === 1 || isWorkday || rows.some(({ calls }) => calls.length > 0),
	);
	const chosen = hosts.find(({ id }) => id === host);
	return {
		hosts,
		host,
		hostName: host === "nobody" ? "without a host" : chosen && `held by ${chosen.name}`,
		view: day === undefined ? ("week" as const) : ("day" as const),
		first,
		last: addDays(first, count - 1),
		today,
		week: findMonday(first),
		calls: references.length,
		times: (days[0]?.rows ?? []).map(({ minutes }) => toSlotLabel(minutes)),
		days: shown.map((one) => showDay(one, { kind, records, host, hasOneHost: host !== "" || hosts.length < 2 })),
	};
}

function addressOf(view: "week" | "day", date: string, host: string): string {
	return `/calls?${new URLSearchParams({ [view]: date, ...(host !== "" && { host }) }).toString()}`;
}

function findMonday(of: string): string {
	return addDays(of, -((weekdayNames.indexOf(weekdayOf(of)) + 6) % 7));
}

type Shown = {
	/** Whose calls are meant; empty for everybody's. */
	host: string;
	kind: RecordKind | undefined;
	records: StoredRecord[];
	/** Who holds a call need not be said then. */ hasOneHost: boolean;
};

function showDay({ date: of, isToday, isWorkday, closure, away, absences, rows }: CallDay, shown: Shown): CalendarDay {
	return {
		date: of,
		path: addressOf("day", of, shown.host),
		name: formatShortDate(of),
		isToday,
		note: closure ?? (isWorkday ? undefined : "Not a working day"),
		away,
		absences,
		cells: rows.map(({ isFree, isOpen, isPast, closure: partClosure, blocked, calls }) => ({
			state: isFree ? "free" : isOpen && !isPast ? "full" : "closed",
			closure: partClosure,
			blocked: showBlocked(blocked.filter(({ name }) => !away.includes(name))),
			calls: calls.map((call) => showCall(call, shown)),
		})),
	};
}

/** In a narrow column one name has room. */
function showBlocked(blocked: readonly { name: string; kind: string }[]) {
	const [first] = blocked;
	if (!first) return undefined;
	const text = blocked.map(({ name, kind }) => `${name} ${kind}`).join(", ");
	return { text, brief: blocked.length === 1 ? text : `${blocked.length} hosts busy or away` };
}

function showCall(
	{ reference, name, domain, from, until, isUnconfirmed, host }: ShownCall,
	{ kind, records, hasOneHost }: Shown,
): CalendarCall {
	const stage = kind && findStage(kind, records.find((record) => record.reference === reference)?.stage);
	const isFirst = stage?.key === kind?.stages[0]?.key;
	const about = [domain, isUnconfirmed ? "not confirmed yet" : isFirst ? "" : stage?.label].filter(Boolean).join(" · ");
	return {
		reference,
		name,
		from,
		until,
		host: hasOneHost ? undefined : host,
		about,
		state: { state: isUnconfirmed ? "unconfirmed" : stage?.open ? "waiting" : "sent", name: stage?.label ?? "" },
	};
}

export default function CallsPage({ loaderData }: Route.ComponentProps) {
	const { view, first, last, today, week, calls, times, days, hosts, host, hostName } = loaderData;
	useLive((fact) => fact === "records:booking" || fact === "hosts");
	const step = view === "week" ? 7 : 1;
	const title =
		view === "week" ? `Calls, ${formatDate(first)} to ${formatDate(last)}` : `Calls, ${formatFullDate(first)}`;
	return (
		<Page
			title={title}
			subtitle={
				<span className="number">
					{countOf(calls, `${calls} calls`, "1 call")}
					{hostName !== undefined && ` ${hostName}`}
				</span>
			}
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
						<Link to={addressOf(view, addDays(first, -step), host)} rel="prev">
							Earlier
						</Link>
					</li>
					<li>
						<Link to={addressOf(view, today, host)}>{view === "week" ? "This week" : "Today"}</Link>
					</li>
					<li>
						<Link to={addressOf(view, addDays(first, step), host)} rel="next">
							Later
						</Link>
					</li>
					{view === "day" ? (
						<li>
							<Link to={addressOf("week", week, host)}>Whole week</Link>
						</li>
					) : (
						<li>
							<Link to={addressOf("day", today, host)}>Today alone</Link>
						</li>
					)}
				</ul>
			</nav>
			{(hosts.length > 1 || host !== "") && (
				<Form method="get" action="/calls" className="work-filters" role="search" aria-label="Whose calls to show">
					<input type="hidden" name={view} value={first} />
					<label>
						Host
						<select key={host} name="host" defaultValue={host}>
							<option value="">Everybody</option>
							{hosts.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
							<option value="nobody">Without a host</option>
						</select>
					</label>
					<button>Show</button>
				</Form>
			)}
			{calls === 0 && (
				<p className="empty">
					No calls {hostName !== undefined && `${hostName} `}
					{view === "week" ? "in this week" : "on this day"}. Visitors book them on the site; each appears here at once.{" "}
					<Link to="/calls/new">Book one for somebody on the phone</Link>
				</p>
			)}
			<WeekTable caption={title} times={times} days={days} />
			{view === "week" && <DayList days={days} />}
		</Page>
	);
}
