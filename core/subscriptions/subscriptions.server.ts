import type { Clock } from "../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { deleteEmailsOf } from "../../platform/email/email-personal-data.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { deleteKeysOf, IdempotencyKeyReusedError, respondOnce } from "../../platform/http/idempotency.ts";
import { createReference } from "../../platform/ids/reference.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { keyField } from "../../shared/form-key.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { giveConsent, withdrawConsent } from "../consents/consent-store.server.ts";
import type { ConsentPurpose, WithdrawnBy } from "../consents/consent.ts";
import type { NoteNotice } from "../notices/note-notice.ts";
import { deleteShownNotices } from "../notices/notice-store.server.ts";
import {
	askSubscriberAgain,
	deleteSubscriptions,
	findSubscriptionRowByToken,
	listSubscriptionRowsOfAddress,
	markSubscriptionConfirmed,
	type SubscriptionsTable,
	type SubscriptionTables,
} from "./subscription-store.server.ts";
import { confirmWithin, withoutEnd, type Subscription } from "./subscription.ts";

/** More unconfirmed subscriptions of an address, or e-mails that ask for one confirmation, are an attack on it. */
const maxUnconfirmed = 3;
/** A form that is sent again sooner was pressed twice. */
const askAgainAfter = { minutes: 1 };

/** A kind of subscription: job alerts or the newsletter. */
export type SubscriptionKind<Wish extends object, Its extends Subscription & Wish> = {
	tables: SubscriptionTables;
	/** The start of its references, such as "ALR". */
	prefix: string;
	/** Its plural, in the names of locks: "job alerts". */
	names: string;
	/** The name of its form, for idempotency keys. */
	form: string;
	/** Shown when an idempotency key was used for something else. */
	keyReused: string;
	read(row: SubscriptionsTable): Its;
	/** Whether an address that has one needs no other. */
	isSame(one: Its, wish: Wish): boolean;
	/**
	 * Stores a subscription that waits for its confirmation, with its first private link.
	 * @param subscription with the token of the link
	 */
	insert(
		transaction: WriteTransaction,
		subscription: Omit<Subscription, "confirmed"> & Wish & { token: string; askedAt: Temporal.Instant },
	): Promise<void>;
	/** Stores what a further request for an unconfirmed subscription asks for; left out where it can only ask for the same. */
	renew?(
		transaction: WriteTransaction,
		reference: string,
		request: { wish: Wish; askedAt: Temporal.Instant },
	): Promise<void>;
	createConfirmation(subscription: Omit<Subscription, "confirmed">, token: string): EmailIntent;
	/** The consent that a confirmation gives; undefined where it only proves the address. */
	consent?: {
		purpose: ConsentPurpose;
		/** Returns the words to which somebody agreed, the form that had them, and when it was sent if the kind stores that. */
		describeOffer(subscription: Its): { text: string; askedOn: string; askedAt?: Temporal.Instant };
	};
	/** Returns when a subscription ends whose address is confirmed now. */
	endOf(now: Temporal.Instant): Temporal.Instant;
	/** Called once for each that is confirmed, within the transaction. */
	onConfirmed?(transaction: WriteTransaction, subscription: Its, now: Temporal.Instant): Promise<void>;
};

export type Subscriptions<Wish extends object, Its> = {
	/**
	 * Accepts a subscription and asks for consent by e-mail, and again if the address is still unconfirmed: the e-mail may be lost, and what
	 * was asked for last counts. For a confirmed or excessive one nothing is changed or sent, and the response is of the same kind with its own
	 * reference, so that it does not reveal whether an address is known.
	 * @param email in lower case
	 * @param idempotencyKey the same key with the same subscription returns the first response
	 * @param notice the version that the form showed
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	request(
		email: string,
		wish: Wish,
		options: { idempotencyKey?: string | undefined; notice: string | undefined; body: object },
	): Promise<{ ok: true; reference: string } | { ok: false; errors: FieldError[] }>;
	/** Finds the subscription of a private link, without side effects. */
	find(token: string): Promise<Its | undefined>;
	/** Starts the subscription and records the consent; a second time does nothing. Returns false when it is unknown. */
	confirm(token: string): Promise<boolean>;
	/**
	 * Deletes the subscription and all its e-mails, sent or not, and records that the consent was withdrawn; also succeeds when there is
	 * none. Where a confirmation makes a record of it, a confirmed one stays.
	 * @returns false when it stays, or when there is none and a record may be left of it
	 */
	end(token: string, by?: WithdrawnBy): Promise<boolean>;
};

/** Creates the actions that holders of addresses take on subscriptions of one kind. */
export function createSubscriptions<Wish extends object, Its extends Subscription & Wish>(
	kind: SubscriptionKind<Wish, Its>,
	{
		database,
		clock,
		messageIdDomain,
		onEmails,
		noteNotice,
		onEnd = async () => undefined,
	}: {
		database: Database;
		clock: Clock;
		messageIdDomain: string;
		onEmails(): void;
		noteNotice: NoteNotice;
		/** Called before a subscription is ended by its private link. */
		onEnd?(transaction: WriteTransaction, subscription: Its, token: string): Promise<void>;
	},
): Subscriptions<Wish, Its> {
	const { tables } = kind;
	const find = async (token: string) => {
		const row = await findSubscriptionRowByToken(database.db, tables, token, clock.now());
		return row && kind.read(row);
	};
	return {
		find,

		async request(email, wish, { idempotencyKey, notice, body }) {
			const now = clock.now();
			const asked = { ...wish, reference: createReference(kind.prefix), email, expiresAt: now.add(confirmWithin) };
			let written = false;
			try {
				const { answered } = await database.write((transaction) =>
					respondOnce(transaction, { route: kind.form, key: idempotencyKey, body }, now, async () => {
						await takeLock(transaction, `${kind.names} of ${email}`);
						const live = (await listSubscriptionRowsOfAddress(transaction, tables, email, now)).map(kind.read);
						const same = live.find((other) => kind.isSame(other, wish));
						const token = createToken();
						const askFor = async (subscription: Omit<Subscription, "confirmed">) => {
							await enqueueEmail(transaction, kind.createConfirmation(subscription, token), { now, messageIdDomain });
							written = true;
						};
						if (same) {
							const { reference, confirmed } = same;
							const { expiresAt } = asked;
							const isDue = Temporal.Instant.compare(same.expiresAt.add(askAgainAfter), expiresAt) <= 0;
							const again = { token, expiresAt, most: maxUnconfirmed };
							if (!confirmed && kind.renew) {
								await kind.renew(transaction, reference, { wish, askedAt: now });
								await noteNotice(transaction, { reference, shown: notice }, now);
							}
							if (!confirmed && isDue && (await askSubscriberAgain(transaction, tables, reference, again)))
								await askFor({ ...same, expiresAt });
						} else if (live.filter(({ confirmed }) => !confirmed).length < maxUnconfirmed) {
							await kind.insert(transaction, { ...asked, token, askedAt: now });
							await noteNotice(transaction, { reference: asked.reference, shown: notice }, now);
							await askFor(asked);
						}
						// The key is deleted with the existing subscription, which the response does not name.
						return { reference: same?.reference ?? asked.reference, answered: asked.reference };
					}),
				);
				if (written) onEmails();
				return { ok: true, reference: answered };
			} catch (error) {
				if (!(error instanceof IdempotencyKeyReusedError)) throw error;
				return { ok: false, errors: [{ field: keyField, message: kind.keyReused }] };
			}
		},

		async confirm(token) {
			const found = await find(token);
			if (!found) return false;
			const now = clock.now();
			const expiresAt = kind.endOf(now);
			await database.write(async (transaction) => {
				await takeLock(transaction, `${kind.names} of ${found.email}`);
				// A request at the same moment may have changed it.
				const row = await findSubscriptionRowByToken(transaction, tables, token, now);
				if (!row) return;
				const asked = kind.read(row);
				if (!(await markSubscriptionConfirmed(transaction, tables, asked.reference, { now, expiresAt }))) return;
				await kind.onConfirmed?.(transaction, asked, now);
				if (!kind.consent) return;
				await giveConsent(transaction, {
					askedAt: asked.expiresAt.subtract(confirmWithin),
					...kind.consent.describeOffer(asked),
					purpose: kind.consent.purpose,
					email: asked.email,
					subject: asked.reference,
					givenAt: now,
					givenBy: "email-link",
					endsAt: expiresAt.equals(withoutEnd) ? undefined : expiresAt,
				});
			});
			if (kind.onConfirmed) onEmails();
			return true;
		},

		async end(token, by = "private-page") {
			const found = await find(token);
			if (!found) return kind.onConfirmed === undefined;
			return database.write(async (transaction) => {
				// A confirmation at the same moment finds it taken.
				const claim = { now: clock.now(), expiresAt: found.expiresAt };
				if (kind.onConfirmed && !(await markSubscriptionConfirmed(transaction, tables, found.reference, claim)))
					return false;
				await onEnd(transaction, found, token);
				await endSubscription(transaction, tables, found.reference, { at: clock.now(), by });
				return true;
			});
		},
	};
}

/**
 * Deletes a subscription with its e-mails and keys, and records how its consent was withdrawn; does nothing with any other reference.
 */
export async function endSubscription(
	transaction: WriteTransaction,
	tables: SubscriptionTables,
	reference: string,
	withdrawn: { at: Temporal.Instant; by: WithdrawnBy },
): Promise<void> {
	if ((await deleteSubscriptions(transaction, tables, [reference])) === 0) return;
	await withdrawConsent(transaction, reference, withdrawn);
	await deleteShownNotices(transaction, [reference]);
	await deleteEmailsOf(transaction, [reference]);
	await deleteKeysOf(transaction, [reference]);
}
