import type { Generated } from "kysely";
import {
	addSubscriptionLink,
	findSubscriptionRow,
	listConfirmedRows,
	toSubscription,
	type SubscriptionLinksTable,
	type SubscriptionsTable,
	type SubscriptionTables,
} from "../../../core/subscriptions/subscription-store.server.ts";
import type { Subscription } from "../../../core/subscriptions/subscription.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { JobSearch } from "../jobs/job.ts";

type JobAlertsTable = SubscriptionsTable & {
	q: string;
	/** The label of a filter, which content may have removed since. */
	location: string;
	/** The first link, for servers of the release before: docs/decisions/0300-links-of-job-alerts-by-hash.md. */
	token: string;
	/** JSON array of ids, of jobs that are being announced. */
	toldJobs: Generated<string>;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		jobAlerts: JobAlertsTable;
		jobAlertLinks: SubscriptionLinksTable;
	}
}

/** Where job alerts are stored. */
export const alertTables: SubscriptionTables = { table: "jobAlerts", links: "jobAlertLinks", firstToken: "token" };

/** A search whose new results are sent by e-mail, once the address is confirmed. */
export type JobAlert = Subscription & { search: JobSearch };

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
		.values({ reference, email, ...search, token, confirmedAt: null, expiresAt: toInstantText(expiresAt) })
		.execute();
	await addSubscriptionLink(transaction, alertTables, reference, token);
}

/**
 * Lists confirmed alerts that have not expired, by reference.
 * @param after the last reference of the previous batch
 */
export async function listConfirmedAlerts(
	db: Connection,
	now: Temporal.Instant,
	batch: { after: string; limit: number },
): Promise<TellableAlert[]> {
	const rows = await listConfirmedRows(db, alertTables, now, batch);
	return rows.map((row) => ({
		...toJobAlert(row),
		toldJobs: JSON.parse((row as SubscriptionsTable & { toldJobs: string }).toldJobs) as string[],
	}));
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

/** Finds an alert by reference, unless it has expired. */
export async function findAlert(
	db: Connection,
	reference: string,
	now: Temporal.Instant,
): Promise<JobAlert | undefined> {
	const row = await findSubscriptionRow(db, alertTables, reference, now);
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

/** @param row of the table of job alerts, whose other columns the queries of all subscriptions return too */
export function toJobAlert(row: SubscriptionsTable): JobAlert {
	const { q, location } = row as SubscriptionsTable & JobSearch;
	return { ...toSubscription(row), search: { q, location } };
}
