import { clockTolerance, type Clock } from "../../../platform/clock.ts";
import type { Database, WriteTransaction } from "../../../platform/database/database.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import {
	MailboxError,
	MessageRefusedError,
	type FolderMessage,
	type ImapConnection,
	type ImapLogin,
} from "../../../platform/email/imap-connection.ts";
import { fetchAccessToken } from "../../../platform/email/oauth-token.ts";
import type { Logger } from "../../../platform/log.ts";
import {
	claimMailboxes,
	keepSettings,
	LeaseLostError,
	noteProgress,
	noteRead,
	releaseMailbox,
	type ClaimedMailbox,
	type ImapSettings,
	type Mailbox,
} from "./mailbox-store.server.ts";
import { maxMessageBytes, type ReceiveMail } from "./receive-mail.server.ts";
import { endSetAside, forgetSetAside, listSetAside, setAsideMessage } from "./set-aside-messages.server.ts";

/** How often a mailbox is asked although its server has announced nothing. */
const pollMs = 30_000;
/** How often a mailbox that failed is tried again. */
const retryAfter = Temporal.Duration.from({ seconds: 60 });
/** How often a message that could not be stored is tried again. */
const retrySetAsideAfter = Temporal.Duration.from({ minutes: 10 });
/** Messages whose size is asked for at once. */
const describedAtOnce = 100;
/** Of the space of a mailbox. */
const almostFullPercent = 95;
/** Earlier messages that are read before new ones are looked for again. */
const backlogAtOnce = 50;
/** An older message is no longer confirmed: it lay in the mailbox while nobody could read it. */
const confirmedWithin = Temporal.Duration.from({ hours: 24 });
/** Between this machine's clock and the mail server's, which gives whole seconds. */
const clockDifference = Temporal.Duration.from({ minutes: 1 });
/** Between the arrival of a message in its folder and the time of its receipt, which another machine may have given it. */
const receiptDifference = Temporal.Duration.from({ hours: 24 });
/** Of a message above maxMessageBytes. */
const beginningBytes = 1024 * 1024;

export type MailboxReader = {
	/** Looks for mailboxes to read, now and every few seconds. */
	start(): void;
	/** Resolves when no mailbox is being read; the message being stored is finished. */
	stop(): Promise<void>;
};

export type MailboxReaderDeps = {
	database: Database;
	clock: Clock;
	log: Logger;
	receiveMail: ReceiveMail;
	/** Opens the folder of a login: openImapFolder. */
	openFolder(login: ImapLogin, options: { signal: AbortSignal }): Promise<ImapConnection>;
	/** How often mailboxes without a reader are looked for, in milliseconds. */
	lookMs?: number;
	/** How often the claim of a mailbox is renewed while it is read, however long a message takes. */
	renewMs?: number;
	/** How long storing one message may take; then it is set aside. */
	storeLimitMs?: number;
};

/**
 * Creates the reader of mailboxes. One of all servers is connected to each; another takes over within a minute if it dies. New messages come
 * first, then what the mailbox held before, the latest first. How far it has read is stored with each message, so that none is read twice
 * or left out, wherever it stops. A message that cannot be stored is set aside and tried again; those behind it do not wait.
 */
export function createMailboxReader({
	database,
	clock,
	log,
	receiveMail,
	openFolder,
	lookMs = 5_000,
	renewMs = 20_000,
	storeLimitMs = 5 * 60_000,
}: MailboxReaderDeps): MailboxReader {
	const stopping = new AbortController();
	const sessions = new Set<Promise<void>>();
	const leases = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let looking: Promise<void> = Promise.resolve();

	async function look(): Promise<void> {
		try {
			for (const mailbox of await claimMailboxes(database, clock.now(), leases)) {
				leases.add(mailbox.lease);
				const session = hold(mailbox).finally(() => {
					leases.delete(mailbox.lease);
					sessions.delete(session);
				});
				sessions.add(session);
			}
		} catch (error) {
			log.warn({ err: error }, "could not look for mailboxes to read; retrying");
		}
	}

	/** Reads a mailbox until the server stops, the connection fails, or another server takes over. Never rejects. */
	async function hold(mailbox: ClaimedMailbox): Promise<void> {
		let error: string | undefined;
		const renewal = setInterval(() => void renew(mailbox), renewMs);
		try {
			await read(mailbox);
		} catch (failure) {
			if (failure instanceof LeaseLostError) return;
			if (failure instanceof MailboxError) error = failure.message;
			else if (isStorageUnavailable(failure)) error = undefined;
			else {
				error = "The mailbox could not be read. Retrying.";
				log.error({ err: failure, mailbox: mailbox.id }, "a mailbox could not be read; retrying");
			}
		} finally {
			clearInterval(renewal);
		}
		const now = clock.now();
		// A server that stops leaves the mailbox to the others at once.
		const dueAt = stopping.signal.aborted ? now : now.add(retryAfter);
		try {
			if (await releaseMailbox(database, mailbox, { ...(error !== undefined && { error }), dueAt, now }))
				log.warn({ mailbox: mailbox.id, error }, "a mailbox cannot be read; retrying every minute");
		} catch (failure) {
			log.warn({ err: failure, mailbox: mailbox.id }, "could not release a mailbox; its claim expires by itself");
		}
	}

	async function renew(mailbox: ClaimedMailbox): Promise<void> {
		try {
			await database.write((transaction) => noteProgress(transaction, mailbox, {}, clock.now()));
		} catch (error) {
			// The next change to be stored finds out that the claim is lost.
			if (!(error instanceof LeaseLostError))
				log.warn({ err: error, mailbox: mailbox.id }, "could not renew the claim of a mailbox");
		}
	}

	async function read(mailbox: ClaimedMailbox): Promise<void> {
		const { settings } = mailbox;
		if (settings.by !== "imap") return;
		const { login, renewed } = await signIn(settings);
		if (renewed) await database.write((transaction) => keepSettings(transaction, mailbox, renewed));
		const folder = await openFolder(login, { signal: stopping.signal });
		stopping.signal.addEventListener("abort", folder.close);
		try {
			const reading = await begin(mailbox, folder);
			while (!stopping.signal.aborted) {
				const { uidNext, uidValidity } = await folder.check();
				// The server has renumbered the folder; the next session starts over.
				if (uidValidity !== folder.uidValidity) return;
				await readNew(reading, uidNext);
				await retrySetAside(reading);
				await noteRead(database, mailbox, clock.now(), await findWarning(reading));
				if (await readBacklog(reading)) continue;
				await folder.wait(pollMs, stopping.signal);
			}
		} catch (error) {
			if (!stopping.signal.aborted) throw error;
		} finally {
			stopping.signal.removeEventListener("abort", folder.close);
			folder.close();
		}
	}

	type Reading = {
		mailbox: ClaimedMailbox;
		folder: ImapConnection;
		topUid: number;
		/** UIDs of earlier messages, ascending. */
		backlog: number[];
	};

	async function begin(mailbox: ClaimedMailbox, folder: ImapConnection): Promise<Reading> {
		const { uidValidity, uidNext } = folder;
		const isNumberedAnew = uidValidity !== mailbox.uidValidity;
		const { topUid, backlogUid } = isNumberedAnew ? { topUid: uidNext - 1, backlogUid: uidNext } : mailbox;
		const backlog = await folder.listUids(1, backlogUid - 1);
		const progress = {
			topUid,
			backlogUid: backlog.length === 0 ? 0 : backlogUid,
			...(isNumberedAnew && { uidValidity, ...(await findUntaken(mailbox)) }),
		};
		if (isNumberedAnew || progress.backlogUid !== backlogUid)
			await database.write(async (transaction) => {
				await noteProgress(transaction, mailbox, progress, clock.now());
				if (isNumberedAnew) await forgetSetAside(transaction, mailbox.id);
			});
		return { mailbox: { ...mailbox, ...progress }, folder, topUid, backlog };
	}

	/**
	 * Returns which messages are still to be taken from a folder whose messages got new numbers: those that came since it was read. Messages
	 * that were taken before and deleted since, with a person who was erased or a record that was kept for long enough, stay away.
	 */
	async function findUntaken(mailbox: ClaimedMailbox): Promise<Partial<Pick<Mailbox, "createdAt" | "readsEarlier">>> {
		const { id, uidValidity, createdAt, readAt, hasBacklog } = mailbox;
		const { uids } = await listSetAside(database.db, id, clock.now());
		const isRead = readAt !== undefined && Temporal.Instant.compare(readAt, clock.now().add(clockTolerance)) <= 0;
		// Earlier messages that were not read yet, or set aside, are only found in the whole folder.
		if (uidValidity === undefined || !isRead || hasBacklog || uids.length > 0) return {};
		const since = readAt.subtract(receiptDifference);
		return { createdAt: Temporal.Instant.compare(since, createdAt) > 0 ? since : createdAt, readsEarlier: false };
	}

	async function readNew(reading: Reading, uidNext: number): Promise<void> {
		const { folder, mailbox } = reading;
		const uids = await folder.listUids(reading.topUid + 1, uidNext - 1);
		for (let from = 0; from < uids.length; from += describedAtOnce) {
			const { described, refused } = await describe(folder, uids.slice(from, from + describedAtOnce));
			await setAside(reading, refused);
			for (const message of described) {
				if (stopping.signal.aborted) return;
				await take(reading, message, { topUid: message.uid });
				reading.topUid = message.uid;
			}
		}
		// Messages that were deleted before anybody read them.
		if (uidNext - 1 > reading.topUid) {
			reading.topUid = uidNext - 1;
			await database.write((transaction) =>
				noteProgress(transaction, mailbox, { topUid: reading.topUid }, clock.now()),
			);
		}
	}

	/** Reads some earlier messages, the latest first. Returns whether there were any. */
	async function readBacklog(reading: Reading): Promise<boolean> {
		const { folder, mailbox, backlog } = reading;
		const some = backlog.splice(Math.max(0, backlog.length - backlogAtOnce));
		if (some.length === 0) return false;
		const { described, refused } = await describe(folder, some);
		const wanted = mailbox.readsEarlier ? described : described.filter((message) => isSinceConnected(mailbox, message));
		// Before the mailbox was connected, and so are those below.
		const isOver = described.length > 0 && wanted.length === 0;
		if (!isOver) await setAside(reading, refused);
		for (const message of wanted.toReversed()) {
			if (stopping.signal.aborted) return true;
			await take(reading, message, { backlogUid: message.uid });
		}
		if (isOver) backlog.length = 0;
		const backlogUid = backlog.length === 0 ? 0 : (some[0] as number);
		await database.write((transaction) => noteProgress(transaction, mailbox, { backlogUid }, clock.now()));
		return true;
	}

	/** Tries again to store the messages that were set aside. */
	async function retrySetAside(reading: Reading): Promise<void> {
		const { folder, mailbox } = reading;
		const { due } = await listSetAside(database.db, mailbox.id, clock.now());
		if (due.length === 0) return;
		const { described, refused } = await describe(folder, due);
		await setAside(reading, refused);
		for (const message of described) {
			if (stopping.signal.aborted) return;
			await take(reading, message, {});
		}
		const known = new Set([...refused, ...described.map(({ uid }) => uid)]);
		const gone = due.filter((uid) => !known.has(uid));
		await database.write(async (transaction) => {
			for (const uid of gone) await endSetAside(transaction, mailbox.id, uid);
		});
	}

	/** Sets messages aside that their server does not describe. */
	async function setAside({ mailbox }: Reading, uids: readonly number[]): Promise<void> {
		if (uids.length === 0) return;
		log.error({ mailbox: mailbox.id, uids }, "messages are refused by their server; set aside");
		const dueAt = clock.now().add(retrySetAsideAfter);
		await database.write(async (transaction) => {
			for (const uid of uids) await setAsideMessage(transaction, { mailboxId: mailbox.id, uid, dueAt });
			await noteProgress(transaction, mailbox, {}, clock.now());
		});
	}

	/** Says why a mailbox that is read needs somebody's care all the same. */
	async function findWarning({ folder, mailbox }: Reading): Promise<string | undefined> {
		const { uids } = await listSetAside(database.db, mailbox.id, clock.now());
		const percent = (await folder.readFullness()) ?? 0;
		const warnings = [
			...(uids.length === 0
				? []
				: [
						`${uids.length === 1 ? "A message" : `${uids.length} messages`} could not be stored, and will be tried again every ten minutes. Until then, read ${uids.length === 1 ? "it" : "them"} in the mailbox.`,
					]),
			...(percent < almostFullPercent
				? []
				: [
						`The mailbox is ${percent}% full. Its server refuses messages when there is no space. Delete some there, or get more space.`,
					]),
		];
		return warnings.length === 0 ? undefined : warnings.join(" ");
	}

	/** Stores a message with the progress of its mailbox, or sets it aside. */
	async function take(
		reading: Reading,
		message: FolderMessage,
		progress: { topUid?: number; backlogUid?: number },
	): Promise<void> {
		const { id: mailboxId } = reading.mailbox;
		try {
			await store(reading, message, progress);
		} catch (error) {
			const isOfConnection = error instanceof MailboxError || error instanceof LeaseLostError;
			if (isOfConnection || isStorageUnavailable(error) || stopping.signal.aborted) throw error;
			log.error({ err: error, mailbox: mailboxId, uid: message.uid }, "a message could not be stored; set aside");
			const dueAt = clock.now().add(retrySetAsideAfter);
			await database.write(async (transaction) => {
				await setAsideMessage(transaction, { mailboxId, uid: message.uid, dueAt });
				await noteProgress(transaction, reading.mailbox, progress, clock.now());
			});
		}
	}

	async function store(
		{ mailbox, folder }: Reading,
		message: FolderMessage,
		progress: { topUid?: number; backlogUid?: number },
	): Promise<void> {
		const { uid, bytes, receivedAt } = message;
		const raw = await folder.read(uid, bytes > maxMessageBytes ? beginningBytes : maxMessageBytes);
		let isOver = false;
		const finish = async (transaction: WriteTransaction, now: Temporal.Instant) => {
			if (isOver) throw new Error("The message has been set aside meanwhile");
			await endSetAside(transaction, mailbox.id, uid);
			await noteProgress(transaction, mailbox, progress, now);
		};
		if (!raw) {
			// It was deleted meanwhile.
			await database.write((transaction) => finish(transaction, clock.now()));
			return;
		}
		const { id, address, kind, settings } = mailbox;
		const trustedAuthserv = settings.by === "imap" ? settings.trustedAuthserv : "";
		const isOld =
			!isSinceConnected(mailbox, message) ||
			Temporal.Instant.compare(receivedAt, clock.now().subtract(confirmedWithin)) < 0;
		const limit = Promise.withResolvers<never>();
		const limiting = setTimeout(() => {
			isOver = true;
			limit.reject(new Error(`It took longer than ${storeLimitMs} ms`));
		}, storeLimitMs);
		const mail = { raw, bytes, receivedAt, isOld, mailbox: { id, address, kind, trustedAuthserv } };
		try {
			await Promise.race([receiveMail(mail, finish), limit.promise]);
		} finally {
			clearTimeout(limiting);
		}
	}

	return {
		start() {
			const lookAgain = () => (looking = looking.then(look));
			timer = setInterval(lookAgain, lookMs);
			timer.unref();
			void lookAgain();
		},
		async stop() {
			clearInterval(timer);
			stopping.abort();
			await looking;
			await Promise.all(sessions);
		},
	};
}

/** Describes messages. If the server refuses some at once, each is requested separately, and those that it still refuses are named. */
async function describe(
	folder: ImapConnection,
	uids: readonly number[],
): Promise<{ described: FolderMessage[]; refused: number[] }> {
	const described: FolderMessage[] = [];
	const refused: number[] = [];
	for (let from = 0; from < uids.length; from += describedAtOnce) {
		const some = uids.slice(from, from + describedAtOnce);
		try {
			described.push(...(await folder.describe(some)));
		} catch (error) {
			if (!(error instanceof MessageRefusedError)) throw error;
			if (some.length === 1) refused.push(...some);
			for (const uid of some.length === 1 ? [] : some) {
				const alone = await describe(folder, [uid]);
				described.push(...alone.described);
				refused.push(...alone.refused);
			}
		}
	}
	return { described, refused };
}

function isSinceConnected({ createdAt }: ClaimedMailbox, { receivedAt }: FolderMessage): boolean {
	return Temporal.Instant.compare(receivedAt, createdAt.subtract(clockDifference)) >= 0;
}

/**
 * Returns the login of a mailbox, with an access token if it signs in by OAuth 2, and its settings if the provider has given another refresh
 * token, which must be stored: the one before may be refused from now on.
 * @throws MailboxError
 */
export async function signIn(settings: ImapSettings): Promise<{ login: ImapLogin; renewed: ImapSettings | undefined }> {
	const { login, ...server } = settings;
	if (login.with === "password") return { login: { ...server, password: login.password }, renewed: undefined };
	const { accessToken, refreshToken } = await fetchAccessToken(login);
	const isSame = refreshToken === login.refreshToken;
	return {
		login: { ...server, accessToken },
		renewed: isSame ? undefined : { ...settings, login: { ...login, refreshToken } },
	};
}
