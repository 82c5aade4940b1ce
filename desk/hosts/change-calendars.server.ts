import {
	addBusyCalendar,
	askForCalendar,
	countBusyTimes,
	deleteBusyCalendar,
	listBusyCalendars,
} from "../../core/appointments/busy-calendar-store.server.ts";
import { readCalendarAddress } from "../../core/appointments/calendar-address.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownCalendar } from "./busy-calendars.tsx";

/** Lists a host's calendars as their page shows them, with only the hostname of an address. */
export async function showCalendars(
	db: Connection,
	hostId: string,
	{ company, now }: { company: DeskDeps["company"]; now: Temporal.Instant },
): Promise<ShownCalendar[]> {
	const counts = await countBusyTimes(db, hostId, now);
	return (await listBusyCalendars(db, { hostId })).map(({ id, site, readAt, failure, problems }) => ({
		id,
		site,
		readAt: readAt && showValue(readAt, company),
		failure: failure && { error: failure.error, since: showValue(failure.since, company) },
		problems,
		count: counts.get(id) ?? 0,
	}));
}

type Change = {
	deps: Pick<DeskDeps, "readCalendars">;
	hostId: string;
	now: Temporal.Instant;
	/** A database whose writes add an entry to the audit log. */
	noting(deed: string): Database;
};

/** Handles the form of a host's calendars: returns the notice or the errors, or undefined for another form. */
export async function changeCalendars(
	form: URLSearchParams,
	{ deps, hostId, now, noting }: Change,
): Promise<string | FieldError[] | undefined> {
	const one = { hostId, id: form.get("id") ?? "" };
	const gone = "This calendar has already been removed.";
	switch (form.get("do") ?? "") {
		case "calendar": {
			const address = readCalendarAddress(form.get("address") ?? "");
			if (address === undefined)
				return [{ field: "address", message: "Enter a calendar address that starts with https://" }];
			const added = await noting("calendar-added").write(
				async (transaction) => (await addBusyCalendar(transaction, { hostId, address }, now)) !== undefined,
			);
			if (!added) return [{ field: "address", message: "This calendar is already added, or the limit is reached" }];
			await deps.readCalendars();
			return "Calendar added. It syncs every few minutes.";
		}
		case "read-calendar":
			if (!(await noting("calendar-fetched").write((transaction) => askForCalendar(transaction, one, now))))
				return gone;
			await deps.readCalendars();
			return "Sync started. The result is shown below.";
		case "remove-calendar":
			return (await noting("calendar-removed").write((transaction) => deleteBusyCalendar(transaction, one)))
				? "Calendar removed, with its busy times."
				: gone;
		default:
			return undefined;
	}
}
