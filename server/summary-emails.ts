import { listWeeklyEmailRecipients } from "../core/accounts/store.server.ts";
import { createWeeklyEmail } from "../features/analytics/weekly-email.server.tsx";
import type { Records } from "../core/records/records.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import { createQuarantineDigest } from "../core/records/quarantine-digest.server.tsx";
import type { Company } from "../shared/company.ts";
import { nameMessageIds } from "./name-message-ids.ts";
import { createDeskNumbers } from "./analytics.ts";

export type SummaryEmailsDeps = {
	config: Config;
	company: Company;
	database: Database;
	clock: Clock;
	records: Records;
	outbox: Pick<Outbox, "wake">;
};

/** E-mails of summaries to staff; each function writes what is due and returns the number of e-mails. */
export type SummaryEmails = { writeDigest(): Promise<number>; writeWeeklyEmail(): Promise<number> };

/** Creates the daily digest of quarantine and the weekly e-mail; each is written once, however often it is called. */
export function createSummaryEmails({
	config,
	company,
	database,
	clock,
	records,
	outbox,
}: SummaryEmailsDeps): SummaryEmails {
	const messageIdDomain = nameMessageIds(config);
	const onEmails = () => outbox.wake();
	const { kinds } = records;
	return {
		writeDigest: createQuarantineDigest({
			database,
			clock,
			company,
			kinds,
			messageIdDomain,
			onEmails,
		}),
		writeWeeklyEmail: createWeeklyEmail({
			database,
			clock,
			company,
			numbers: createDeskNumbers({ company, database, records }),
			names: kinds.map(({ names }) => names),
			listRecipients: listWeeklyEmailRecipients,
			messageIdDomain,
			onEmails,
		}),
	};
}
