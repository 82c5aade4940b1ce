import type { Config } from "../config.ts";

/** Returns the right-hand side of the e-mails' Message-IDs. */
export function nameMessageIds({ mailFrom, publicUrl }: Pick<Config, "mailFrom" | "publicUrl">): string {
	return mailFrom?.address.split("@").at(-1) ?? new URL(publicUrl).hostname;
}
