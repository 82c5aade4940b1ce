import { createNumbers, type Numbers } from "../features/numbers/numbers.server.ts";
import type { Promises } from "../features/records/promise.server.ts";
import { sumVisits } from "../features/visits/store.server.ts";
import type { Database } from "../platform/database/database.ts";
import type { RecordKind } from "../platform/records/record-kind.ts";
import type { StaffRecords } from "../platform/staff/records.ts";
import type { Company } from "../shared/company.ts";

/** Puts together what the features count. */
export function createDeskNumbers({
	company,
	database,
	kinds,
	records,
}: {
	company: Company;
	database: Database;
	/** Every kind of what visitors send. */
	kinds: readonly StaffRecords[];
	records: { kinds: readonly RecordKind[]; promises: Promises };
}): Numbers {
	const { promises } = records;
	return createNumbers({
		company,
		database,
		kinds,
		calls: "bookings",
		answers: {
			kinds: records.kinds.filter(({ isPromised }) => isPromised).map(({ names }) => names),
			promisedMinutes: promises.promisedMinutes,
			listAnswerTimes: promises.listAnswerTimes,
		},
		sumVisits: (by, filter) => sumVisits(database.db, by, filter),
	});
}
