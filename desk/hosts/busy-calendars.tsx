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
	/** Number of busy times from now on. */
	count: number;
};

/** A host's calendars with the state of reading them, and a form to add one. */
export function BusyCalendars({ calendars, errors }: { calendars: ShownCalendar[]; errors: FieldError[] }) {
	return (
		<>
			{calendars.length === 0 ? (
				<p className="empty">
					No calendars yet. Add one to block times when this host is busy. Only busy times are stored, never event
					details.
				</p>
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
					errors={errors}
				/>
				<button name="do" value="calendar">
					Add calendar
				</button>
			</Form>
		</>
	);
}

function CalendarState({ readAt, failure }: Pick<ShownCalendar, "readAt" | "failure">) {
	return (
		<>
			<span className="aside">
				{readAt ? (
					<>
						Last synced <ValueText value={readAt} />
					</>
				) : (
					"Not synced yet"
				)}
			</span>
			{failure && (
				<span className="error">
					Sync failing since <ValueText value={failure.since} />: {failure.error}.
					{readAt && " Earlier busy times still apply."}
				</span>
			)}
		</>
	);
}
