import { sql, type ExpressionBuilder } from "kysely";
import { containsText } from "../../../platform/database/contains-text.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { PersonalRecords } from "../../people/personal-records.ts";
import { deleteNotificationsAbout } from "../../records/notifications.server.ts";
import { findRecord } from "../../records/record-store.server.ts";
import { noteStaffText } from "../../records/work-store.server.ts";
import { leaveOutCopy, listReplyCopies } from "../reply-copies.server.ts";
import { renewAwaiting } from "../reply-state.server.ts";
import type { MailAddress } from "./incoming-message.ts";
import { listFilesOf, type MessageDetails } from "./message-store.server.ts";

/** Whether a message is a person's own outside their own records: unfiled, or in somebody else's. */
const isElsewhere = (email: string) => (where: ExpressionBuilder<Tables, "incomingMessages">) =>
	where.and([
		where("fromAddress", "=", email.toLowerCase()),
		// A member wrote it for the company.
		where("accountId", "is", null),
		where.or([
			where("reference", "is", null),
			where.exists(
				where
					.selectFrom("records")
					.select("records.reference")
					.whereRef("records.reference", "=", "incomingMessages.reference")
					.where("records.senderEmail", "!=", email.toLowerCase()),
			),
		]),
	]);

/** Declares messages outside their sender's own records; those without a record expire after some days. */
export function createMessagePersonalData({ keptDays }: { keptDays: number }): PersonalRecords {
	return {
		...messagePersonalData,
		async listExpired(db, { now, limit }) {
			const rows = await db
				.selectFrom("incomingMessages")
				.select("id")
				.where("reference", "is", null)
				.where("storedAt", "<", toInstantText(now.subtract({ hours: keptDays * 24 })))
				.limit(limit)
				.execute();
			return rows.map(({ id }) => id);
		},
	};
}

/** Messages outside their sender's own records, by their id, without their term. */
export const messagePersonalData: Omit<PersonalRecords, "listExpired"> = {
	kind: "messages",
	name: "other message",
	names: "other messages",
	async listOfAddress(db, email, { before, limit }) {
		const rows = await db
			.selectFrom("incomingMessages")
			.select("id")
			.where(isElsewhere(email))
			.$if(before !== undefined, (query) => query.where("storedAt", "<", toInstantText(before as Temporal.Instant)))
			.limit(limit)
			.execute();
		return rows.map(({ id }) => id);
	},
	async listAddresses(db, { after, limit }) {
		const rows = await db
			.selectFrom("incomingMessages")
			.select("fromAddress")
			.distinct()
			.where("accountId", "is", null)
			.where("fromAddress", ">", after)
			.orderBy("fromAddress")
			.limit(limit)
			.execute();
		return rows.map(({ fromAddress }) => fromAddress);
	},
	async listExisting(db, among) {
		if (among.length === 0) return [];
		const rows = await db.selectFrom("incomingMessages").select("id").where("id", "in", among).execute();
		return rows.map(({ id }) => id);
	},
	async describe(db, references) {
		if (references.length === 0) return [];
		const rows = await db.selectFrom("incomingMessages").selectAll().where("id", "in", references).execute();
		const files = await listFilesOf(db, references);
		return rows.map(({ id, fromAddress, receivedAt, subject, text, quoted }) => {
			const at = Temporal.Instant.from(receivedAt);
			const stored = { id, from: fromAddress, receivedAt: at, subject, text, quoted };
			return {
				reference: id,
				email: fromAddress,
				at,
				fields: [
					{ label: "Received", value: at },
					{ label: "Subject", value: subject },
				],
				text: { label: "Message", value: [text, quoted].filter(Boolean).join("\n\n") },
				stored,
				files: files.filter(({ replyId }) => replyId === id).map(({ replyId: _id, ...file }) => file),
				work: [],
			};
		});
	},
	async delete(transaction, references, now) {
		const rows = await transaction
			.deleteFrom("incomingMessages")
			.where("id", "in", references)
			.returning(["id", "reference"])
			.execute();
		const files = await transaction
			.deleteFrom("replyFiles")
			.where("replyId", "in", references)
			.returning("storedAs")
			.execute();
		for (const { id } of rows) await deleteNotificationsAbout(transaction, id);
		const touched = rows.flatMap(({ reference }) => reference ?? []);
		if (touched.length > 0) {
			// Later messages may repeat its text in their history.
			await transaction
				.updateTable("incomingMessages")
				.set({ quoted: "", html: null })
				.where("reference", "in", touched)
				.where("quoted", "!=", "")
				.execute();
			await noteChanged(transaction, touched, now);
			// The message that a record awaited a reply to may be gone.
			for (const reference of new Set(touched)) await renewAwaiting(transaction, reference);
		}
		return { count: rows.length, files: files.map(({ storedAs }) => storedAs) };
	},
	async forget(transaction, email, { now, before }) {
		const address = email.toLowerCase();
		const until = before && toInstantText(before);
		const names = (column: "details" | "subject" | "text" | "quoted" | "html" | "cc") =>
			containsText(sql`lower(${sql.ref(column)})`, address);
		const rows = await transaction
			.selectFrom("incomingMessages")
			.selectAll()
			.where("fromAddress", "!=", address)
			.where((where) => where.or((["details", "subject", "text", "quoted", "html"] as const).map(names)))
			.$if(until !== undefined, (query) => query.where("storedAt", "<", until as string))
			.execute();
		const replace = (text: string) => replaceAddress(text, address);
		const touched: string[] = [];
		for (const { id, reference, details, subject, text, quoted, html } of rows) {
			const changed = {
				details: JSON.stringify(forgetIn(JSON.parse(details) as MessageDetails, address, replace)),
				subject: replace(subject),
				text: replace(text),
				// A history that names the address repeats what the person wrote.
				quoted: replace(quoted) === quoted ? quoted : "",
				html: html === null || replace(html) !== html || replace(quoted) !== quoted ? null : html,
			};
			await transaction.updateTable("incomingMessages").set(changed).where("id", "=", id).execute();
			if (reference !== null) touched.push(reference);
		}
		await noteChanged(transaction, touched, now);
		const drafts = await transaction
			.selectFrom("recordDrafts")
			.select(["id", "cc"])
			.where(names("cc"))
			.$if(until !== undefined, (query) => query.where("changedAt", "<", until as string))
			.execute();
		for (const { id, cc } of drafts)
			await transaction
				.updateTable("recordDrafts")
				.set({ cc: leaveOutCopy(cc, address) })
				.where("id", "=", id)
				.execute();
		const copies = await transaction
			.deleteFrom("replyCopies")
			.where(sql<boolean>`lower(recipient) = ${address}`)
			.$if(until !== undefined, (query) =>
				query.where("replyId", "in", (from) =>
					from
						.selectFrom("recordReplies")
						.select("id")
						.where("writtenAt", "<", until as string),
				),
			)
			.returning("messageId")
			.execute();
		await deleteEmails(
			transaction,
			copies.map(({ messageId }) => messageId),
		);
		await forgetForwards(transaction, address, { now, until });
	},
};

/** Deletes e-mails, and returns the Message-IDs of those that had not left. */
async function deleteEmails(transaction: WriteTransaction, messageIds: readonly string[]): Promise<string[]> {
	if (messageIds.length === 0) return [];
	const deleted = await transaction
		.deleteFrom("emails")
		.where("messageId", "in", messageIds)
		.returning(["messageId", "state"])
		.execute();
	return deleted.filter(({ state }) => state !== "sent").map(({ messageId }) => messageId);
}

/** Forgets whom messages were forwarded to. The next recipient takes their place; without one, a forward that has not left is not sent. */
async function forgetForwards(
	transaction: WriteTransaction,
	address: string,
	{ now, until }: { now: Temporal.Instant; until: string | undefined },
): Promise<void> {
	const forwards = await transaction
		.selectFrom("recordReplies")
		.select(["id", "reference", "messageId"])
		.where("isForward", "=", 1)
		.where(sql<boolean>`lower(recipient) = ${address}`)
		.$if(until !== undefined, (query) => query.where("writtenAt", "<", until as string))
		.execute();
	const unsent = await deleteEmails(
		transaction,
		forwards.map(({ messageId }) => messageId),
	);
	for (const { id, reference, messageId } of forwards) {
		const [next] = await listReplyCopies(transaction, { reference, replyId: id });
		if (next)
			await transaction
				.deleteFrom("replyCopies")
				.where("replyId", "=", id)
				.where("recipient", "=", next.recipient)
				.execute();
		const isStopped = !next && unsent.includes(messageId);
		await transaction
			.updateTable("recordReplies")
			.set({
				recipient: next?.recipient ?? "",
				messageId: next?.messageId ?? messageId,
				...(isStopped && { withdrawnAt: toInstantText(now) }),
			})
			.where("id", "=", id)
			.execute();
	}
	await noteChanged(
		transaction,
		forwards.map(({ reference }) => reference),
		now,
	);
}

/** Stands for an address in what other people wrote. */
const erasedAddress = "[erased]";

/** Replaces an address, in any case, where it is not part of a longer one. */
function replaceAddress(text: string, address: string): string {
	// Only these letters, so that no text changes its length.
	const folded = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
	let replaced = "";
	let done = 0;
	for (let at = folded.indexOf(address); at !== -1; at = folded.indexOf(address, at + address.length)) {
		const after = folded.slice(at + address.length, at + address.length + 2);
		if (/[\w.+-]$/.test(folded.charAt(at - 1)) || /^(?:[\w-]|\.\w)/.test(after)) continue;
		replaced += text.slice(done, at) + erasedAddress;
		done = at + address.length;
	}
	return replaced + text.slice(done);
}

function forgetIn(details: MessageDetails, address: string, replace: (text: string) => string): MessageDetails {
	const isOther = (one: MailAddress) => one.address.toLowerCase() !== address;
	const { forwardedFrom, remark } = details;
	return {
		...details,
		to: details.to.filter(isOther),
		cc: details.cc.filter(isOther),
		replyTo: details.replyTo.filter(isOther),
		forwardedFrom: forwardedFrom && isOther(forwardedFrom) ? forwardedFrom : undefined,
		remark: remark === undefined ? undefined : replace(remark),
	};
}

/** Lets search and pages forget what records have lost. */
async function noteChanged(
	transaction: WriteTransaction,
	references: readonly string[],
	now: Temporal.Instant,
): Promise<void> {
	for (const reference of new Set(references)) {
		const record = await findRecord(transaction, reference);
		if (record) await noteStaffText(transaction, record, now);
	}
}
