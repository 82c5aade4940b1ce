import type { Accounts } from "../core/accounts/accounts.server.ts";
import { listWeeklyEmailRecipients } from "../core/accounts/store.server.ts";
import { forgetUndos } from "../core/appointments/appointment-changes-store.server.ts";
import { deletePastHostTimes } from "../core/appointments/delete-past-times.server.ts";
import { deleteDiscardedDrafts } from "../core/conversations/drafts.server.ts";
import type { ImportRunner } from "../core/imports/run-imports.server.ts";
import { listUnwrittenNotices } from "../core/incidents/incident-store.server.ts";
import { writeNotices } from "../core/incidents/notices.server.ts";
import { findSweepHold } from "../core/people/last-sweep.server.ts";
import { deleteExpiredPersonChecks } from "../core/people/person-check.server.ts";
import { announceAppointments } from "../core/push/announce-appointments.server.ts";
import { deleteOldReadEntries } from "../core/read-log/read-log-store.server.ts";
import { fillSenderColumns } from "../core/records/fill-sender-columns.server.ts";
import { keepPublicReplyTimes } from "../core/records/public-reply-times.server.ts";
import { writeQuarantineDigest } from "../core/records/quarantine-digest.server.tsx";
import type { RecordKind } from "../core/records/record-kind.ts";
import type { Records } from "../core/records/records.server.ts";
import { announceWoken } from "../core/records/snooze.server.ts";
import { tidyDeliveries } from "../core/webhooks/delivery-store.server.ts";
import { writeWeeklyEmail } from "../features/analytics/weekly-email.server.tsx";
import { lapseUnconfirmed, releaseForgottenHosts } from "../features/booking/allocate-hosts.server.ts";
import { callChanges } from "../features/booking/call-changes.server.ts";
import { forgetNetworks } from "../features/booking/store.server.ts";
import { fillPhoneKeys } from "../features/careers/applications/store.server.ts";
import { interviewChanges } from "../features/careers/interviews/interview-events.server.ts";
import type { IssueSender } from "../features/newsletter/send-issues.server.ts";
import { deleteEndedPreviewLinks } from "../features/publishing/preview-links/preview-link-store.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { deleteOldChanges } from "../platform/database/follow-changes.ts";
import { deleteExpiredKeys } from "../platform/http/idempotency.ts";
import { deleteEndedPostCounts } from "../platform/http/post-counts.ts";
import type { RecurringTask } from "../platform/recurring-work.ts";
import type { Company } from "../shared/company.ts";
import { createDeskAnalytics } from "./analytics.ts";
import { registerMissing } from "./records.ts";

/** How late a device may be notified of an appointment that is about to begin. */
const announceMs = 15_000;
/** How soon an import begins that a page has asked for. */
const importMs = 1_000;
const hourMs = 60 * 60 * 1_000;
const minuteMs = 60 * 1_000;
/** How often e-mails of a newsletter are written, as many as its rate allows. */
const issuesMs = 1_000;
/** Open pages show a record that is back within this time. */
const wokenMs = 10_000;
/** How often due releases are looked for. */
const publishDueMs = 5_000;
/** How soon search engines are told of a change; requests are at least a minute apart. */
const tellSearchEnginesMs = 5_000;
/** How soon reply times for the site are measured after midnight, or after settings that they depend on have changed. */
const measureMs = 10_000;
/** How soon a changed notice at a form is stored; a record that needs it sooner stores it itself. */
const keepNoticesMs = 10_000;
/** How soon a backup begins that is due or asked for. */
const backUpMs = 5_000;

/** How soon a trial of the site begins that is due or asked for. */
const trySiteMs = 5_000;

export type RecurringTaskDeps = {
	database: Database;
	clock: Clock;
	getKinds(): readonly RecordKind[];
	accounts: Pick<Accounts, "deleteEnded">;
	app: { announceJobs(): Promise<void>; callOffInterviews(): Promise<void> };
	getCompany(): Company;
	getRecords(): Records;
	issueSender: IssueSender;
	getImports(): ImportRunner;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	/** Called when e-mails may have become due. */
	onEmails(): void;
	/** Publishes what is due; undefined without a studio. */
	publishDue: (() => Promise<unknown>) | undefined;
	/** Dates the pages of the current release where that has failed; undefined without releases. */
	keepPageDates: (() => Promise<unknown>) | undefined;
	/** Tells search engines which pages have changed; undefined where that is off. */
	tellSearchEngines: (() => Promise<unknown>) | undefined;
	/** Makes a backup when one is due; undefined where the server makes none. */
	backUp: (() => Promise<void>) | undefined;
	/** Tries the public site when somebody asks for it or an hour has passed. */
	trySite(): Promise<void>;
	/** Tells owners of problems that begin or are over. */
	tellAlarms(): Promise<void>;
	/** Stores the notices at forms when they have changed. */
	keepNotices(): Promise<void>;
	/** Ends long tasks. */
	stopping: AbortSignal;
};

/** Lists the recurring tasks of a server, apart from the outbox and tasks with their own timers. */
export function listRecurringTasks({
	database,
	clock,
	getKinds,
	accounts,
	app,
	getCompany,
	getRecords,
	issueSender,
	getImports,
	messageIdDomain,
	onEmails,
	publishDue,
	keepPageDates,
	tellSearchEngines,
	backUp,
	trySite,
	tellAlarms,
	keepNotices,
	stopping,
}: RecurringTaskDeps): RecurringTask[] {
	const { db } = database;
	let announced = clock.now();
	/** Runs work that a wrong clock would do too early, or for a time that never comes. */
	const unlessHeld = async (run: () => Promise<unknown>) => {
		if (!(await findSweepHold(db, clock.now()))) await run();
	};
	const deleteEnded = () =>
		Promise.all([
			deleteExpiredKeys(db, clock.now()),
			deleteExpiredPersonChecks(db, clock.now()),
			forgetNetworks(db, clock.now()),
			forgetUndos(db, callChanges, clock.now()),
			forgetUndos(db, interviewChanges, clock.now()),
			deletePastHostTimes(db, clock.now()),
			deleteDiscardedDrafts(database, clock.now()),
			deleteEndedPreviewLinks(db, clock.now()),
			accounts.deleteEnded(),
		]);
	const writeWeekly = () => {
		const company = getCompany();
		const records = getRecords();
		return writeWeeklyEmail({
			database,
			clock,
			company,
			analytics: createDeskAnalytics({ company, database, records }),
			names: records.kinds.map(({ names }) => names),
			listRecipients: listWeeklyEmailRecipients,
			messageIdDomain,
			onEmails,
		});
	};
	return [
		{
			everyMs: hourMs,
			run: () =>
				Promise.all([
					unlessHeld(deleteEnded),
					deleteEndedPostCounts(database),
					deleteOldChanges(database),
					releaseForgottenHosts(database),
					registerMissing(database, getKinds()),
					getImports().removeLapsed(),
					fillPhoneKeys(database, stopping),
					fillSenderColumns(database, stopping),
				]),
			failure: "could not delete expired idempotency keys, counts, links, sessions and changes",
		},
		{
			everyMs: minuteMs,
			run: () => app.announceJobs(),
			failure: "could not write job alerts; retrying in a minute",
		},
		{
			everyMs: issuesMs,
			run: () => unlessHeld(issueSender.write),
			failure: "could not write e-mails of a newsletter; retrying",
		},
		{
			everyMs: hourMs,
			run: () => unlessHeld(issueSender.settle),
			failure:
				"could not end newsletter subscriptions of unknown addresses, or delete old e-mails; retrying in an hour",
		},
		{
			everyMs: hourMs,
			run: () => unlessHeld(() => database.write((transaction) => tidyDeliveries(transaction, clock.now()))),
			failure: "could not delete old deliveries of webhooks; retrying in an hour",
		},
		{
			everyMs: hourMs,
			run: () => unlessHeld(() => database.write((transaction) => deleteOldReadEntries(transaction, clock.now()))),
			failure: "could not delete old entries of the log of reads; retrying in an hour",
		},
		{
			// A desk that was stopped while it wrote them.
			everyMs: minuteMs,
			run: async () => {
				for (const id of await listUnwrittenNotices(db))
					await writeNotices({ database, clock, messageIdDomain, onEmails }, id);
			},
			failure: "could not write the notices of an incident; retrying in a minute",
		},
		{
			everyMs: keepNoticesMs,
			run: keepNotices,
			failure: "could not store the notices at forms; retrying",
		},
		{
			everyMs: measureMs,
			run: () => unlessHeld(() => keepPublicReplyTimes({ database, clock, kinds: getKinds(), company: getCompany() })),
			failure: "could not measure the reply times for the site; retrying",
		},
		{
			// Their slots are free at once.
			everyMs: minuteMs,
			run: () => database.write((transaction) => lapseUnconfirmed(transaction, clock.now())),
			failure: "could not expire unconfirmed calls; retrying in a minute",
		},
		{
			everyMs: wokenMs,
			run: async () => {
				announced = await announceWoken(database, { after: announced, now: clock.now() });
			},
			failure: "could not announce records that are back from a snooze; retrying",
		},
		{
			everyMs: importMs,
			run: () => getImports().run(stopping),
			failure: "could not go on with an import; retrying",
		},
		{
			everyMs: announceMs,
			run: () => announceAppointments(database, clock.now()),
			failure: "could not notify hosts of appointments; retrying",
		},
		{
			everyMs: minuteMs,
			run: () => app.callOffInterviews(),
			failure: "could not cancel interviews; retrying in a minute",
		},
		{
			everyMs: 5 * minuteMs,
			run: () => unlessHeld(writeWeekly),
			failure: "could not write the weekly summary; retrying",
		},
		{
			everyMs: 5 * minuteMs,
			run: () =>
				unlessHeld(() =>
					writeQuarantineDigest({
						database,
						clock,
						company: getCompany(),
						kinds: getRecords().kinds,
						messageIdDomain,
						onEmails,
					}),
				),
			failure: "could not write the digest of possible spam; retrying",
		},
		{ everyMs: trySiteMs, run: trySite, failure: "the self-test of the site failed; retrying" },
		{
			everyMs: minuteMs,
			run: tellAlarms,
			failure: "could not look for problems to tell owners of; retrying in a minute",
		},
		...(publishDue
			? [
					{
						everyMs: publishDueMs,
						run: publishDue,
						failure: "could not publish what is due; retrying",
					},
				]
			: []),
		...(keepPageDates
			? [{ everyMs: minuteMs, run: keepPageDates, failure: "could not date changed pages; retrying in a minute" }]
			: []),
		...(tellSearchEngines
			? [
					{
						everyMs: tellSearchEnginesMs,
						run: tellSearchEngines,
						failure: "could not tell search engines of changed pages; retrying",
					},
				]
			: []),
		...(backUp ? [{ everyMs: backUpMs, run: backUp, failure: "could not make a backup; retrying" }] : []),
	];
}
