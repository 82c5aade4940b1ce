import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import {
	claimDueEmails,
	countEmails,
	deleteExpiredEmails,
	markLateEmails,
	markEmailFailed,
	markEmailForRetry,
	markEmailSent,
	type ClaimedEmail,
} from "./outbox-store.ts";
import { EmailRefusedError, type Transport } from "./transport.ts";

/** How often the outbox looks for e-mails that another process wrote or that are due again. */
const pollMs = 5_000;
/** How often the outbox looks for e-mails that have become late. */
const alarmInterval = Temporal.Duration.from({ seconds: 30 });
/** A mail server that has not taken an e-mail by then is given up for this attempt. */
const sendTimeoutMs = 30_000;
/** Longer than a send can last, so that no e-mail goes out twice while its sender lives. */
const lease = Temporal.Duration.from({ seconds: 45 });
const emailsAtOnce = 5;
const firstRetrySeconds = 15;
const lastRetrySeconds = 3_600;
/** An e-mail that was refused after so long is given up, whatever the reason (RFC 5321, section 4.5.4.1). */
const refusedAtMost = Temporal.Duration.from({ hours: 5 * 24 });
/** How long stopping waits for e-mails under way before it breaks their connections. */
const stopGraceMs = 5_000;

export type Outbox = {
	/** Begins to deliver; says loudly when there is no mail server to deliver to. */
	start(): Promise<void>;
	/** Looks for due e-mails now, rather than at the next poll. */
	wake(): void;
	/** Resolves when no e-mail is under way any more, after about five seconds at the latest. */
	stop(): Promise<void>;
};

/**
 * Makes the outbox: it delivers every waiting e-mail at least once, always with the e-mail's own Message-ID.
 *
 * Several processes may work on one database. A failed attempt is repeated after 15 seconds, then after twice as long
 * each time up to an hour, for as long as it takes: but an e-mail that the mail server refuses is given up at once when its
 * recipient or text is at fault, and otherwise after five days. An e-mail that waits for 15 minutes raises an alarm in the
 * log, and so does one that is given up.
 *
 * @param transport undefined when no mail server is configured: e-mails wait
 */
export function createOutbox({
	database,
	transport,
	clock,
	log,
}: {
	database: Database;
	transport: Transport | undefined;
	clock: Clock;
	log: Logger;
}): Outbox {
	const stopping = new AbortController();
	const breaking = new AbortController();
	let alarmClock = Promise.withResolvers<void>();
	let running: Promise<void> | undefined;
	let nextAlarmsAt: Temporal.Instant | undefined;

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			alarmClock = Promise.withResolvers();
			try {
				if (transport) await deliverDueEmails(transport);
				await raiseAlarms();
			} catch (error) {
				log.error({ err: error }, "the outbox cannot work with the database; it tries again");
			}
			const timer = new AbortController();
			await Promise.race([
				alarmClock.promise,
				sleep(pollMs, undefined, { signal: timer.signal }).catch(() => undefined),
			]);
			timer.abort();
		}
	}

	async function deliverDueEmails(through: Transport): Promise<void> {
		let emails: ClaimedEmail[];
		do {
			const now = clock.now();
			emails = await database.write((transaction) =>
				claimDueEmails(transaction, { now, leaseUntil: now.add(lease), limit: emailsAtOnce }),
			);
			const outcomes = await Promise.allSettled(emails.map((email) => deliver(email, through)));
			for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
		} while (emails.length > 0 && !stopping.signal.aborted);
	}

	async function deliver(email: ClaimedEmail, through: Transport): Promise<void> {
		const { kind, reference } = email;
		const attempt = email.attempts + 1;
		try {
			await through.send(email, AbortSignal.any([breaking.signal, AbortSignal.timeout(sendTimeoutMs)]));
		} catch (error) {
			const message = String(error instanceof Error ? error.message : error).slice(0, 1_000);
			const isLast = Temporal.Instant.compare(clock.now(), email.queuedAt.add(refusedAtMost)) >= 0;
			if (error instanceof EmailRefusedError && (error.forGood || isLast)) {
				log.error(
					{ alarm: "email-refused", kind, reference, attempt, err: error },
					"a mail server refused an e-mail for good",
				);
				await database.write((transaction) => markEmailFailed(transaction, email, message));
			} else {
				const seconds = retryDelaySeconds(attempt, Math.random());
				log.warn(
					{ kind, reference, attempt, nextAttemptSeconds: Math.round(seconds), err: error },
					"an e-mail could not be sent; it will be tried again",
				);
				const nextAttemptAt = clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
				await database.write((transaction) => markEmailForRetry(transaction, email, { nextAttemptAt, error: message }));
			}
			return;
		}
		await database.write((transaction) => markEmailSent(transaction, email, clock.now()));
		log.info({ kind, reference, attempt }, "e-mail sent");
	}

	async function raiseAlarms(): Promise<void> {
		const now = clock.now();
		if (nextAlarmsAt && Temporal.Instant.compare(now, nextAlarmsAt) < 0) return;
		nextAlarmsAt = now.add(alarmInterval);
		const { expired, late } = await database.write(async (transaction) => ({
			expired: await deleteExpiredEmails(transaction, now),
			late: await markLateEmails(transaction, now),
		}));
		if (expired.length > 0)
			log.warn(
				{ count: expired.length, emails: expired.slice(0, 20) },
				"e-mails could not be sent in time and were dropped",
			);
		if (late.length > 0) {
			log.error(
				{ alarm: "emails-late", count: late.length, emails: late.slice(0, 20) },
				"e-mails have waited for 15 minutes",
			);
		}
	}

	return {
		async start() {
			if (!transport) {
				const { waiting } = await countEmails(database.db, clock.now());
				log.warn({ waiting }, "SMTP_URL is not set: no e-mail is sent, they all wait in the outbox until it is");
			}
			running = run();
		},
		wake: () => alarmClock.resolve(),
		async stop() {
			stopping.abort();
			alarmClock.resolve();
			const timer = setTimeout(() => breaking.abort(new Error("The server is stopping")), stopGraceMs);
			await running;
			clearTimeout(timer);
			transport?.close();
		},
	};
}

/**
 * How long to wait after a failed attempt: 15 seconds, doubled each time, at most an hour; half of it fixed, half random,
 * so that e-mails that failed together do not come back together.
 *
 * @param attempt 1 for the first
 * @param random from 0 to 1
 */
export function retryDelaySeconds(attempt: number, random: number): number {
	const longest = Math.min(lastRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1));
	return longest * (0.5 + random / 2);
}
