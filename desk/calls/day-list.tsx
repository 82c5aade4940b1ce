import { Link } from "react-router";
import type { CalendarDay } from "./calendar-day.ts";
import { CallLink } from "./week-table.tsx";

/** Days with their calls and absences, where there is no room for a week; those before today are folded. */
export function DayList({ days }: { days: CalendarDay[] }) {
	const today = Math.max(
		days.findIndex(({ isToday }) => isToday),
		0,
	);
	return (
		<div className="day-list">
			{today > 0 && (
				<details>
					<summary>Earlier this week</summary>
					<Days days={days.slice(0, today)} />
				</details>
			)}
			<Days days={days.slice(today)} />
		</div>
	);
}

function Days({ days }: { days: CalendarDay[] }) {
	return (
		<ol>
			{days.map((day) => {
				const calls = day.cells.flatMap((cell) => cell.calls);
				return (
					<li key={day.date} data-today={day.isToday || undefined}>
						<h2>
							<Link to={day.path}>{day.isToday ? `Today, ${day.name}` : day.name}</Link>
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
