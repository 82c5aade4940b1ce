import type { Migration } from "kysely/migration";
import { createRecordId, writeRecordWords } from "../../../core/records/record-store.server.ts";

/** A statement of PostgreSQL takes 65,535 parameters, one of SQLite half as many. */
const enquiriesAtOnce = 1_000;

/** Creates records with search words for earlier enquiries. */
export const registerEnquiries: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{
			enquiries: Record<
				"id" | "reference" | "receivedAt" | "firstName" | "lastName" | "email" | "phone" | "message" | "state",
				string
			>;
			records: Record<string, string | number>;
			recordWords: Record<string, string | number>;
		}>();
		const taken = new Set<number>();
		for (let after = ""; ;) {
			const enquiries = await db
				.selectFrom("enquiries")
				.selectAll()
				.where("id", ">", after)
				.orderBy("id")
				.limit(enquiriesAtOnce)
				.execute();
			if (enquiries.length === 0) return;
			const records = enquiries.map((enquiry) => {
				const receivedAt = Temporal.Instant.from(enquiry.receivedAt);
				const facts = {
					reference: enquiry.reference,
					receivedAt,
					senderName: `${enquiry.firstName} ${enquiry.lastName}`,
					senderEmail: enquiry.email.toLowerCase(),
					spam: enquiry.state === "quarantined",
					texts: [enquiry.phone, enquiry.phone.replaceAll(/\D/g, ""), enquiry.message],
				};
				let id = createRecordId(facts);
				while (taken.has(id)) id += 1;
				taken.add(id);
				return { id, words: writeRecordWords(facts), facts, receivedAt: enquiry.receivedAt };
			});
			await db
				.insertInto("records")
				.values(
					records.map(({ id, facts: { reference, senderName, senderEmail, spam }, receivedAt }) => ({
						id,
						reference,
						kind: "enquiry",
						receivedAt,
						senderName,
						senderEmail,
						spam: spam ? 1 : 0,
						stage: "",
						version: 1,
						changedAt: receivedAt,
					})),
				)
				.execute();
			await db
				.insertInto("recordWords")
				.values(records.map(({ id, words }) => ({ id, words, staffWords: "" })))
				.execute();
			after = enquiries.at(-1)?.id ?? "";
		}
	},
};
