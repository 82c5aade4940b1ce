import { Link } from "react-router";
import type { CalendarCall, CalendarDay } from "./calendar-day.ts";

/** Days beside each other, times below each other; each call stands where it begins. */
export function WeekTable({ caption, times, days }: { caption: string; times: string[]; days: CalendarDay[] }) {
	return (
		<table className="week" data-days={days.length}>
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<td>
						<span className="sr-only">Time</span>
					</td>
					{days.map((day) => (
						<th key={day.date} scope="col" data-today={day.isToday || undefined}>
							<Link to={`/calls?day=${day.date}`}>{day.name}</Link>
							{day.note !== undefined && <span className="aside">{day.note}</span>}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{times.map((time, index) => (
					<tr key={time}>
						<th scope="row">{time}</th>
						{days.map((day) => {
							const cell = day.cells[index];
							return (
								<td key={day.date} data-cell={cell?.state}>
									{cell && cell.calls.length > 0 ? (
										cell.calls.map((call) => <CallLink key={call.reference} call={call} />)
									) : (
										<Emptiness cell={cell} day={day} time={time} canBook={days.length === 1} />
									)}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}

type EmptinessProps = {
	cell: CalendarDay["cells"][number] | undefined;
	day: CalendarDay;
	time: string;
	/** Of a week there would be a hundred such links. */
	canBook: boolean;
};

function Emptiness({ cell, day, time, canBook }: EmptinessProps) {
	if (cell?.state !== "free") return <span className="sr-only">{cell?.state === "full" ? "taken" : "closed"}</span>;
	if (!canBook) return <span className="sr-only">free</span>;
	return (
		<Link className="book" to={`/calls/new?${new URLSearchParams({ date: day.date, time }).toString()}`} data-row>
			Book<span className="sr-only"> {time}</span>
		</Link>
	);
}

/** A call, which leads to its page. */
export function CallLink({ call }: { call: CalendarCall }) {
	return (
		<Link className="call" to={`/bookings/${call.reference}`} prefetch="intent" data-row data-state={call.state.state}>
			<span className="number">
				{call.from} to {call.until}
			</span>{" "}
			<strong>{call.name}</strong> <span className="call-about">{call.about}</span>
		</Link>
	);
}
