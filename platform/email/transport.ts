import ipaddr from "ipaddr.js";
import type { SendMailOptions } from "nodemailer";
import type { Mailbox } from "../config.ts";
import type { WriteTransaction } from "../database/database.ts";
import type { EmailIntent, EmailToRender, RenderedEmail } from "./email.ts";
import { toHeaderText } from "./header-text.ts";

/** An e-mail as handed to a mail server, and its subject matter. */
export type OutgoingEmail = Pick<EmailIntent, "kind" | "reference" | "recipient"> &
	RenderedEmail & { messageId: string };

/** Hands e-mails to a mail server. */
export type Transport = {
	/**
	 * Resolves when the mail server has taken the e-mail.
	 *
	 * @throws EmailRefusedError if the server refuses the e-mail; any other error concerns the connection
	 */
	send(email: OutgoingEmail, signal: AbortSignal): Promise<void>;
	/** Notes, in the transaction that ends it, that a message is given up; absent where the outbox keeps it. */
	noteGivenUp?(transaction: WriteTransaction, message: EmailToRender): Promise<void>;
	close(): void;
};

/** The mail server refused an e-mail permanently. */
export class EmailRefusedError extends Error {
	/**
	 * True if the recipient or the e-mail itself is at fault, so that it will be refused again; otherwise our account may be, which can be
	 * fixed.
	 */
	readonly forGood: boolean;

	constructor(cause: Error, forGood: boolean) {
		super(cause.message, { cause });
		this.name = "EmailRefusedError";
		this.forGood = forGood;
	}
}

/** The server did not respond in time; it may have taken the e-mail all the same. */
export class SendTimeoutError extends Error {
	constructor(cause: unknown) {
		super("The mail server did not answer in time", { cause });
		this.name = "SendTimeoutError";
	}
}

/** How long a server may take to respond to the final dot (RFC 5321, section 4.5.3.2.6); giving up sooner sends copies. */
const responseTimeoutMs = 10 * 60_000;

/**
 * Returns the message for nodemailer. The e-mails about a record share an id in References, so that they are one thread even where a relay
 * gives them other Message-IDs than those that later e-mails refer to.
 */
export function toMessage({ attachments = [], ...email }: Omit<OutgoingEmail, "kind">, from: Mailbox): SendMailOptions {
	const calendarFile = attachments.find((attachment) => attachment.calendarMethod !== undefined);
	return {
		messageId: email.messageId,
		from: email.senderName === undefined ? from : { ...from, name: toHeaderText(email.senderName) },
		to: email.addressed?.to ?? email.recipient,
		...(email.addressed && {
			cc: email.addressed.cc,
			// Each of them gets an e-mail of their own.
			envelope: { from: from.address, to: [email.recipient] },
		}),
		...(email.replyTo !== undefined && { replyTo: email.replyTo }),
		subject: toHeaderText(email.subject),
		html: email.html,
		text: email.text,
		...(calendarFile && {
			icalEvent: {
				method: calendarFile.calendarMethod,
				filename: calendarFile.fileName,
				content: Buffer.from(calendarFile.contentBase64, "base64"),
			},
		}),
		attachments: attachments
			.filter((attachment) => attachment !== calendarFile)
			.map(({ fileName, contentType, contentBase64 }) => ({
				filename: fileName,
				contentType,
				content: Buffer.from(contentBase64, "base64"),
			})),
		// Asks autoresponders not to respond (RFC 3834, section 5).
		headers: {
			"Auto-Submitted": "auto-generated",
			...email.headers,
			References: [nameThread(email), email.headers?.References].filter((one) => one !== undefined).join(" "),
		},
	};
}

/** The reference and the right-hand side of the e-mail's own Message-ID, as a Message-ID that no e-mail has. */
function nameThread({ reference, messageId }: Pick<OutgoingEmail, "reference" | "messageId">): string {
	return `<${reference}${messageId.slice(messageId.lastIndexOf("@"))}`;
}

/**
 * Creates a transport that speaks SMTP over a pool of connections.
 *
 * @param smtpUrl smtps://, or smtp:// with STARTTLS, without which e-mails go to this machine only, unless the URL has ?requireTLS=false
 * @param from the sender of every e-mail
 */
export function createSmtpTransport(smtpUrl: string, from: Mailbox, { timeoutMs = responseTimeoutMs } = {}): Transport {
	const openPool = async () => {
		const { createTransport } = await import("nodemailer");
		return createTransport({
			url: smtpUrl,
			pool: true,
			maxConnections: 5,
			// The outbox retries by itself, at growing intervals.
			maxRequeues: 0,
			dnsTimeout: 10_000,
			connectionTimeout: 10_000,
			greetingTimeout: 10_000,
			socketTimeout: timeoutMs,
			requireTLS: needsStarttls(smtpUrl),
			disableFileAccess: true,
			disableUrlAccess: true,
		});
	};
	let pool: ReturnType<typeof openPool> | undefined;
	return {
		async send(email, signal) {
			try {
				const transporter = await (pool ??= openPool());
				await transporter.sendMail({ ...toMessage(email, from), signal });
			} catch (error) {
				if (signal.aborted ? isTimeout(signal.reason) : isTimeout(error)) throw new SendTimeoutError(error);
				throw toEmailRefusedError(error) ?? error;
			}
		},
		close: () => void pool?.then((transporter) => transporter.close()),
	};
}

/**
 * Tells whether a connection must be encrypted before anything is sent. Otherwise an attacker on the way could remove the offer of
 * STARTTLS from the server's greeting.
 */
export function needsStarttls(smtpUrl: string): boolean {
	const { protocol, hostname, searchParams } = new URL(smtpUrl);
	const host = hostname.replace(/^\[|\]$/g, "");
	const isHere = host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
	return searchParams.has("requireTLS") ? searchParams.get("requireTLS") === "true" : protocol === "smtp:" && !isHere;
}

/** Connecting and greeting have time-outs of their own, at which nothing has been sent. */
function isTimeout(error: unknown): boolean {
	const { name, timeoutType } = (error ?? {}) as { name?: unknown; timeoutType?: unknown };
	return name === "TimeoutError" || timeoutType === "SOCKET_TIMEOUT";
}

/**
 * Codes about the recipient or the e-mail, independent of the sender (RFC 3463, sections 3.2, 3.3, 3.4 and 3.7; 5.1.10 is RFC 7505's): no
 * such mailbox or domain, a closed or full mailbox, an e-mail that is too large or cannot be converted. All other codes may be about us:
 * relaying denied (5.7.1), a limit of our account (5.4.5), an unverified sender, and codes with more digits, which providers use for that.
 */
const codesOfEmail = /^5\.(?:1\.(?:1|2|3|6|10)|2\.[0-4]|3\.4|6\.\d+)$/;

/** Responses to RCPT TO for an unknown mailbox, from servers without such codes (RFC 5321, section 4.2.3). */
const codesOfRecipient = [550, 551, 553];

/** A 5xx response to RCPT TO or to the text; a refusal of any other command, such as a login, concerns our own settings. */
function toEmailRefusedError(error: unknown): EmailRefusedError | undefined {
	if (!(error instanceof Error)) return undefined;
	const { responseCode, response, command } = error as {
		responseCode?: unknown;
		response?: unknown;
		command?: unknown;
	};
	if (typeof responseCode !== "number" || responseCode < 500 || (command !== "RCPT TO" && command !== "DATA"))
		return undefined;
	const enhancedCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
	const forGood =
		enhancedCode === undefined
			? command === "RCPT TO" && codesOfRecipient.includes(responseCode)
			: codesOfEmail.test(enhancedCode);
	return new EmailRefusedError(error, forGood);
}
