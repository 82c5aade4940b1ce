import { sql, type RawBuilder } from "kysely";
import type { Connection } from "../../../platform/database/database.ts";

/** By what two applications are taken for one person's. */
export type SharedTrait = "address" | "phone" | "resume";

/** Nobody reads more, and an address that a whole school shares is no person. */
const mostApplications = 50;
/** Through an application that shares one thing, another is found that shares another. */
const mostSteps = 3;

type Traits = { email: string; phoneKey: string | null; resumeSha256: string };

/** What applications are compared by, as indexes hold it, with what one of them has of it. */
const traits: readonly {
	name: SharedTrait;
	column: RawBuilder<unknown>;
	own: RawBuilder<unknown>;
	valueOf(of: Traits): string | null;
}[] = [
	{
		name: "address",
		column: sql`lower(other.email)`,
		own: sql`lower(own.email)`,
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
		own: sql`own.resume_sha256`,
		valueOf: ({ resumeSha256 }) => resumeSha256,
	},
];

/**
 * Lists the other applications of whoever sent one, by reference, each with what it shares with any that was found before it. Those in
 * quarantine are among them.
 */
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

/** Finds which of some applications share an address, a phone number or a resume with any other. */
export async function findAppliedAgain(db: Connection, references: readonly string[]): Promise<Set<string>> {
	if (references.length === 0) return new Set();
	// Looked up one by one in the indexes: joined, PostgreSQL may read the whole table.
	const shared = traits.map(
		({ column, own }) =>
			sql`(select 1 from applications other where ${column} = ${own} and other.reference <> own.reference limit 1) is not null`,
	);
	const { rows } = await sql<{ reference: string }>`
		select own.reference as reference from applications own
		where own.reference in (${sql.join(references)}) and (${sql.join(shared, sql` or `)})`.execute(db);
	return new Set(rows.map((row) => row.reference));
}
