import { deriveIndexNowKey, queueIndexNow, sendIndexNow } from "../features/publishing/index-now/index-now.server.ts";
import type { RecordPageDatesOptions } from "../features/publishing/page-dates/page-dates.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";

/** Tells search engines which pages have changed. */
export type IndexNow = {
	queue: NonNullable<RecordPageDatesOptions["onChanged"]>;
	/** Sends what is queued. */
	send(): Promise<void>;
};

/** @returns undefined where that is off */
export function createIndexNow({
	config: { indexNowUrl, publicUrl },
	database,
	clock,
	secret,
	stopping,
}: {
	config: Pick<Config, "indexNowUrl" | "publicUrl">;
	database: Database;
	clock: Clock;
	/** The key derives from it. */
	secret: string;
	stopping: AbortSignal;
}): IndexNow | undefined {
	if (indexNowUrl === undefined) return undefined;
	const key = deriveIndexNowKey(secret);
	return {
		queue: (transaction, paths) => queueIndexNow(transaction, paths, clock.now()),
		send: () => sendIndexNow({ database, clock, endpoint: indexNowUrl, publicUrl, key, stopping }),
	};
}
