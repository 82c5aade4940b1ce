import { Link } from "react-router";
import { ValueText } from "../records/shown-value.tsx";
import type { CalendarEntry, SiteCalendar } from "./show-site-calendar.server.ts";

/** Entries of a day in the grid; the rest is counted, and the list has them all. */
const mostInCell = 4;

/** A month as weeks below each other. */
export function SiteMonthGrid({ calendar, listPath }: { calendar: SiteCalendar; listPath: string }) {
	return (
		<table className="site-month">
			<caption className="sr-only">{calendar.name}</caption>
			<thead>
				<tr>
					{calendar.weekdays.map((name) => (
						<th key={name} scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{calendar.weeks.map((week) => (
					<tr key={week[0]?.date}>
						{week.map(({ date, number, name, isToday, isOutside, entries }) => (
							<td key={date} data-outside={isOutside || undefined} data-today={isToday || undefined}>
								<time dateTime={date}>
									<span aria-hidden="true">{number}</span>
									<span className="sr-only">
										{name.text}
										{isToday && ", today"}
									</span>
								</time>
								{entries.slice(0, mostInCell).map((entry) => (
									<Entry key={`${entry.kind} ${entry.time} ${entry.title}`} entry={entry} />
								))}
								{entries.length > mostInCell && (
									<Link to={`${listPath}#${date}`}>{entries.length - mostInCell} more</Link>
								)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The days of a month that have entries. */
export function SiteMonthList({ calendar }: { calendar: SiteCalendar }) {
	const days = calendar.weeks.flat().filter(({ entries, isOutside }) => entries.length > 0 && !isOutside);
	if (days.length === 0)
		return (
			<p className="empty">Nothing in {calendar.name}. Schedule drafts when you publish them, and they appear here.</p>
		);
	return (
		<ol className="site-days">
			{days.map(({ date, name, isToday, entries }) => (
				<li key={date} id={date} data-today={isToday || undefined}>
					<h2>
						<ValueText value={name} />
						{isToday && <span className="hint"> Today</span>}
					</h2>
					<ul className="plain-list">
						{entries.map((entry) => (
							<li key={`${entry.kind} ${entry.time} ${entry.title}`}>
								<Entry entry={entry} />
							</li>
						))}
					</ul>
				</li>
			))}
		</ol>
	);
}

function Entry({ entry: { kind, what, title, time, path } }: { entry: CalendarEntry }) {
	return (
		<Link className="site-entry" data-kind={kind} to={path}>
			<span className="number">
				{what}
				{time !== undefined && `, ${time}`}
			</span>{" "}
			<strong>{title}</strong>
		</Link>
	);
}
