import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../../server/database/database.ts";
import { toInstantText } from "../../../server/database/instant-text.ts";
import type { LocationFilter } from "../job.ts";
import type { JobSearch } from "../search.ts";

export type JobAlertsTable = {
	reference: string;
	email: string;
	q: string;
	location: LocationFilter;
	token: string;
	confirmedAt: string | null;
	expiresAt: string;
};

/** A search whose new results somebody wants by mail, once the address is confirmed. */
export type JobAlert = { reference: string; email: string; search: JobSearch; token: string; confirmed: boolean; expiresAt: Temporal.Instant };

export async function insertJobAlert(transaction: WriteTransaction, { reference, email, search, token, expiresAt }: Omit<JobAlert, "confirmed">): Promise<void> {
	await transaction.insertInto("jobAlerts").values({ reference, email, ...search, token, expiresAt: toInstantText(expiresAt) }).execute();
}

/** Lists the alerts of an address that have not lapsed, confirmed or not. */
export async function listAlertsOfAddress(db: Connection, email: string, now: Temporal.Instant): Promise<JobAlert[]> {
	const rows = await db.selectFrom("jobAlerts").selectAll().where("email", "=", email).where("expiresAt", ">", toInstantText(now)).execute();
	return rows.map(toJobAlert);
}

/** Lists the alerts that may be written to: confirmed, and not lapsed. */
export async function listConfirmedAlerts(db: Connection, now: Temporal.Instant): Promise<JobAlert[]> {
	const rows = await db.selectFrom("jobAlerts").selectAll().where("confirmedAt", "is not", null).where("expiresAt", ">", toInstantText(now)).execute();
	return rows.map(toJobAlert);
}

/** Finds an alert that has not lapsed. */
export async function findAlertByToken(db: Connection, token: string, now: Temporal.Instant): Promise<JobAlert | undefined> {
	const row = await db.selectFrom("jobAlerts").selectAll().where("token", "=", token).where("expiresAt", ">", toInstantText(now)).executeTakeFirst();
	return row && toJobAlert(row);
}

/** Confirms an alert that is not confirmed yet, and lets it run until then. */
export async function markAlertConfirmed(transaction: WriteTransaction, reference: string, { now, expiresAt }: { now: Temporal.Instant; expiresAt: Temporal.Instant }): Promise<void> {
	await transaction
		.updateTable("jobAlerts").set({ confirmedAt: toInstantText(now), expiresAt: toInstantText(expiresAt) })
		.where("reference", "=", reference).where("confirmedAt", "is", null)
		.execute();
}

export async function deleteAlert(transaction: WriteTransaction, reference: string): Promise<void> {
	await transaction.deleteFrom("jobAlerts").where("reference", "=", reference).execute();
}

/** Deletes the alerts that have lapsed and tells how many. */
export async function deleteLapsedAlerts(db: Connection, now: Temporal.Instant): Promise<number> {
	const result = await db.deleteFrom("jobAlerts").where("expiresAt", "<=", toInstantText(now)).executeTakeFirst();
	return Number(result.numDeletedRows);
}

function toJobAlert({ q, location, confirmedAt, expiresAt, ...row }: Selectable<JobAlertsTable>): JobAlert {
	return { ...row, search: { q, location }, confirmed: confirmedAt !== null, expiresAt: Temporal.Instant.from(expiresAt) };
}
