import type { Connection } from "../../platform/database/database.ts";
import type { Company } from "../../shared/company.ts";
import { findMessage } from "./incoming/message-store.server.ts";
import type { QuotedText } from "./reply-email.server.ts";

/** Longer ones are cut: the record has the whole message. */
const maxQuotedLength = 20_000;

/** Returns the message of a record that a reply quotes or forwards; undefined for none, and if it is gone. */
export async function findQuoted(
	db: Connection,
	{ reference, quotedId, isForward }: { reference: string; quotedId: string | null | undefined; isForward: boolean },
	{ locale, timeZone }: Pick<Company, "locale" | "timeZone">,
): Promise<QuotedText | undefined> {
	if (!quotedId) return undefined;
	const message = await findMessage(db, { id: quotedId, reference });
	if (!message || (message.text === "" && !isForward)) return undefined;
	const { fromName, fromAddress, subject, receivedAt, text, quoted, details } = message;
	const at = receivedAt.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
	if (!isForward)
		return {
			attribution: `On ${at}, ${fromName || fromAddress} wrote:`,
			text: text.slice(0, maxQuotedLength),
			isForward,
		};
	const to = details.to.map(({ address }) => address).join(", ");
	return {
		attribution: [
			"---------- Forwarded message ----------",
			`From: ${fromName === "" ? fromAddress : `${fromName} <${fromAddress}>`}`,
			`Date: ${at}`,
			`Subject: ${subject}`,
			...(to === "" ? [] : [`To: ${to}`]),
		].join("\n"),
		text: [text, quoted].filter(Boolean).join("\n\n").slice(0, maxQuotedLength),
		isForward,
	};
}
