import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/log.ts";
import type { Company } from "../../shared/company.ts";
import type { AccountCookies } from "./browser.server.ts";
import type { SignInLimit } from "./sign-in-limit.server.ts";

export type AccountsDeps = {
	config: Pick<Config, "deskUrl" | "provider" | "retentionMonths">;
	/** Returns the company as currently published. */
	getCompany(): Company;
	database: Database;
	clock: Clock;
	log: Logger;
	/** Right-hand side of the Message-IDs. */
	messageIdDomain: string;
	limit: SignInLimit;
	cookies: AccountCookies;
	/** Ends the addresses that open a member's calendar without a sign-in; called when somebody else may have used the account. Returns their number. */
	endFeedsOf(transaction: WriteTransaction, accountId: string): Promise<number>;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};
