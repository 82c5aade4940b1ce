import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** How the mail server handles the next e-mails. */
export type MailServerBehaviour =
	| { kind: "accept" }
	/** Sends nothing after the greeting. */
	| { kind: "hang" }
	/** Reads the e-mail and then fails or disconnects; `words` follow the code. */
	| { kind: "fail-after-data"; code: number | "disconnect"; words?: string }
	/** Reads the e-mail and responds when `until` resolves. */
	| { kind: "answer-late"; until: Promise<void> }
	| { kind: "reject-recipient"; recipient: string; code: number; words?: string }
	| { kind: "reject-login" };

export type ReceivedEmail = Email & { envelopeRecipients: string[] };

export type MailServer = {
	url: string;
	emails: ReceivedEmail[];
	/** Received e-mails, whatever the response. */
	attempts: { messageId: string | undefined }[];
	behave(behaviour: MailServerBehaviour): void;
	/** Number of connected clients. */
	connections(): number;
	/** Refuses connections until start is called again. */
	stop(): Promise<void>;
	start(): Promise<void>;
};

/** Starts a real SMTP server on a free loopback port; the caller stops it. */
export async function startMailServer(): Promise<MailServer> {
	let behaviour: MailServerBehaviour = { kind: "accept" };
	let port = 0;
	let server: SMTPServer | undefined;
	const mailServer: MailServer = {
		url: "",
		emails: [],
		attempts: [],
		connections: () => server?.connections.size ?? 0,
		behave(next) {
			behaviour = next;
		},
		async start() {
			server = createServer();
			await new Promise<void>((resolve, reject) => server?.once("error", reject).listen(port, "127.0.0.1", resolve));
			port = (server.server.address() as AddressInfo).port;
			mailServer.url = `smtp://127.0.0.1:${port}`;
		},
		async stop() {
			await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
			server = undefined;
		},
	};

	function createServer(): SMTPServer {
		const created = new SMTPServer({
			authOptional: true,
			disabledCommands: ["STARTTLS"],
			closeTimeout: 100,
			onMailFrom(_address, _session, callback) {
				if (behaviour.kind !== "hang")
					callback(behaviour.kind === "reject-login" ? smtpError(530, "Authentication required") : null);
			},
			onRcptTo({ address }, _session, callback) {
				if (behaviour.kind !== "reject-recipient" || behaviour.recipient !== address) return callback(null);
				callback(smtpError(behaviour.code, behaviour.words ?? `<${address}>: refused`));
			},
			onData(stream, session, callback) {
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("end", async () => {
					const email = await PostalMime.parse(Buffer.concat(chunks));
					mailServer.attempts.push({ messageId: email.messageId });
					if (behaviour.kind === "fail-after-data") {
						if (behaviour.code === "disconnect") for (const connection of created.connections) connection.close();
						else callback(smtpError(behaviour.code, behaviour.words ?? "Try again later"));
						return;
					}
					if (behaviour.kind === "answer-late") await behaviour.until;
					mailServer.emails.push({
						...email,
						envelopeRecipients: session.envelope.rcptTo.map(({ address }) => address),
					});
					callback(null);
				});
			},
		});
		// Broken connections are what some tests are about.
		created.on("error", () => undefined);
		return created;
	}

	await mailServer.start();
	return mailServer;
}

function smtpError(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}
