import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { shareLock } from "../../platform/database/take-lock.ts";
import { webhookKind } from "../../platform/email/emails-table.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { EventType, testType } from "./event-types.ts";
import { findWebhook, listWebhooks, pausesLock, webhooksChangeKey, type Webhook } from "./webhook-store.server.ts";

type WebhookDeliveriesTable = {
	/** Ids sort by when the event happened. */
	id: string;
	webhookId: string;
	/** The same for every receiver and attempt. */
	eventId: string;
	type: string;
	/** Of the record; the two events of a lasting problem share another text, and any other event has its own. */
	reference: string;
	/** JSON. */
	data: string;
	occurredAt: string;
	state: "waiting" | "delivered" | "given-up";
	attempts: number;
	/** The last attempt: when, its response, how long it took, and why it failed. */
	triedAt: string | null;
	status: number | null;
	durationMs: number | null;
	error: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		webhookDeliveries: WebhookDeliveriesTable;
	}
}

/** An event, as it is written where it happens: ids and names, without texts of people. */
export type WebhookEvent = {
	type: EventType | typeof testType;
	/** Reference of its record, or another text; each event waits for the one before with the same reference. */
	reference: string;
	data: Readonly<Record<string, unknown>>;
};

/** An event for one receiver, and its last attempt. */
export type Delivery = Omit<WebhookEvent, "type"> & {
	id: string;
	webhookId: string;
	eventId: string;
	type: string;
	occurredAt: Temporal.Instant;
	state: WebhookDeliveriesTable["state"];
	attempts: number;
	/** Why it has not arrived yet, or never will. */
	error: string | undefined;
	last: { at: Temporal.Instant; status: number | undefined; durationMs: number } | undefined;
};

/** How an attempt went. */
export type AttemptResult = { at: Temporal.Instant; durationMs: number } & (
	| { status: number }
	| { status?: undefined; error: string }
);

/** How long deliveries are kept, to be read and sent again. */
const keptFor = Temporal.Duration.from({ hours: 30 * 24 });
/** An event that waits for a paused webhook for longer is given up, as if its receiver had failed. */
const waitsFor = Temporal.Duration.from({ hours: 3 * 24 });
const pausedTooLong = "The webhook was paused for three days.";

/**
 * Tells the webhooks that have chosen its type of an event, in the transaction that stores what has happened. They are sent by the outbox.
 */
export async function writeEvent(
	transaction: WriteTransaction,
	event: WebhookEvent & { type: EventType },
	now: Temporal.Instant,
): Promise<void> {
	const { type } = event;
	const webhooks = (await listWebhooks(transaction)).filter(({ events }) => events.includes(type));
	if (webhooks.length > 0) await writeTo(transaction, webhooks, event, now);
}

/** Tells whether any webhook has chosen one of the types, so that others need not collect what they say. */
export async function isAnyChosen(db: Connection, types: readonly EventType[]): Promise<boolean> {
	return (await listWebhooks(db)).some(({ events }) => types.some((type) => events.includes(type)));
}

/** Tells one webhook of an event, whatever it has chosen. */
export async function writeEventTo(
	transaction: WriteTransaction,
	webhook: Webhook,
	event: WebhookEvent,
	now: Temporal.Instant,
): Promise<void> {
	await writeTo(transaction, [webhook], event, now);
}

async function writeTo(
	transaction: WriteTransaction,
	receivers: readonly Webhook[],
	{ type, reference, data }: WebhookEvent,
	now: Temporal.Instant,
): Promise<void> {
	await shareLock(transaction, pausesLock);
	const eventId = createOrderedId();
	// One may have been paused, resumed or removed while this waited.
	const webhooks = await listWebhooks(transaction);
	for (const webhook of webhooks.filter(({ id }) => receivers.some((receiver) => receiver.id === id))) {
		const id = createOrderedId();
		await transaction
			.insertInto("webhookDeliveries")
			.values({
				id,
				webhookId: webhook.id,
				eventId,
				type,
				reference,
				data: JSON.stringify(data),
				occurredAt: toInstantText(now),
				state: "waiting",
				attempts: 0,
				triedAt: null,
				status: null,
				durationMs: null,
				error: null,
			})
			.execute();
		await enqueue(transaction, webhook, { id, reference }, now);
	}
	await recordChange(transaction, [webhooksChangeKey]);
}

async function enqueue(
	transaction: WriteTransaction,
	{ id: recipient, isPaused }: Pick<Webhook, "id" | "isPaused">,
	{ id, reference }: Pick<Delivery, "id" | "reference">,
	now: Temporal.Instant,
): Promise<void> {
	const message = { kind: webhookKind, reference, recipient, parameters: { delivery: id } };
	// No mail server sees it.
	const options = { now, messageIdDomain: "webhooks.invalid", state: isPaused ? "held" : "waiting" } as const;
	await enqueueEmail(transaction, message, options);
}

/** Sends a delivery again, or now if it waits; false when it or its webhook is gone. */
export async function sendAgain(
	transaction: WriteTransaction,
	{ id, webhookId }: Pick<Delivery, "id" | "webhookId">,
	now: Temporal.Instant,
): Promise<boolean> {
	await shareLock(transaction, pausesLock);
	const delivery = await findDelivery(transaction, id);
	const webhook = await findWebhook(transaction, webhookId);
	if (!webhook || delivery?.webhookId !== webhookId) return false;
	await transaction
		.deleteFrom("emails")
		.where("kind", "=", webhookKind)
		.where("recipient", "=", webhookId)
		.where("parameters", "=", JSON.stringify({ delivery: id }))
		.execute();
	// How it failed before does not describe what waits now.
	const anew = { state: "waiting", status: null, error: null } as const;
	await transaction.updateTable("webhookDeliveries").set(anew).where("id", "=", id).execute();
	await enqueue(transaction, webhook, delivery, now);
	await recordChange(transaction, [webhooksChangeKey]);
	return true;
}

export async function findDelivery(db: Connection, id: string): Promise<Delivery | undefined> {
	const row = await db.selectFrom("webhookDeliveries").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toDelivery(row);
}

/** Lists a webhook's deliveries, or its deliveries in one state, the latest first, after the one whose id is `before`. */
export async function listDeliveries(
	db: Connection,
	webhookId: string,
	{ limit, before, state }: { limit: number; before?: string | undefined; state?: Delivery["state"] | undefined },
): Promise<Delivery[]> {
	const rows = await db
		.selectFrom("webhookDeliveries")
		.selectAll()
		.where("webhookId", "=", webhookId)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
		.$if(state !== undefined, (query) => query.where("state", "=", state ?? "waiting"))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return rows.map(toDelivery);
}

/** Counts a webhook's deliveries, in all and those given up. */
export async function countDeliveries(db: Connection, webhookId: string): Promise<{ all: number; givenUp: number }> {
	const rows = await db
		.selectFrom("webhookDeliveries")
		.select((of) => ["state", of.fn.countAll<number | string>().as("count")])
		.where("webhookId", "=", webhookId)
		.groupBy("state")
		.execute();
	return {
		all: rows.reduce((sum, { count }) => sum + Number(count), 0),
		givenUp: Number(rows.find(({ state }) => state === "given-up")?.count ?? 0),
	};
}

/** Notes an attempt; a receiver that answers with a status of 2xx has it. */
export async function noteAttempt(transaction: WriteTransaction, id: string, result: AttemptResult): Promise<void> {
	const isDelivered = result.status !== undefined && result.status >= 200 && result.status < 300;
	await transaction
		.updateTable("webhookDeliveries")
		.set((set) => ({
			attempts: set("attempts", "+", 1),
			triedAt: toInstantText(result.at),
			durationMs: result.durationMs,
			status: result.status ?? null,
			error: result.status === undefined ? result.error : null,
			...(isDelivered && { state: "delivered" as const }),
		}))
		.where("id", "=", id)
		.execute();
	await recordChange(transaction, [webhooksChangeKey]);
}

/** Notes that a delivery is given up. */
export async function noteGivenUp(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction
		.updateTable("webhookDeliveries")
		.set({ state: "given-up" })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.execute();
	await recordChange(transaction, [webhooksChangeKey]);
}

/** Deletes what webhooks were told of records, and what they are still to be told. */
export async function deleteEventsOf(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	if (references.length === 0) return;
	await transaction.deleteFrom("emails").where("reference", "in", references).where("kind", "=", webhookKind).execute();
	await transaction.deleteFrom("webhookDeliveries").where("reference", "in", references).execute();
}

/** Deletes old deliveries, and gives up what has waited too long for paused webhooks. */
export async function tidyDeliveries(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	const tooLong = await transaction
		.deleteFrom("emails")
		.where("kind", "=", webhookKind)
		.where("state", "=", "held")
		.where("queuedAt", "<=", toInstantText(now.subtract(waitsFor)))
		.returning("parameters")
		.execute();
	for (const { parameters } of tooLong) {
		const { delivery } = JSON.parse(parameters ?? "{}") as { delivery?: string };
		await transaction
			.updateTable("webhookDeliveries")
			.set({ state: "given-up", error: pausedTooLong })
			.where("id", "=", delivery ?? "")
			.execute();
	}
	await transaction
		.deleteFrom("webhookDeliveries")
		.where("occurredAt", "<=", toInstantText(now.subtract(keptFor)))
		.where("state", "<>", "waiting")
		.execute();
}

function toDelivery(row: Selectable<WebhookDeliveriesTable>): Delivery {
	const { id, webhookId, eventId, type, reference, data, occurredAt, state, attempts } = row;
	return {
		id,
		webhookId,
		eventId,
		type,
		reference,
		data: JSON.parse(data) as Record<string, unknown>,
		occurredAt: Temporal.Instant.from(occurredAt),
		state,
		attempts,
		error: row.error ?? undefined,
		last:
			row.triedAt === null
				? undefined
				: {
						at: Temporal.Instant.from(row.triedAt),
						status: row.status ?? undefined,
						durationMs: row.durationMs ?? 0,
					},
	};
}
