import { randomUUIDv7 } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { sendTimeoutMs, type OutboxHooks } from "./deliver-email.ts";
import { deleteExpiredEmails, listOtherKindsDue } from "./delivery-store.ts";
import { findEmailsLeft } from "./email-limit-store.ts";
import type { EmailLimits, ReachedEmailLimit } from "./email-limits.ts";
import { countEmails } from "./email-list-store.ts";
import type { EmailIntent, EmailToRender } from "./email.ts";
import type { RenderEmail } from "./render-email.ts";
import { claimTelling, forgetTelling } from "./told-things-store.ts";
import type { Transport } from "./transport.ts";

/** How long a reached limit is not reported to the same person again. */
const limitAlarmPauseHours = 6;
const ceilingText = "the e-mail limit is reached; the rest wait. Check whether someone is misusing the forms";

export type OutboxWatchDeps = {
	database: Database;
	/** Undefined if no mail server is configured. */
	transport: Transport | undefined;
	render: RenderEmail;
	/** The kinds of e-mails that can be rendered here. */
	kinds: readonly string[];
	clock: Clock;
	log: Logger;
	limits: EmailLimits;
	hooks: OutboxHooks;
	/** Aborts sending. */
	stopSending: AbortSignal;
};

/**
 * Creates the regular check of the outbox: it deletes expired e-mails, and reports kinds that no server can render and a reached limit.
 * It does not throw.
 */
export function createOutboxWatch({
	database,
	transport,
	render,
	kinds,
	clock,
	log,
	limits,
	hooks,
	stopSending,
}: OutboxWatchDeps): () => Promise<void> {
	/** Kinds without a renderer that the log has already reported. */
	const reportedKinds = new Set<string>();

	async function watch(): Promise<void> {
		const now = clock.now();
		try {
			const expired = await database.write((transaction) => deleteExpiredEmails(transaction, now));
			if (expired.length > 0)
				log.warn(
					{ count: expired.length, emails: expired.slice(0, 20) },
					"dropped e-mails that could not be sent in time",
				);
			for (const kind of await listOtherKindsDue(database.db, { now, kinds })) {
				if (reportedKinds.has(kind)) continue;
				reportedKinds.add(kind);
				log.warn({ kind }, "e-mails of an unknown kind are waiting for a newer version");
			}
			await watchLimits();
		} catch (error) {
			log.error({ err: error }, "could not check the outbox; retrying");
		}
	}

	/** Reports a reached limit to the log, the metrics and, past the outbox, a person. */
	async function watchLimits(): Promise<void> {
		if (!transport || (limits.perHour === 0 && limits.perDay === 0)) return;
		const now = clock.now();
		const { usedUp } = await findEmailsLeft(database.db, limits, now);
		if (usedUp === undefined) return;
		const { waiting } = await countEmails(database.db, now);
		if (waiting === 0) return;
		const ceiling: ReachedEmailLimit = {
			window: usedUp,
			cap: usedUp === "hour" ? limits.perHour : limits.perDay,
			waiting,
		};
		const name = `email ceiling of a ${usedUp}`;
		const isFirst = await database.write(async (transaction) => {
			const notSince = now.subtract({ hours: limitAlarmPauseHours });
			const isClaimed = await claimTelling(transaction, name, { now, notSince });
			if (isClaimed) await hooks.noteAlarm?.(transaction, { alarm: "email-ceiling", text: ceilingText });
			return isClaimed;
		});
		if (!isFirst) return;
		limits.onLimitReached(usedUp);
		log.error({ alarm: "email-ceiling", ...ceiling }, ceilingText);
		try {
			const alarm: EmailToRender & EmailIntent = { parameters: {}, ...limits.createAlarm(ceiling) };
			const { kind, reference, recipient } = alarm;
			const rendered = await render(alarm);
			if ("notSent" in rendered) return;
			await transport.send(
				{ ...rendered, kind, reference, recipient, messageId: `<${randomUUIDv7()}@${recipient.split("@").at(-1)}>` },
				AbortSignal.any([stopSending, AbortSignal.timeout(sendTimeoutMs)]),
			);
		} catch (error) {
			log.error({ err: error }, "could not send the alert about the e-mail limit; retrying");
			await forgetTelling(database.db, name);
		}
	}

	return watch;
}
