import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { createReference } from "../../platform/ids/reference.ts";
import type { Consent, ConsentPurpose, GivenBy, WithdrawnBy } from "./consent.ts";

type ConsentsTable = {
	reference: string;
	purpose: ConsentPurpose;
	email: string;
	subject: string;
	text: string;
	askedAt: string;
	askedOn: string;
	givenAt: string;
	givenBy: GivenBy;
	endsAt: string | null;
	withdrawnAt: string | null;
	withdrawnBy: WithdrawnBy | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		consents: ConsentsTable;
	}
}

/** A consent as it is given. */
export type NewConsent = Omit<Consent, "reference" | "withdrawn">;

/** Records a consent; an earlier one to the same, about the same subject, ends with it. */
export async function giveConsent(transaction: WriteTransaction, consent: NewConsent): Promise<void> {
	const { askedAt, givenAt, endsAt, email, ...rest } = consent;
	const now = toInstantText(givenAt);
	await transaction
		.updateTable("consents")
		.set({ endsAt: now })
		.where("subject", "=", consent.subject)
		.where("purpose", "=", consent.purpose)
		.where("withdrawnAt", "is", null)
		.where((where) => where.or([where("endsAt", "is", null), where("endsAt", ">", now)]))
		.execute();
	await transaction
		.insertInto("consents")
		.values({
			...rest,
			reference: createReference("CNS"),
			email: email.toLowerCase(),
			askedAt: toInstantText(askedAt),
			givenAt: now,
			endsAt: toOptionalInstantText(endsAt),
		})
		.execute();
}

/** Records that the consents about a subject were withdrawn. Returns false if none was in force. */
export async function withdrawConsent(
	transaction: WriteTransaction,
	subject: string,
	withdrawn: { at: Temporal.Instant; by: WithdrawnBy },
): Promise<boolean> {
	const at = toInstantText(withdrawn.at);
	const { numUpdatedRows } = await transaction
		.updateTable("consents")
		.set({ withdrawnAt: at, withdrawnBy: withdrawn.by })
		.where("subject", "=", subject)
		.where("withdrawnAt", "is", null)
		.where((where) => where.or([where("endsAt", "is", null), where("endsAt", ">", at)]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Lists references of consents.
 * @param filter by address in any case, over since an instant, given before one, among some; all given conditions have to hold
 */
export async function listConsentReferences(
	db: Connection,
	{
		email,
		overSince,
		givenBefore,
		among,
		limit,
	}: {
		email?: string;
		overSince?: Temporal.Instant;
		givenBefore?: Temporal.Instant | undefined;
		among?: readonly string[];
		limit: number;
	},
): Promise<string[]> {
	const rows = await db
		.selectFrom("consents")
		.select("reference")
		.$if(email !== undefined, (query) => query.where("email", "=", (email as string).toLowerCase()))
		.$if(overSince !== undefined, (query) => {
			const since = toInstantText(overSince as Temporal.Instant);
			return query.where((where) => where.or([where("withdrawnAt", "<=", since), where("endsAt", "<=", since)]));
		})
		.$if(givenBefore !== undefined, (query) =>
			query.where("givenAt", "<", toInstantText(givenBefore as Temporal.Instant)),
		)
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Finds consents by reference, the latest first; unknown ones are left out. */
export async function listConsents(db: Connection, references: readonly string[]): Promise<Consent[]> {
	if (references.length === 0) return [];
	const rows = await db
		.selectFrom("consents")
		.selectAll()
		.where("reference", "in", references)
		.orderBy("givenAt", "desc")
		.execute();
	return rows.map(toConsent);
}

/** Deletes consents and returns their number. */
export async function deleteConsents(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const { numDeletedRows } = await transaction
		.deleteFrom("consents")
		.where("reference", "in", references)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

function toConsent({ askedAt, givenAt, endsAt, withdrawnAt, withdrawnBy, ...row }: Selectable<ConsentsTable>): Consent {
	return {
		...row,
		askedAt: Temporal.Instant.from(askedAt),
		givenAt: Temporal.Instant.from(givenAt),
		endsAt: toOptionalInstant(endsAt),
		withdrawn:
			withdrawnAt === null || withdrawnBy === null
				? undefined
				: { at: Temporal.Instant.from(withdrawnAt), by: withdrawnBy },
	};
}
