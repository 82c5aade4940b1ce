import type { Clock } from "../../../server/clock.ts";
import type { Database } from "../../../server/database/database.ts";
import { deleteLettersOf, enqueueLetter } from "../../../server/mail/letters-store.ts";
import { createReference } from "../../../server/reference.ts";
import { createToken } from "../../../server/secret-token.ts";
import { findDayInIndia, indiaTimeZone } from "../../india-time.ts";
import type { FieldError } from "../../text-rules.ts";
import type { Company } from "../../publishing/content-schema.ts";
import { listUnannouncedJobs, markJobsAnnounced } from "../jobs-store.server.ts";
import { searchJobs } from "../search.ts";
import { createAlertConfirmation, createAlertLetter } from "./letters.server.tsx";
import { validateJobAlert } from "./rules.ts";
import { deleteAlerts, findAlertByToken, insertJobAlert, listAlertsOfAddress, listConfirmedAlerts, markAlertConfirmed, type JobAlert } from "./store.server.ts";

const confirmWithin = Temporal.Duration.from({ hours: 48 });
/** More wishes than this that nobody confirmed are an attack on the address rather than interest in jobs. */
const maxUnconfirmedAlerts = 3;

export type JobAlerts = {
	/**
	 * Takes a wish for alerts and asks for consent by mail. The same wish again, or too many, change and send nothing and get the same kind of
	 * answer, so that it tells nobody whether an address is known.
	 *
	 * @param input unchecked
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	request(input: unknown): Promise<{ ok: true; reference: string } | { ok: false; errors: FieldError[] }>;
	/** Finds the alert of a private link; changes nothing. */
	find(token: string): Promise<JobAlert | undefined>;
	/** Starts the alert, for a year; a second time does nothing. Tells whether there is one. */
	confirm(token: string): Promise<boolean>;
	/** Forgets the alert and all its letters, sent or not; one that is gone already is no mistake. */
	end(token: string): Promise<void>;
	/** Writes to everybody who waits for the jobs that have come since the last call, and tells how many letters there are. */
	announce(): Promise<number>;
};

export type JobAlertsParts = {
	database: Database;
	clock: Clock;
	company: Company;
	publicUrl: string;
	messageIdDomain: string;
	/** Called when letters were put into the outbox. */
	onLetters(): void;
};

/** Makes the functions of job alerts for one server. */
export function createJobAlerts({ database, clock, company, publicUrl, messageIdDomain, onLetters }: JobAlertsParts): JobAlerts {
	const find = (token: string) => findAlertByToken(database.db, token, clock.now());

	return {
		find,

		async request(input) {
			const checked = validateJobAlert(input);
			if (!checked.ok) return checked;
			const { email, search } = checked;
			const now = clock.now();
			const live = await listAlertsOfAddress(database.db, email, now);
			const same = live.find((alert) => alert.search.q.toLowerCase() === search.q.toLowerCase() && alert.search.location === search.location);
			if (same) return { ok: true, reference: same.reference };
			const alert: JobAlert = { reference: createReference("ALR"), email, search, token: createToken(), confirmed: false, expiresAt: now.add(confirmWithin) };
			if (live.filter(({ confirmed }) => !confirmed).length >= maxUnconfirmedAlerts) return { ok: true, reference: alert.reference };
			const letter = await createAlertConfirmation(alert, { company, publicUrl });
			await database.write(async (transaction) => {
				await insertJobAlert(transaction, alert);
				await enqueueLetter(transaction, letter, { now, messageIdDomain });
			});
			onLetters();
			return { ok: true, reference: alert.reference };
		},

		async confirm(token) {
			const alert = await find(token);
			if (!alert) return false;
			const now = clock.now();
			const expiresAt = now.toZonedDateTimeISO(indiaTimeZone).add({ years: 1 }).toInstant();
			await database.write((transaction) => markAlertConfirmed(transaction, alert.reference, { now, expiresAt }));
			return true;
		},

		async end(token) {
			const alert = await find(token);
			if (!alert) return;
			await database.write(async (transaction) => {
				await deleteAlerts(transaction, [alert.reference]);
				await deleteLettersOf(transaction, [alert.reference]);
			});
		},

		async announce() {
			const now = clock.now();
			const today = findDayInIndia(now);
			const jobs = await listUnannouncedJobs(database.db, today);
			if (jobs.length === 0) return 0;
			const written = await Promise.all(
				(await listConfirmedAlerts(database.db, now)).map(async (alert) => {
					const found = searchJobs(jobs, alert.search);
					return found.length === 0 ? [] : [{ alert, letter: await createAlertLetter(alert, found, { company, publicUrl }) }];
				}),
			);
			const sent = await database.write(async (transaction) => {
				// Another process may have announced them since they were read; then it has written the letters too.
				if ((await markJobsAnnounced(transaction, jobs.map(({ id }) => id), now)) < jobs.length) return 0;
				let count = 0;
				for (const { alert, letter } of written.flat()) {
					// Consent may have been taken back while the letters were written.
					if (!(await findAlertByToken(transaction, alert.token, now))) continue;
					await enqueueLetter(transaction, letter, { now, messageIdDomain });
					count += 1;
				}
				return count;
			});
			if (sent > 0) onLetters();
			return sent;
		},
	};
}
