import { setTimeout as sleep } from "node:timers/promises";
import { MailboxError, MessageRefusedError, type ImapConnection } from "../../platform/email/imap-connection.ts";

type Held = { uid: number; raw: Buffer; receivedAt: Temporal.Instant };

/** A mailbox's folder in memory, which behaves as one of an IMAP server does. */
export type FakeFolder = {
	/** Puts a message into it, with the next UID. */
	deliver(raw: string, receivedAt: Temporal.Instant): void;
	/** Deletes the message with a UID. */
	remove(uid: number): void;
	/** Gives every message a new UID, as a server does that was restored or moved. */
	numberAnew(): void;
	/** Lets every connection and every attempt fail with this message, until it is undefined again. */
	fail(message: string | undefined): void;
	/** Calls a function when UIDs have been listed the next time. */
	afterListing(call: () => void): void;
	/** Refuses to describe or to hand over the message with a UID, until it is to refuse nothing. */
	refuse(uid: number, what: "describe" | "read" | "nothing"): void;
	/** Opens a connection to it. */
	open(): Promise<ImapConnection>;
	/** Fills it to so many percent; a server does not say at first. */
	fill(percent: number | undefined): void;
	/** Holds up the reading of the message with a UID. */
	pauseAt(uid: number): { reached: Promise<void>; goOn(): void };
	/** UIDs in the order in which they were read. */
	read: number[];
	/** How often it was opened. */
	countOpened(): number;
};

export function createFakeFolder(): FakeFolder {
	let uidValidity = 1;
	let messages: Held[] = [];
	let failure: string | undefined;
	let fullness: number | undefined;
	let opened = 0;
	let afterListing: (() => void) | undefined;
	const read: number[] = [];
	const refusals = new Map<number, "describe" | "read" | "nothing">();
	const pauses = new Map<number, () => Promise<void>>();
	const uidNext = () => (messages.at(-1)?.uid ?? 0) + 1;
	const assertWorking = () => {
		if (failure !== undefined) throw new MailboxError(failure);
	};
	return {
		read,
		countOpened: () => opened,
		deliver(raw, receivedAt) {
			messages.push({ uid: uidNext(), raw: Buffer.from(raw), receivedAt });
		},
		remove(uid) {
			messages = messages.filter((message) => message.uid !== uid);
		},
		numberAnew() {
			uidValidity += 1;
			messages = messages.map((message, index) => ({ ...message, uid: index + 1 }));
		},
		fail(message) {
			failure = message;
		},
		afterListing(call) {
			afterListing = call;
		},
		refuse(uid, what) {
			refusals.set(uid, what);
		},
		fill(percent) {
			fullness = percent;
		},
		pauseAt(uid) {
			const [reached, goingOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			pauses.set(uid, () => (reached.resolve(), goingOn.promise));
			return { reached: reached.promise, goOn: goingOn.resolve };
		},
		async open() {
			assertWorking();
			opened += 1;
			return {
				uidValidity: String(uidValidity),
				uidNext: uidNext(),
				async listUids(first, last) {
					assertWorking();
					const uids = messages.map(({ uid }) => uid).filter((uid) => uid >= first && uid <= last);
					afterListing?.();
					afterListing = undefined;
					return uids;
				},
				async describe(uids) {
					assertWorking();
					if (uids.some((uid) => refusals.get(uid) === "describe")) throw new MessageRefusedError();
					return messages
						.filter(({ uid }) => uids.includes(uid))
						.map(({ uid, raw, receivedAt }) => ({ uid, bytes: raw.length, receivedAt }));
				},
				async read(uid, maxBytes) {
					assertWorking();
					await pauses.get(uid)?.();
					if (refusals.get(uid) === "read") throw new MessageRefusedError();
					read.push(uid);
					return messages.find((message) => message.uid === uid)?.raw.subarray(0, maxBytes);
				},
				async check() {
					assertWorking();
					return { uidValidity: String(uidValidity), uidNext: uidNext() };
				},
				readFullness: () => Promise.resolve(fullness),
				// A message that came since the last check is found by asking again, sooner than a real mailbox is asked.
				wait: (_ms, signal) => sleep(20, undefined, { signal }).catch(() => undefined),
				close() {},
			};
		},
	};
}
