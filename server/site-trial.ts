import type { GetSettings } from "../core/company/current-settings.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Logger } from "../platform/log.ts";
import { listCareersChoices } from "../shared/careers.ts";
import { createSelfTrial } from "./self-trial.ts";
import { createTrialRecords } from "./trial-records.ts";

type SiteTrialDeps = {
	config: Config;
	getSettings: GetSettings;
	getPersonalRecords(): readonly PersonalRecords[];
	database: Database;
	files: FileStore;
	/** Signs the requests. */
	secret: string;
	clock: Clock;
	log: Logger;
	/** Aborted when the server stops. */
	stopping: AbortSignal;
};

/** Creates the task that tries the site with the forms, records and sending domain of this server. */
export function createSiteTrial({
	config,
	getSettings,
	getPersonalRecords,
	...parts
}: SiteTrialDeps): () => Promise<void> {
	return createSelfTrial({
		...parts,
		publicUrl: config.publicUrl,
		...config.selfTrial,
		checkDomain: config.smtpUrl === undefined ? undefined : checkDomain,
		getForms() {
			const { company, careers } = getSettings();
			return {
				takesCalls: company.parts.booking,
				careers: company.parts.careers ? listCareersChoices(careers) : undefined,
			};
		},
		...createTrialRecords({ ...parts, getPersonalRecords }),
	});

	async function checkDomain() {
		// Loaded on use: mailauth and the public suffix list take memory that few starts need.
		const { checkSendingDomain } = await import("../platform/email/sending-domain/check-sending-domain.ts");
		return checkSendingDomain(config);
	}
}
