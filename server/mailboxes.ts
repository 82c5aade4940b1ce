import type { Config } from "../platform/config.ts";
import type { Company } from "../shared/company.ts";

/** Addresses for e-mails about enquiries and calls, and about applications. */
export type Mailboxes = { salesEmail: string; careersEmail: string };

/** Returns the addresses for e-mails to staff: the configuration's, else the company's. */
export function findMailboxes(
	config: Pick<Config, "salesEmail" | "careersEmail">,
	company: Pick<Company, "salesEmail" | "careersEmail">,
): Mailboxes {
	return {
		salesEmail: config.salesEmail ?? company.salesEmail,
		careersEmail: config.careersEmail ?? company.careersEmail,
	};
}
