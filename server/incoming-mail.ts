import type { DNSResolver } from "mailauth";
import { createMailboxReader, type MailboxReader } from "../core/conversations/incoming/mailbox-reader.server.ts";
import { isStalled, listMailboxes } from "../core/conversations/incoming/mailbox-store.server.ts";
import { createReceiveMail, type ReceiveMail } from "../core/conversations/incoming/receive-mail.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { openImapFolder } from "../platform/email/imap-connection.ts";
import { createDnsLookup } from "../platform/email/sending-domain/dns.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Logger } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import { endSubscriptionOfEmail } from "./end-subscription.ts";
import { findRecordOfEvent } from "./hosts.ts";

export type IncomingMailDeps = {
	config: Config;
	database: Database;
	files: FileStore;
	clock: Clock;
	log: Logger;
	messageIdDomain: string;
	getKinds(): readonly RecordKind[];
	/** Signs reply addresses. */
	secret: string;
	metrics: Pick<Metrics, "createGauge">;
	/** Called when e-mails may have become due. */
	onEmails(): void;
	/** Asks DNS for senders' keys; by default the machine's name servers. */
	resolver?: DNSResolver;
};

/** Creates what receives e-mail: the reader of mailboxes, and the function that takes a message from elsewhere. */
export function createIncomingMail({
	config,
	database,
	files,
	clock,
	log,
	messageIdDomain,
	getKinds,
	secret,
	metrics,
	onEmails,
	resolver = createDnsLookup().resolve,
}: IncomingMailDeps): { receiveMail: ReceiveMail; mailboxReader: MailboxReader } {
	const receiveMail = createReceiveMail({
		database,
		files,
		clock,
		resolver,
		getTakeDeps: () => ({
			kinds: getKinds(),
			messageIdDomain,
			secret,
			ownAddress: config.mailFrom?.address,
			findRecordOfEvent,
			endSubscription: endSubscriptionOfEmail,
		}),
		onEmails,
	});
	metrics.createGauge({
		name: "mailboxes_stalled",
		help: "Mailboxes that have not been read for five minutes, or are full",
		read: async () => (await listMailboxes(database.db)).filter((mailbox) => isStalled(mailbox, clock.now())).length,
	});
	return {
		receiveMail,
		mailboxReader: createMailboxReader({ database, clock, log, receiveMail, openFolder: openImapFolder }),
	};
}
