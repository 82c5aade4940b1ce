import { Form } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { ValueText } from "../records/shown-value.tsx";
import type { ShownValue } from "../records/values.ts";
import { countOf } from "../words.ts";

export type ShownCalendar = {
	id: string;
	/** Hostname; the rest of its address is a secret. */
	site: string;
	readAt: ShownValue | undefined;
	failure: { error: string; since: ShownValue } | undefined;
	/** The number of its lines that could not be read, and the first few in words. */
	problems: { count: number; first: string[] } | undefined;
	/** Number of busy times from now on. */
	count: number;
};

/** A host's calendars with the state of reading them, and a form to add one. */
export function BusyCalendars({
	calendars,
	typed,
	errors,
}: {
	calendars: ShownCalendar[];
	/** A refused address. */
	typed: string | undefined;
	errors: FieldError[];
}) {
	return (
		<>
			{calendars.length === 0 ? (
				<p className="empty">No calendars yet. Add one to block its busy times. Event details are never stored.</p>
			) : (
				<ul className="days-off">
					{calendars.map(({ id, site, count, ...state }, index) => (
						<li key={id}>
							<div>
								<strong>{site}</strong>{" "}
								<span className="number">{countOf(count, `${count} upcoming busy times`, "1 upcoming busy time")}</span>
								<CalendarState {...state} />
							</div>
							<Form method="post" className="inline-form" preventScrollReset>
								<input type="hidden" name="id" value={id} />
								{[
									{ value: "read-calendar", label: "Sync now" },
									{ value: "remove-calendar", label: "Remove" },
								].map(({ value, label }) => (
									<button key={value} name="do" value={value}>
										{label}
										<span className="sr-only">
											: calendar {index + 1}, {site}
										</span>
									</button>
								))}
							</Form>
						</li>
					))}
				</ul>
			)}
			<Form method="post" className="form" preventScrollReset key={calendars.length}>
				<TextField
					name="address"
					label="Calendar address"
					hint="The secret iCal address (.ics) from your calendar app. It is not shown again."
					inputMode="url"
					autoComplete="off"
					maxLength={2_000}
					required
					defaultValue={typed}
					errors={errors}
				/>
				<button name="do" value="calendar">
					Add calendar
				</button>
			</Form>
		</>
	);
}

function CalendarState({ readAt, failure, problems }: Pick<ShownCalendar, "readAt" | "failure" | "problems">) {
	return (
		<>
			<span className="aside">
				{readAt ? (
					<>
						Last synced <ValueText value={readAt} />
					</>
				) : (
					"Not synced yet. This host is not offered until it is."
				)}
			</span>
			{failure && (
				<span className="error">
					Sync failing since <ValueText value={failure.since} />: {failure.error}.
					{readAt ? " Earlier busy times still apply." : " Check the address, or remove the calendar."}
				</span>
			)}
			{problems && (
				<span className="error">
					{countOf(problems.count, `${problems.count} parts could not be read`, "1 part could not be read")}; the rest
					counts. {problems.first.join(". ")}
					{problems.count > problems.first.length ? `, and ${problems.count - problems.first.length} more.` : "."}
				</span>
			)}
		</>
	);
}
