import type { ReactNode } from "react";
import { Form, Link } from "react-router";

type Day = { date: string; name: string; count: number };

type TimeChoiceProps = {
	/** Where the choice is sent. */
	action: string;
	/** Days with free times, and the one whose times are shown. */
	days: Day[];
	chosen: { date: string; name: string; times: string[] } | undefined;
	/** Says who is told. */
	hint: string;
	/** A message that goes along. */
	children: ReactNode;
};

/** As many as are seen at a glance. */
const daysAtFirst = 9;

/** Another time for an appointment: first a day, then one of its free times. */
export function TimeChoice({ action, days, chosen, hint, children }: TimeChoiceProps) {
	if (!chosen)
		return (
			<p id="slot" className="empty">
				No free times.
			</p>
		);
	const link = ({ date, name }: Day) => (
		<Link
			key={date}
			className="button"
			to={`${action}${action.includes("?") ? "&" : "?"}${new URLSearchParams({ on: date }).toString()}`}
			replace
			preventScrollReset
			aria-current={date === chosen.date ? "date" : undefined}
		>
			{name}
		</Link>
	);
	const later = days.slice(daysAtFirst);
	return (
		<>
			<div className="day-choice" role="group" aria-label="Day">
				{days.slice(0, daysAtFirst).map(link)}
			</div>
			{later.length > 0 && (
				<details open={later.some(({ date }) => date === chosen.date)}>
					<summary>Later days</summary>
					<div className="day-choice" role="group" aria-label="Later days">
						{later.map(link)}
					</div>
				</details>
			)}
			<Form method="post" action={action} className="time-choice" preventScrollReset>
				<input type="hidden" name="do" value="move" />
				<fieldset id="slot">
					<legend>{chosen.name}</legend>
					<div className="day-choice">
						{chosen.times.map((time) => (
							<button key={time} name="slot" value={`${chosen.date} ${time}`} className="number">
								{time}
							</button>
						))}
					</div>
				</fieldset>
				<p className="hint">{hint}</p>
				{children}
			</Form>
		</>
	);
}
