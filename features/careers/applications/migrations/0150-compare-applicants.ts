import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const applicationsAtOnce = 500;

/** Finds applications of one person by address, phone number and resume. A release that does not know phone_key leaves it null. */
export const compareApplicants: Migration = {
	async up(migrating) {
		const db = migrating.withTables<{ applications: { id: string; phone: string } }>();
		await db.schema.alterTable("applications").addColumn("phone_key", "text").execute();
		for (let after = ""; ;) {
			const rows = await db
				.selectFrom("applications")
				.select(["id", "phone"])
				.where("id", ">", after)
				.orderBy("id")
				.limit(applicationsAtOnce)
				.execute();
			if (rows.length === 0) break;
			const cases = rows.map(({ id, phone }) => sql`when ${id} then ${toPhoneKey(phone)}`);
			await sql`update applications set phone_key = case id ${sql.join(cases, sql` `)} end where id in (${sql.join(rows.map(({ id }) => id))})`.execute(
				db,
			);
			after = rows.at(-1)?.id ?? "";
		}
		for (const column of ["phone_key", "resume_sha256"])
			await db.schema.createIndex(`applications_by_${column}`).on("applications").column(column).execute();
		await db.schema
			.createIndex("applications_by_lower_email")
			.on("applications")
			.expression(sql`lower(email)`)
			.execute();
	},
};

function toPhoneKey(phone: string): string {
	const digits = phone.replaceAll(/\D/g, "");
	return digits.length < 7 ? "" : digits.slice(-9);
}
