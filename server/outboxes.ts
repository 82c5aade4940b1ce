import type { GetSettings } from "../core/company/current-settings.ts";
import { noteReplyNotSent } from "../core/conversations/replies.server.ts";
import { writeReplyEvent } from "../core/conversations/reply-events.server.ts";
import { createPushRenderers } from "../core/push/push-renderers.server.ts";
import { createPushTransport } from "../core/push/push-transport.server.ts";
import { deleteAllSubscriptions } from "../core/push/subscriptions.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import { writeEvent } from "../core/webhooks/delivery-store.server.ts";
import { createWebhookRenderers } from "../core/webhooks/webhook-renderers.server.ts";
import { createWebhookTransport } from "../core/webhooks/webhook-transport.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import type { OutboxHooks } from "../platform/email/deliver-email.ts";
import { createOutbox, type Outbox } from "../platform/email/outbox.ts";
import { createSmtpTransport } from "../platform/email/transport.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { createOrderedId } from "../platform/ids/ordered-id.ts";
import type { Logger } from "../platform/log.ts";
import { memoiseByState } from "../platform/memoise-by-state.ts";
import type { Metrics } from "../platform/metrics.ts";
import { createEmailLimits } from "./email-limits.ts";
import { createEmailRenderers } from "./email-renderers.ts";
import { appointmentPages } from "./hosts.ts";

/** The outboxes of a server: of e-mails, newsletters, push messages and webhooks. */
type Outboxes = {
	emails: Outbox;
	/** Undefined where no mail server is configured. */
	newsletters: Outbox | undefined;
	start(): Promise<void>;
	/** Starts no further messages here, so that a later stop finds none being sent. */
	pause(): void;
	/** Resolves when nothing is being sent: the last one first, and each even if others fail. */
	stop(): Promise<void>;
};

type OutboxesDeps = {
	config: Config;
	getSettings: GetSettings;
	getKinds(): readonly RecordKind[];
	database: Database;
	files: FileStore;
	metrics: Metrics;
	clock: Clock;
	log: Logger;
};

/** Opens the outboxes; where push messages are off, it deletes the subscriptions to them. */
export async function openOutboxes({
	config,
	getSettings,
	getKinds,
	database,
	files,
	metrics,
	clock,
	log,
}: OutboxesDeps): Promise<Outboxes> {
	if (!config.sendsPush) await deleteAllSubscriptions(database.db);
	const getCompany = () => getSettings().company;
	const openTransport = () =>
		config.smtpUrl !== undefined && config.mailFrom ? createSmtpTransport(config.smtpUrl, config.mailFrom) : undefined;
	const transport = openTransport();
	const getRenderers = memoiseByState(getSettings, ({ company }) =>
		createEmailRenderers({ config, company, files, kinds: getKinds() }),
	);
	const limits = createEmailLimits({ config, getCompany, metrics });
	const hooks: OutboxHooks = {
		noteSent: (transaction, message) => writeReplyEvent(transaction, message, clock.now()),
		noteNotSent: (transaction, email) => noteReplyNotSent(transaction, getKinds(), email, clock.now()),
		noteAlarm: (transaction, alarm) =>
			writeEvent(transaction, { type: "alarm.raised", reference: createOrderedId(), data: alarm }, clock.now()),
	};
	const emails = createOutbox({ database, transport, getRenderers, clock, log, limits, hooks });
	// With connections of their own, so that no other e-mail waits for them.
	const newsletters =
		transport &&
		createOutbox({ database, transport: openTransport(), getRenderers, clock, log, channel: "newsletters" });
	const pushMessages = config.sendsPush
		? createOutbox({
				database,
				transport: createPushTransport({
					database,
					getContact: () => getCompany().email,
					allowsPrivateNetworks: config.pushesToPrivateNetworks,
				}),
				getRenderers: memoiseByState(getSettings, ({ company }) =>
					createPushRenderers({ kinds: getKinds(), appointmentPages, timeZone: company.timeZone }),
				),
				clock,
				log,
				channel: "push messages",
			})
		: undefined;
	const webhooks = createOutbox({
		database,
		transport: createWebhookTransport({ database, clock, privateHosts: config.webhookPrivateHosts }),
		getRenderers: memoiseByState(getSettings, ({ company }) =>
			createWebhookRenderers({ kinds: getKinds(), deskUrl: config.deskUrl, timeZone: company.timeZone }),
		),
		clock,
		log,
		channel: "webhooks",
	});
	const all = [emails, newsletters, pushMessages, webhooks].filter((outbox) => outbox !== undefined);
	return {
		emails,
		newsletters,
		async start() {
			for (const outbox of all) await outbox.start();
		},
		pause() {
			for (const outbox of all) outbox.pause();
		},
		async stop() {
			const open = new AsyncDisposableStack();
			for (const outbox of all) open.defer(() => outbox.stop());
			await open.disposeAsync();
		},
	};
}
