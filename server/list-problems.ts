import { listEmailProblems, listHealthProblems } from "../core/alarms/list-problems.server.ts";
import type { Problem } from "../core/alarms/problem.ts";
import { listTrialProblems } from "../core/self-trial/list-trial-problems.server.ts";
import { formatInstant, type Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { readHealth } from "../platform/operations/operations.ts";
import type { CompanyTime } from "../shared/company.ts";

/** Lists the problems that this server sees and owners are told of. */
export async function listProblems({
	config,
	database,
	clock,
	company,
}: {
	config: Pick<Config, "dataDirectory" | "backups" | "selfTrial">;
	database: Database;
	clock: Clock;
	company: CompanyTime;
}): Promise<Problem[]> {
	const now = clock.now();
	const health = await readHealth({ config, database, clock, timeZone: company.timeZone });
	return [
		...listHealthProblems(health, now, (instant) => formatInstant(instant, company)),
		...(await listEmailProblems(database.db, now)),
		...(await listTrialProblems(database.db, { ...config.selfTrial, now })),
	];
}
