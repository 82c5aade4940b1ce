import ICAL from "ical.js";

/** A calendar file as it is understood by a parser that has nothing to do with the program that wrote it. */
export type CalendarFile = { calendar: ICAL.Component; method: unknown; entries: ICAL.Event[] };

/** @throws when the file is no iCalendar (RFC 5545) */
export function readCalendarFile(content: string): CalendarFile {
	const calendar = new ICAL.Component(ICAL.parse(content) as unknown[]);
	return {
		calendar,
		method: calendar.getFirstPropertyValue("method"),
		entries: calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component)),
	};
}
