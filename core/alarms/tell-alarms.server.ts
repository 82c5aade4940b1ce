import type { Clock } from "../../platform/clock.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import type { Logger } from "../../platform/log.ts";
import { listAdmins } from "../accounts/store.server.ts";
import { mailboxesChangeKey } from "../conversations/incoming/mailbox-store.server.ts";
import { enqueuePush } from "../push/enqueue-push.server.ts";
import { writeEvent } from "../webhooks/delivery-store.server.ts";
import { alarmsReference, alarmKind, createAlarmEmail } from "./alarm-email.server.tsx";
import { listStandingAlarms, noteProblems, type Alarm } from "./alarm-store.server.ts";
import { mailboxStalled } from "./list-problems.server.ts";
import type { Problem } from "./problem.ts";

/** The outbox deletes e-mails with their records, and these have none. */
const keptFor = Temporal.Duration.from({ hours: 30 * 24 });
/** After that, no e-mail about it is needed. */
const goodFor = Temporal.Duration.from({ hours: 48 });

export type TellAlarmsDeps = {
	database: Database;
	clock: Clock;
	log: Logger;
	/** Lists the problems that this server sees now. */
	listProblems(): Promise<Problem[]>;
	/** Gets the e-mails; undefined for every admin. */
	alarmEmail: string | undefined;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};

/**
 * Tells the owners of the installation of each problem once when it begins and once when it is over: by e-mail, on their devices, and by
 * webhooks. Of several servers, one tells.
 */
export async function tellAlarms({
	database,
	clock,
	log,
	listProblems,
	alarmEmail,
	messageIdDomain,
	onEmails,
}: TellAlarmsDeps): Promise<void> {
	const problems = await listProblems();
	if (problems.length === 0 && (await listStandingAlarms(database.db)).length === 0) return;
	const now = clock.now();
	const { begun, ended } = await database.write(async (transaction) => {
		const changes = await noteProblems(transaction, problems, now);
		if (changes.begun.some(({ key }) => key.startsWith(mailboxStalled)))
			await recordChange(transaction, [mailboxesChangeKey]);
		if (changes.begun.length + changes.ended.length > 0) await tell(transaction, changes);
		return changes;
	});
	for (const { key, text } of begun)
		log.error({ alarm: key, ...problems.find((problem) => problem.key === key)?.logged }, text);
	for (const { key, text } of ended) log.info({ alarm: key }, `over: ${text}`);
	if (begun.length + ended.length > 0) onEmails();

	async function tell(
		transaction: WriteTransaction,
		changes: { begun: readonly Alarm[]; ended: readonly Alarm[] },
	): Promise<void> {
		const admins = await listAdmins(transaction);
		const accountIds = admins.map(({ id }) => id);
		for (const [alarms, isOver] of [
			[changes.begun, false],
			[changes.ended, true],
		] as const)
			for (const { id, key, text } of alarms) {
				const type = isOver ? "alarm.ended" : "alarm.raised";
				const reference = `${alarmsReference}:${key}`;
				await writeEvent(transaction, { type, reference, data: { alarm: key, text } }, now);
				const subject = { topic: "alarm", cause: id, isOver } as const;
				await enqueuePush(transaction, { accountIds, reference: alarmsReference, subject }, now);
			}
		await transaction
			.deleteFrom("emails")
			.where("kind", "=", alarmKind)
			.where("queuedAt", "<=", toInstantText(now.subtract(keptFor)))
			.execute();
		const texts = {
			begun: changes.begun.map(({ text }) => text),
			ended: changes.ended.map(({ text }) => text),
		};
		for (const recipient of alarmEmail === undefined ? admins.map(({ email }) => email) : [alarmEmail])
			await enqueueEmail(
				transaction,
				{ ...createAlarmEmail(texts, recipient), expiresAt: now.add(goodFor) },
				{ now, messageIdDomain },
			);
	}
}
