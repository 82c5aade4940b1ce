import { createHmac } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { createWebhookRenderers } from "../../core/webhooks/webhook-renderers.server.ts";
import { addWebhook } from "../../core/webhooks/webhook-store.server.ts";
import { createWebhookTransport } from "../../core/webhooks/webhook-transport.server.ts";
import { webhookKind } from "../../platform/email/emails-table.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createLog } from "../../platform/log.ts";
import { createTestKinds } from "./records.ts";
import { testCompany, type TestServer } from "./test-server.ts";
import { startWebhookReceiver, testWebhook, type ReceivedWebhook } from "./webhook-receiver.ts";

/** An event as its receiver reads it. */
export type HeardEvent = { type: string; data: Record<string, unknown> };

/** How far the clocks of sender and receiver may be apart, in seconds. */
const tolerance = 300;

/**
 * Adds a webhook that hears of everything, whose receiver believes what docs/webhooks.md lets it believe: a body with a signature of its
 * secret, of this minute, with an id that it has not had before.
 */
export async function hearEvents({ database, clock }: Pick<TestServer, "database" | "clock">): Promise<{
	/** Sends what waits, and lists all that has arrived until now, in order. */
	listEvents(): Promise<HeardEvent[]>;
}> {
	const receiver = await startWebhookReceiver();
	const added = await database.write((transaction) =>
		addWebhook(transaction, { ...testWebhook, url: receiver.url }, clock.now()),
	);
	const key = Buffer.from(added?.secret.replace("whsec_", "") ?? "", "base64");
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: createWebhookTransport({ database, clock, privateHosts: ["127.0.0.1"] }),
		getRenderers: () =>
			createWebhookRenderers({
				kinds: createTestKinds(),
				deskUrl: "https://desk.narangi.example",
				timeZone: testCompany.timeZone,
			}),
		channel: "webhooks",
	});
	onTestFinished(() => outbox.stop());
	const ids = new Set<string>();
	const heard: HeardEvent[] = [];

	async function isAnyWaiting(): Promise<boolean> {
		const waiting = await database.db
			.selectFrom("emails")
			.select("id")
			.where("kind", "=", webhookKind)
			.limit(1)
			.execute();
		return waiting.length > 0;
	}

	function believe({ headers, body }: ReceivedWebhook): HeardEvent {
		const id = String(headers["webhook-id"]);
		const sentAt = Number(headers["webhook-timestamp"]);
		const own = createHmac("sha256", key).update(`${id}.${sentAt}.${body}`).digest("base64");
		expect(headers["webhook-signature"]).toBe(`v1,${own}`);
		expect(Math.abs(clock.now().epochMilliseconds / 1_000 - sentAt)).toBeLessThan(tolerance);
		expect([...ids]).not.toContain(id);
		ids.add(id);
		const { type, data } = JSON.parse(body) as HeardEvent;
		return { type, data };
	}

	return {
		async listEvents() {
			while (await isAnyWaiting()) await outbox.runOnce();
			for (const received of receiver.received.splice(0)) heard.push(believe(received));
			return [...heard];
		},
	};
}
