import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { releaseEmails } from "../../../platform/email/unsent-emails-store.ts";
import type { PersonRelease } from "../../../core/people/person-check.server.ts";
import { changeApplicationState, findApplication } from "./store.server.ts";

/** Makes what lets an application in quarantine count when a person says that no program sent it. */
export function createApplicationRelease({ database, clock }: { database: Database; clock: Clock }): PersonRelease {
	return {
		prefix: "APP",
		isHeld: async (reference) => (await findApplication(database.db, { reference }))?.state === "quarantined",
		release: (reference) =>
			database.write(async (transaction) => {
				if (!(await findApplication(transaction, { reference }))) return { kind: "unknown" };
				const now = clock.now();
				if (await changeApplicationState(transaction, reference, { from: "quarantined", to: "received", now }))
					await releaseEmails(transaction, reference, now);
				return { kind: "released" };
			}),
	};
}
