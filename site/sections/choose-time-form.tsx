import { useId, useState } from "react";
import type { CompanyTime } from "../../shared/company.ts";
import { formatFullDate, formatMonth, formatShortDate } from "../../shared/format-date.ts";
import { groupBy } from "../../shared/group-by.ts";
import { formatVisitorTime } from "../../shared/slot-texts.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

type ChooseTimeFormProps = {
	/** Path of the private page. */
	path: string;
	/** Dates with a free time, in order. */
	dates: string[];
	/** The date whose times are shown; undefined if there is no free time. */
	date: string | undefined;
	/** "10:00 AM", and its submitted value. */
	times: { value: string; time: string }[];
	/** The times are in the company's zone. */
	company: CompanyTime;
	words: { /** Label of the button. */ choose: string; /** Shown if there is no free time. */ none: string };
};

/** Two plain forms to choose a time, which need no scripts: the first shows the times of another date, the second submits one. */
export function ChooseTimeForm({ path, dates, date, times, company, words }: ChooseTimeFormProps) {
	const id = useId();
	// The server does not know the visitor's zone, so the times in it appear once scripts run.
	const hydrated = useHydrated();
	const [chosen, setChosen] = useState(date);
	if (date === undefined) return <p className="mt-4">{words.none}</p>;
	return (
		<>
			<form method="get" action={path} className="mt-6 flex flex-wrap items-end gap-3">
				<div className="grow">
					{/* Otherwise a browser returning to the page would restore a day whose times are not shown. */}
					<SelectField
						id={`${id}-date`}
						name="date"
						label="Day"
						defaultValue={date}
						autoComplete="off"
						onChange={(event) => setChosen(event.target.value)}
					>
						{[...groupBy(dates, (day) => day.slice(0, 7))].map(([month, days]) => (
							<optgroup key={month} label={formatMonth(month)}>
								{days.map((day) => (
									<option key={day} value={day}>
										{formatShortDate(day)}
									</option>
								))}
							</optgroup>
						))}
					</SelectField>
				</div>
				<Button type="submit" look="secondary">
					Show times
				</Button>
			</form>

			{chosen !== undefined && chosen !== date && (
				<p role="status" className="mt-8">
					Press “Show times” to see what is free on {formatFullDate(chosen)}.
				</p>
			)}
			{/* Hidden rather than loaded at once: arrow keys step through the days, and each would load a page (WCAG 3.2.2). */}
			<form method="post" action={`${path}?date=${date}`} hidden={chosen !== date} className="mt-8">
				<input type="hidden" name="intent" value="choose" />
				<fieldset>
					<legend className="text-16 font-semibold text-ink">
						Free times on {formatFullDate(date)}, {company.timeZoneLabel} time
					</legend>
					<ul className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-3">
						{times.map(({ value, time }) => {
							const own = hydrated && formatVisitorTime({ date, time, timeZone: company.timeZone }, company.locale);
							return (
								<li key={value}>
									<label className="tabular relative grid h-full min-h-12 cursor-pointer place-items-center rounded-12 border border-border bg-white px-2 py-2 text-center text-16 font-semibold text-ink hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
										<input type="radio" name="start" value={value} required className="sr-only" />
										{time}
										{own && <span className="text-14 font-normal">{own} your time</span>}
									</label>
								</li>
							);
						})}
					</ul>
				</fieldset>
				<Button type="submit" className="mt-6">
					{words.choose}
				</Button>
			</form>
		</>
	);
}
