import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Notice, NoticeForm } from "../../shared/notices.ts";
import { keepNotices } from "./notice-store.server.ts";

/** Creates the function that stores the notices that forms show, at first and whenever they have changed. */
export function createNoticesKeeper({
	database,
	clock,
	getCurrent,
}: {
	database: Pick<Database, "write">;
	clock: Clock;
	getCurrent(): ReadonlyMap<NoticeForm, Notice>;
}): () => Promise<void> {
	let kept: string | undefined;
	return async () => {
		const current = getCurrent();
		const versions = JSON.stringify([...current.values()].map(({ version }) => version));
		if (versions === kept) return;
		await keepNotices(database, current, clock.now());
		kept = versions;
	};
}
