import { Link } from "react-router";
import type { CalendarDay } from "./calendar-day.ts";
import { CallLink } from "./week-table.tsx";

/** Days with their calls and absences, where there is no room for a week. */
export function DayList({ days }: { days: CalendarDay[] }) {
	return (
		<ol className="day-list">
			{days.map((day) => {
				const calls = day.cells.flatMap((cell) => cell.calls);
				return (
					<li key={day.date} data-today={day.isToday || undefined}>
						<h2>
							<Link to={day.path}>{day.name}</Link>
						</h2>
						{calls.length === 0 && <p className="remark">{day.note ?? "Nothing scheduled"}</p>}
						{calls.map((call) => (
							<CallLink key={call.key} call={call} />
						))}
						{day.absences.length > 0 && (
							<ul className="absences">
								{day.absences.map((text) => (
									<li key={text}>{text}</li>
								))}
							</ul>
						)}
					</li>
				);
			})}
		</ol>
	);
}
