import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { webhookKind } from "../../platform/email/emails-table.ts";
import {
	deleteUnsentEmailsTo,
	hastenEmails,
	holdEmails,
	releaseEmails,
} from "../../platform/email/unsent-emails-store.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { eventTypes, formats, type EventType, type WebhookFormat } from "./event-types.ts";
import { createWebhookSecret } from "./signature.server.ts";

type WebhooksTable = {
	id: string;
	url: string;
	description: string;
	/** Types of events, joined by commas. */
	events: string;
	format: string;
	secret: string;
	/** The secret before the last rotation, which signs too until then. */
	previousSecret: string | null;
	previousSecretUntil: string | null;
	/** 1 while nothing is sent to it. */
	isPaused: number;
	createdAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		webhooks: WebhooksTable;
	}
}

/** The change key of the list of webhooks and their deliveries. */
export const webhooksChangeKey = "webhooks";

/**
 * The lock under which webhooks are paused and resumed. Transactions that write events share it, so that an event that found its webhook
 * paused is stored before the webhook resumes and releases what waits for it.
 */
export const pausesLock = "pauses of webhooks";

/** Each has a place in the outbox's lane, so that slow receivers cannot delay others. */
export const maxWebhooks = 20;
const previousSecretValid = Temporal.Duration.from({ hours: 24 });

/** A receiver of events. Its secrets are not here: findSecrets returns them. */
export type Webhook = {
	id: string;
	url: string;
	description: string;
	events: EventType[];
	format: WebhookFormat;
	isPaused: boolean;
	createdAt: Temporal.Instant;
};

export type WebhookSettings = Pick<Webhook, "url" | "description" | "events" | "format">;

const shown = ["id", "url", "description", "events", "format", "isPaused", "createdAt"] as const;

/** Lists all webhooks, oldest first. */
export async function listWebhooks(db: Connection): Promise<Webhook[]> {
	return (await db.selectFrom("webhooks").select(shown).orderBy("id").execute()).map(toWebhook);
}

export async function findWebhook(db: Connection, id: string): Promise<Webhook | undefined> {
	const row = await db.selectFrom("webhooks").select(shown).where("id", "=", id).executeTakeFirst();
	return row && toWebhook(row);
}

/** Lists the secrets that sign for a webhook at an instant, the present one first. */
export async function findSecrets(db: Connection, id: string, now: Temporal.Instant): Promise<string[]> {
	const row = await db
		.selectFrom("webhooks")
		.select(["secret", "previousSecret", "previousSecretUntil"])
		.where("id", "=", id)
		.executeTakeFirst();
	if (!row) return [];
	const isValid = row.previousSecretUntil !== null && row.previousSecretUntil > toInstantText(now);
	return [row.secret, ...(isValid && row.previousSecret !== null ? [row.previousSecret] : [])];
}

/** Adds a webhook and returns it with its secret, which nothing shows again; undefined when there are maxWebhooks already. */
export async function addWebhook(
	transaction: WriteTransaction,
	settings: WebhookSettings,
	now: Temporal.Instant,
): Promise<{ id: string; secret: string } | undefined> {
	await takeLock(transaction, "webhooks");
	if ((await listWebhooks(transaction)).length >= maxWebhooks) return undefined;
	const id = createOrderedId();
	const secret = createWebhookSecret();
	await transaction
		.insertInto("webhooks")
		.values({
			id,
			...toColumns(settings),
			secret,
			isPaused: 0,
			createdAt: toInstantText(now),
		})
		.execute();
	await recordChange(transaction, [webhooksChangeKey]);
	return { id, secret };
}

/** Changes a webhook; false when it is gone. Events that wait go to a new address at once, whenever the old one was to be tried again. */
export async function changeWebhook(
	transaction: WriteTransaction,
	id: string,
	settings: WebhookSettings,
	now: Temporal.Instant,
): Promise<boolean> {
	const before = await findWebhook(transaction, id);
	if (!(await update(transaction, id, toColumns(settings)))) return false;
	if (before?.url !== settings.url) await hastenEmails(transaction, { kind: webhookKind, recipient: id }, now);
	return true;
}

/**
 * Gives a webhook another secret and returns it; undefined when it is gone. The one before signs too for 24 hours, and any earlier one no
 * more.
 */
export async function rotateSecret(
	transaction: WriteTransaction,
	id: string,
	now: Temporal.Instant,
): Promise<string | undefined> {
	const [current] = await findSecrets(transaction, id, now);
	if (current === undefined) return undefined;
	const secret = createWebhookSecret();
	const isThere = await update(transaction, id, {
		secret,
		previousSecret: current,
		previousSecretUntil: toInstantText(now.add(previousSecretValid)),
	});
	return isThere ? secret : undefined;
}

/** Pauses or resumes a webhook; false when it is gone. Events wait meanwhile, as long as failed ones do. */
export async function pauseWebhook(
	transaction: WriteTransaction,
	id: string,
	{ isPaused, now }: { isPaused: boolean; now: Temporal.Instant },
): Promise<boolean> {
	await takeLock(transaction, pausesLock);
	if (!(await update(transaction, id, { isPaused: isPaused ? 1 : 0 }))) return false;
	const own = { kind: webhookKind, recipient: id };
	await (isPaused ? holdEmails(transaction, own) : releaseEmails(transaction, own, now));
	return true;
}

/** Removes a webhook with its deliveries and what waits for it; false when it was gone. */
export async function removeWebhook(transaction: WriteTransaction, id: string): Promise<boolean> {
	await deleteUnsentEmailsTo(transaction, { kind: webhookKind, recipient: id });
	await transaction.deleteFrom("webhookDeliveries").where("webhookId", "=", id).execute();
	const { numDeletedRows } = await transaction.deleteFrom("webhooks").where("id", "=", id).executeTakeFirst();
	await recordChange(transaction, [webhooksChangeKey]);
	return numDeletedRows > 0n;
}

async function update(transaction: WriteTransaction, id: string, columns: Partial<WebhooksTable>): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("webhooks")
		.set(columns)
		.where("id", "=", id)
		.executeTakeFirst();
	await recordChange(transaction, [webhooksChangeKey]);
	return numUpdatedRows > 0n;
}

function toColumns({ url, description, events, format }: WebhookSettings) {
	return { url, description, events: events.join(","), format };
}

function toWebhook({
	events,
	format,
	isPaused,
	createdAt,
	...row
}: Pick<Selectable<WebhooksTable>, (typeof shown)[number]>): Webhook {
	const chosen = events.split(",");
	return {
		...row,
		// Another release may know others.
		events: eventTypes.filter((type) => chosen.includes(type)),
		format: formats.find((one) => one === format) ?? "json",
		isPaused: isPaused === 1,
		createdAt: Temporal.Instant.from(createdAt),
	};
}
