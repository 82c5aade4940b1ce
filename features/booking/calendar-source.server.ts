import type { RowSource } from "../../core/imports/read-table.server.ts";
import type { CalendarReaderDeps } from "./read-calendar-file.server.ts";

/** Creates the source of rows from calendar files, whose reader is loaded with the first file. */
export function createCalendarSource(deps: CalendarReaderDeps): RowSource {
	const load = async () => (await import("./read-calendar-file.server.ts")).createCalendarReader(deps);
	return {
		name: "calendar file",
		isNamed: (fileName) => /\.(?:ics|ical|ifb|icalendar)$/i.test(fileName),
		detectFormat: async (open) => (await load()).detectFormat(open),
		readColumns: async (open, format) => (await load()).readColumns(open, format),
		async *readRows(open, format) {
			yield* (await load()).readRows(open, format);
		},
	};
}
