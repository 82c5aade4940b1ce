import { isStalled, type Mailbox } from "../../core/conversations/incoming/mailbox-store.server.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownMailboxStatus } from "./mailbox-status.tsx";

/** Shows whether a mailbox is read. */
export function showMailbox(
	mailbox: Mailbox,
	{ now, place }: { now: Temporal.Instant; place: Pick<CompanyTime, "locale" | "timeZone"> },
): ShownMailboxStatus {
	const { settings, failure, readAt, hasBacklog } = mailbox;
	const read = readAt && showValue(readAt, place);
	if (settings.by === "http") return { state: "sent", name: "Waiting for messages", read };
	if (failure)
		return {
			state: "failed",
			name: failure.isRead ? "Needs attention" : "Not connected",
			read,
			error: failure.error,
			isRead: failure.isRead,
			since: showValue(failure.since, place),
		};
	if (isStalled(mailbox, now)) return { state: "late", name: "Stalled", read };
	if (!read) return { state: "waiting", name: "Connecting", read };
	return { state: "sent", name: hasBacklog ? "Reading earlier messages" : "Connected", read };
}

/** Lists what is wrong with a mailbox, in whole sentences for Today. */
export function listMailboxWarnings(mailbox: Mailbox, now: Temporal.Instant): string[] {
	const { address, failure } = mailbox;
	if (failure)
		return [failure.isRead ? `${address}: ${failure.error}` : `${address} is not being read: ${failure.error}`];
	return isStalled(mailbox, now)
		? [`${address} has not been read for five minutes. Check the log, or restart the server.`]
		: [];
}
