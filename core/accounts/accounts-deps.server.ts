import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/log.ts";
import type { Company } from "../../shared/company.ts";
import type { AccountCookies } from "./browser.server.ts";
import type { SignInLimit } from "./sign-in-limit.server.ts";

/** What everything about accounts works with. */
export type AccountsDeps = {
	config: Pick<Config, "deskUrl" | "provider">;
	/** Gives the company as it is now. */
	getCompany(): Company;
	database: Database;
	clock: Clock;
	log: Logger;
	/** Right-hand side of the Message-IDs. */
	messageIdDomain: string;
	limit: SignInLimit;
	cookies: AccountCookies;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};
