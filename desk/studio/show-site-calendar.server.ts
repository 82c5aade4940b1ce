import { showValue, withHalfAsSlots } from "../records/show-values.server.ts";
import type { ShownValue } from "../records/values.ts";
import { pathToEdit } from "./paths.ts";
import type { SiteWork } from "./site-work.server.ts";

/** Entries of the site's calendar; each has a hue. */
export type CalendarEntry = {
	kind: "publication" | "end" | "article" | "preview";
	/** In a word, such as "Ends". */
	what: string;
	title: string;
	/** Undefined for a whole day. */
	time: string | undefined;
	/** The page where it is changed. */
	path: string;
};

export type SiteCalendarDay = {
	/** YYYY-MM-DD. */
	date: string;
	/** Day of the month. */
	number: number;
	name: ShownValue;
	isToday: boolean;
	/** Whether it belongs to the month before or after. */
	isOutside: boolean;
	entries: CalendarEntry[];
};

export type SiteCalendar = {
	/** Such as "December 2026". */
	name: string;
	weekdays: string[];
	weeks: SiteCalendarDay[][];
	/** YYYY-MM of the months beside. */
	previous: string;
	next: string;
};

/** Lists by day what becomes public, what ends, the dates of articles, and the ends of preview links, in the weeks of a month. */
export async function showSiteCalendar(work: SiteWork, month: Temporal.PlainYearMonth): Promise<SiteCalendar> {
	const { site, deps, now } = work;
	const { company } = deps;
	const { timeZone, locale } = company;
	const titles = new Map((await site.studio.listDocuments()).map((entry) => [entry.path, entry.title]));
	const nameOf = (paths: readonly string[]) => paths.map((path) => titles.get(path) || path).join(", ");
	const entries: (CalendarEntry & { date: string; order: string })[] = [];
	const addAt = (at: Temporal.Instant, entry: Omit<CalendarEntry, "time">) => {
		const zoned = at.toZonedDateTimeISO(timeZone);
		const time = withHalfAsSlots(zoned.toLocaleString(locale, { hour: "numeric", minute: "2-digit" }));
		entries.push({ ...entry, time, date: zoned.toPlainDate().toString(), order: at.toString() });
	};
	for (const { at, endsAt, paths } of await site.studio.listScheduled()) {
		addAt(at, { kind: "publication", what: "Publishes", title: nameOf(paths), path: "/studio/scheduled" });
		if (endsAt) addAt(endsAt, { kind: "end", what: "Ends", title: nameOf(paths), path: "/studio/scheduled" });
	}
	for (const { at, paths } of await site.studio.listEndings())
		addAt(at, { kind: "end", what: "Ends", title: nameOf(paths), path: "/studio/scheduled" });
	for (const { endsAt, paths } of await site.previewLinks.list())
		addAt(endsAt, { kind: "preview", what: "Preview link ends", title: nameOf(paths), path: "/studio/previews" });
	for (const { slug, date, title } of site.readContent().posts)
		entries.push({
			kind: "article",
			what: "Article",
			title,
			time: undefined,
			path: pathToEdit(`blog/${slug}.md`),
			date,
			order: "",
		});
	const byDate = Map.groupBy(entries, ({ date }) => date);
	const first = month.toPlainDate({ day: 1 });
	const monday = first.subtract({ days: first.dayOfWeek - 1 });
	const last = month.toPlainDate({ day: month.daysInMonth });
	const count = Math.ceil((monday.until(last).days + 1) / 7);
	const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
	const weeks = Array.from({ length: count }, (_week, week) =>
		Array.from({ length: 7 }, (_day, index): SiteCalendarDay => {
			const day = monday.add({ days: week * 7 + index });
			const own = byDate.get(day.toString()) ?? [];
			return {
				date: day.toString(),
				number: day.day,
				name: {
					text: day.toLocaleString(locale, { weekday: "long", day: "numeric", month: "long" }),
					dateTime: showValue(day, company).dateTime ?? "",
				},
				isToday: day.equals(today),
				isOutside: day.month !== month.month,
				entries: own
					.toSorted((a, b) => a.order.localeCompare(b.order))
					.map(({ date: _date, order: _order, ...entry }) => entry),
			};
		}),
	);
	return {
		name: first.toLocaleString(locale, { month: "long", year: "numeric" }),
		weekdays: (weeks[0] ?? []).map(({ date }) =>
			Temporal.PlainDate.from(date).toLocaleString(locale, { weekday: "short" }),
		),
		weeks,
		previous: month.subtract({ months: 1 }).toString(),
		next: month.add({ months: 1 }).toString(),
	};
}
