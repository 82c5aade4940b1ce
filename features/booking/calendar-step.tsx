import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { formatFullDate, formatMonth } from "../../shared/format-date.ts";
import { writeWeekdays, type CallSettings } from "../../shared/slot-texts.ts";
import { addDays, weekdayNames, weekdayOf } from "../../shared/slot-times.ts";
import { addMonths, type Availability } from "./availability.ts";

type CalendarStepProps = {
	settings: CallSettings;
	availability: Availability;
	disabled: boolean;
	/** Set when the visitor returns from another step, with the date that they had chosen: it gets the focus. */
	returning?: { date?: string } | undefined;
	/** The month to begin with, "2026-12", where the address names one. */
	month?: string | undefined;
	onPick: (date: string) => void;
};

/**
 * The month view: docs/product/booking.md, Calendar.
 *
 * Keyboard as in the WAI-ARIA date grid: arrows by day and week, Home and End within the week, Page Up and Page Down to the same day of
 * another month. Dates that cannot be chosen are skipped.
 */
export function CalendarStep({
	settings,
	availability,
	disabled,
	returning,
	month: firstMonth = "",
	onPick,
}: CalendarStepProps) {
	const { today, lastDate, days, closures } = availability;
	const firstSelectable = [...days.keys()][0] ?? today;
	const firstFree = [...days].find(([, times]) => times.length > 0)?.[0] ?? "";
	// On its last evening, a month has no free day left.
	const [lastFocused, setFocused] = useState(returning?.date ?? (firstMonth || firstFree.slice(0, 7)));
	// A day can pass while the calendar is open, and the visitor may return to a Sunday.
	const focused = [...days.keys()].find((date) => date >= lastFocused) ?? firstSelectable;
	const [month, setMonth] = useState(focused.slice(0, 7));
	const grid = useRef<HTMLTableElement>(null);
	const shallFocus = useRef(returning !== undefined);

	useEffect(() => {
		if (!shallFocus.current) return;
		shallFocus.current = false;
		grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus();
	}, [focused]);

	function showMonth(next: string) {
		setMonth(next);
		const first = [...days.keys()].find((date) => date.startsWith(next));
		if (first) setFocused(first);
	}

	function moveWithKeys(event: KeyboardEvent) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		const target = findTarget(event.key, focused, availability);
		if (!target) return;
		event.preventDefault();
		if (target === focused) return;
		shallFocus.current = true;
		setFocused(target);
		setMonth(target.slice(0, 7));
	}

	return (
		<div>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h3 aria-live="polite" className="text-22">
					{formatMonth(month)}
				</h3>
				<div className="flex flex-wrap items-center gap-2">
					<MonthButton
						label="Previous month"
						disabled={disabled || month <= today.slice(0, 7)}
						month={addMonths(month, -1)}
						onShow={showMonth}
					>
						<ChevronLeft aria-hidden="true" />
					</MonthButton>
					<button
						type="submit"
						name="month"
						value={today.slice(0, 7)}
						disabled={disabled}
						onClick={() => showMonth(today.slice(0, 7))}
						className="min-h-11 rounded-full border border-border px-4 text-16 font-semibold text-ink hover:border-ink disabled:opacity-50"
					>
						Today
					</button>
					<MonthButton
						label="Next month"
						disabled={disabled || month >= lastDate.slice(0, 7)}
						month={addMonths(month, 1)}
						onShow={showMonth}
					>
						<ChevronRight aria-hidden="true" />
					</MonthButton>
				</div>
			</div>
			<table
				ref={grid}
				role="grid"
				aria-label={formatMonth(month)}
				onKeyDown={moveWithKeys}
				className="mt-4 w-full table-fixed border-separate border-spacing-1 text-center"
			>
				<thead>
					<tr>
						{weekdayNames.map((weekday) => (
							<th key={weekday} scope="col" abbr={weekday} className="pb-1 text-14 font-semibold text-muted">
								{weekday.slice(0, 2)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{listWeeks(month).map((week) => (
						<tr key={week[0]}>
							{week.map((date) => (
								<td key={date}>
									{date.startsWith(month) && (
										<button
											type="submit"
											name="date"
											value={date}
											data-date={date}
											disabled={disabled || !days.has(date)}
											tabIndex={date === focused ? 0 : -1}
											aria-current={date === today ? "date" : undefined}
											aria-label={describeDay(date, availability)}
											onFocus={() => setFocused(date)}
											// The second click of a double click on Back would choose a date.
											onClick={(event) => event.detail < 2 && onPick(date)}
											className={`tabular grid aspect-square max-h-12 w-full place-items-center rounded-6 border text-16 transition ${
												days.get(date)?.length
													? "border-hairline bg-white font-semibold text-ink hover:border-ink hover:bg-ink hover:text-paper"
													: "border-transparent text-muted enabled:border-hairline enabled:line-through disabled:opacity-50"
											} aria-[current=date]:border-accent-ui`}
										>
											{Number(date.slice(8))}
										</button>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			<p className="mt-3 text-14 text-muted">
				{writeWeekdays([...days.keys()].map(weekdayOf), settings.locale)}, in {settings.timeZoneLabel} time.
				{closures.some(({ date }) => date.startsWith(month)) &&
					` Closed: ${closures
						.filter(({ date }) => date.startsWith(month))
						.map(({ date, reason }) => `${Number(date.slice(8))} (${reason})`)
						.join(", ")}.`}
			</p>
		</div>
	);
}

function describeDay(date: string, { days, closures, today }: Availability): string {
	const free = days.get(date)?.length;
	const closure = closures.find((candidate) => candidate.date === date);
	const state =
		free === undefined
			? "not available"
			: closure
				? `closed, ${closure.reason}`
				: free === 0
					? "fully booked"
					: `${free} ${free === 1 ? "time" : "times"} free`;
	return `${formatFullDate(date)}${date === today ? ", today" : ""}, ${state}`;
}

/** Finds the date that a key leads to: the nearest selectable one in its direction. */
function findTarget(key: string, from: string, { days, today, lastDate }: Availability): string | undefined {
	const weekday = new Date(`${from}T00:00:00Z`).getUTCDay();
	const withinWindow = (date: string) => (date < today ? today : date > lastDate ? lastDate : date);
	// The search starts at the same day number and must not leave the month or the window.
	const awayFromEdges = (date: string): [string, 1 | -1] => [
		date,
		date !== today && (date === lastDate || date.slice(8) > "15") ? -1 : 1,
	];
	const steps: Record<string, [start: string, direction: 1 | -1]> = {
		ArrowLeft: [addDays(from, -1), -1],
		ArrowRight: [addDays(from, 1), 1],
		ArrowUp: [addDays(from, -7), -1],
		ArrowDown: [addDays(from, 7), 1],
		Home: [withinWindow(addDays(from, -weekday)), 1],
		End: [withinWindow(addDays(from, 6 - weekday)), -1],
		PageUp: awayFromEdges(withinWindow(sameDayOf(addMonths(from.slice(0, 7), -1), from))),
		PageDown: awayFromEdges(withinWindow(sameDayOf(addMonths(from.slice(0, 7), 1), from))),
	};
	const step = steps[key];
	if (!step) return undefined;
	const [start, direction] = step;
	for (let date = start; date >= today && date <= lastDate; date = addDays(date, direction)) {
		if (days.has(date)) return date;
	}
	return undefined;
}

/** Returns the day of a month with the number of `date`, or the month's last day. */
function sameDayOf(month: string, date: string): string {
	const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
	const day = `${month}-${date.slice(8)}`;
	return day > lastDay ? lastDay : day;
}

/** Lists the weeks of a month, Sunday first, as seven dates each. */
function listWeeks(month: string): string[][] {
	const first = `${month}-01`;
	const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay());
	const end = `${addMonths(month, 1)}-01`;
	const weeks: string[][] = [];
	for (let sunday = start; sunday < end; sunday = addDays(sunday, 7)) {
		weeks.push(Array.from({ length: 7 }, (_, index) => addDays(sunday, index)));
	}
	return weeks;
}

type MonthButtonProps = {
	label: string;
	disabled: boolean;
	month: string;
	onShow: (month: string) => void;
	children: React.ReactNode;
};

/** Stays focusable when it does nothing, so that keyboard users keep the focus at the window's edge. */
function MonthButton({ label, disabled, month, onShow, children }: MonthButtonProps) {
	return (
		<button
			type={disabled ? "button" : "submit"}
			name="month"
			value={month}
			aria-label={label}
			aria-disabled={disabled}
			onClick={disabled ? undefined : () => onShow(month)}
			className="grid size-11 place-items-center rounded-full border border-border text-ink hover:border-ink aria-disabled:opacity-40 aria-disabled:hover:border-border"
		>
			{children}
		</button>
	);
}
