import type { Interval } from "../../shared/interval.ts";
import { createCalendarClock } from "./calendar-clock.ts";
import { listOccurrences, maxOccurrences, readEvent, type Occurrence } from "./calendar-events.ts";
import type { Component } from "./calendar-lines.ts";

export type SeriesQuestion = {
	/** Its zones and properties. */
	calendar: Component;
	event: Component;
	/** Events that replace some of its occurrences, which are left out. */
	overrides: readonly Component[];
	/** Occurrences outside it are left out. */
	range: Interval;
	/** The zone of times without one, where the calendar names none. */
	timeZone: string;
};

/**
 * Lists when a series takes place, in order of its plan.
 * @throws UnreadableCalendarError when it has too many occurrences
 */
export function listSeries({ calendar, event, overrides, range, timeZone }: SeriesQuestion): Occurrence[] {
	const note = () => undefined;
	const clock = createCalendarClock(calendar, timeZone, note);
	const read = (component: Component) => {
		const status = component.properties.find(({ name }) => name === "status")?.value.toUpperCase();
		// A cancelled series has cancelled occurrences; after a cancelled change of all following it has none.
		return readEvent(component, component === event || status !== "CANCELLED", { clock, note });
	};
	const series = read(event);
	if (!series) return [];
	const changes = overrides.flatMap((component) => read(component) ?? []);
	const reading = { clock, range, limit: { left: maxOccurrences }, note };
	return listOccurrences(series, changes, reading).toSorted((one, other) => one.plannedMs - other.plannedMs);
}
