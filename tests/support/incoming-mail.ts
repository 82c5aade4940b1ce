import { createReceiveMail, type ReceiveDeps } from "../../core/conversations/incoming/receive-mail.server.ts";
import type { TakeDeps } from "../../core/conversations/incoming/take-message.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { EmailIntent } from "../../platform/email/email.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { findRecordOfEvent } from "../../server/hosts.ts";
import type { DatabaseKind } from "./databases.ts";
import { meera, openTestRecords, storeColleagues } from "./records.ts";
import { withoutDns } from "./without-dns.ts";

const mailbox = {
	id: "mailbox-sales",
	address: "sales@narangi.example",
	kind: "enquiry",
	trustedAuthserv: "mx.narangi.example",
};
/** Signs reply addresses. */
export const secret = "a secret of this test";

/**
 * Creates what takes messages, without DNS unless it is given.
 * @param changes of the usual settings
 */
export function createTestReceiver(
	deps: Pick<ReceiveDeps, "database" | "files" | "clock"> & {
		kinds: readonly RecordKind[];
		resolver?: ReceiveDeps["resolver"];
	},
	changes: Partial<TakeDeps> = {},
) {
	return createReceiveMail({
		resolver: withoutDns,
		...deps,
		getTakeDeps: () => ({
			kinds: deps.kinds,
			messageIdDomain: "narangi.example",
			secret,
			ownAddress: "hello@narangi.example",
			findRecordOfEvent,
			endSubscription: () => Promise.resolve(),
			...changes,
		}),
		onEmails() {},
	});
}

/** Writes a message of Asha Rao; its headers replace the usual ones. */
export function writeMessage(headers: Record<string, string>, body: string): Buffer {
	const usual = {
		From: "Asha Rao <asha@visitor.example>",
		To: "sales@narangi.example",
		Subject: "A question",
		"Message-ID": `<${crypto.randomUUID()}@visitor.example>`,
		Date: "Mon, 23 Nov 2026 11:30:00 +0530",
	};
	const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}`);
	return Buffer.from([...lines, "", body, ""].join("\r\n"));
}

/** Opens records with a mailbox for enquiries, whose messages a test hands over. */
export async function openMail(
	kind: DatabaseKind,
	{ resolver = withoutDns }: Partial<Pick<ReceiveDeps, "resolver">> = {},
) {
	const desk = await openTestRecords(kind);
	await storeColleagues(desk.database);
	const receiveMail = createTestReceiver({ ...desk, resolver });
	/** Receives a message; its headers replace the usual ones. */
	async function receive(headers: Record<string, string>, text = "Hello, can you help us?") {
		const raw = writeMessage(headers, text);
		const taken = await receiveMail({ raw, bytes: raw.length, receivedAt: desk.clock.now(), isOld: false, mailbox });
		return taken.kind === "stored" ? taken.reference : taken.kind;
	}
	const reply = async (reference: string) => {
		const result = await desk.records.replies.send(reference, {
			subject: "Re: A question",
			text: "Gladly.",
			by: meera,
		});
		if (!result.ok) throw new Error(`The reply is refused: ${result.why}`);
		return result.reply;
	};
	/** Puts an e-mail of ours into the outbox, and returns its Message-ID. */
	const enqueue = (email: EmailIntent) =>
		desk.database.write((transaction) =>
			enqueueEmail(transaction, email, { now: desk.clock.now(), messageIdDomain: "narangi.example" }),
		);
	return { ...desk, receiveMail, receive, reply, enqueue };
}
