import { setImmediate as letOthersRun, setTimeout as sleep } from "node:timers/promises";
import { randomUUIDv7 } from "node:crypto";
import type { Config } from "../config.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { Logger } from "../log.ts";
import type { EmailIntent, EmailRenderers, EmailToRender, NotSent, RenderedEmail } from "./email.ts";
import {
	claimDueEmails,
	claimTelling,
	countEmails,
	deleteExpiredEmails,
	findEmailRoom,
	forgetTelling,
	listOtherKindsDue,
	markLateEmails,
	renewLease,
	markEmailFailed,
	markEmailForRetry,
	markEmailNotSent,
	markEmailSent,
	withholdBeyondCap,
	type ClaimedEmail,
} from "./outbox-store.ts";
import { EmailRefusedError, SendTimeoutError, type Transport } from "./transport.ts";

/** How often the outbox looks for e-mails that another process wrote or that are due again. */
const pollMs = 5_000;
/** How often the outbox looks for e-mails that have become late, whatever else it does meanwhile. */
const alarmMs = 30_000;
/** More than a server may take for the final dot (transport.ts), for the whole of an attempt. */
const sendTimeoutMs = 12 * 60_000;
/** Renewed while an e-mail is being sent, so that a live sender keeps it and a dead one's e-mail is due again soon. */
const lease = Temporal.Duration.from({ seconds: 60 });
const renewMs = 15_000;
const emailsAtOnce = 5;
const firstRetrySeconds = 15;
const lastRetrySeconds = 3_600;
/** After a time-out nobody knows whether the server has taken the e-mail, so the next copy waits long. */
const firstRetryAfterTimeoutSeconds = 3_600;
const lastRetryAfterTimeoutSeconds = 24 * 3_600;
/** An e-mail that could not be sent for so long is given up, whatever the reason (RFC 5321, section 4.5.4.1). */
const triedAtMost = Temporal.Duration.from({ hours: 5 * 24 });
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

/** What keeps visitors from using the server as a mail cannon. */
export type EmailCaps = Config["emailCaps"] & {
	/** Addresses of staff, to whom any number of e-mails may go. */
	staff: readonly string[];
	/** Kinds that go to people who work here, whatever their address. */
	staffKinds: readonly string[];
	/** Makes what tells somebody of a ceiling that is reached. */
	createAlarm(ceiling: EmailCeiling): EmailIntent;
	/** Called for each e-mail that is withheld, and each time that a ceiling is found to be reached; for the metrics. */
	onCapped(what: "recipient" | EmailCeiling["window"]): void;
};

/** A ceiling of e-mails that is reached: how many may leave in an hour or a day, and how many wait for that. */
export type EmailCeiling = { window: "hour" | "day"; cap: number; waiting: number };

export type OutboxDeps = {
	database: Database;
	/** Undefined when no mail server is configured: e-mails wait. */
	transport: Transport | undefined;
	/** What renders each kind of e-mail; one of another kind waits for a server that can. */
	renderers: EmailRenderers;
	clock: Clock;
	log: Logger;
	/** How many e-mails may leave; none is capped when left out. */
	caps?: EmailCaps;
	/** How often the lease of an e-mail that is being sent is renewed, in milliseconds. */
	renewLeaseMs?: number;
};

const uncapped: EmailCaps = {
	perRecipientPerDay: 0,
	perHour: 0,
	perDay: 0,
	staff: [],
	staffKinds: [],
	createAlarm() {
		throw new Error("Nothing is capped");
	},
	onCapped() {},
};
/** Somebody who was told that a ceiling is reached is not told again for so long. */
const ceilingToldHours = 6;

/** What came of an attempt; one that was "not-begun" says nothing about the way to the mail server. */
type Attempt = "sent" | "given-up" | "failed" | "not-begun";

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
	renderers,
	clock,
	log,
	caps = uncapped,
	renewLeaseMs = renewMs,
}: OutboxDeps): Outbox {
	const kinds = Object.keys(renderers);
	/** Kinds that nobody here can render, as far as the log has said so. */
	const toldKinds = new Set<string>();
	// Rendering keeps the thread busy for milliseconds.
	const oneAtATime = createKeyedQueue();
	const staffKinds = new Set(caps.staffKinds);
	const isExempt = ({ kind, recipient }: ClaimedEmail) =>
		staffKinds.has(kind) || caps.staff.some((address) => address.toLowerCase() === recipient.toLowerCase());
	const stopping = new AbortController();
	const breaking = new AbortController();
	const underWay = new Set<Promise<void>>();
	/** What is being sent here, by id. */
	const beingSent = new Map<string, ClaimedEmail>();
	let wakeUp = Promise.withResolvers<void>();
	let running: Promise<void> | undefined;
	let alarmTimer: NodeJS.Timeout | undefined;
	let alarming: Promise<void> | undefined;
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
		if (!transport) return;
		try {
			while (!stopping.signal.aborted) {
				const now = clock.now();
				if (probing && Temporal.Instant.compare(now, probing.nextAt) < 0) return;
				const limit = (probing ? 1 : emailsAtOnce) - underWay.size;
				if (limit > 0) {
					const { emails, withheld } = await claim(now, limit);
					if (emails.length + withheld === 0) return;
					for (const email of emails) begin(email, transport);
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
			if (capped) await database.lock(transaction, "outbox");
			const { left } = capped ? await findEmailRoom(transaction, caps, now) : { left: limit };
			if (left === 0) return { sendable: [], withheld: [] };
			const claimed = await claimDueEmails(transaction, {
				now,
				leaseUntil: now.add(lease),
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

	/** Tells the log, the metrics and, on a way of its own, a person that no more e-mails may leave for now. */
	async function watchCeilings(): Promise<void> {
		if (!transport || (caps.perHour === 0 && caps.perDay === 0)) return;
		const now = clock.now();
		const { usedUp } = await findEmailRoom(database.db, caps, now);
		if (usedUp === undefined) return;
		const { waiting } = await countEmails(database.db, now);
		if (waiting === 0) return;
		const ceiling: EmailCeiling = { window: usedUp, cap: usedUp === "hour" ? caps.perHour : caps.perDay, waiting };
		const name = `email ceiling of a ${usedUp}`;
		const isFirst = await database.write((transaction) =>
			claimTelling(transaction, name, { now, notSince: now.subtract({ hours: ceilingToldHours }) }),
		);
		if (!isFirst) return;
		caps.onCapped(usedUp);
		log.error(
			{ alarm: "email-ceiling", ...ceiling },
			"as many e-mails have left as may; the others wait. Look whether somebody misuses the forms",
		);
		try {
			const alarm: EmailToRender & EmailIntent = { parameters: {}, ...caps.createAlarm(ceiling) };
			const { kind, reference, recipient } = alarm;
			const rendered = await render(alarm);
			if ("notSent" in rendered) return;
			await transport.send(
				{ ...rendered, kind, reference, recipient, messageId: `<${randomUUIDv7()}@${recipient.split("@").at(-1)}>` },
				AbortSignal.any([breaking.signal, AbortSignal.timeout(sendTimeoutMs)]),
			);
		} catch (error) {
			log.error({ err: error }, "nobody could be told by e-mail that no more e-mails may leave; it tries again");
			await forgetTelling(database.db, name);
		}
	}

	function begin(email: ClaimedEmail, through: Transport): void {
		// After a jump of the clock, as when a machine wakes, its lease seemed to have ended while it was still being sent.
		const same = beingSent.get(email.id);
		if (same) {
			same.lease = email.lease;
			return;
		}
		beingSent.set(email.id, email);
		const attempt = deliver(email, through)
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

	/** Renders an e-mail as what it is about is now; others run before each, and two are never rendered at once. */
	function render(email: EmailToRender): Promise<RenderedEmail | NotSent> {
		return oneAtATime("render", async () => {
			await letOthersRun();
			const renderer = renderers[email.kind];
			if (!renderer) throw new Error(`Nothing renders e-mails of the kind ${email.kind}`);
			return renderer(email, { db: database.db, now: clock.now() });
		});
	}

	async function deliver(email: ClaimedEmail, through: Transport): Promise<Attempt> {
		const { kind, reference } = email;
		const renewal = setInterval(() => {
			renewLease(database.db, email, clock.now().add(lease)).catch((error: unknown) =>
				log.warn(
					{ kind, reference, err: error },
					"the lease of an e-mail could not be renewed; a second copy may go out",
				),
			);
		}, renewLeaseMs);
		try {
			const rendered = await findText(email);
			return rendered ? await send(email, rendered, through) : "not-begun";
		} finally {
			clearInterval(renewal);
		}
	}

	/** Gives an e-mail's text; undefined when it is not to be sent, or cannot be rendered now, which is recorded then. */
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
		await database.write((transaction) => markEmailNotSent(transaction, email, { now: clock.now(), reason }));
		log.warn({ kind, reference, reason }, "an e-mail makes no sense any more and is not sent");
		return undefined;
	}

	async function send(email: ClaimedEmail, rendered: RenderedEmail, through: Transport): Promise<Attempt> {
		const { kind, reference, recipient, messageId } = email;
		try {
			await through.send(
				{ ...rendered, kind, reference, recipient, messageId },
				AbortSignal.any([breaking.signal, AbortSignal.timeout(sendTimeoutMs)]),
			);
		} catch (error) {
			return await recordFailure(email, error, "sent");
		}
		await database.write((transaction) => markEmailSent(transaction, email, clock.now()));
		log.info({ kind, reference, attempt: email.attempts + 1 }, "e-mail sent");
		return "sent";
	}

	/** Records an attempt that failed: the e-mail could not be sent, or not even rendered. */
	async function recordFailure(email: ClaimedEmail, error: unknown, what: "sent" | "rendered"): Promise<Attempt> {
		const { kind, reference } = email;
		const attempt = email.attempts + 1;
		const message = String(error instanceof Error ? error.message : error).slice(0, 1_000);
		const isLast = Temporal.Instant.compare(clock.now(), email.queuedAt.add(triedAtMost)) >= 0;
		const isRefused = error instanceof EmailRefusedError;
		if (isLast || (isRefused && error.forGood)) {
			const text = isRefused
				? "a mail server refused an e-mail for good"
				: `an e-mail could not be ${what} for five days and is given up`;
			log.error({ alarm: isRefused ? "email-refused" : "email-given-up", kind, reference, attempt, err: error }, text);
			await database.write((transaction) => markEmailFailed(transaction, email, message));
			return isRefused && error.forGood ? "given-up" : "failed";
		}
		const seconds = retryDelaySeconds(attempt, Math.random(), { afterTimeout: error instanceof SendTimeoutError });
		log.warn(
			{ kind, reference, attempt, nextAttemptSeconds: Math.round(seconds), err: error },
			`an e-mail could not be ${what}; it will be tried again`,
		);
		const nextAttemptAt = clock.now().add({ milliseconds: Math.round(seconds * 1_000) });
		await database.write((transaction) => markEmailForRetry(transaction, email, { nextAttemptAt, error: message }));
		return "failed";
	}

	async function raiseAlarms(): Promise<void> {
		const now = clock.now();
		try {
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
			for (const kind of await listOtherKindsDue(database.db, { now, kinds })) {
				if (toldKinds.has(kind)) continue;
				toldKinds.add(kind);
				log.warn({ kind }, "e-mails of a kind that this release does not know wait for one that does");
			}
			await watchCeilings();
		} catch (error) {
			log.error({ err: error }, "the outbox cannot look for late e-mails; it tries again");
		}
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
			alarming = raiseAlarms();
			alarmTimer = setInterval(() => {
				alarming = alarming?.then(raiseAlarms);
			}, alarmMs);
			running = run();
		},
		wake: () => wakeUp.resolve(),
		async runOnce() {
			await startDueEmails();
			await Promise.all(underWay);
			await raiseAlarms();
		},
		pause,
		async stop() {
			pause();
			clearInterval(alarmTimer);
			const timer = setTimeout(() => breaking.abort(new Error("The server is stopping")), stopGraceMs);
			await running;
			await alarming;
			clearTimeout(timer);
			transport?.close();
		},
	};
}

/**
 * How long to wait after a failed attempt: 15 seconds, doubled each time, at most an hour; after a time-out, an hour, doubled up to a
 * day. Half of it is fixed, half random, so that e-mails that failed together do not come back together.
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
