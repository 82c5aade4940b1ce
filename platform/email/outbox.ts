import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { takeLock } from "../database/take-lock.ts";
import type { Logger } from "../log.ts";
import { createDelivery, emailLease, type Attempt } from "./deliver-email.ts";
import { claimDueEmails, type ClaimedEmail } from "./delivery-store.ts";
import { findEmailRoom, withholdBeyondCap } from "./email-caps-store.ts";
import { noEmailCaps, type EmailCaps } from "./email-caps.ts";
import { countEmails } from "./email-list-store.ts";
import type { EmailRenderers } from "./email.ts";
import { createEmailRenderer } from "./render-email.ts";
import type { Transport } from "./transport.ts";
import { createOutboxWatch } from "./watch-outbox.ts";

/** How often the outbox looks for e-mails that another process wrote or that are due again. */
const pollMs = 5_000;
/** How often the outbox looks for e-mails that have become late, whatever else it does meanwhile. */
const watchMs = 30_000;
const renewMs = 15_000;
const emailsAtOnce = 5;
/** After so many failures in a row, of any e-mails, one e-mail at a time is tried until one gets through. */
const failuresUntilProbing = 5;
const firstProbeSeconds = 15;
const lastProbeSeconds = 300;
/** How long stopping waits for e-mails under way before it breaks their connections. */
const stopGraceMs = 5_000;

export type Outbox = {
	/** Begins to deliver; says loudly when there is no mail server to deliver to. */
	start(): Promise<void>;
	/** Looks for due e-mails now, rather than at the next poll. */
	wake(): void;
	/** Begins to send what is due, as many as go at once, looks for late ones, and resolves when those attempts have ended. */
	runOnce(): Promise<void>;
	/** Begins no further e-mail here, so that those under way have ended when it stops; other processes may begin them. */
	pause(): void;
	/** Resolves when no e-mail is under way any more, after about five seconds at the latest. */
	stop(): Promise<void>;
};

export type OutboxDeps = {
	database: Database;
	/** Undefined when no mail server is configured: e-mails wait. */
	transport: Transport | undefined;
	/** What renders each kind of e-mail; one of another kind waits for a server that can. */
	/** Gives the renderers as they are now; their kinds never change. */
	getRenderers(): EmailRenderers;
	clock: Clock;
	log: Logger;
	/** How many e-mails may leave; none is capped when left out. */
	caps?: EmailCaps;
	/** How often the lease of an e-mail that is being sent is renewed, in milliseconds. */
	renewLeaseMs?: number;
};

/**
 * Makes the outbox: it renders every waiting e-mail when it leaves and delivers it at least once, always with the e-mail's own Message-ID.
 * One that makes no sense any more is not sent, which the log and the list of e-mails say.
 *
 * Several processes may work on one database. A failed attempt is repeated after 15 seconds, then after twice as long each time up to
 * an hour; after a time-out, where a copy may have arrived, from an hour up to a day. An e-mail that the mail server refuses is given
 * up at once when its recipient or text is at fault, and any other after five days. While a server takes nothing at all, one e-mail at
 * a time is tried. An e-mail that waits for 15 minutes raises an alarm in the log, and so does one that is given up.
 */
export function createOutbox({
	database,
	transport,
	getRenderers,
	clock,
	log,
	caps = noEmailCaps,
	renewLeaseMs = renewMs,
}: OutboxDeps): Outbox {
	const kinds = Object.keys(getRenderers());
	const staffKinds = new Set(caps.staffKinds);
	const isExempt = ({ kind, recipient }: ClaimedEmail) =>
		staffKinds.has(kind) || caps.staff.some((address) => address.toLowerCase() === recipient.toLowerCase());
	const stopping = new AbortController();
	const breaking = new AbortController();
	const stopSending = breaking.signal;
	const render = createEmailRenderer({ database, getRenderers, clock });
	const deliver = transport && createDelivery({ database, transport, render, clock, log, stopSending, renewLeaseMs });
	const watch = createOutboxWatch({ database, transport, render, kinds, clock, log, caps, stopSending });
	const underWay = new Set<Promise<void>>();
	/** What is being sent here, by id. */
	const beingSent = new Map<string, ClaimedEmail>();
	let wakeUp = Promise.withResolvers<void>();
	let running: Promise<void> | undefined;
	let watchTimer: NodeJS.Timeout | undefined;
	let watching: Promise<void> | undefined;
	let failuresInRow = 0;
	/** Since when the server takes nothing, as far as can be seen: how long until the next try, and when that is. */
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

	/** Sends what is due, a few at once; a slow one does not keep the others waiting. Resolves when no more can be begun now. */
	async function startDueEmails(): Promise<void> {
		if (!deliver) return;
		try {
			while (!stopping.signal.aborted) {
				const now = clock.now();
				if (probing && Temporal.Instant.compare(now, probing.nextAt) < 0) return;
				const limit = (probing ? 1 : emailsAtOnce) - underWay.size;
				if (limit > 0) {
					const { emails, withheld } = await claim(now, limit);
					if (emails.length + withheld === 0) return;
					for (const email of emails) begin(email, deliver);
					if (emails.length === 0) continue;
				}
				await Promise.race([...underWay, wakeUp.promise]);
				if (underWay.size >= (probing ? 1 : emailsAtOnce)) return;
			}
		} catch (error) {
			log.error({ err: error }, "the outbox cannot work with the database; it tries again");
		}
	}

	/** Claims what is due as far as the caps allow it, and withholds what is too much for its recipient. */
	async function claim(now: Temporal.Instant, limit: number): Promise<{ emails: ClaimedEmail[]; withheld: number }> {
		const capped = caps.perHour > 0 || caps.perDay > 0 || caps.perRecipientPerDay > 0;
		const { sendable, withheld } = await database.write(async (transaction) => {
			// Servers count what leaves one after the other, or together they would send more.
			if (capped) await takeLock(transaction, "outbox");
			const { left } = capped ? await findEmailRoom(transaction, caps, now) : { left: limit };
			if (left === 0) return { sendable: [], withheld: [] };
			const claimed = await claimDueEmails(transaction, {
				now,
				leaseUntil: now.add(emailLease),
				kinds,
				limit: Math.min(limit, left),
			});
			return withholdBeyondCap(transaction, claimed, { cap: caps.perRecipientPerDay, isExempt, now });
		});
		for (const { kind, reference } of withheld) {
			caps.onCapped("recipient");
			log.warn(
				{ alarm: "email-withheld", kind, reference },
				"an e-mail is withheld, for its recipient has had as many as one may get in a day",
			);
		}
		return { emails: sendable, withheld: withheld.length };
	}

	function begin(email: ClaimedEmail, attemptDelivery: (email: ClaimedEmail) => Promise<Attempt>): void {
		// After a jump of the clock, as when a machine wakes, its lease seemed to have ended while it was still being sent.
		const same = beingSent.get(email.id);
		if (same) {
			same.lease = email.lease;
			return;
		}
		beingSent.set(email.id, email);
		const attempt = attemptDelivery(email)
			.then(noteAttempt)
			.catch((error: unknown) =>
				log.error({ err: error }, "what came of an e-mail could not be recorded; it tries again"),
			)
			.finally(() => {
				underWay.delete(attempt);
				beingSent.delete(email.id);
				wakeUp.resolve();
			});
		underWay.add(attempt);
	}

	/** Notices when the server takes nothing, and when it takes something again. */
	function noteAttempt(attempt: Attempt): void {
		if (attempt === "not-begun") return;
		if (attempt !== "failed") {
			if (probing) log.info("the mail server takes e-mails again");
			failuresInRow = 0;
			probing = undefined;
			return;
		}
		failuresInRow += 1;
		if (failuresInRow < failuresUntilProbing) return;
		const now = clock.now();
		if (probing && Temporal.Instant.compare(now, probing.nextAt) < 0) return;
		const seconds = probing ? Math.min(probing.seconds * 2, lastProbeSeconds) : firstProbeSeconds;
		if (!probing) log.warn("the mail server takes no e-mails: one at a time is tried until it does");
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
				log.warn({ waiting }, "SMTP_URL is not set: no e-mail is sent, they all wait in the outbox until it is");
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
