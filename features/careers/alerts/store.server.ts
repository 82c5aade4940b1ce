import { sql, type Generated, type Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { hashToken, isToken } from "../../../platform/ids/secret-token.ts";
import type { JobSearch } from "../jobs/job.ts";

type JobAlertsTable = {
	reference: string;
	email: string;
	q: string;
	/** The label of a filter, which content may have removed since. */
	location: string;
	/** The first link, for servers of the release before: docs/decisions/0300-links-of-job-alerts-by-hash.md. */
	token: string;
	confirmedAt: string | null;
	expiresAt: string;
	/** JSON array of ids, of jobs that are being announced. */
	toldJobs: Generated<string>;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobAlerts: JobAlertsTable;
		jobAlertLinks: { tokenHash: string; reference: string };
	}
}

/** How long an alert waits for its confirmation. */
export const confirmAlertWithin = Temporal.Duration.from({ hours: 48 });

/** A search whose new results are sent by e-mail, once the address is confirmed. */
export type JobAlert = {
	reference: string;
	email: string;
	search: JobSearch;
	confirmed: boolean;
	expiresAt: Temporal.Instant;
};

/** A confirmed alert with the jobs that it was told about in the current announcement. */
export type TellableAlert = JobAlert & { toldJobs: string[] };

/**
 * Stores an alert that waits for its confirmation.
 * @param token of its first private link
 */
export async function insertJobAlert(
	transaction: WriteTransaction,
	{ reference, email, search, token, expiresAt }: Omit<JobAlert, "confirmed"> & { token: string },
): Promise<void> {
	await transaction
		.insertInto("jobAlerts")
		.values({ reference, email, ...search, token, expiresAt: toInstantText(expiresAt) })
		.execute();
	await addAlertLink(transaction, reference, token);
}

/** Adds a private link to an alert; earlier ones keep working. */
export async function addAlertLink(transaction: WriteTransaction, reference: string, token: string): Promise<void> {
	await transaction
		.insertInto("jobAlertLinks")
		.values({ tokenHash: hashToken(token), reference })
		.execute();
}

/** Lists an address's alerts that have not expired, confirmed or not. */
export async function listAlertsOfAddress(db: Connection, email: string, now: Temporal.Instant): Promise<JobAlert[]> {
	const rows = await db
		.selectFrom("jobAlerts")
		.selectAll()
		.where("email", "=", email)
		.where("expiresAt", ">", toInstantText(now))
		.execute();
	return rows.map(toJobAlert);
}

/**
 * Lists confirmed alerts that have not expired, by reference.
 * @param after the last reference of the previous batch
 */
export async function listConfirmedAlerts(
	db: Connection,
	now: Temporal.Instant,
	{ after, limit }: { after: string; limit: number },
): Promise<TellableAlert[]> {
	const rows = await db
		.selectFrom("jobAlerts")
		.selectAll()
		.where("confirmedAt", "is not", null)
		.where("expiresAt", ">", toInstantText(now))
		.where("reference", ">", after)
		.orderBy("reference")
		.limit(limit)
		.execute();
	return rows.map((row) => ({ ...toJobAlert(row), toldJobs: JSON.parse(row.toldJobs) as string[] }));
}

/** Records which jobs an alert was told about; false when it has ended or was told about any since it was read. */
export async function markAlertTold(
	transaction: WriteTransaction,
	{ reference, toldJobs }: TellableAlert,
	jobIds: readonly string[],
): Promise<boolean> {
	const result = await transaction
		.updateTable("jobAlerts")
		.set({ toldJobs: JSON.stringify(jobIds) })
		.where("reference", "=", reference)
		.where("toldJobs", "=", JSON.stringify(toldJobs))
		.executeTakeFirst();
	return result.numUpdatedRows > 0n;
}

/** Finds alerts by reference, expired ones too; unknown ones are left out. */
export async function listAlertsOf(db: Connection, references: readonly string[]): Promise<JobAlert[]> {
	if (references.length === 0) return [];
	const rows = await db.selectFrom("jobAlerts").selectAll().where("reference", "in", references).execute();
	return rows.map(toJobAlert);
}

/** Finds an alert by reference, unless it has expired. */
export async function findAlert(
	db: Connection,
	reference: string,
	now: Temporal.Instant,
): Promise<JobAlert | undefined> {
	const row = await db
		.selectFrom("jobAlerts")
		.selectAll()
		.where("reference", "=", reference)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row && toJobAlert(row);
}

/** Finds an alert by one of its private links, unless it has expired. */
export async function findAlertByToken(
	db: Connection,
	token: string,
	now: Temporal.Instant,
): Promise<JobAlert | undefined> {
	if (!isToken(token)) return undefined;
	const row = await db
		.selectFrom("jobAlerts")
		.selectAll()
		.where((where) =>
			where.or([
				where(
					"reference",
					"in",
					where.selectFrom("jobAlertLinks").select("jobAlertLinks.reference").where("tokenHash", "=", hashToken(token)),
				),
				// An alert that the release before stores beside this one.
				where("token", "=", token),
			]),
		)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row && toJobAlert(row);
}

/** Returns the token of an alert's first link, for an e-mail that the release before has queued without one. */
export async function getFirstToken(db: Connection, reference: string): Promise<string> {
	const row = await db
		.selectFrom("jobAlerts")
		.select("token")
		.where("reference", "=", reference)
		.executeTakeFirstOrThrow();
	return row.token;
}

/** Confirms an unconfirmed alert and sets when it expires. */
export async function markAlertConfirmed(
	transaction: WriteTransaction,
	reference: string,
	{ now, expiresAt }: { now: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<void> {
	await transaction
		.updateTable("jobAlerts")
		.set({ confirmedAt: toInstantText(now), expiresAt: toInstantText(expiresAt) })
		.where("reference", "=", reference)
		.where("confirmedAt", "is", null)
		.execute();
}

/**
 * Lists references of alerts.
 * @param filter by address in any case, expired at an instant, created or confirmed before one, among some; all given conditions have to
 * hold
 */
export async function listAlertReferences(
	db: Connection,
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
	const rows = await db
		.selectFrom("jobAlerts")
		.select("reference")
		.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
		.$if(lapsedBy !== undefined, (query) => query.where("expiresAt", "<=", toInstantText(lapsedBy as Temporal.Instant)))
		.$if(wantedBefore !== undefined, (query) => {
			const before = wantedBefore as Temporal.Instant;
			// An unconfirmed alert's creation is known only from its expiry.
			return query.where((where) =>
				where.or([
					where("confirmedAt", "<", toInstantText(before)),
					where.and([
						where("confirmedAt", "is", null),
						where("expiresAt", "<", toInstantText(before.add(confirmAlertWithin))),
					]),
				]),
			);
		})
		.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
		.limit(limit)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Deletes alerts with their links, without e-mails, and returns their number. */
export async function deleteAlerts(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	await transaction.deleteFrom("jobAlertLinks").where("reference", "in", references).execute();
	const result = await transaction.deleteFrom("jobAlerts").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

function toJobAlert({
	q,
	location,
	confirmedAt,
	expiresAt,
	toldJobs: _toldJobs,
	token: _token,
	...row
}: Selectable<JobAlertsTable>): JobAlert {
	return {
		...row,
		search: { q, location },
		confirmed: confirmedAt !== null,
		expiresAt: Temporal.Instant.from(expiresAt),
	};
}
