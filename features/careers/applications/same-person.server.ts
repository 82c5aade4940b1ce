import { sql, type RawBuilder } from "kysely";
import type { Connection } from "../../../platform/database/database.ts";

/** Traits that two applications of one person share. */
export type SharedTrait = "address" | "phone" | "resume";

/** Nobody reads more, and an address that a whole school shares is not a person. */
const mostApplications = 50;
/** An application that shares one trait leads to others that share another. */
const mostSteps = 3;

type Traits = { email: string; phoneKey: string | null; resumeSha256: string };

/** The compared columns, as indexes hold them, with an application's own values. */
const traits: readonly {
	name: SharedTrait;
	column: RawBuilder<unknown>;
	own: RawBuilder<unknown>;
	valueOf(of: Traits): string | null;
}[] = [
	{
		name: "address",
		column: sql`lower(other.email)`,
		own: sql`nullif(lower(own.email), '')`,
		valueOf: ({ email }) => email.toLowerCase(),
	},
	{
		name: "phone",
		column: sql`other.phone_key`,
		own: sql`nullif(own.phone_key, '')`,
		valueOf: ({ phoneKey }) => phoneKey,
	},
	{
		name: "resume",
		column: sql`other.resume_sha256`,
		own: sql`nullif(own.resume_sha256, '')`,
		valueOf: ({ resumeSha256 }) => resumeSha256,
	},
];

/** Lists the other applications of a person, quarantined ones too, by reference, each with what it shares with an earlier one. */
export async function listOfSamePerson(db: Connection, reference: string): Promise<Map<string, Set<SharedTrait>>> {
	const found = new Map<string, Set<SharedTrait>>();
	let newest = [reference];
	for (let step = 0; step < mostSteps && newest.length > 0; step++) {
		const known = new Set([reference, ...found.keys()]);
		const own = await db
			.selectFrom("applications")
			.select(["email", "phoneKey", "resumeSha256"])
			.where("reference", "in", newest)
			.execute();
		for (const { name, column, valueOf } of traits) {
			const values = [...new Set(own.map(valueOf))].filter(Boolean);
			if (values.length === 0) continue;
			const { rows } = await sql<{ reference: string }>`
				select other.reference as reference from applications other
				where ${column} in (${sql.join(values)}) and other.reference not in (${sql.join([...known])})
				limit ${sql.lit(mostApplications)}`.execute(db);
			for (const { reference: other } of rows)
				if (found.has(other) || found.size < mostApplications)
					found.set(other, (found.get(other) ?? new Set()).add(name));
		}
		newest = [...found.keys()].filter((one) => !known.has(one));
	}
	return found;
}

/** Finds which applications share an address, a merged one, a phone number or a resume with any other. */
export async function findAppliedAgain(db: Connection, references: readonly string[]): Promise<Set<string>> {
	if (references.length === 0) return new Set();
	// One index look-up each: PostgreSQL may read the whole table for a join.
	const shared = traits.map(
		({ column, own }) =>
			sql`(select 1 from applications other where ${column} = ${own} and other.reference <> own.reference limit 1) is not null`,
	);
	const isMerged = sql`(select 1 from merged_addresses merged
		inner join applications other on lower(other.email) = merged.other
		where merged.address = lower(own.email) limit 1) is not null`;
	const { rows } = await sql<{ reference: string }>`
		select own.reference as reference from applications own
		where own.reference in (${sql.join(references)}) and (${sql.join([...shared, isMerged], sql` or `)})`.execute(db);
	return new Set(rows.map((row) => row.reference));
}
