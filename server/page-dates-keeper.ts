import { readPageDates } from "../features/publishing/documents/page-dates-file.server.ts";
import { recordPageDates, type RecordPageDatesOptions } from "../features/publishing/page-dates/page-dates.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Logger } from "../platform/log.ts";
import { findDate } from "../shared/zoned-time.ts";
import type { Releases } from "./releases.ts";

export type PageDatesKeeper = {
	/** Dates the changed pages of the current release, unless that has been done. Never rejects; failures are logged. */
	keep(): Promise<void>;
};

/** Keeps the days on which pages last changed: of the current release, and of each new one. */
export function createPageDatesKeeper({
	database,
	clock,
	releases,
	log,
	onChanged,
}: {
	database: Database;
	clock: Clock;
	releases: Pick<Releases, "base" | "current" | "listen">;
	log: Logger;
	onChanged?: RecordPageDatesOptions["onChanged"];
}): PageDatesKeeper {
	const brought = readPageDates(releases.base.pageDates).dates;
	let kept: object | undefined;
	let last: Promise<void> = Promise.resolve();

	async function keepCurrent(): Promise<void> {
		const release = releases.current();
		if (kept === release) return;
		const { content, number } = release;
		try {
			const today = findDate(clock.now().epochMilliseconds, content.company.timeZone);
			if (await recordPageDates(database, { content, release: number, brought, today, onChanged })) kept = release;
		} catch (err) {
			log.warn({ err }, "could not date changed pages; retrying in a minute");
		}
	}

	const keep = () => (last = last.then(keepCurrent));
	releases.listen(() => void keep());
	return { keep };
}
