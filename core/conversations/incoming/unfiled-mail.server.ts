import type { PersonalRecords } from "../../people/personal-records.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { listUnfiledFiles, unfiledKeptDays, unfiledReference } from "./message-store.server.ts";

/** Messages of programs that belong to no record, by their id. */
export const unfiledMailPersonalData: PersonalRecords = {
	kind: "unfiledMessages",
	name: "automatic message",
	names: "automatic messages",
	async listExpired(db, { now, limit }) {
		const rows = await db
			.selectFrom("incomingMessages")
			.select("id")
			.where("reference", "is", null)
			.where("storedAt", "<", toInstantText(now.subtract({ hours: unfiledKeptDays * 24 })))
			.limit(limit)
			.execute();
		return rows.map(({ id }) => id);
	},
	async listOfAddress(db, email, { before, limit }) {
		const rows = await db
			.selectFrom("incomingMessages")
			.select("id")
			.where("reference", "is", null)
			.where("fromAddress", "=", email.toLowerCase())
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
			.where("reference", "is", null)
			.where("fromAddress", ">", after)
			.orderBy("fromAddress")
			.limit(limit)
			.execute();
		return rows.map(({ fromAddress }) => fromAddress);
	},
	async listExisting(db, among) {
		if (among.length === 0) return [];
		const rows = await db
			.selectFrom("incomingMessages")
			.select("id")
			.where("reference", "is", null)
			.where("id", "in", among)
			.execute();
		return rows.map(({ id }) => id);
	},
	async describe(db, references) {
		if (references.length === 0) return [];
		const rows = await db
			.selectFrom("incomingMessages")
			.selectAll()
			.where("reference", "is", null)
			.where("id", "in", references)
			.execute();
		const files = await listUnfiledFiles(db, references);
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
	async delete(transaction, references) {
		const files = await transaction
			.deleteFrom("replyFiles")
			.where("reference", "=", unfiledReference)
			.where("replyId", "in", references)
			.returning("storedAs")
			.execute();
		const { numDeletedRows } = await transaction
			.deleteFrom("incomingMessages")
			.where("reference", "is", null)
			.where("id", "in", references)
			.executeTakeFirstOrThrow();
		return { count: Number(numDeletedRows), files: files.map(({ storedAs }) => storedAs) };
	},
};
