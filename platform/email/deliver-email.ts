import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import {
	deleteClaimed,
	markEmailFailed,
	markEmailForRetry,
	markEmailNotSent,
	markEmailSent,
	renewLease,
	type ClaimedEmail,
} from "./delivery-store.ts";
import type { NotSent, RenderedEmail } from "./email.ts";
import type { RenderEmail } from "./render-email.ts";
import { EmailRefusedError, SendTimeoutError, type Transport } from "./transport.ts";

/** Time limit of a whole attempt; more than a server may take for the final dot (transport.ts). */
export const sendTimeoutMs = 12 * 60_000;
/** Renewed while an e-mail is being sent, so that a live sender keeps it and a dead sender's e-mail is soon due again. */
export const emailLease = Temporal.Duration.from({ seconds: 60 });
const firstRetrySeconds = 15;
const lastRetrySeconds = 3_600;
/** Long, because after a time-out the server may have taken the e-mail, and the next attempt sends a copy. */
const firstRetryAfterTimeoutSeconds = 3_600;
const lastRetryAfterTimeoutSeconds = 24 * 3_600;
/** An e-mail that fails for this long is given up, whatever the reason (RFC 5321, section 4.5.4.1). */
const giveUpAfter = Temporal.Duration.from({ hours: 5 * 24 });

/** The outcome of an attempt; "not-begun" says nothing about the connection to the mail server. */
export type Attempt = "sent" | "given-up" | "failed" | "not-begun";

export type DeliveryDeps = {
	database: Database;
	transport: Transport;
	render: RenderEmail;
	clock: Clock;
	log: Logger;
	/** Aborts sending. */
	stopSending: AbortSignal;
	/** How often to renew the lease of an e-mail being sent, in milliseconds. */
	renewLeaseMs: number;
	/** The kind of messages that are delivered. */
	channel: Channel;
};

/**
 * Messages to devices are deleted when they have left, are pointless or are refused, and their many services fail one by one. Newsletters
 * are e-mails that others do not wait for.
 */
export type Channel = "e-mails" | "newsletters" | "push messages";

/**
 * Creates the function that tries once to deliver a claimed e-mail, and records the outcome. It keeps the e-mail's lease meanwhile.
 *
 * @throws the database's error if the outcome cannot be recorded; the e-mail is due again when its lease ends
 */
export function createDelivery({
	database,
	transport,
	render,
	clock,
	log,
	stopSending,
	renewLeaseMs,
	channel,
}: DeliveryDeps): (email: ClaimedEmail) => Promise<Attempt> {
	const isPush = channel === "push messages";

	async function deliver(email: ClaimedEmail): Promise<Attempt> {
		const { kind, reference } = email;
		const renewal = setInterval(() => {
			renewLease(database.db, email, clock.now().add(emailLease)).catch((error: unknown) =>
				log.warn({ kind, reference, err: error }, "could not renew the lease of an e-mail; it may be sent twice"),
			);
		}, renewLeaseMs);
		try {
			const rendered = await findText(email);
			return rendered ? await send(email, rendered) : "not-begun";
		} finally {
			clearInterval(renewal);
		}
	}

	/** Returns an e-mail's text; undefined if it is not to be sent, or cannot be rendered now, which is then recorded. */
	async function findText(email: ClaimedEmail): Promise<RenderedEmail | undefined> {
		if (email.stored) return email.stored;
		const { kind, reference } = email;
		let rendered: RenderedEmail | NotSent;
		try {
			rendered = await render(email);
		} catch (error) {
			await recordFailure(email, error, "rendered");
			return undefined;
		}
		if (!("notSent" in rendered)) return rendered;
		const reason = rendered.notSent;
		if (isPush) {
			await database.write((transaction) => deleteClaimed(transaction, email));
			log.debug({ kind, reference, reason }, "a push message is out of date and not sent");
			return undefined;
		}
		await database.write((transaction) => markEmailNotSent(transaction, email, { now: clock.now(), reason }));
		log.warn({ kind, reference, reason }, "an e-mail is out of date and not sent");
		return undefined;
	}

	async function send(email: ClaimedEmail, rendered: RenderedEmail): Promise<Attempt> {
		const { kind, reference, recipient, messageId } = email;
		try {
			await transport.send(
				{ ...rendered, kind, reference, recipient, messageId },
				AbortSignal.any([stopSending, AbortSignal.timeout(sendTimeoutMs)]),
			);
		} catch (error) {
			return await recordFailure(email, error, "sent");
		}
		await database.write((transaction) =>
			isPush ? deleteClaimed(transaction, email) : markEmailSent(transaction, email, clock.now()),
		);
		log.info({ kind, reference, attempt: email.attempts + 1 }, isPush ? "push message sent" : "e-mail sent");
		return "sent";
	}

	/** Records an attempt that failed in sending or rendering. */
	async function recordFailure(email: ClaimedEmail, error: unknown, what: "sent" | "rendered"): Promise<Attempt> {
		const { kind, reference } = email;
		const attempt = email.attempts + 1;
		const message = String(error instanceof Error ? error.message : error).slice(0, 1_000);
		// A first attempt has not failed for days, whatever the clock says.
		const isLast = email.attempts > 0 && Temporal.Instant.compare(clock.now(), email.queuedAt.add(giveUpAfter)) >= 0;
		const isRefused = error instanceof EmailRefusedError;
		if (isPush && isRefused) {
			log.warn({ kind, reference, attempt, err: error }, "a push message is refused");
			await database.write((transaction) => deleteClaimed(transaction, email));
			return "given-up";
		}
		if (isLast || (isRefused && error.forGood)) {
			const text = isRefused ? "an e-mail bounced" : `giving up on an e-mail that could not be ${what} for five days`;
			log.error({ alarm: isRefused ? "email-refused" : "email-given-up", kind, reference, attempt, err: error }, text);
			await database.write((transaction) => markEmailFailed(transaction, email, message));
			return isRefused && error.forGood ? "given-up" : "failed";
		}
		const seconds = retryDelaySeconds(attempt, Math.random(), { afterTimeout: error instanceof SendTimeoutError });
		log.warn(
			{ kind, reference, attempt, nextAttemptSeconds: Math.round(seconds), err: error },
			`${isPush ? "a push message" : "an e-mail"} could not be ${what}; retrying`,
		);
		const nextAttemptAt = clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
		await database.write((transaction) => markEmailForRetry(transaction, email, { nextAttemptAt, error: message }));
		return isPush ? "not-begun" : "failed";
	}

	return deliver;
}

/**
 * Returns the wait after a failed attempt: 15 seconds, doubled each time, at most an hour; after a time-out, an hour, doubled up to a
 * day. Half of it is fixed and half random, so that e-mails that failed together do not return together.
 *
 * @param attempt 1 for the first
 * @param random from 0 to 1
 */
export function retryDelaySeconds(attempt: number, random: number, { afterTimeout = false } = {}): number {
	const [first, last] = afterTimeout
		? [firstRetryAfterTimeoutSeconds, lastRetryAfterTimeoutSeconds]
		: [firstRetrySeconds, lastRetrySeconds];
	const longest = Math.min(last, first * 2 ** (attempt - 1));
	return longest * (0.5 + random / 2);
}
