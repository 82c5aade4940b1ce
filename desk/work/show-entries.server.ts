import type { TimelineEntry } from "../../core/records/timeline.server.ts";
import { emailGroupNames, isYetToLeave, type EmailGroup } from "../../platform/email/email-list-store.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import { nameEmail } from "../records/name-email.ts";
import { showSet, showValue } from "../records/show-values.server.ts";
import type { MessageFiling } from "./message-filing.tsx";
import { showFile, showMessage } from "./show-message.server.ts";
import type { ShownEntry } from "./timeline.tsx";

/** Shows one entry of the activity, with what the member can undo. */
export function showEntry(
	entry: TimelineEntry,
	{
		company,
		now,
		accountId,
		kind,
		path,
		senderEmail,
		filing,
	}: {
		company: Pick<Company, "locale" | "timeZone" | "currency">;
		now: Temporal.Instant;
		accountId: string;
		/** Name of the record's kind, which its own e-mails begin with. */
		kind: string;
		/** Of the record's page. */
		path: string;
		/** Of the record; messages from elsewhere name their address. */
		senderEmail: string;
		/** Where its messages can go. */
		filing: MessageFiling;
	},
): ShownEntry {
	const base = { id: entry.id, at: showValue(entry.at, company) };
	if (entry.type === "note")
		return {
			...base,
			title: `Note by ${entry.author}`,
			side: "note",
			text: entry.text,
			aside: entry.editedAt ? `edited ${showValue(entry.editedAt, company).text}` : undefined,
			...(entry.editable &&
				entry.accountId === accountId && {
					note: { id: entry.id, text: entry.text, version: entry.version },
					action: { name: "remove-note", id: entry.id, label: "Remove note" },
				}),
		};
	if (entry.type === "change")
		return {
			...base,
			title: `${entry.author} ${entry.isUndo ? "undid" : "changed"} ${entry.field}: ${showSet(entry.field, entry.from, company)} → ${showSet(entry.field, entry.to, company)}`,
			event: `${entry.isUndo ? "undid " : ""}${entry.field} → ${showSet(entry.field, entry.to, company)}`,
			action:
				entry.undoable && entry.accountId === accountId
					? { name: "undo", id: entry.undoable.batch, label: "Undo" }
					: undefined,
		};
	if (entry.type === "event")
		return {
			...base,
			title: `${entry.author} ${entry.event}`,
			text: entry.text,
			event: entry.event,
			...(entry.isUndone && { state: { state: "not-sent", name: "Undone" } }),
		};
	if (entry.type === "reply") {
		if (entry.state === "withdrawn")
			return {
				...base,
				title: `${entry.reply.isForward ? "Forwarded message" : "Reply"} by ${entry.reply.senderName} not sent: ${entry.reply.subject}`,
				event: entry.reply.isForward ? "forwarded message not sent" : "reply not sent",
				unsent: entry.reply.text || undefined,
			};
		const isOwn = entry.reply.accountId === accountId;
		const isWaiting = isYetToLeave(entry.state);
		const stop = isWaiting ? { name: "stop-answer", id: entry.id, label: "Stop" } : undefined;
		const canUndo = isOwn && Temporal.Instant.compare(now, entry.reply.sendsAt) < 0;
		const undoSend = canUndo ? { name: "undo-send", id: entry.id, label: "Undo send" } : undefined;
		return {
			...base,
			title: entry.reply.isForward
				? `${entry.reply.senderName} forwarded to ${entry.reply.recipient || "[erased]"}: ${entry.reply.subject}`
				: `${entry.reply.senderName} replied: ${entry.reply.subject}`,
			text: entry.reply.text || undefined,
			side: "ours",
			state: { state: entry.state, name: emailGroupNames[entry.state] },
			aside: [entry.lastError, describeCopies(entry.copies)].filter(Boolean).join(" · ") || undefined,
			files: entry.files.map((file) => showFile(file, path)),
			action: entry.batch === undefined ? undoSend : stop,
		};
	}
	if (entry.type === "message")
		return { ...base, ...showMessage(entry.message, { path, senderEmail, filing, company }) };
	if (entry.type === "email")
		return {
			...base,
			title: `${capitalise(nameEmail(entry.kind))} sent to ${entry.recipient}`,
			event:
				entry.state === "failed"
					? undefined
					: `${nameEmail(entry.kind, kind)} ${emailGroupNames[entry.state].toLowerCase()}`,
			state: { state: entry.state, name: emailGroupNames[entry.state] },
			aside: entry.lastError,
			action:
				(entry.state === "failed" && !entry.isBounced) || entry.state === "withheld"
					? { name: "retry", id: "", label: "Resend" }
					: undefined,
		};
	return { ...base, title: "Received" };
}

/** Names the addresses that got a copy, and whether one did not. */
function describeCopies(copies: readonly { recipient: string; state: EmailGroup | undefined }[]): string | undefined {
	if (copies.length === 0) return undefined;
	const names = copies.map(({ recipient, state }) =>
		state === "failed" ? `${recipient} (${emailGroupNames.failed.toLowerCase()})` : recipient,
	);
	return `cc ${names.join(", ")}`;
}
