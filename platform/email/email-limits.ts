import type { Config } from "../config.ts";
import type { EmailIntent } from "./email.ts";

/** Limits that keep visitors from sending mass e-mail through the server. */
export type EmailLimits = Config["emailLimits"] & {
	/** Addresses of members, which have no limit. */
	staff: readonly string[];
	/** Kinds of e-mails that go to members, whatever their address. */
	staffKinds: readonly string[];
	/** Creates the e-mail that reports a reached limit. */
	createAlarm(ceiling: ReachedEmailLimit): EmailIntent;
	/** Called for each e-mail held back, and each time a limit is found to be reached; for metrics. */
	onLimitReached(what: "recipient" | ReachedEmailLimit["window"]): void;
};

/** A reached limit: the e-mails allowed in an hour or a day, and the number waiting. */
export type ReachedEmailLimit = { window: "hour" | "day"; cap: number; waiting: number };

/** No limits. */
export const noEmailLimits: EmailLimits = {
	perRecipientPerDay: 0,
	perHour: 0,
	perDay: 0,
	staff: [],
	staffKinds: [],
	createAlarm() {
		throw new Error("There is no limit");
	},
	onLimitReached() {},
};
