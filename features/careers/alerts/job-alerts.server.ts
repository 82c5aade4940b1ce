import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { takeLock } from "../../../platform/database/take-lock.ts";
import { respondOnce, deleteKeysOf, IdempotencyKeyReusedError } from "../../../platform/http/idempotency.ts";
import { deleteEmailsOf } from "../../../platform/email/email-personal-data.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { createReference } from "../../../platform/ids/reference.ts";
import { createToken } from "../../../platform/ids/secret-token.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import type { CareersSettings, LocationFilter } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import type { Job, SearchableJob } from "../jobs/job.ts";
import { listUnannouncedJobs, markJobsAnnounced } from "../jobs/jobs-store.server.ts";
import { searchJobs } from "../jobs/search.ts";
import { toSearchableJob } from "../jobs/searchable-job.server.ts";
import { createAlertConfirmation, createAlertEmail } from "./emails.server.tsx";
import { readJobAlert, type JobAlertWish } from "./rules.ts";
import {
	addAlertLink,
	confirmAlertWithin,
	deleteAlerts,
	findAlert,
	findAlertByToken,
	insertJobAlert,
	listAlertsOfAddress,
	listConfirmedAlerts,
	markAlertConfirmed,
	markAlertTold,
	type JobAlert,
	type TellableAlert,
} from "./store.server.ts";

/** More unconfirmed alerts than this are an attack on the address. */
const maxUnconfirmedAlerts = 3;
/** How many alerts are processed at once. */
const alertsAtOnce = 25;
const countedAtOnce = 500;

export type JobAlerts = {
	/**
	 * Accepts an alert and asks for consent by e-mail. A repeated or excessive one changes and sends nothing, and gets the same kind of
	 * response with its own reference, so that it does not reveal whether an address is known.
	 * @param idempotencyKey the same key with the same alert returns the first response
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	request(
		wish: JobAlertWish,
		options?: { idempotencyKey?: string | undefined },
	): Promise<{ ok: true; reference: string } | { ok: false; errors: FieldError[] }>;
	/** Finds the alert of a private link, without side effects. */
	find(token: string): Promise<JobAlert | undefined>;
	/** Starts the alert, for a year; a second time does nothing. Returns false when it is unknown. */
	confirm(token: string): Promise<boolean>;
	/** Deletes the alert and all its e-mails, sent or not; also succeeds when there is none. */
	end(token: string): Promise<void>;
	/**
	 * Creates e-mails for everybody who waits for the jobs added since the last call, and returns their number. Does nothing while an earlier
	 * call still runs.
	 * A job counts as announced once everybody has an e-mail about it. If a call ends early, by an error or because another process writes
	 * too, the next call continues.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	announce(): Promise<number>;
};

export type JobAlertsDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	/** The filters of the job search. */
	careers: Pick<CareersSettings, "locationFilters">;
	messageIdDomain: string;
	onEmails(): void;
};

/** Creates the functions of job alerts for one server. */
export function createJobAlerts({
	database,
	clock,
	company,
	careers,
	messageIdDomain,
	onEmails,
}: JobAlertsDeps): JobAlerts {
	const find = (token: string) => findAlertByToken(database.db, token, clock.now());
	let announcing = false;

	return {
		find,

		async request(wish, { idempotencyKey } = {}) {
			const { email, search } = readJobAlert(wish, careers.locationFilters);
			const now = clock.now();
			const alert = { reference: createReference("ALR"), email, search, expiresAt: now.add(confirmAlertWithin) };
			let written = false;
			try {
				const { answered } = await database.write((transaction) =>
					respondOnce(
						transaction,
						{ route: "job-alerts", key: idempotencyKey, body: { email, search } },
						now,
						async () => {
							await takeLock(transaction, `job alerts of ${email}`);
							const live = await listAlertsOfAddress(transaction, email, now);
							const same = live.find(
								(other) =>
									other.search.q.toLowerCase() === search.q.toLowerCase() && other.search.location === search.location,
							);
							if (!same && live.filter(({ confirmed }) => !confirmed).length < maxUnconfirmedAlerts) {
								const token = createToken();
								await insertJobAlert(transaction, { ...alert, token });
								await enqueueEmail(transaction, createAlertConfirmation(alert, token), { now, messageIdDomain });
								written = true;
							}
							// The key is deleted with the existing alert, which the response does not name.
							return { reference: same?.reference ?? alert.reference, answered: alert.reference };
						},
					),
				);
				if (written) onEmails();
				return { ok: true, reference: answered };
			} catch (error) {
				if (!(error instanceof IdempotencyKeyReusedError)) throw error;
				return { ok: false, errors: [{ field: "Idempotency-Key", message: "was used for another job alert before" }] };
			}
		},

		async confirm(token) {
			const alert = await find(token);
			if (!alert) return false;
			const now = clock.now();
			const expiresAt = now.toZonedDateTimeISO(company.timeZone).add({ years: 1 }).toInstant();
			await database.write((transaction) => markAlertConfirmed(transaction, alert.reference, { now, expiresAt }));
			return true;
		},

		async end(token) {
			const alert = await find(token);
			if (!alert) return;
			await database.write((transaction) => endAlert(transaction, alert));
		},

		async announce() {
			if (announcing) return 0;
			announcing = true;
			try {
				return await announceJobs(clock.now());
			} finally {
				announcing = false;
			}
		},
	};

	async function announceJobs(now: Temporal.Instant): Promise<number> {
		const today = findDate(now.epochMilliseconds, company.timeZone);
		const jobs = (await listUnannouncedJobs(database.db, today)).map(toSearchableJob);
		if (jobs.length === 0) return 0;
		let sent = 0;
		try {
			let after: string | undefined = "";
			while (after !== undefined) {
				const alerts: TellableAlert[] = await listConfirmedAlerts(database.db, now, { after, limit: alertsAtOnce });
				sent += await tell(alerts, jobs, now);
				after = alerts.at(-1)?.reference;
			}
			await database.write((transaction) =>
				markJobsAnnounced(
					transaction,
					jobs.map(({ id }) => id),
					now,
				),
			);
		} catch (error) {
			// The other process may know fewer jobs, so these are not announced yet.
			if (!(error instanceof ToldElsewhereError)) throw error;
		} finally {
			if (sent > 0) onEmails();
		}
		return sent;
	}

	/** Creates e-mails about unannounced jobs for some alerts, and returns their number. */
	async function tell(alerts: TellableAlert[], jobs: SearchableJob[], now: Temporal.Instant): Promise<number> {
		const due = alerts.flatMap((alert) => {
			const found = searchJobs(
				jobs.filter(({ id }) => !alert.toldJobs.includes(id)),
				alert.search,
				careers.locationFilters,
			);
			return found.length === 0 ? [] : [{ alert, found }];
		});
		if (due.length === 0) return 0;
		return database.write(async (transaction) => {
			let count = 0;
			for (const { alert, found } of due) {
				// The alert may have ended since it was read.
				if (!(await findAlert(transaction, alert.reference, now))) continue;
				if (
					!(await markAlertTold(
						transaction,
						alert,
						jobs.map(({ id }) => id),
					))
				)
					throw new ToldElsewhereError();
				const token = createToken();
				await addAlertLink(transaction, alert.reference, token);
				await enqueueEmail(transaction, createAlertEmail(alert, found, token), { now, messageIdDomain });
				count += 1;
			}
			return count;
		});
	}
}

/** Counts the confirmed alerts that match a job. */
export async function countAlertsFor(
	db: Connection,
	job: Job,
	{ now, locationFilters }: { now: Temporal.Instant; locationFilters: readonly LocationFilter[] },
): Promise<number> {
	const searchable = [toSearchableJob(job)];
	let count = 0;
	let after: string | undefined = "";
	while (after !== undefined) {
		const alerts: TellableAlert[] = await listConfirmedAlerts(db, now, { after, limit: countedAtOnce });
		count += alerts.filter(({ search }) => searchJobs(searchable, search, locationFilters).length > 0).length;
		after = alerts.at(-1)?.reference;
	}
	return count;
}

/** Deletes an alert with its e-mails and keys; does nothing with any other reference. */
export async function endAlert(
	transaction: WriteTransaction,
	{ reference }: Pick<JobAlert, "reference">,
): Promise<void> {
	if ((await deleteAlerts(transaction, [reference])) === 0) return;
	await deleteEmailsOf(transaction, [reference]);
	await deleteKeysOf(transaction, [reference]);
}

/** Another process has announced jobs to an alert since it was read. */
class ToldElsewhereError extends Error {}
