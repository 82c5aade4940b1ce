import type { Config } from "../platform/config.ts";
import type { Company } from "../shared/company.ts";

/** Where e-mails about enquiries and calls go, and those about applications. */
export type Mailboxes = { salesEmail: string; careersEmail: string };

/** Finds where e-mails to staff go: what the configuration says, else the company's own addresses. */
export function findMailboxes(
	config: Pick<Config, "salesEmail" | "careersEmail">,
	company: Pick<Company, "salesEmail" | "careersEmail">,
): Mailboxes {
	return {
		salesEmail: config.salesEmail ?? company.salesEmail,
		careersEmail: config.careersEmail ?? company.careersEmail,
	};
}
