import { createReceiveMail } from "../../core/conversations/incoming/receive-mail.server.ts";
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

/** Opens records with a mailbox for enquiries, whose messages a test hands over. */
export async function openMail(kind: DatabaseKind) {
	const desk = await openTestRecords(kind);
	await storeColleagues(desk.database);
	const receiveMail = createReceiveMail({
		...desk,
		resolver: withoutDns,
		getTakeDeps: () => ({
			kinds: desk.kinds,
			messageIdDomain: "narangi.example",
			secret,
			ownAddress: "hello@narangi.example",
			findRecordOfEvent: () => Promise.resolve(undefined),
			endReported: () => Promise.resolve(),
		}),
		onEmails() {},
	});
	/** Receives a message; its headers replace the usual ones. */
	async function receive(headers: Record<string, string>, text = "Hello, can you help us?") {
		const usual = {
			From: "Asha Rao <asha@visitor.example>",
			To: "sales@narangi.example",
			Subject: "A question",
			"Message-ID": `<${crypto.randomUUID()}@visitor.example>`,
			Date: "Mon, 23 Nov 2026 11:30:00 +0530",
		};
		const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}`);
		const raw = Buffer.from([...lines, "", text, ""].join("\r\n"));
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
	return { ...desk, receiveMail, receive, reply };
}
