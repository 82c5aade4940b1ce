import { sql, type Kysely } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { hashToken, isToken } from "../../platform/ids/secret-token.ts";
import { confirmWithin, type Subscription } from "./subscription.ts";

/** The columns that the table of every kind of subscription has. */
export type SubscriptionsTable = {
	reference: string;
	email: string;
	/** When its address was confirmed; null until then. */
	confirmedAt: string | null;
	expiresAt: string;
};

/** The table of a kind's private links. */
export type SubscriptionLinksTable = { tokenHash: string; reference: string };

/** Where a kind of subscription is stored: the tables of its feature. */
export type SubscriptionTables = {
	table: string;
	links: string;
	/** A column with the token of the first link, for servers of the release before: docs/decisions/0300-links-of-job-alerts-by-hash.md. */
	firstToken?: string;
};

/** The tables as queries here see them; other columns are returned as they are. */
function open(db: Connection, { table, links }: SubscriptionTables) {
	return {
		db: db as unknown as Kysely<{ subscriptions: SubscriptionsTable; links: SubscriptionLinksTable }>,
		table: table as "subscriptions",
		links: links as "links",
	};
}

/** Returns what the rows of all kinds say. */
export function toSubscription({ reference, email, confirmedAt, expiresAt }: SubscriptionsTable): Subscription {
	return { reference, email, confirmed: confirmedAt !== null, expiresAt: Temporal.Instant.from(expiresAt) };
}

/** Adds a private link to a subscription; earlier ones keep working. */
export async function addSubscriptionLink(
	transaction: WriteTransaction,
	tables: SubscriptionTables,
	reference: string,
	token: string,
): Promise<void> {
	const { db, links } = open(transaction, tables);
	await db
		.insertInto(links)
		.values({ tokenHash: hashToken(token), reference })
		.execute();
}

/**
 * Adds a private link to an unconfirmed subscription, which then expires later; returns false when it has as many links already.
 * @param most links
 */
export async function askSubscriberAgain(
	transaction: WriteTransaction,
	tables: SubscriptionTables,
	reference: string,
	{ token, expiresAt, most }: { token: string; expiresAt: Temporal.Instant; most: number },
): Promise<boolean> {
	const { db, table, links } = open(transaction, tables);
	const known = await db.selectFrom(links).select("reference").where("reference", "=", reference).limit(most).execute();
	if (known.length === most) return false;
	await addSubscriptionLink(transaction, tables, reference, token);
	await db
		.updateTable(table)
		.set({ expiresAt: toInstantText(expiresAt) })
		.where("reference", "=", reference)
		.execute();
	return true;
}

/** Finds a subscription's row by its reference, unless it has expired. */
export async function findSubscriptionRow(
	source: Connection,
	tables: SubscriptionTables,
	reference: string,
	now: Temporal.Instant,
): Promise<SubscriptionsTable | undefined> {
	const { db, table } = open(source, tables);
	return db
		.selectFrom(table)
		.selectAll()
		.where("reference", "=", reference)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
}

/** Finds a subscription's row by one of its private links, unless it has expired. */
export async function findSubscriptionRowByToken(
	source: Connection,
	tables: SubscriptionTables,
	token: string,
	now: Temporal.Instant,
): Promise<SubscriptionsTable | undefined> {
	if (!isToken(token)) return undefined;
	const { db, table, links } = open(source, tables);
	const { firstToken } = tables;
	return db
		.selectFrom(table)
		.selectAll()
		.where((where) =>
			where.or([
				where("reference", "in", where.selectFrom(links).select("reference").where("tokenHash", "=", hashToken(token))),
				// A subscription that the release before stores beside this one.
				...(firstToken === undefined ? [] : [sql<boolean>`${sql.ref(firstToken)} = ${token}`]),
			]),
		)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
}

/** Lists the rows of an address, in lower case, that have not expired, confirmed or not. */
export async function listSubscriptionRowsOfAddress(
	source: Connection,
	tables: SubscriptionTables,
	email: string,
	now: Temporal.Instant,
): Promise<SubscriptionsTable[]> {
	const { db, table } = open(source, tables);
	return db
		.selectFrom(table)
		.selectAll()
		.where("email", "=", email)
		.where("expiresAt", ">", toInstantText(now))
		.execute();
}

/**
 * Lists rows of confirmed subscriptions that have not expired, by reference.
 * @param after the last reference of the previous batch
 * @param confirmedBy leaves out those that were confirmed later
 */
export async function listConfirmedRows(
	source: Connection,
	tables: SubscriptionTables,
	now: Temporal.Instant,
	{ after, limit, confirmedBy }: { after: string; limit: number; confirmedBy?: Temporal.Instant },
): Promise<SubscriptionsTable[]> {
	const { db, table } = open(source, tables);
	return db
		.selectFrom(table)
		.selectAll()
		.where("confirmedAt", "is not", null)
		.$if(confirmedBy !== undefined, (query) =>
			query.where("confirmedAt", "<=", toInstantText(confirmedBy as Temporal.Instant)),
		)
		.where("expiresAt", ">", toInstantText(now))
		.where("reference", ">", after)
		.orderBy("reference")
		.limit(limit)
		.execute();
}

/** Finds rows by reference, expired ones too; unknown ones are left out. */
export async function listSubscriptionRows(
	source: Connection,
	tables: SubscriptionTables,
	references: readonly string[],
): Promise<SubscriptionsTable[]> {
	if (references.length === 0) return [];
	const { db, table } = open(source, tables);
	return db.selectFrom(table).selectAll().where("reference", "in", references).execute();
}

/** Confirms an unconfirmed subscription and sets when it expires; false when it is gone or confirmed already. */
export async function markSubscriptionConfirmed(
	transaction: WriteTransaction,
	tables: SubscriptionTables,
	reference: string,
	{ now, expiresAt }: { now: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<boolean> {
	const { db, table } = open(transaction, tables);
	const { numUpdatedRows } = await db
		.updateTable(table)
		.set({ confirmedAt: toInstantText(now), expiresAt: toInstantText(expiresAt) })
		.where("reference", "=", reference)
		.where("confirmedAt", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Lists references of subscriptions.
 * @param filter by address in any case, expired at an instant, created or confirmed before one, among some; all given conditions have to
 * hold
 */
export async function listSubscriptionReferences(
	source: Connection,
	tables: SubscriptionTables,
	{
		email,
		lapsedBy,
		wantedBefore,
		among,
		limit,
	}: {
		email?: string;
		lapsedBy?: Temporal.Instant;
		wantedBefore?: Temporal.Instant | undefined;
		among?: readonly string[];
		limit: number;
	},
): Promise<string[]> {
	const { db, table } = open(source, tables);
	const rows = await db
		.selectFrom(table)
		.select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(lapsedBy !== undefined, (query) => query.where("expiresAt", "<=", toInstantText(lapsedBy as Temporal.Instant)))
		.$if(wantedBefore !== undefined, (query) => {
			const before = wantedBefore as Temporal.Instant;
			// The creation of an unconfirmed one is known only from its expiry.
			return query.where((where) =>
				where.or([
					where("confirmedAt", "<", toInstantText(before)),
					where.and([
						where("confirmedAt", "is", null),
						where("expiresAt", "<", toInstantText(before.add(confirmWithin))),
					]),
				]),
			);
		})
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Deletes subscriptions with their links, without e-mails, and returns their number. */
export async function deleteSubscriptions(
	transaction: WriteTransaction,
	tables: SubscriptionTables,
	references: readonly string[],
): Promise<number> {
	const { db, table, links } = open(transaction, tables);
	await db.deleteFrom(links).where("reference", "in", references).execute();
	const result = await db.deleteFrom(table).where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}
