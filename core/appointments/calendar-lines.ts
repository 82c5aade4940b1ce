/** A property of a calendar file, with the number of the line that it begins on. */
export type Property = {
	name: string;
	/** By their names in lower case, without quotes. */
	params: ReadonlyMap<string, string>;
	value: string;
	line: number;
};

export type Component = { name: string; line: number; properties: Property[]; components: Component[] };

/** Called with what cannot be read, and the line that it begins on. */
export type Note = (line: number, problem: string) => void;

const timeProperties = new Set(["dtend", "dtstart", "exdate", "freebusy", "rdate", "recurrence-id"]);
/** They decide when somebody is busy. Everything else is skipped unread. */
export const busyProperties: ReadonlySet<string> = new Set([
	...timeProperties,
	"attendee",
	"duration",
	"rrule",
	"status",
	"transp",
	"tzid",
	"tzoffsetfrom",
	"tzoffsetto",
	"uid",
	"x-microsoft-cdo-busystatus",
	"x-wr-timezone",
]);
/** Components directly in a calendar: the beginning of one ends another that lacks its last line. */
const entries = new Set(["vevent", "vfreebusy", "vjournal", "vtimezone", "vtodo"]);
const unreadComponents = new Set(["valarm", "vjournal", "vtodo"]);

/** Of a property; the rest is skipped. */
const longestProperty = 1_000_000;

/** Reads the calendars of a file (RFC 5545) line by line. */
export type CalendarParser = {
	/** Takes a line without its break. */
	take(line: string): void;
	/** @returns the calendars; undefined when the last one does not end: some of it is missing */
	end(): Component[] | undefined;
};

export type CalendarParserOptions = {
	/** Names of the properties that are read. */
	properties: ReadonlySet<string>;
	/** Called with each component directly in a calendar when it ends; the calendar holds it. */
	onEntry?(entry: Component, calendar: Component): void;
};

/** Creates a reader of calendar files. A line that cannot be read is noted and skipped. */
export function createCalendarParser(note: Note, { properties, onEntry }: CalendarParserOptions): CalendarParser {
	const calendars: Component[] = [];
	const open: Component[] = [];
	/** A property with its continuations so far. */
	let current: { content: string; line: number } | undefined;
	let line = 0;

	function closeTo(depth: number): Component[] {
		const [calendar, entry] = open;
		const closed = open.splice(depth);
		if (calendar && entry && closed.includes(entry)) onEntry?.(entry, calendar);
		return closed;
	}

	function closeUnended(depth: number): void {
		for (const unended of closeTo(depth)) note(unended.line, `END:${unended.name.toUpperCase()} is missing`);
	}

	function read({ content, line: from }: { content: string; line: number }): void {
		const name = /^([a-z\d-]+)\s*[;:]/i.exec(content)?.[1]?.toLowerCase();
		if (name === "begin") {
			const component: Component = { name: readName(content), line: from, properties: [], components: [] };
			if (component.name === "vcalendar") {
				closeUnended(0);
				calendars.push(component);
			} else {
				if (open.length === 0) return;
				if (entries.has(component.name)) closeUnended(1);
				open.at(-1)?.components.push(component);
			}
			open.push(component);
		} else if (name === "end") {
			const ended = readName(content);
			const depth = open.findLastIndex((component) => component.name === ended);
			if (depth !== -1) {
				closeUnended(depth + 1);
				closeTo(depth);
			} else if (open.length > 0) note(from, `${content.trim()} without its beginning`.slice(0, 80));
		} else if (open.length > 0 && !open.some((component) => unreadComponents.has(component.name))) {
			if (name === undefined) note(from, "not a line of a calendar");
			else if (properties.has(name)) open.at(-1)?.properties.push(readProperty(name, content, from));
		}
	}

	return {
		take(part) {
			line++;
			if (current && /^[ \t]/.test(part)) {
				if (current.content.length < longestProperty) current.content += part.slice(1);
			} else if (part.trim() !== "") {
				if (current) read(current);
				current = { content: part, line };
			}
		},
		end() {
			if (current) read(current);
			current = undefined;
			return open.length === 0 ? calendars : undefined;
		},
	};
}

/**
 * Reads the calendars of a file as far as they decide when somebody is busy.
 * @returns undefined when the last calendar does not end: some of it is missing
 */
export function readCalendars(text: string, note: Note): Component[] | undefined {
	const parser = createCalendarParser(note, { properties: busyProperties });
	for (const line of text.split(/\r*\n|\r/)) parser.take(line);
	return parser.end();
}

function readName(content: string): string {
	return content
		.slice(content.indexOf(":") + 1)
		.trim()
		.toLowerCase();
}

function readProperty(name: string, content: string, line: number): Property {
	const colon = findColon(name, content);
	const params = new Map<string, string>();
	for (const [, key = "", value = ""] of content.slice(0, colon).matchAll(/;([^=;"]+)=((?:"[^"]*"|[^;])*)/g))
		params.set(key.trim().toLowerCase(), value.replaceAll('"', "").trim());
	return { name, params, value: content.slice(colon + 1).trim(), line };
}

/** Finds where the value begins: names of zones may have colons of their own, with or without quotes. */
function findColon(name: string, content: string): number {
	const all = [...content.matchAll(/:/g)].map(({ index }) => index);
	const beforeTime =
		timeProperties.has(name) && all.find((at) => /^\s*\d{8}|^\s*\d{4}-\d\d-\d\d/.test(content.slice(at + 1)));
	if (beforeTime) return beforeTime;
	const outsideQuotes = /^(?:"[^"]*"|[^":])*:/.exec(content)?.[0].length;
	return outsideQuotes === undefined ? (all[0] as number) : outsideQuotes - 1;
}
