import { enqueueTestEmail } from "../../platform/email/test-email.server.tsx";
import type { beginWork } from "../work.server.ts";

export async function sendTestEmail({
	deps,
	signedIn: { account },
	now,
	noting,
}: Pick<ReturnType<typeof beginWork>, "deps" | "signedIn" | "now" | "noting">): Promise<void> {
	await noting({ action: "operations.test-email", subject: account.id }).database.write((transaction) =>
		enqueueTestEmail(transaction, account, { now, messageIdDomain: deps.messageIdDomain }),
	);
	deps.onEmails();
}
