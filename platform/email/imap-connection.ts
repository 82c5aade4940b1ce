import type { ImapFlowOptions } from "imapflow";

/** How an IMAP server is reached: host, port, encryption, and who signs in. */
export type ImapLogin = {
	host: string;
	port: number;
	security: "tls" | "starttls" | "none";
	user: string;
	folder: string;
	/** One of both. */
	password?: string;
	accessToken?: string;
};

/** A message of a folder, without its text. */
export type FolderMessage = { uid: number; bytes: number; receivedAt: Temporal.Instant };

/** An open folder, which is only read. */
export type ImapConnection = {
	/** Changes when the server renumbers the folder's messages. */
	uidValidity: string;
	/** Every later message gets this UID or a greater one. */
	uidNext: number;
	/** Lists the UIDs of the messages from `first` to `last`, ascending. */
	listUids(first: number, last: number): Promise<number[]>;
	/** Describes messages by UID, ascending; those that are gone are left out. @throws MessageRefusedError as `read` does, for any of them */
	describe(uids: readonly number[]): Promise<FolderMessage[]>;
	/** Reads a message, at most so many bytes of it; undefined when it is gone. @throws MessageRefusedError when the server refuses it alone */
	read(uid: number, maxBytes: number): Promise<Uint8Array | undefined>;
	/** Asks the server for UIDNEXT and whether the folder is still the same. */
	check(): Promise<{ uidValidity: string; uidNext: number }>;
	/** Returns how much of its space the mailbox uses, in percent; undefined when the server does not say. */
	readFullness(): Promise<number | undefined>;
	/** Resolves when the server announces a message, the signal aborts, or the time is over. @throws when the connection ended */
	wait(ms: number, signal: AbortSignal): Promise<void>;
	close(): void;
};

/** The mailbox could not be opened or read, in words for the people who set it up. */
export class MailboxError extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause });
		this.name = "MailboxError";
	}
}

/** The server does not deliver a message that it has, but keeps responding. */
export class MessageRefusedError extends Error {
	constructor(cause?: unknown) {
		super("The server does not deliver the message", { cause });
		this.name = "MessageRefusedError";
	}
}

/** Longer than any server needs; IDLE is left and entered again within it. */
const silenceTimeoutMs = 120_000;
/** Of one message with the commands around it. */
const maxResponseBytes = 80 * 1024 * 1024;

/**
 * Opens a folder for reading. Nothing in it is changed: messages stay as unread as they were.
 *
 * @param options `signal` gives opening up
 * @throws MailboxError when the server cannot be reached or refuses the login, or the folder does not exist
 */
export async function openImapFolder(
	{ host, port, security, user, folder, password, accessToken }: ImapLogin,
	{
		timeoutMs = 30_000,
		socketTimeoutMs = silenceTimeoutMs,
		signal: opening,
	}: { timeoutMs?: number; socketTimeoutMs?: number; signal?: AbortSignal } = {},
): Promise<ImapConnection> {
	// A server without mailboxes never needs it.
	const { ImapFlow } = await import("imapflow");
	const client = new ImapFlow({
		host,
		port,
		secure: security === "tls",
		...(security === "starttls" && { doSTARTTLS: true }),
		...(security === "none" && { doSTARTTLS: false }),
		auth: { user, ...(accessToken === undefined ? { pass: password ?? "" } : { accessToken }) },
		logger: false,
		disableAutoIdle: true,
		connectionTimeout: timeoutMs,
		greetingTimeout: timeoutMs,
		socketTimeout: socketTimeoutMs,
		maxResponseSize: maxResponseBytes,
		maxLiteralSize: maxResponseBytes,
	} satisfies ImapFlowOptions);
	let failure: unknown;
	// Without a listener an error would end the process.
	client.on("error", (error: unknown) => (failure = error));
	const isByToken = accessToken !== undefined;
	const abort = () => client.close();
	opening?.addEventListener("abort", abort);
	try {
		opening?.throwIfAborted();
		await client.connect();
		await client.mailboxOpen(folder, { readOnly: true });
	} catch (error) {
		client.close();
		throw new MailboxError(describeImapError(error, { host, port, folder, isByToken }), error);
	} finally {
		opening?.removeEventListener("abort", abort);
	}
	const { mailbox } = client;
	if (!mailbox) throw new MailboxError(`The folder ${folder} could not be opened.`);

	/** Runs a command; an ended connection counts as the failure that ended it. */
	async function run<Result>(command: () => Promise<Result>): Promise<Result> {
		try {
			return await command();
		} catch (error) {
			if (error instanceof MailboxError || error instanceof MessageRefusedError) throw error;
			throw new MailboxError(describeImapError(failure ?? error, { host, port, folder, isByToken }), error);
		}
	}

	/** Runs a command about messages, which the server may refuse for a single one of them. */
	function runFetch<Result>(command: () => Promise<Result>): Promise<Result> {
		return run(async () => {
			try {
				return await command();
			} catch (error) {
				throw client.usable && isRefusal(error) ? new MessageRefusedError(error) : error;
			}
		});
	}

	return {
		uidValidity: mailbox.uidValidity.toString(),
		uidNext: mailbox.uidNext,

		listUids: (first, last) =>
			run(async () => {
				if (last < first) return [];
				const found = await client.search({ uid: `${first}:${last}` }, { uid: true });
				// Taken for an empty list, a refusal would pass over messages for ever.
				if (!found && client.usable)
					throw new MailboxError(`${host} does not list the messages of ${folder}. It is asked again.`);
				if (!found) throw new Error("The server closed the connection");
				// "7:3" also finds the last message.
				return found.filter((uid) => uid >= first && uid <= last).toSorted((a, b) => a - b);
			}),

		describe: (uids) =>
			runFetch(async () => {
				if (uids.length === 0) return [];
				const found = await client.fetchAll(
					uids.join(","),
					{ uid: true, size: true, internalDate: true },
					{ uid: true },
				);
				return found
					.map(({ uid, size = 0, internalDate }) => ({ uid, bytes: size, receivedAt: toInstant(internalDate) }))
					.toSorted((a, b) => a.uid - b.uid);
			}),

		read: (uid, maxBytes) =>
			runFetch(async () => {
				const found = await client.fetchOne(
					String(uid),
					{ uid: true, source: { start: 0, maxLength: maxBytes } },
					{ uid: true },
				);
				if (!found) return undefined;
				if (!found.source) throw new MessageRefusedError();
				return found.source;
			}),

		check: () =>
			run(async () => {
				await client.noop();
				const status = await client.status(folder, { uidNext: true, uidValidity: true });
				if (!status) throw new Error("The folder is gone");
				return { uidValidity: String(status.uidValidity), uidNext: status.uidNext ?? 1 };
			}),

		readFullness: () =>
			run(async () => {
				const quota = await client.getQuota(folder);
				const shares = [quota && quota.storage, quota && quota.message].flatMap((of) =>
					of && of.limit ? [((of.usage ?? 0) / of.limit) * 100] : [],
				);
				return shares.length === 0 ? undefined : Math.floor(Math.max(...shares));
			}),

		wait: (ms, signal) =>
			run(async () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				const timer = setTimeout(resolve, ms);
				const wake = () => resolve();
				client.on("exists", wake);
				client.once("close", wake);
				signal.addEventListener("abort", wake);
				// It ends when another command is sent.
				const idling = client.idle().catch((error: unknown) => (failure ??= error));
				try {
					await promise;
					if (client.usable && !signal.aborted) await client.noop();
				} finally {
					clearTimeout(timer);
					client.off("exists", wake);
					client.off("close", wake);
					signal.removeEventListener("abort", wake);
					void idling;
				}
				if (!client.usable) throw failure ?? new Error("The server closed the connection");
			}),

		close: () => client.close(),
	};
}

/** Tells whether a server answered a command with NO or BAD, other than to ask for patience. */
function isRefusal(error: unknown): boolean {
	const { responseStatus = "", code } = error as { responseStatus?: string; code?: string };
	return ["NO", "BAD"].includes(responseStatus) && code !== "ETHROTTLE";
}

function toInstant(date: Date | string | undefined): Temporal.Instant {
	const ms = new Date(date ?? Number.NaN).getTime();
	return Temporal.Instant.fromEpochMilliseconds(Number.isNaN(ms) ? 0 : ms);
}

/** Says what happened and what to do. The server's own words are added where it gave any. */
function describeImapError(
	error: unknown,
	{ host, port, folder, isByToken }: Pick<ImapLogin, "host" | "port" | "folder"> & { isByToken: boolean },
): string {
	const { code, authenticationFailed, responseText, mailboxMissing } = error as {
		code?: string;
		authenticationFailed?: boolean;
		responseText?: string;
		mailboxMissing?: boolean;
	};
	const said = responseText ? ` The server said: ${responseText.trim()}` : "";
	if (authenticationFailed)
		return `The server refused the login. ${isByToken ? "Check the user, or connect the mailbox again." : "Check user and password."}${said}`;
	if (mailboxMissing) return `There is no folder ${folder}.${said}`;
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `${host} was not found. Check the server’s name.`;
	if (code === "ECONNREFUSED") return `${host} does not accept connections on port ${port}.`;
	if (code === "CONNECT_TIMEOUT" || code === "GREETING_TIMEOUT" || code === "ETIMEDOUT" || code === "ETIMEOUT")
		return `${host} did not respond on port ${port}.`;
	if (code?.startsWith("ERR_TLS") || code?.includes("CERT") || code?.startsWith("ERR_SSL"))
		return `No secure connection to ${host}: its certificate or encryption was refused (${code}).`;
	return `The connection to ${host} ended.${said || (error instanceof Error ? ` ${error.message}` : "")}`;
}
