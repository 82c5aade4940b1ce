import { Form, Link, Outlet, useNavigate } from "react-router";
import { z } from "zod";
import { formatDate, formatFullDate } from "../../shared/format-date.ts";
import { addDays, isCalendarDate, toSlotLabel, weekdayNames, weekdayOf } from "../../shared/slot-times.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { addressOfCalendar, searchOfCalendar, type CalendarContext } from "../calls/calendar-day.ts";
import { DayList } from "../calls/day-list.tsx";
import { showCalendar } from "../calls/show-calendar.server.ts";
import { WeekTable } from "../calls/week-table.tsx";
import { AddressSelect } from "../forms/address-select.tsx";
import { keepPageBeside } from "../layout/keep-page-beside.ts";
import { Page } from "../layout/page.tsx";
import { useFieldOfAddress } from "../layout/use-field-of-address.ts";
import { readQuery } from "../read-query.server.ts";
import { countOf } from "../words.ts";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/calls.ts";

const queryDate = z.string().refine(isCalendarDate).optional().catch(undefined);

/** Parameters of the calendar: a day of a week, or a day, and a host; invalid ones count as absent. */
const calendarQuery = z.object({ week: queryDate, day: queryDate, host: z.string().max(100).catch("") });

/** Calls and interviews of a week or a day. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
	const work = beginWork(context);
	const { week, day, host } = calendarQuery.parse(readQuery(request));
	const today = findDate(work.now.epochMilliseconds, work.deps.company.timeZone);
	const [first, count] = day === undefined ? [findMonday(week ?? (await findOpenDate()) ?? today), 7] : [day, 1];
	const { minutes, ...shown } = await showCalendar(work, { first, count, host });
	const chosen = shown.hosts.find(({ id }) => id === host);
	return {
		...shown,
		host,
		hostName: host === "nobody" ? "without a host" : chosen && `hosted by ${chosen.name}`,
		view: day === undefined ? ("week" as const) : ("day" as const),
		first,
		last: addDays(first, count - 1),
		today,
		week: findMonday(first),
		times: minutes.map(toSlotLabel),
	};

	/** The date of the appointment that is open beside the calendar. */
	async function findOpenDate(): Promise<string | undefined> {
		const find = (name: string) => (name in params ? String(params[name as keyof typeof params]).toUpperCase() : "");
		const startsAt =
			find("interview") !== ""
				? (await work.deps.openInterviews().findChoices(find("interview")))?.appointment.startsAt
				: find("reference") !== ""
					? await work.deps.openCalls().findStart(find("reference"))
					: undefined;
		return startsAt && findDate(startsAt.epochMilliseconds, work.deps.company.timeZone);
	}
}

/** An appointment beside the calendar leaves it as it is; what somebody does refreshes it. */
export const shouldRevalidate = keepPageBeside(({ searchParams }) =>
	JSON.stringify(["week", "day", "host"].map((name) => searchParams.get(name))),
);

function findMonday(of: string): string {
	return addDays(of, -((weekdayNames.indexOf(weekdayOf(of)) + 6) % 7));
}

export default function CallsPage({ loaderData }: Route.ComponentProps) {
	const { view, first, last, today, week, calls, interviews, times, days, hosts, host, hostName } = loaderData;
	const { seesCalls, seesInterviews } = loaderData;
	useLive((key) => key === "records:booking" || key === "records:application" || key === "hosts");
	const navigate = useNavigate();
	useFieldOfAddress();
	const search = searchOfCalendar(view, first, host);
	const beside: CalendarContext = { calendarPath: `/calls${search}`, search };
	const step = view === "week" ? 7 : 1;
	const what = seesCalls && seesInterviews ? "Calls and interviews" : seesCalls ? "Calls" : "Interviews";
	const when = view === "week" ? `${formatDate(first)} to ${formatDate(last)}` : formatFullDate(first);
	const counts = [
		seesCalls && countOf(calls, `${calls} calls`, "1 call"),
		seesInterviews && countOf(interviews, `${interviews} interviews`, "1 interview"),
	].filter(Boolean);
	return (
		<>
			<div className="calendar-page">
				<Page
					title={what}
					subtitle={
						<>
							<strong className="number">{when}</strong>
							<span className="number">
								{counts.join(", ")}
								{hostName !== undefined && ` ${hostName}`}
							</span>
						</>
					}
					actions={
						seesCalls && (
							<>
								<Link className="button" to="/bookings">
									List
								</Link>
								<Link className="button" to="/calls/subscribe">
									Subscribe
								</Link>
								<Link className="button button-main" to="/calls/new">
									Book a call
								</Link>
							</>
						)
					}
				>
					<nav aria-label={view === "week" ? "Weeks" : "Days"} className="filters">
						<ul>
							<li>
								<Link to={addressOfCalendar(view, addDays(first, -step), host)} rel="prev">
									Previous
								</Link>
							</li>
							<li>
								<Link to={addressOfCalendar(view, today, host)}>{view === "week" ? "This week" : "Today"}</Link>
							</li>
							<li>
								<Link to={addressOfCalendar(view, addDays(first, step), host)} rel="next">
									Next
								</Link>
							</li>
							{view === "day" ? (
								<li>
									<Link to={addressOfCalendar("week", week, host)}>Week</Link>
								</li>
							) : (
								<li>
									<Link to={addressOfCalendar("day", today, host)}>Day</Link>
								</li>
							)}
						</ul>
					</nav>
					{(hosts.length > 0 || host !== "") && (
						<Form
							method="get"
							action="/calls"
							className="search-form"
							role="search"
							aria-label="Filter by host"
							onChange={(event) => {
								const chosen = new FormData(event.currentTarget).get("host");
								if (typeof chosen === "string") void navigate(addressOfCalendar(view, first, chosen));
							}}
						>
							<input type="hidden" name={view} value={first} />
							<label>
								Host
								<AddressSelect name="host" value={host}>
									<option value="">All hosts</option>
									{hosts.map(({ id, name }) => (
										<option key={id} value={id}>
											{name}
										</option>
									))}
									{seesCalls && <option value="nobody">No host</option>}
								</AddressSelect>
							</label>
							<noscript>
								<button>Show</button>
							</noscript>
						</Form>
					)}
					{calls + interviews === 0 && (
						<p className="empty">
							No {seesCalls && seesInterviews ? "calls or interviews" : seesCalls ? "calls" : "interviews"}{" "}
							{hostName !== undefined && `${hostName} `}
							{view === "week" ? "this week" : "on this day"}.{" "}
							{seesCalls ? (
								<>
									Calls booked on the site appear here. <Link to="/calls/new">Book a call</Link>
								</>
							) : (
								<>
									Interviews appear here once a candidate picks a time.{" "}
									<Link to="/applications">Offer an interview</Link>
								</>
							)}
						</p>
					)}
					<WeekTable caption={`${what}, ${when}`} times={times} days={days} canBook={seesCalls} />
					{days.length > 1 && <DayList days={days} />}
				</Page>
			</div>
			<Outlet context={beside} />
		</>
	);
}
