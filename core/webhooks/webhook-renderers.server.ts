import { z } from "zod";
import type { Connection } from "../../platform/database/database.ts";
import type { EmailRenderers } from "../../platform/email/email.ts";
import { webhookKind } from "../../platform/email/emails-table.ts";
import { findStage, withStagesOf, type RecordKind } from "../records/record-kind.ts";
import { findDelivery, type Delivery } from "./delivery-store.server.ts";
import { findWebhook } from "./webhook-store.server.ts";
import { writePayload, type PayloadNames } from "./write-payload.ts";

type WebhookRenderersDeps = {
	kinds: readonly RecordKind[];
	/** Origin of links, without a trailing slash. */
	deskUrl: string;
	timeZone: string;
};

const parametersSchema = z.object({ delivery: z.string() });
const textSchema = z.object({ id: z.string() }).optional();
const textsSchema = z.object({ message: textSchema, reply: textSchema });
const recordSchema = z.object({ kind: z.string(), topic: z.string(), stage: z.string() });

/** The header by which the renderer names the delivery to the transport, which does not send it. */
export const deliveryHeader = "delivery";

/** Creates the renderer of webhooks: their text is the body of the request. */
export function createWebhookRenderers({ kinds, deskUrl, timeZone }: WebhookRenderersDeps): EmailRenderers {
	return {
		[webhookKind]: async ({ recipient, parameters }, { db }) => {
			const delivery = await findDelivery(db, parametersSchema.parse(parameters).delivery);
			const webhook = await findWebhook(db, recipient);
			if (!delivery || !webhook) return { notSent: "its webhook no longer exists" };
			if (delivery.state === "delivered") return { notSent: "its receiver has it already" };
			const texts = await findTexts(db, delivery);
			if (!texts) return { notSent: "its message no longer exists" };
			const { path, names, data } = await describe(db, { ...delivery, data: { ...delivery.data, ...texts } });
			const payload = {
				type: delivery.type,
				timestamp: delivery.occurredAt.toString({ smallestUnit: "millisecond" }),
				data: { ...data, url: deskUrl + path },
			};
			return {
				subject: "",
				html: "",
				text: writePayload(webhook.format, payload, names),
				headers: { "webhook-id": delivery.eventId, [deliveryHeader]: delivery.id },
			};
		},
	};

	/** Finds what the settings say of an event: its page, and the stage by its name. */
	async function describe(
		db: Connection,
		{ type, reference, data }: Delivery,
	): Promise<{ path: string; names: PayloadNames; data: Delivery["data"] }> {
		const record = recordSchema.safeParse(data["record"]).data;
		const kind = record && kinds.find(({ name }) => name === record.kind);
		if (!record || !kind)
			return { path: pathsOfOthers[type] ?? "/", names: { kind: "record", stage: "", timeZone }, data };
		const { key, label } = findStage(await withStagesOf(db, kind, record.topic), record.stage || undefined);
		return {
			path: `/${kind.names}/${reference}`,
			names: { kind: kind.name, stage: label, timeZone },
			data: { ...data, record: { ...(data["record"] as object), stage: { key, label } } },
		};
	}
}

const pathsOfOthers: Readonly<Record<string, string | undefined>> = {
	"release.published": "/studio",
	"alarm.raised": "/operations",
	"alarm.ended": "/operations",
	"webhook.test": "/webhooks",
};

/**
 * Finds texts that people wrote. Deliveries keep only their ids, so that each is erased where it is stored. Undefined when it is gone.
 */
async function findTexts(db: Connection, { data }: Pick<Delivery, "data">): Promise<Delivery["data"] | undefined> {
	const { message, reply } = textsSchema.parse(data);
	if (message) {
		const found = await db
			.selectFrom("incomingMessages")
			.select(["id", "fromName", "fromAddress", "subject", "receivedAt"])
			.where("id", "=", message.id)
			.executeTakeFirst();
		if (!found) return undefined;
		const { id, fromName: name, fromAddress: email, subject, receivedAt } = found;
		return { message: { id, from: { name, email }, subject, receivedAt } };
	}
	if (!reply) return {};
	const found = await db
		.selectFrom("recordReplies")
		.select(["id", "subject", "isForward"])
		.where("id", "=", reply.id)
		.executeTakeFirst();
	return found && { reply: { ...found, isForward: found.isForward === 1 } };
}
