import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import type { PersonRelease } from "../../core/people/person-check.server.ts";
import { findEnquiry, setEnquiryState } from "./store.server.ts";

/** Makes what lets an enquiry in quarantine count when a person says that no program sent it. */
export function createEnquiryRelease({ database, clock }: { database: Database; clock: Clock }): PersonRelease {
	return {
		prefix: "ENQ",
		isHeld: async (reference) => (await findEnquiry(database.db, reference))?.state === "quarantined",
		release: (reference) =>
			database.write(async (transaction) => {
				const enquiry = await findEnquiry(transaction, reference);
				if (!enquiry) return { kind: "unknown" };
				if (enquiry.state === "quarantined") {
					await setEnquiryState(transaction, reference, "accepted");
					await releaseEmails(transaction, reference, clock.now());
				}
				return { kind: "released" };
			}),
	};
}
