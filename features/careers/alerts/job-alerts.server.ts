import type { WithdrawnBy } from "../../../core/consents/consent.ts";
import type { NoteNotice } from "../../../core/notices/note-notice.ts";
import { addSubscriptionLink } from "../../../core/subscriptions/subscription-store.server.ts";
import {
	createSubscriptions,
	endSubscription,
	type Subscriptions,
} from "../../../core/subscriptions/subscriptions.server.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { enqueueEmail } from "../../../platform/email/enqueue-email.ts";
import { createToken } from "../../../platform/ids/secret-token.ts";
import type { CareersSettings, LocationFilter } from "../../../shared/careers.ts";
import type { Company } from "../../../shared/company.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import type { Job, JobSearch, SearchableJob } from "../jobs/job.ts";
import { listUnannouncedJobs, markJobsAnnounced } from "../jobs/jobs-store.server.ts";
import { searchJobs } from "../jobs/search.ts";
import { toSearchableJob } from "../jobs/searchable-job.server.ts";
import { createAlertConfirmation, createAlertEmail } from "./emails.server.tsx";
import { alertOffer } from "./offer.ts";
import { readJobAlert, type JobAlertWish } from "./rules.ts";
import {
	alertTables,
	findAlert,
	insertJobAlert,
	listConfirmedAlerts,
	markAlertTold,
	toJobAlert,
	type JobAlert,
	type TellableAlert,
} from "./store.server.ts";

/** How many alerts are processed at once. */
const alertsAtOnce = 25;
const countedAtOnce = 500;

/** The actions of subscribers on job alerts, each of which ends some months after its confirmation, and announcing jobs to them. */
export type JobAlerts = Omit<Subscriptions<{ search: JobSearch }, JobAlert>, "request"> & {
	/** Accepts an alert, as createSubscriptions does. */
	request(
		wish: JobAlertWish,
		options?: { idempotencyKey?: string | undefined },
	): Promise<{ ok: true; reference: string } | { ok: false; errors: FieldError[] }>;
	/**
	 * Creates e-mails for everybody who waits for the jobs added since the last call, and returns their number. Does nothing while an earlier
	 * call still runs.
	 * A job counts as announced once everybody has an e-mail about it. If a call ends early, by an error or because another process writes
	 * too, the next call continues.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	announce(): Promise<number>;
	/** Calendar months after which a confirmed alert ends. */
	keptMonths: number;
};

export type JobAlertsDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	/** The filters of the job search. */
	careers: Pick<CareersSettings, "locationFilters">;
	/** Calendar months after which a confirmed alert ends. */
	keptMonths: number;
	messageIdDomain: string;
	onEmails(): void;
	noteNotice: NoteNotice;
};

/** Creates the functions of job alerts for one server. */
export function createJobAlerts({
	database,
	clock,
	company,
	careers,
	keptMonths,
	messageIdDomain,
	onEmails,
	noteNotice,
}: JobAlertsDeps): JobAlerts {
	const subscriptions = createSubscriptions<{ search: JobSearch }, JobAlert>(
		{
			tables: alertTables,
			prefix: "ALR",
			names: "job alerts",
			form: "job-alerts",
			keyReused: "was used for another job alert before",
			consent: {
				purpose: "job-alerts",
				describeOffer: () => ({ text: alertOffer, askedOn: "the results of the job search" }),
			},
			read: toJobAlert,
			isSame: (one, { search }) =>
				one.search.q.toLowerCase() === search.q.toLowerCase() && one.search.location === search.location,
			insert: insertJobAlert,
			createConfirmation: createAlertConfirmation,
			endOf: (now) => now.toZonedDateTimeISO(company.timeZone).add({ months: keptMonths }).toInstant(),
		},
		{ database, clock, messageIdDomain, onEmails, noteNotice },
	);
	let announcing = false;

	return {
		...subscriptions,
		keptMonths,

		request(wish, { idempotencyKey } = {}) {
			const { email, search } = readJobAlert(wish, careers.locationFilters);
			return subscriptions.request(email, { search }, { idempotencyKey, notice: wish.notice, body: { email, search } });
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
				await addSubscriptionLink(transaction, alertTables, alert.reference, token);
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

/** Deletes an alert with its e-mails and keys, and records how it ended; does nothing with any other reference. */
export function endAlert(
	transaction: WriteTransaction,
	{ reference }: Pick<JobAlert, "reference">,
	ended: { at: Temporal.Instant; by: WithdrawnBy },
): Promise<void> {
	return endSubscription(transaction, alertTables, reference, ended);
}

/** Another process has announced jobs to an alert since it was read. */
class ToldElsewhereError extends Error {}
