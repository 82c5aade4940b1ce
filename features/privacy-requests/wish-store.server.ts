import {
	addSubscriptionLink,
	toSubscription,
	type SubscriptionLinksTable,
	type SubscriptionsTable,
	type SubscriptionTables,
} from "../../core/subscriptions/subscription-store.server.ts";
import type { Subscription } from "../../core/subscriptions/subscription.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import type { PostedRequest } from "./rules.ts";

type PrivacyRequestWishesTable = SubscriptionsTable & {
	requestKind: PostedRequest["requestKind"];
	name: string;
	message: string;
	askedAt: string;
	/** Reference of the request that it became; null until its address is confirmed. */
	record: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		privacyRequestWishes: PrivacyRequestWishesTable;
		privacyRequestLinks: SubscriptionLinksTable;
	}
}

/** Where posted forms wait until their addresses are confirmed. */
export const wishTables: SubscriptionTables = { table: "privacyRequestWishes", links: "privacyRequestLinks" };

/** The content of a form, besides the address. */
export type Wish = Pick<PostedRequest, "requestKind" | "name" | "message">;

/** A posted form, which becomes a request when its address is confirmed. */
export type RequestWish = Subscription &
	Wish & {
		askedAt: Temporal.Instant;
		confirmedAt: Temporal.Instant | undefined;
		/** Reference of the request that it became. */
		record: string | undefined;
	};

/** @param row of the table of posted forms */
export function toRequestWish(row: SubscriptionsTable): RequestWish {
	const { requestKind, name, message, askedAt, confirmedAt, record } = row as PrivacyRequestWishesTable;
	return {
		...toSubscription(row),
		requestKind,
		name,
		message,
		askedAt: Temporal.Instant.from(askedAt),
		confirmedAt: toOptionalInstant(confirmedAt),
		record: record ?? undefined,
	};
}

/**
 * Stores a posted form that waits for its confirmation.
 * @param token of its private link
 */
export async function insertWish(
	transaction: WriteTransaction,
	{ token, askedAt, expiresAt, ...row }: Omit<RequestWish, "confirmed" | "confirmedAt" | "record"> & { token: string },
): Promise<void> {
	await transaction
		.insertInto("privacyRequestWishes")
		.values({ ...row, askedAt: toInstantText(askedAt), expiresAt: toInstantText(expiresAt) })
		.execute();
	await addSubscriptionLink(transaction, wishTables, row.reference, token);
}

/** Notes which request a posted form became. */
export async function noteRecordOfWish(
	transaction: WriteTransaction,
	reference: string,
	record: string,
): Promise<void> {
	await transaction.updateTable("privacyRequestWishes").set({ record }).where("reference", "=", reference).execute();
}
