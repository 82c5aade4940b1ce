import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import {
	claimDueLetters,
	countLetters,
	deleteExpiredLetters,
	markLateLetters,
	markLetterFailed,
	markLetterForRetry,
	markLetterSent,
	type ClaimedLetter,
} from "./outbox-store.ts";
import { LetterRefusedError, type Transport } from "./transport.ts";

/** How often the outbox looks for letters that another process wrote or that are due again. */
const pollMs = 5_000;
/** How often the outbox looks for letters that have become late. */
const alarmInterval = Temporal.Duration.from({ seconds: 30 });
/** A mail server that has not taken a letter by then is given up for this attempt. */
const sendTimeoutMs = 30_000;
/** Longer than a send can last, so that no letter goes out twice while its sender lives. */
const lease = Temporal.Duration.from({ seconds: 45 });
const lettersAtOnce = 5;
const firstRetrySeconds = 15;
const lastRetrySeconds = 3_600;
/** A letter that was refused after so long is given up, whatever the reason (RFC 5321, section 4.5.4.1). */
const refusedAtMost = Temporal.Duration.from({ hours: 5 * 24 });
/** How long stopping waits for letters under way before it breaks their connections. */
const stopGraceMs = 5_000;

export type Outbox = {
	/** Begins to deliver; says loudly when there is no mail server to deliver to. */
	start(): Promise<void>;
	/** Looks for due letters now, rather than at the next poll. */
	wake(): void;
	/** Resolves when no letter is under way any more, after about five seconds at the latest. */
	stop(): Promise<void>;
};

/**
 * Makes the outbox: it delivers every waiting letter at least once, always with the letter's own Message-ID.
 *
 * Several processes may work on one database. A failed attempt is repeated after 15 seconds, then after twice as long
 * each time up to an hour, for as long as it takes: but a letter that the mail server refuses is given up at once when its
 * recipient or text is at fault, and otherwise after five days. A letter that waits for 15 minutes raises an alarm in the
 * log, and so does one that is given up.
 *
 * @param transport undefined when no mail server is configured: letters wait
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
				if (transport) await deliverDueLetters(transport);
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

	async function deliverDueLetters(through: Transport): Promise<void> {
		let letters: ClaimedLetter[];
		do {
			const now = clock.now();
			letters = await database.write((transaction) =>
				claimDueLetters(transaction, { now, leaseUntil: now.add(lease), limit: lettersAtOnce }),
			);
			const outcomes = await Promise.allSettled(letters.map((letter) => deliver(letter, through)));
			for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
		} while (letters.length > 0 && !stopping.signal.aborted);
	}

	async function deliver(letter: ClaimedLetter, through: Transport): Promise<void> {
		const { kind, reference } = letter;
		const attempt = letter.attempts + 1;
		try {
			await through.send(letter, AbortSignal.any([breaking.signal, AbortSignal.timeout(sendTimeoutMs)]));
		} catch (error) {
			const message = String(error instanceof Error ? error.message : error).slice(0, 1_000);
			const isLast = Temporal.Instant.compare(clock.now(), letter.queuedAt.add(refusedAtMost)) >= 0;
			if (error instanceof LetterRefusedError && (error.forGood || isLast)) {
				log.error(
					{ alarm: "letter-refused", kind, reference, attempt, err: error },
					"a mail server refused a letter for good",
				);
				await database.write((transaction) => markLetterFailed(transaction, letter, message));
			} else {
				const seconds = retryDelaySeconds(attempt, Math.random());
				log.warn(
					{ kind, reference, attempt, nextAttemptSeconds: Math.round(seconds), err: error },
					"a letter could not be sent; it will be tried again",
				);
				const nextAttemptAt = clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
				await database.write((transaction) =>
					markLetterForRetry(transaction, letter, { nextAttemptAt, error: message }),
				);
			}
			return;
		}
		await database.write((transaction) => markLetterSent(transaction, letter, clock.now()));
		log.info({ kind, reference, attempt }, "letter sent");
	}

	async function raiseAlarms(): Promise<void> {
		const now = clock.now();
		if (nextAlarmsAt && Temporal.Instant.compare(now, nextAlarmsAt) < 0) return;
		nextAlarmsAt = now.add(alarmInterval);
		const { expired, late } = await database.write(async (transaction) => ({
			expired: await deleteExpiredLetters(transaction, now),
			late: await markLateLetters(transaction, now),
		}));
		if (expired.length > 0)
			log.warn(
				{ count: expired.length, letters: expired.slice(0, 20) },
				"letters could not be sent in time and were dropped",
			);
		if (late.length > 0) {
			log.error(
				{ alarm: "letters-late", count: late.length, letters: late.slice(0, 20) },
				"letters have waited for 15 minutes",
			);
		}
	}

	return {
		async start() {
			if (!transport) {
				const { waiting } = await countLetters(database.db, clock.now());
				log.warn({ waiting }, "SMTP_URL is not set: no letter is sent, they all wait in the outbox until it is");
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
 * so that letters that failed together do not come back together.
 *
 * @param attempt 1 for the first
 * @param random from 0 to 1
 */
export function retryDelaySeconds(attempt: number, random: number): number {
	const longest = Math.min(lastRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1));
	return longest * (0.5 + random / 2);
}
