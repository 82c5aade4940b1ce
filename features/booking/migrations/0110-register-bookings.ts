import type { Migration } from "kysely/migration";
import { insertRecords } from "../../../core/records/migrations/insert-records.ts";

/** A statement of PostgreSQL takes 65,535 parameters, one of SQLite half as many. */
const bookingsAtOnce = 1_000;

/** Creates records with search words for earlier bookings. */
export const registerBookings: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{
			bookings: Record<
				"id" | "reference" | "bookedAt" | "firstName" | "lastName" | "email" | "phone" | "message" | "domain" | "state",
				string
			>;
		}>();
		for (let after = ""; ;) {
			const bookings = await db
				.selectFrom("bookings")
				.select([
					"id",
					"reference",
					"bookedAt",
					"firstName",
					"lastName",
					"email",
					"phone",
					"message",
					"domain",
					"state",
				])
				.where("id", ">", after)
				.orderBy("id")
				.limit(bookingsAtOnce)
				.execute();
			if (bookings.length === 0) return;
			await insertRecords(
				migrating,
				bookings.map(({ reference, bookedAt, firstName, lastName, email, phone, message, domain, state }) => ({
					reference,
					kind: "booking",
					receivedAt: Temporal.Instant.from(bookedAt),
					receivedAtText: bookedAt,
					senderName: `${firstName} ${lastName}`.trim(),
					senderEmail: email,
					spam: state === "quarantined",
					stage: state === "cancelled" ? "cancelled" : "",
					texts: [phone, phone.replaceAll(/\D/g, ""), domain, message],
				})),
			);
			after = bookings.at(-1)?.id ?? "";
		}
	},
};
