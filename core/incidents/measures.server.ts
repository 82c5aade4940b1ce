import { formatInstant } from "../../platform/clock.ts";
import type { Connection } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { CompanyTime } from "../../shared/company.ts";
import type { Incident } from "./incident.ts";

const sentences: Readonly<Record<string, string>> = {
	"account.sessions-ended": "All sessions of an account were ended",
	"account.disabled": "An account was disabled",
	"account.reset-link-made": "The sign-in of an account was reset",
	"api-token.revoke": "An API token was revoked",
};

/** Lists what was done to the accounts and tokens of an incident since it began, in whole sentences, the earliest first. */
export async function listMeasures(
	db: Connection,
	{ actors, from }: Pick<Incident, "actors" | "from">,
	company: CompanyTime,
): Promise<string[]> {
	if (actors.length === 0) return [];
	const rows = await db
		.selectFrom("auditLog")
		.select(["at", "action", "details"])
		.where("subject", "in", actors)
		.where("action", "in", Object.keys(sentences))
		.where("at", ">=", toInstantText(from))
		.orderBy("sequence")
		.execute();
	// An earlier release named the end of one session as that of all.
	const whole = rows.filter(({ details }) => !("session" in JSON.parse(details)));
	return whole.map(({ at, action }) => `${sentences[action]} on ${formatInstant(Temporal.Instant.from(at), company)}.`);
}
