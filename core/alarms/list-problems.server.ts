import type { Connection } from "../../platform/database/database.ts";
import { countEmails, listEmails } from "../../platform/email/email-list-store.ts";
import type { OperationsHealth } from "../../platform/operations/operations.ts";
import { isStalled, listMailboxes } from "../conversations/incoming/mailbox-store.server.ts";
import type { Problem } from "./problem.ts";

/** Below this share of free space, the disk is almost full. */
const scarceShare = 0.1;
/** Older backups are a problem: those that somebody makes, and those that the server makes every day. */
const oldBackupDays = 2;
const oldAutomaticHours = 26;
/** Most late e-mails that are logged. */
const loggedEmails = 20;
/** Begins the keys of mailboxes that are not read. */
export const mailboxStalled = "mailbox-stalled:";

/** Writes an instant in the zone of the company. */
type WriteTime = (instant: Temporal.Instant) => string;

/** Lists the problems of disk and backups. */
export function listHealthProblems(
	{ disk, backup, rehearsal, automatic }: OperationsHealth,
	now: Temporal.Instant,
	writeTime: WriteTime,
): Problem[] {
	const problems: Problem[] = [];
	const add = (key: string, text: string) => problems.push({ key, text });
	if (disk.freeBytes < disk.totalBytes * scarceShare) add("disk-full", "Disk almost full: less than 10% is free.");
	if (automatic?.failure) {
		const { text, at, retryAt } = automatic.failure;
		add("backup-failed", `The backup failed (${writeTime(at)}): ${text}. Next attempt: ${writeTime(retryAt)}.`);
	}
	const hours = backup && Math.floor(backup.at.until(now).total("hours"));
	const days = hours === undefined ? 0 : Math.floor(hours / 24);
	if (days >= oldBackupDays) add("backup-late", `The last backup is ${days} days old.`);
	else if (automatic && hours !== undefined && hours >= oldAutomaticHours)
		add("backup-late", `The last backup is ${hours} hours old.`);
	if (backup?.failure !== undefined) add("files-damaged", `The last backup found damage: ${backup.failure}.`);
	if (rehearsal?.failure !== undefined)
		add("restore-failed", `The test restore of ${rehearsal.archive} failed: ${rehearsal.failure}.`);
	return problems;
}

/** Lists the problems of e-mail: mailboxes that are not read, and e-mails that do not leave. */
export async function listEmailProblems(db: Connection, now: Temporal.Instant): Promise<Problem[]> {
	const stalled = (await listMailboxes(db)).filter((mailbox) => isStalled(mailbox, now));
	const { late } = await countEmails(db, now);
	const emails = late === 0 ? [] : await listEmails(db, { now, among: "late", limit: loggedEmails });
	return [
		...stalled.map(({ id, address, failure }) => ({
			key: `${mailboxStalled}${id}`,
			text: `The mailbox ${address} has needed attention for five minutes${failure ? `: ${failure.error}` : "."}`,
		})),
		...(late > 0
			? [
					{
						key: "emails-late",
						text: "E-mails have been waiting for 15 minutes. Check the mail server.",
						logged: { count: late, emails: emails.map(({ kind, reference }) => ({ kind, reference })) },
					},
				]
			: []),
	];
}
