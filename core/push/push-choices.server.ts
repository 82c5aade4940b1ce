import type { Connection, WriteTransaction } from "../../platform/database/database.ts";

/**
 * The occasions of notifications on devices: a mention, a record or appointment of one's own, an appointment that is about to begin, and,
 * for admins, an alarm.
 */
export const pushTopics = ["mention", "record", "appointment", "alarm"] as const;
export type PushTopic = (typeof pushTopics)[number];

/** Lists the topics that a member has left on. */
export async function findPushChoices(db: Connection, accountId: string): Promise<PushTopic[]> {
	const row = await db
		.selectFrom("notificationSettings")
		.select("pushOff")
		.where("accountId", "=", accountId)
		.executeTakeFirst();
	const off = row?.pushOff.split(",") ?? [];
	return pushTopics.filter((topic) => !off.includes(topic));
}

export async function setPushChoices(
	transaction: WriteTransaction,
	accountId: string,
	on: readonly PushTopic[],
): Promise<void> {
	const pushOff = pushTopics.filter((topic) => !on.includes(topic)).join(",");
	await transaction
		.insertInto("notificationSettings")
		.values({ accountId, mentionEmails: 1, pushOff })
		.onConflict((conflict) => conflict.column("accountId").doUpdateSet({ pushOff }))
		.execute();
}
