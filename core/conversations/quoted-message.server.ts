import type { Connection } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { findMessage } from "./incoming/message-store.server.ts";
import type { QuotedText } from "./reply-email.server.ts";

/** Longer ones are cut: the visitor has the whole message. */
const maxQuotedLength = 20_000;

/** Returns the message of a record that a reply quotes; undefined for none, and if it is gone. */
export async function findQuoted(
	db: Connection,
	{ reference, quotedId }: { reference: string; quotedId: string | null | undefined },
	{ locale, timeZone }: Pick<Company, "locale" | "timeZone">,
): Promise<QuotedText | undefined> {
	if (!quotedId) return undefined;
	const message = await findMessage(db, { id: quotedId, reference });
	if (!message || message.text === "") return undefined;
	const { fromName, fromAddress, receivedAt, text } = message;
	const at = receivedAt.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
	return {
		attribution: `On ${at}, ${fromName || fromAddress} wrote:`,
		text: text.slice(0, maxQuotedLength),
	};
}
