import type { Connection } from "../../platform/database/database.ts";
import { findKindOf, type RecordKind } from "../records/record-kind.ts";

/**
 * Lists the Message-IDs of a thread, oldest first: the confirmation, the replies, and what people answered by e-mail.
 * @param before leaves out this reply and what came later
 */
export async function listThread(
	db: Connection,
	kinds: readonly RecordKind[],
	{ reference, before }: { reference: string; before?: string },
): Promise<string[]> {
	const { confirmationKinds = [] } = findKindOf(kinds, reference) ?? {};
	const confirmations =
		confirmationKinds.length === 0
			? []
			: await db
					.selectFrom("emails")
					.select("messageId")
					.where("reference", "=", reference)
					.where("kind", "in", confirmationKinds)
					.orderBy("id")
					.execute();
	const replies = await db
		.selectFrom("recordReplies")
		.select(["id", "messageId"])
		.where("reference", "=", reference)
		.where("withdrawnAt", "is", null)
		.where("isForward", "=", 0)
		.$if(before !== undefined, (query) => query.where("id", "<", before as string))
		.execute();
	const messages = await db
		.selectFrom("incomingMessages")
		.select(["id", "messageId"])
		.where("reference", "=", reference)
		.where("sort", "=", "person")
		.where("messageId", "is not", null)
		.$if(before !== undefined, (query) => query.where("id", "<", before as string))
		.execute();
	const later = [...replies, ...messages.map(({ id, messageId }) => ({ id, messageId: `<${messageId}>` }))];
	return [...confirmations, ...later.toSorted((a, b) => (a.id < b.id ? -1 : 1))].map(({ messageId }) => messageId);
}
