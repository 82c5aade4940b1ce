import type { Clock } from "../clock.ts";
import type { Database, WriteTransaction } from "../database/database.ts";
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
/** Long, because after a time-out the server may have taken the e-mail, and the next attempt sends a copy. */
const firstRetryAfterTimeoutSeconds = 3_600;
const lastRetryAfterTimeoutSeconds = 24 * 3_600;

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
	hooks: OutboxHooks;
};

/**
 * Messages to devices and other programs are deleted when they have left, are pointless or are given up, and their many servers fail one by
 * one. Newsletters are e-mails that others do not wait for.
 */
export type Channel = "e-mails" | "newsletters" | "push messages" | "webhooks";

type Lane = {
	noun: "e-mail" | "push message" | "webhook";
	/** A message that fails for this long is given up, whatever the reason. */
	giveUpAfter: Temporal.Duration;
	lastRetrySeconds: number;
	/** Whether a message is deleted once it is over. */
	isFleeting: boolean;
};

// RFC 5321, section 4.5.4.1.
const emailLane = { noun: "e-mail", giveUpAfter: days(5), lastRetrySeconds: 3_600, isFleeting: false } as const;
const lanes: Record<Channel, Lane> = {
	"e-mails": emailLane,
	newsletters: emailLane,
	"push messages": { ...emailLane, noun: "push message", isFleeting: true },
	webhooks: { noun: "webhook", giveUpAfter: days(3), lastRetrySeconds: 6 * 3_600, isFleeting: true },
};

function days(count: number): Temporal.Duration {
	return Temporal.Duration.from({ hours: count * 24 });
}

/** Receives what happens to messages. Each function belongs to the transaction that records it. */
export type OutboxHooks = {
	noteSent?(
		transaction: WriteTransaction,
		message: Pick<ClaimedEmail, "kind" | "reference" | "messageId">,
	): Promise<void>;
	/** Receives an e-mail that had become pointless when it was due. */
	noteNotSent?(transaction: WriteTransaction, email: Pick<ClaimedEmail, "kind" | "reference">): Promise<void>;
	noteAlarm?(transaction: WriteTransaction, alarm: OutboxAlarm): Promise<void>;
};

/** An alarm of the outbox, as the log has it. */
export type OutboxAlarm = {
	alarm: "email-refused" | "email-given-up" | "email-withheld" | "email-ceiling";
	/** A sentence for people. */
	text: string;
	/** Of the e-mail's record, where it is about one. */
	reference?: string;
};

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
	hooks,
}: DeliveryDeps): (email: ClaimedEmail) => Promise<Attempt> {
	const { noun, giveUpAfter, lastRetrySeconds, isFleeting } = lanes[channel];
	const aMessage = noun === "e-mail" ? `an ${noun}` : `a ${noun}`;

	async function deliver(email: ClaimedEmail): Promise<Attempt> {
		const { kind, reference } = email;
		const renewal = setInterval(() => {
			renewLease(database.db, email, clock.now().add(emailLease)).catch((error: unknown) =>
				log.warn({ kind, reference, err: error }, `could not renew the lease of ${aMessage}; it may be sent twice`),
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
		if (isFleeting) {
			await giveUp(email);
			log.debug({ kind, reference, reason }, `${aMessage} is out of date and not sent`);
			return undefined;
		}
		await database.write(async (transaction) => {
			await markEmailNotSent(transaction, email, { now: clock.now(), reason });
			await hooks.noteNotSent?.(transaction, email);
		});
		log.warn({ kind, reference, reason }, "an e-mail is out of date and not sent");
		return undefined;
	}

	/** Deletes a message that its lane does not keep. */
	function giveUp(email: ClaimedEmail): Promise<void> {
		return database.write(async (transaction) => {
			await transport.noteGivenUp?.(transaction, email);
			await deleteClaimed(transaction, email);
		});
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
		await database.write(async (transaction) => {
			if (isFleeting) return deleteClaimed(transaction, email);
			await markEmailSent(transaction, email, clock.now());
			await hooks.noteSent?.(transaction, email);
		});
		log.info({ kind, reference, attempt: email.attempts + 1 }, `${noun} sent`);
		return "sent";
	}

	/** Records an attempt that failed in sending or rendering. */
	async function recordFailure(email: ClaimedEmail, error: unknown, what: "sent" | "rendered"): Promise<Attempt> {
		const { kind, reference } = email;
		const attempt = email.attempts + 1;
		const message = String(error instanceof Error ? error.message : error).slice(0, 1_000);
		const isOld = Temporal.Instant.compare(clock.now(), email.queuedAt.add(giveUpAfter)) >= 0;
		// A first attempt has not failed for days, however long the message has waited for it.
		const isLast = isOld && email.attempts > 0;
		const isRefused = error instanceof EmailRefusedError;
		if (isFleeting && (isRefused || isLast)) {
			log.warn({ kind, reference, attempt, err: error }, `${aMessage} is ${isRefused ? "refused" : "given up"}`);
			await giveUp(email);
			return "given-up";
		}
		if (isLast || (isRefused && error.forGood)) {
			const text = isRefused ? "an e-mail bounced" : `giving up on an e-mail that could not be ${what} for five days`;
			const alarm = isRefused ? "email-refused" : "email-given-up";
			log.error({ alarm, kind, reference, attempt, err: error }, text);
			await database.write(async (transaction) => {
				await markEmailFailed(transaction, email, message);
				await hooks.noteAlarm?.(transaction, { alarm, text, reference });
			});
			return isRefused && error.forGood ? "given-up" : "failed";
		}
		const seconds = retryDelaySeconds(attempt, Math.random(), {
			afterTimeout: error instanceof SendTimeoutError,
			lastRetrySeconds,
		});
		log.warn(
			{ kind, reference, attempt, nextAttemptSeconds: Math.round(seconds), err: error },
			`${aMessage} could not be ${what}; retrying`,
		);
		const nextAttemptAt = clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
		await database.write((transaction) =>
			markEmailForRetry(transaction, email, {
				nextAttemptAt,
				error: message,
				...(isOld && { waitsSince: clock.now() }),
			}),
		);
		return isFleeting ? "not-begun" : "failed";
	}

	return deliver;
}

/**
 * Returns the wait after a failed attempt: 15 seconds, doubled each time, at most an hour or as given; after a time-out, an hour, doubled up
 * to a day. Half of it is fixed and half random, so that e-mails that failed together do not return together.
 *
 * @param attempt 1 for the first
 * @param random from 0 to 1
 */
export function retryDelaySeconds(
	attempt: number,
	random: number,
	{ afterTimeout = false, lastRetrySeconds = emailLane.lastRetrySeconds as number } = {},
): number {
	const [first, last] = afterTimeout
		? [firstRetryAfterTimeoutSeconds, lastRetryAfterTimeoutSeconds]
		: [firstRetrySeconds, lastRetrySeconds];
	const longest = Math.min(last, first * 2 ** (attempt - 1));
	return longest * (0.5 + random / 2);
}
