import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { takeLock } from "../database/take-lock.ts";
import type { Logger } from "../log.ts";
import { createDelivery, emailLease, type Attempt, type Channel, type OutboxHooks } from "./deliver-email.ts";
import { claimDueEmails, type ClaimedEmail } from "./delivery-store.ts";
import { findEmailsLeft, withholdBeyondLimit } from "./email-limit-store.ts";
import { noEmailLimits, type EmailLimits } from "./email-limits.ts";
import { countEmails } from "./email-list-store.ts";
import type { EmailRenderers } from "./email.ts";
import { newsletterKind } from "./emails-table.ts";
import { createEmailRenderer } from "./render-email.ts";
import type { Transport } from "./transport.ts";
import { createOutboxWatch } from "./watch-outbox.ts";

/** How often to look for e-mails that another process wrote or that are due again. */
const pollMs = 5_000;
/** How often to look for late e-mails, whatever else is going on. */
const watchMs = 30_000;
const renewMs = 15_000;
/** Webhooks go to each receiver one at a time, so that a slow one keeps only its own place; there are no more receivers than places. */
const mostAtOnceOf: Record<Channel, number> = { "e-mails": 5, newsletters: 2, "push messages": 5, webhooks: 20 };
/** After this many consecutive failures, of any e-mails, one e-mail at a time is tried until one succeeds. */
const failuresUntilProbing = 5;
const firstProbeSeconds = 15;
const lastProbeSeconds = 300;
const withheldText = "an e-mail is held back: its recipient has reached the daily limit";
/** How long stopping waits for e-mails being sent before it breaks their connections. */
const stopGraceMs = 5_000;

export type Outbox = {
	/** Begins to deliver; logs a warning if no mail server is configured. */
	start(): Promise<void>;
	/** Looks for due e-mails now instead of at the next poll. */
	wake(): void;
	/** Starts sending due e-mails, as many as go at once, looks for late ones, and resolves when those attempts have ended. */
	runOnce(): Promise<void>;
	/** Starts no further e-mails here, so that a later stop finds none being sent; other processes may start them. */
	pause(): void;
	/** Resolves when no e-mail is being sent, after about five seconds at the latest. */
	stop(): Promise<void>;
};

export type OutboxDeps = {
	database: Database;
	/** Undefined if no mail server is configured: e-mails wait. */
	transport: Transport | undefined;
	/** Returns the present renderers; their kinds never change. An e-mail of another kind waits for a server that can render it. */
	getRenderers(): EmailRenderers;
	clock: Clock;
	log: Logger;
	/**
	 * The messages that it delivers: by default e-mails, apart from newsletters. The outbox of e-mails also drops messages that have expired.
	 * Webhooks about a record reach each receiver in order.
	 */
	channel?: Channel;
	/** Limits of e-mails; none by default. */
	limits?: EmailLimits;
	hooks?: OutboxHooks;
	/** How often to renew the lease of an e-mail being sent, in milliseconds. */
	renewLeaseMs?: number;
};

/**
 * Creates the outbox: it renders every waiting e-mail when it leaves and delivers it at least once, always with the e-mail's own
 * Message-ID. An e-mail that has become pointless is not sent; the log and the list of e-mails say so.
 *
 * Several processes may share a database. A failed attempt is repeated after 15 seconds, then after twice as long each time up to an hour;
 * after a time-out, when a copy may have arrived, from an hour up to a day. An e-mail refused because of its recipient or text is given up
 * at once, any other after five days. While a server takes nothing at all, one e-mail at a time is tried. An e-mail that waits for 15
 * minutes, or is given up, raises an alarm in the log.
 */
export function createOutbox({
	database,
	transport,
	getRenderers,
	clock,
	log,
	channel = "e-mails",
	limits = noEmailLimits,
	hooks = {},
	renewLeaseMs = renewMs,
}: OutboxDeps): Outbox {
	const isNewsletters = channel === "newsletters";
	const isOrdered = channel === "webhooks";
	const rendered = Object.keys(getRenderers());
	const kinds = rendered.filter((kind) => (kind === newsletterKind) === isNewsletters);
	const mostAtOnce = mostAtOnceOf[channel];
	const staffKinds = new Set(limits.staffKinds);
	const isExempt = ({ kind, recipient }: ClaimedEmail) =>
		staffKinds.has(kind) || limits.staff.some((address) => address.toLowerCase() === recipient.toLowerCase());
	const stopping = new AbortController();
	const breaking = new AbortController();
	const stopSending = breaking.signal;
	const render = createEmailRenderer({ database, getRenderers, clock });
	const deliver =
		transport && createDelivery({ database, transport, render, clock, log, stopSending, renewLeaseMs, channel, hooks });
	const watch =
		channel === "e-mails"
			? createOutboxWatch({ database, transport, render, kinds: rendered, clock, log, limits, hooks, stopSending })
			: async () => undefined;
	const underWay = new Set<Promise<void>>();
	/** E-mails being sent here, by id. */
	const beingSent = new Map<string, ClaimedEmail>();
	let wakeUp = Promise.withResolvers<void>();
	let running: Promise<void> | undefined;
	let watchTimer: NodeJS.Timeout | undefined;
	let watching: Promise<void> | undefined;
	let failuresInRow = 0;
	/** Set while the server appears to take nothing: the present wait, and the time of the next try. */
	let probing: { seconds: number; nextAt: Temporal.Instant } | undefined;

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			wakeUp = Promise.withResolvers();
			await startDueEmails();
			const timer = new AbortController();
			const nextPoll = sleep(pollMs, undefined, { signal: timer.signal }).catch(() => undefined);
			await Promise.race([wakeUp.promise, nextPoll]);
			timer.abort();
		}
		await Promise.all(underWay);
	}

	/** Sends due e-mails, a few at once; a slow one does not delay the others. Resolves when no more can be started now. */
	async function startDueEmails(): Promise<void> {
		if (!deliver) return;
		try {
			while (!stopping.signal.aborted) {
				const now = clock.now();
				if (probing && Temporal.Instant.compare(now, probing.nextAt) < 0) return;
				const limit = (probing ? 1 : mostAtOnce) - underWay.size;
				if (limit > 0) {
					const { emails, withheld } = await claim(now, isOrdered ? 1 : limit);
					if (emails.length + withheld === 0) return;
					for (const email of emails) begin(email, deliver);
					// Of webhooks, one was claimed: another receiver's may be due.
					if (emails.length === 0 || isOrdered) continue;
				}
				await Promise.race([...underWay, wakeUp.promise]);
				if (underWay.size >= (probing ? 1 : mostAtOnce)) return;
			}
		} catch (error) {
			log.error({ err: error }, "the outbox cannot use the database; retrying");
		}
	}

	/** Claims due e-mails within the limits, and holds back those beyond their recipient's limit. */
	async function claim(now: Temporal.Instant, limit: number): Promise<{ emails: ClaimedEmail[]; withheld: number }> {
		const isLimited = limits.perHour > 0 || limits.perDay > 0 || limits.perRecipientPerDay > 0;
		const { sendable, withheld } = await database.write(async (transaction) => {
			// Servers take turns to count, or together they would exceed the limit.
			if (isLimited) await takeLock(transaction, "outbox");
			const { left } = isLimited ? await findEmailsLeft(transaction, limits, now) : { left: limit };
			if (left === 0) return { sendable: [], withheld: [] };
			const claimed = await claimDueEmails(transaction, {
				now,
				leaseUntil: now.add(emailLease),
				kinds,
				limit: Math.min(limit, left),
				takesStored: channel === "e-mails",
				...(isOrdered && { inOrder: true, except: [...beingSent.values()].map(({ recipient }) => recipient) }),
			});
			const sorted = await withholdBeyondLimit(transaction, claimed, {
				limit: limits.perRecipientPerDay,
				isExempt,
				now,
			});
			for (const { reference } of sorted.withheld)
				await hooks.noteAlarm?.(transaction, { alarm: "email-withheld", text: withheldText, reference });
			return sorted;
		});
		for (const { kind, reference } of withheld) {
			limits.onLimitReached("recipient");
			log.warn({ alarm: "email-withheld", kind, reference }, withheldText);
		}
		return { emails: sendable, withheld: withheld.length };
	}

	function begin(email: ClaimedEmail, attemptDelivery: (email: ClaimedEmail) => Promise<Attempt>): void {
		// After a jump of the clock, as when a machine wakes, a lease can seem to have ended while its e-mail is still being sent.
		const same = beingSent.get(email.id);
		if (same) {
			same.lease = email.lease;
			return;
		}
		beingSent.set(email.id, email);
		const attempt = attemptDelivery(email)
			.then(noteAttempt)
			.catch((error: unknown) => log.error({ err: error }, "could not record the result of an e-mail; retrying"))
			.finally(() => {
				underWay.delete(attempt);
				beingSent.delete(email.id);
				wakeUp.resolve();
			});
		underWay.add(attempt);
	}

	/** Notices when the server stops taking e-mails, and when it takes them again. */
	function noteAttempt(attempt: Attempt): void {
		if (attempt === "not-begun") return;
		if (attempt !== "failed") {
			if (probing) log.info("the mail server accepts e-mails again");
			failuresInRow = 0;
			probing = undefined;
			return;
		}
		failuresInRow += 1;
		if (failuresInRow < failuresUntilProbing) return;
		const now = clock.now();
		if (probing && Temporal.Instant.compare(now, probing.nextAt) < 0) return;
		const seconds = probing ? Math.min(probing.seconds * 2, lastProbeSeconds) : firstProbeSeconds;
		if (!probing) log.warn("the mail server accepts no e-mails; trying one at a time");
		probing = { seconds, nextAt: now.add({ seconds }) };
	}

	function pause(): void {
		stopping.abort();
		wakeUp.resolve();
	}

	return {
		async start() {
			if (!transport) {
				const { waiting } = await countEmails(database.db, clock.now());
				log.warn({ waiting }, "SMTP_URL is not set: e-mails wait in the outbox");
			}
			watching = watch();
			watchTimer = setInterval(() => {
				watching = watching?.then(watch);
			}, watchMs);
			running = run();
		},
		wake: () => wakeUp.resolve(),
		async runOnce() {
			await startDueEmails();
			await Promise.all(underWay);
			await watch();
		},
		pause,
		async stop() {
			pause();
			clearInterval(watchTimer);
			const timer = setTimeout(() => breaking.abort(new Error("The server is stopping")), stopGraceMs);
			await running;
			await watching;
			clearTimeout(timer);
			transport?.close();
		},
	};
}
