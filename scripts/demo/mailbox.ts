import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { busyDomain, refusingDomain } from "./plan.ts";

/** An e-mail that has arrived. */
export type ArrivedEmail = Email & { id: string; arrivedAt: Temporal.Instant; recipients: string[] };

/** Keeps every e-mail that would otherwise leave this machine. */
export type Mailbox = {
	/** Newest first. */
	list(): ArrivedEmail[];
	find(id: string): ArrivedEmail | undefined;
	/** Adds a raw e-mail. */
	add(message: Buffer, arrival: { recipients: string[]; arrivedAt: Temporal.Instant }): Promise<void>;
};

/** A mail server's refusal. */
export type MailRefusal = { code: number; words: string };

/** Creates a mailbox in this process's memory. */
export function createMailbox(): Mailbox {
	const emails: ArrivedEmail[] = [];
	return {
		list: () => emails.toReversed(),
		find: (id) => emails.find((email) => email.id === id),
		async add(message, { recipients, arrivedAt }) {
			const email = await PostalMime.parse(message);
			emails.push({ ...email, id: String(emails.length + 1), recipients, arrivedAt });
		},
	};
}

/** Returns the refusal of a recipient's mail server; undefined when it accepts the e-mail. */
export function judgeRecipient(recipient: string): MailRefusal | undefined {
	if (recipient.endsWith(`@${refusingDomain}`))
		return { code: 550, words: `5.1.1 <${recipient}>: there is no such mailbox` };
	if (recipient.endsWith(`@${busyDomain}`)) return { code: 451, words: `4.3.2 <${recipient}>: busy, try again later` };
	return undefined;
}

/** Starts a mail server for a mailbox on a free loopback port. */
export async function listenForEmails(mailbox: Pick<Mailbox, "add">): Promise<{ url: string; close(): Promise<void> }> {
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		closeTimeout: 100,
		onRcptTo({ address }, _session, callback) {
			const refusal = judgeRecipient(address);
			callback(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null);
		},
		onData(stream, session, callback) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				const recipients = session.envelope.rcptTo.map(({ address }) => address);
				await mailbox.add(Buffer.concat(chunks), { recipients, arrivedAt: Temporal.Now.instant() });
				callback(null);
			});
		},
	});
	// A stopping server breaks its connections.
	server.on("error", () => undefined);
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
	return {
		url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
		close: () => new Promise<void>((resolve) => server.close(resolve)),
	};
}
