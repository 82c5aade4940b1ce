import ICAL from "ical.js";

/** A calendar file as an independent parser reads it. */
export type CalendarFile = { calendar: ICAL.Component; method: unknown; entries: ICAL.Event[] };

/** @throws for an invalid iCalendar file (RFC 5545) */
export function readCalendarFile(content: string): CalendarFile {
	const calendar = new ICAL.Component(ICAL.parse(content) as unknown[]);
	return {
		calendar,
		method: calendar.getFirstPropertyValue("method"),
		entries: calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component)),
	};
}
