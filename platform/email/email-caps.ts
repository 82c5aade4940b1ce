import type { Config } from "../config.ts";
import type { EmailIntent } from "./email.ts";

/** What keeps visitors from using the server as a mail cannon. */
export type EmailCaps = Config["emailCaps"] & {
	/** Addresses of staff, to whom any number of e-mails may go. */
	staff: readonly string[];
	/** Kinds that go to people who work here, whatever their address. */
	staffKinds: readonly string[];
	/** Makes what tells somebody of a ceiling that is reached. */
	createAlarm(ceiling: EmailCeiling): EmailIntent;
	/** Called for each e-mail that is withheld, and each time that a ceiling is found to be reached; for the metrics. */
	onCapped(what: "recipient" | EmailCeiling["window"]): void;
};

/** A ceiling of e-mails that is reached: how many may leave in an hour or a day, and how many wait for that. */
export type EmailCeiling = { window: "hour" | "day"; cap: number; waiting: number };

/** Caps nothing. */
export const noEmailCaps: EmailCaps = {
	perRecipientPerDay: 0,
	perHour: 0,
	perDay: 0,
	staff: [],
	staffKinds: [],
	createAlarm() {
		throw new Error("Nothing is capped");
	},
	onCapped() {},
};
