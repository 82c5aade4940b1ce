import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { DNSResolver } from "mailauth";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../../platform/database/database.ts";
import { CommitOutcomeUnknownError } from "../../../platform/database/storage-errors.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { findTrialOfMessage, noteTrialArrival } from "../../self-trial/trial-store.server.ts";
import type { IncomingFile, IncomingMessage } from "./incoming-message.ts";
import {
	createContentKey,
	takeMessage,
	type StoredFile,
	type TakeDeps,
	type TakenMessage,
} from "./take-message.server.ts";

/** Of the files of one message; the others stay in the mailbox, which the message says. */
const maxFileBytes = 25 * 1024 * 1024;
/** Only the beginning of a larger message is read. */
export const maxMessageBytes = 30 * 1024 * 1024;

/** A message as a mailbox or another program hands it over. */
export type RawMail = {
	raw: Uint8Array;
	/** Larger than `raw` if only its beginning was read. */
	bytes: number;
	receivedAt: Temporal.Instant;
	isOld: boolean;
	mailbox: { id: string; address: string; kind: string; trustedAuthserv: string };
};

export type ReceiveDeps = {
	database: Database;
	files: Pick<FileStore, "receive" | "keep" | "discard" | "remove">;
	clock: Clock;
	resolver: DNSResolver;
	/** Returns what the settings of now say. */
	getTakeDeps(): TakeDeps;
	/** Called when e-mails may have become due. */
	onEmails(): void;
};

/**
 * Receives a message: reads it aside, stores its files, and then, in one transaction, the message with all that follows and what `also`
 * writes. It counts as taken when that is committed.
 * @throws StorageUnavailableError when nothing can be stored; whatever `also` throws
 */
export type ReceiveMail = (
	mail: RawMail,
	also?: (transaction: WriteTransaction, now: Temporal.Instant) => Promise<void>,
) => Promise<TakenMessage>;

export function createReceiveMail({
	database,
	files,
	clock,
	resolver,
	getTakeDeps,
	onEmails,
}: ReceiveDeps): ReceiveMail {
	async function store(file: IncomingFile): Promise<StoredFile> {
		const received = await files.receive(Readable.from([Buffer.from(file.bytes)]));
		const storedAs = `reply-${randomUUID()}`;
		try {
			await files.keep(received, storedAs);
		} catch (error) {
			await files.discard(received);
			throw error;
		}
		const { bytes, sha256 } = received;
		return { storedAs, name: file.name, contentType: file.contentType, bytes, sha256 };
	}

	return async ({ raw, bytes, receivedAt, isOld, mailbox }, also) => {
		// A server without mailboxes never loads them.
		const { readMessageAside } = await import("./read-message-aside.server.ts");
		const { senderCheck } = await import("./authenticate-aside.server.ts");
		const message = bound(await readMessageAside(raw), { raw, bytes });
		const { trustedAuthserv } = mailbox;
		const trial = await findTrialOfMessage(
			database.db,
			[message.messageId, ...message.ancestors].filter((id) => id !== undefined),
		);
		if (trial) {
			const authentication = await senderCheck.readAuthentication(raw, { resolver, trustedAuthserv });
			await database.write(async (transaction) => {
				const now = clock.now();
				// A report that it was not delivered is about it too.
				if (message.sort.sort === "automatic") await noteTrialArrival(transaction, trial, authentication, now);
				await also?.(transaction, now);
			});
			return { kind: "known" };
		}
		const { dmarc } = await senderCheck.authenticateSender(raw, { resolver, trustedAuthserv });
		const contentKey = createContentKey(raw);
		const stored: StoredFile[] = [];
		const removeFiles = () => Promise.all(stored.map(({ storedAs }) => files.remove(storedAs)));
		try {
			for (const file of message.files) stored.push(await store(file));
			const taken = await database.write(async (transaction) => {
				const now = clock.now();
				const result = await takeMessage(
					transaction,
					{
						message,
						contentKey,
						mailbox,
						receivedAt,
						isVerified: dmarc === "pass" ? true : dmarc === "refused" ? false : undefined,
						isMarkedAsSpam: isMarkedAsSpam(raw),
						isOld,
						files: stored,
					},
					getTakeDeps(),
					now,
				);
				await also?.(transaction, now);
				return result;
			});
			if (taken.kind === "known") await removeFiles();
			if (taken.kind === "stored" && taken.isNew) onEmails();
			return taken;
		} catch (error) {
			// If the outcome of the commit is unknown, the files stay; the sweep removes those without a row.
			if (!(error instanceof CommitOutcomeUnknownError)) await removeFiles();
			throw error;
		}
	};
}

/** Leaves out files beyond the limit, and says so. */
function bound(message: IncomingMessage, { raw, bytes }: Pick<RawMail, "raw" | "bytes">): IncomingMessage {
	const omissions = [...message.omissions];
	if (raw.length < bytes)
		omissions.push(
			`The message has ${Math.round(bytes / 1024 / 1024)} MB; only its beginning was read. Open it in the mailbox for the rest.`,
		);
	let sum = 0;
	const kept: IncomingFile[] = [];
	for (const file of message.files) {
		sum += file.bytes.length;
		if (sum <= maxFileBytes) kept.push(file);
		else omissions.push(`The file ${file.name} is too large; it is in the mailbox.`);
	}
	return { ...message, files: kept, omissions };
}

/** Reads the mark that SpamAssassin and its like leave for mail programs. */
function isMarkedAsSpam(raw: Uint8Array): boolean {
	const text = Buffer.from(raw.subarray(0, 64 * 1024)).toString("latin1");
	const end = text.search(/\r?\n\r?\n/);
	return /^x-spam-flag:[ \t]*yes/im.test(text.slice(0, end === -1 ? undefined : end));
}
