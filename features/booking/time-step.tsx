import { useEffect, useRef } from "react";
import { formatFullDate, formatMonth, formatShortDate } from "../../shared/format-date.ts";
import { formatVisitorTime, type CallSettings } from "../../shared/slot-texts.ts";
import { addDays } from "../../shared/slot-times.ts";
import { Button } from "../../ui/button.tsx";
import { findNextFreeDate, listDaysAround, type Availability } from "./availability.ts";

type TimeStepProps = {
	settings: CallSettings;
	availability: Availability;
	date: string;
	/** "failed": the slots could not be fetched. */
	state: "loading" | "ready" | "failed";
	/** Without scripts nobody knows the visitor's zone. */
	scripted: boolean;
	onPickDate: (date: string) => void;
	onPickTime: (time: string) => void;
	onTryAgain: () => void;
	onBack: () => void;
};

/** The week around a date and the date's free slots: docs/product/booking.md, Time. */
export function TimeStep({
	settings,
	availability,
	date,
	state,
	scripted,
	onPickDate,
	onPickTime,
	onTryAgain,
	onBack,
}: TimeStepProps) {
	const { days } = availability;
	const slots = state === "failed" ? [] : (days.get(date) ?? []);
	const heading = useRef<HTMLHeadingElement>(null);

	useEffect(() => heading.current?.focus(), [date, state]);

	return (
		<div>
			{/* A button that names another date comes after it, and counts. */}
			<input type="hidden" name="date" value={date} />
			<ul aria-label="Days around the chosen date" className="grid grid-cols-7 gap-1 md:gap-2">
				{listDaysAround(date).map((day) => (
					<li key={day}>
						<button
							type="submit"
							name="date"
							value={day}
							disabled={state === "loading" || (day !== date && !days.get(day)?.length)}
							aria-current={day === date ? "date" : undefined}
							// The days move under the pointer, so the second click of a double click would choose another.
							onClick={(event) => event.detail < 2 && onPickDate(day)}
							className="tabular grid w-full justify-items-center rounded-12 border border-border py-2 text-14 text-ink transition hover:border-ink disabled:border-hairline disabled:text-muted disabled:opacity-60 aria-[current=date]:border-ink aria-[current=date]:bg-ink aria-[current=date]:text-paper"
						>
							<span>{formatShortDate(day).slice(0, 3)} </span>
							<span className="text-18 font-semibold">{Number(day.slice(8))}</span>
							<span className="sr-only"> {formatMonth(day)}</span>
						</button>
					</li>
				))}
			</ul>

			<h3 ref={heading} tabIndex={-1} className="mt-6 text-22">
				{formatFullDate(date)}
			</h3>
			{slots.length > 0 ? (
				<ul
					aria-label={`Free times, in ${settings.timeZoneLabel} time`}
					className="mt-4 grid grid-cols-2 gap-2 md:grid-cols-4"
				>
					{slots.map((time) => {
						const own = scripted && formatVisitorTime({ date, time, timeZone: settings.timeZone }, settings.locale);
						return (
							<li key={time}>
								<button
									type="submit"
									name="time"
									value={time}
									disabled={state === "loading"}
									// The second click of a double click on a date would choose a time.
									onClick={(event) => event.detail < 2 && onPickTime(time)}
									className="tabular grid min-h-12 w-full place-items-center rounded-12 border border-border bg-white px-2 py-2 text-16 font-semibold text-ink transition hover:border-ink hover:bg-ink hover:text-paper disabled:opacity-60"
								>
									{time}
									{own && <span className="text-14 font-normal">{own} your time</span>}
								</button>
							</li>
						);
					})}
				</ul>
			) : state === "loading" ? (
				<p role="status" className="mt-4">
					Loading the free times…
				</p>
			) : (
				<NoAvailability
					availability={availability}
					date={date}
					failed={state === "failed"}
					onPickDate={onPickDate}
					onTryAgain={onTryAgain}
				/>
			)}
			<Button
				type="submit"
				name="date"
				value=""
				look="secondary"
				className="mt-6"
				onClick={onBack}
				disabled={state === "loading"}
			>
				Back
			</Button>
		</div>
	);
}

type NoAvailabilityProps = {
	availability: Availability;
	date: string;
	failed: boolean;
	onPickDate: (date: string) => void;
	onTryAgain: () => void;
};

/** Shown for a day without slots, and when slots could not be loaded: docs/product/booking.md, No Availability. */
function NoAvailability({ availability, date, failed, onPickDate, onTryAgain }: NoAvailabilityProps) {
	const { today, lastDate, closures } = availability;
	const closure = closures.find((candidate) => candidate.date === date);
	const nextFree = findNextFreeDate(availability, date);
	const previousDay = addDays(date, -1);
	const nextDay = addDays(date, 1);
	const leadTo = (day: string) =>
		({ type: "submit", name: "date", value: day, onClick: () => onPickDate(day) }) as const;

	return (
		<div role="status" className="mt-4 rounded-12 border border-hairline bg-sand p-6">
			<h4 className="text-22">No Availability</h4>
			{failed && (
				<p className="mt-2 font-semibold text-error">Failed to load available time slots. Please try again.</p>
			)}
			<p className="mt-2 text-16">
				{closure && `We are closed on this day: ${closure.reason}. `}
				Try another day
				{nextFree && !failed && <>. The next free date is {formatFullDate(nextFree)}</>}.
			</p>
			<div className="mt-5 flex flex-wrap gap-3">
				{failed && <Button onClick={onTryAgain}>Try again</Button>}
				<Button look="secondary" disabled={previousDay < today} {...leadTo(previousDay)}>
					Previous Day
				</Button>
				<Button look="secondary" disabled={nextDay > lastDate} {...leadTo(nextDay)}>
					Next Day
				</Button>
				{nextFree && !failed && <Button {...leadTo(nextFree)}>Go to {formatShortDate(nextFree)}</Button>}
			</div>
		</div>
	);
}
