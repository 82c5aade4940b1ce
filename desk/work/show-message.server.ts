import type { CalendarAnswer, StoredMessage } from "../../core/conversations/incoming/message-store.server.ts";
import type { ReplyFile } from "../../core/conversations/reply-files.server.ts";
import type { Company } from "../../shared/company.ts";
import { showShortTime, showValue } from "../records/show-values.server.ts";
import { describeBytes } from "./describe-bytes.ts";
import type { MessageFiling } from "./message-filing.tsx";
import type { ShownEntry } from "./timeline.tsx";

/** How members read the answers of calendar programs. */
const calendarAnswers: Readonly<Record<string, string>> = {
	accepted: "accepted the invitation",
	declined: "declined the invitation",
	tentative: "may attend",
	proposed: "proposed another time",
};

type Place = Pick<Company, "locale" | "timeZone">;

/** Says what somebody answered to an invitation, such as "proposed Thu 26 Nov, 3:00 PM". */
export function describeCalendarAnswer({ remark = "", proposedAt }: CalendarAnswer, place: Place): string {
	if (proposedAt !== undefined) return `proposed ${showShortTime(Temporal.Instant.from(proposedAt), place)}`;
	return calendarAnswers[remark] ?? "answered the invitation";
}

/** Shows a message that came, as what it is. */
export function showMessage(
	message: StoredMessage,
	{ path, senderEmail, filing, company }: { path: string; senderEmail: string; filing: MessageFiling; company: Place },
): Omit<ShownEntry, "id" | "at"> {
	const { id, isFirst, text, quoted, html, files, details } = message;
	const { protection, omissions, remark } = details;
	const isBounce = message.sort === "bounce";
	return {
		title: titleMessage(message, company),
		// The record shows the text of the message that it was made of.
		text: isFirst ? undefined : (isBounce && remark) || text || undefined,
		quoted: isBounce ? [text, quoted].filter(Boolean).join("\n\n") : quoted || undefined,
		aside: describeSender(message, senderEmail),
		remarks: [...(protection === undefined ? [] : [`This message is ${protection}.`]), ...omissions],
		original: html === null ? undefined : `${path}/messages/${id}`,
		forward: `${path}/messages/${id}/forward`,
		files: files.map((file) => showFile(file, path)),
		filing: { id, path, opens: filing.opens, others: isFirst ? filing.others : [] },
		side: sideOf(message),
	};
}

function sideOf({ sort, accountId }: StoredMessage): NonNullable<ShownEntry["side"]> {
	if (sort === "internal") return "note";
	return accountId === null ? "theirs" : "ours";
}

/** Says in a line what a message is, with its sender and subject. */
export function titleMessage(
	{ sort, fromName, fromAddress, accountId, subject, details }: StoredMessage,
	company: Place,
): string {
	const name = fromName || fromAddress || "Unknown sender";
	const about = subject === "" ? "" : `: ${subject}`;
	switch (sort) {
		case "bounce":
			return "Delivery failed";
		case "complaint":
			return `${name} reported an e-mail as spam`;
		case "out-of-office":
			return `Automatic reply from ${name}${about}`;
		case "calendar-reply":
			return `${name} ${describeCalendarAnswer(details, company)}`;
		case "automatic":
			return `Automatic message from ${name}${about}`;
		case "internal":
			return `Internal reply from ${name}${about}`;
		case "person":
			return accountId === null ? `${name} wrote${about}` : `${name} replied by e-mail${about}`;
	}
}

/** Says where a message came from, if not from the record's sender. */
function describeSender(
	{ sort, fromAddress, accountId, details: { list, forwardedFrom, cc } }: StoredMessage,
	senderEmail: string,
): string | undefined {
	const isElsewhere = sort === "person" && accountId === null && fromAddress !== senderEmail;
	const parts = [
		...(sort === "internal" ? ["only your team sees this"] : []),
		...(isElsewhere && forwardedFrom === undefined ? [`from another address: ${fromAddress || "none"}`] : []),
		...(forwardedFrom === undefined ? [] : [`forwarded by ${fromAddress}, first from ${forwardedFrom.address}`]),
		...(list === undefined ? [] : [`through the list ${list}`]),
		...(cc.length === 0 ? [] : [`cc ${cc.map(({ address }) => address).join(", ")}`]),
	];
	return parts.join(" · ") || undefined;
}

/** Shows the message that a reply quotes. */
export function showQuoted({ id, fromName, fromAddress, receivedAt, text }: StoredMessage, company: Place) {
	return { id, from: fromName || fromAddress, at: showValue(receivedAt, company).text, text };
}

/** Shows a file with the address from which it is downloaded. */
export function showFile({ storedAs, name, bytes }: ReplyFile, path: string) {
	return { href: `${path}/files/${encodeURIComponent(storedAs)}`, name, size: describeBytes(bytes) };
}
