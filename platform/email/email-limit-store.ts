import { sql } from "kysely";
import { clockTolerance } from "../clock.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { ClaimedEmail } from "./delivery-store.ts";
import { countEmailsWhere, isEmail, newsletterKind } from "./emails-table.ts";

/** The number of e-mails that all servers together may still send. */
type EmailsLeft = { left: number; /** The exhausted limit, if any. */ usedUp: "hour" | "day" | undefined };

/**
 * Returns how many e-mails may leave: the limits for an hour and for 24 hours, less those that left within them and those leaving now.
 *
 * @param limits 0 is no limit
 */
export async function findEmailsLeft(
	db: Connection,
	limits: { perHour: number; perDay: number },
	now: Temporal.Instant,
): Promise<EmailsLeft> {
	let found: EmailsLeft = { left: Number.POSITIVE_INFINITY, usedUp: undefined };
	for (const [limit, hours, name] of [
		[limits.perHour, 1, "hour"],
		[limits.perDay, 24, "day"],
	] as const) {
		if (limit === 0) continue;
		const gone = await countGone(db, { since: now.subtract({ hours }), now });
		const left = Math.max(0, limit - gone);
		if (left < found.left) found = { left, usedUp: left === 0 ? name : undefined };
	}
	return found;
}

/**
 * Holds back claimed e-mails whose recipients have reached their limit for 24 hours, and returns the others.
 *
 * @param limit 0 is no limit
 * @param isExempt whether an e-mail goes to members
 */
export async function withholdBeyondLimit(
	transaction: WriteTransaction,
	emails: ClaimedEmail[],
	{ limit, isExempt, now }: { limit: number; isExempt: (email: ClaimedEmail) => boolean; now: Temporal.Instant },
): Promise<{ sendable: ClaimedEmail[]; withheld: ClaimedEmail[] }> {
	if (limit === 0) return { sendable: emails, withheld: [] };
	const sendable: ClaimedEmail[] = [];
	const withheld: ClaimedEmail[] = [];
	const leases = new Set(emails.map(({ lease }) => lease));
	for (const email of emails) {
		const recipient = email.recipient.toLowerCase();
		const isFree = isExempt(email);
		const had = isFree
			? 0
			: (await countGone(transaction, { since: now.subtract({ hours: 24 }), now, recipient, except: leases })) +
				sendable.filter((other) => other.recipient.toLowerCase() === recipient).length;
		if (isFree || had < limit) {
			sendable.push(email);
			continue;
		}
		withheld.push(email);
		await transaction
			.updateTable("emails")
			.set({
				state: "held",
				withheldAt: toInstantText(now),
				lastError: `Not sent: ${limit} e-mails went to this address within 24 hours`,
				lease: null,
				leaseExpiresAt: null,
			})
			.where("id", "=", email.id)
			.execute();
	}
	return { sendable, withheld };
}

/**
 * Counts the e-mails that have left since an instant and those leaving now, in one statement, so that none is missed or counted twice.
 *
 * @param options optionally a recipient, in lower case, and leases to leave out
 */
function countGone(
	db: Connection,
	{
		since,
		now,
		recipient,
		except,
	}: { since: Temporal.Instant; now: Temporal.Instant; recipient?: string; except?: ReadonlySet<string> },
): Promise<number> {
	const latest = toInstantText(now.add(clockTolerance));
	return countEmailsWhere(db, (query) =>
		query
			.where(isEmail)
			// They have a rate of their own.
			.where("kind", "!=", newsletterKind)
			.where((where) =>
				where.or([
					where.and([where("sentAt", ">", toInstantText(since)), where("sentAt", "<=", latest)]),
					where.and([
						where("state", "=", "waiting"),
						where("leaseExpiresAt", ">", toInstantText(now)),
						where("leaseExpiresAt", "<=", latest),
						...(except && except.size > 0 ? [where("lease", "not in", [...except])] : []),
					]),
				]),
			)
			.$if(recipient !== undefined, (narrowed) => narrowed.where(sql`lower(recipient)`, "=", recipient as string)),
	);
}
