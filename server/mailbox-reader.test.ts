import { describe, expect, test } from "vitest";
import { createMailboxReader, type MailboxReaderDeps } from "../core/conversations/incoming/mailbox-reader.server.ts";
import {
	changeMailbox,
	claimMailboxes,
	findMailbox,
	isStalled,
	type ImapSettings,
} from "../core/conversations/incoming/mailbox-store.server.ts";
import type { ReceiveMail } from "../core/conversations/incoming/receive-mail.server.ts";
import type { RecordKind } from "../core/records/record-kind.ts";
import type { Database } from "../platform/database/database.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createFakeFolder, type FakeFolder } from "../tests/support/fake-folder.ts";
import { connectMailbox, createImapSettings } from "../tests/support/imap-mailbox.ts";
import { createTestReceiver } from "../tests/support/incoming-mail.ts";
import { openTestRecords } from "../tests/support/records.ts";

const compose = (name: string) =>
	[
		`From: ${name} <${name}@visitor.example>`,
		"To: sales@narangi.example",
		`Subject: From ${name}`,
		`Message-ID: <${name}@visitor.example>`,
		"",
		`Hello from ${name}`,
		"",
	].join("\r\n");

/** @param hindrances texts in an e-mail's subject of which no record can be made, as long as they are in the set */
async function openMailbox(kind: DatabaseKind, { readsEarlier = false, hindrances = new Set<string>() } = {}) {
	const desk = await openTestRecords(kind);
	const { database, clock } = desk;
	const kinds = desk.kinds.map(({ enter, ...rest }): RecordKind => {
		if (!enter) return rest;
		return {
			...rest,
			enter: (transaction, entered, context) => {
				if ([...hindrances].some((text) => entered.text.includes(text))) throw new TypeError("This is too odd");
				return enter(transaction, entered, context);
			},
		};
	});
	const folder = createFakeFolder();
	/** Folders beside that of the usual settings, by name. */
	const others = new Map<string, FakeFolder>();
	const receive = createTestReceiver({ ...desk, kinds });
	/** Settle when messages have been received that a test held up. */
	const heldUp: Promise<unknown>[] = [];
	const gates = new Map<string, Promise<void>>();
	const receiveMail: ReceiveMail = async (mail, also) => {
		const [, gate] = [...gates].find(([text]) => Buffer.from(mail.raw).includes(text)) ?? [];
		if (!gate) return receive(mail, also);
		const received = gate.then(() => receive(mail, also));
		heldUp.push(received);
		return received;
	};
	/** Lets no message with this text be stored until the returned function is called. */
	const holdUp = (text: string) => {
		const { promise, resolve } = Promise.withResolvers<void>();
		gates.set(text, promise);
		return () => (gates.delete(text), resolve());
	};
	const connect = () =>
		connectMailbox(database, createImapSettings(), {
			address: "sales@narangi.example",
			readsEarlier,
			now: clock.now(),
		});
	const startReader = (limits: Pick<MailboxReaderDeps, "lookMs" | "renewMs" | "storeLimitMs"> = {}) => {
		const reader = createMailboxReader({
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			receiveMail,
			openFolder: (login) => (others.get(login.folder) ?? folder).open(),
			...limits,
		});
		reader.start();
		return reader;
	};
	const listSubjects = async () =>
		(await database.db.selectFrom("incomingMessages").select("subject").orderBy("id").execute()).map(
			({ subject }) => subject,
		);
	const pointAt = (id: string, changes: Partial<ImapSettings>, asksForEarlier = false) =>
		database.write((transaction) =>
			changeMailbox(
				transaction,
				id,
				{
					kind: "enquiry",
					settings: createImapSettings(changes),
					hasPlusAddresses: false,
					readsEarlier: asksForEarlier,
				},
				clock.now(),
			),
		);
	return { database, clock, folder, others, heldUp, holdUp, connect, pointAt, startReader, listSubjects };
}

describe.each(serverDatabaseKinds)("a mailbox on %s", (kind) => {
	test("is read from when it was connected, across restarts and new numbers, each message once", async () => {
		const { clock, folder, connect, startReader, listSubjects } = await openMailbox(kind);
		folder.deliver(compose("earlier"), clock.now());
		clock.advance({ minutes: 10 });
		await connect();
		const first = startReader();
		await eventually(async () => expect(folder.read).toEqual([]));
		folder.deliver(compose("one"), clock.now());
		await eventually(async () => expect(await listSubjects()).toEqual(["From one"]));
		await first.stop();
		folder.deliver(compose("two"), clock.now());
		folder.numberAnew();
		const second = startReader();
		await eventually(async () => expect((await listSubjects()).toSorted()).toEqual(["From one", "From two"]));
		folder.deliver(compose("three"), clock.now());
		await eventually(async () => expect(await listSubjects()).toHaveLength(3));
		await second.stop();
	});

	test("gets back nothing that was deleted here when its folder gets new numbers", async () => {
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, {
			readsEarlier: true,
		});
		folder.deliver(compose("erased"), clock.now());
		clock.advance({ minutes: 10 });
		const id = await connect();
		const isRead = async () =>
			expect(await findMailbox(database.db, id)).toMatchObject({ readAt: clock.now(), hasBacklog: false });
		const first = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From erased"]));
		clock.advance({ hours: 48 });
		await eventually(isRead);
		await first.stop();
		await database.write((transaction) => transaction.deleteFrom("incomingMessages").execute());
		clock.advance({ hours: 1 });
		folder.deliver(compose("new"), clock.now());
		folder.numberAnew();
		const second = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From new"]));
		clock.advance({ minutes: 1 });
		await eventually(isRead);
		await second.stop();
		const third = startReader();
		folder.deliver(compose("newer"), clock.now());
		await eventually(async () => expect(await listSubjects()).toEqual(["From new", "From newer"]));
		await third.stop();
		expect(folder.read).toEqual([1, 2, 3]);
	});

	test("is read whole when its folder gets new numbers while messages of it are still to be taken", async () => {
		const hindrances = new Set(["odd"]);
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, {
			readsEarlier: true,
			hindrances,
		});
		for (const name of ["a", "b"]) folder.deliver(compose(name), clock.now());
		clock.advance({ minutes: 10 });
		const id = await connect();
		const atB = folder.pauseAt(2);
		const first = startReader();
		await atB.reached;
		const stopped = first.stop();
		atB.goOn();
		await stopped;
		expect(await listSubjects()).toEqual(["From b"]);
		clock.advance({ hours: 48 });
		folder.numberAnew();
		const second = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From b", "From a"]));
		folder.deliver(compose("odd"), clock.now());
		await eventually(async () =>
			expect((await findMailbox(database.db, id))?.failure?.error).toContain("A message could not be stored"),
		);
		await second.stop();
		clock.advance({ hours: 48 });
		folder.numberAnew();
		hindrances.clear();
		const third = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From b", "From a", "From odd"]));
		await third.stop();
	});

	test("is read back from its latest message when what it holds is wanted, by one of two servers", async () => {
		const { clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, { readsEarlier: true });
		for (const name of ["a", "b", "c"]) folder.deliver(compose(name), clock.now());
		clock.advance({ minutes: 10 });
		await connect();
		const readers = [startReader(), startReader()];
		await eventually(async () => expect(await listSubjects()).toEqual(["From c", "From b", "From a"]));
		expect(folder.read).toEqual([3, 2, 1]);
		await Promise.all(readers.map((reader) => reader.stop()));
	});

	test("is read back to its first message, although the latest fifty were deleted meanwhile", async () => {
		const { clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, { readsEarlier: true });
		for (let count = 1; count <= 52; count++) folder.deliver(compose(`n${count}`), clock.now());
		clock.advance({ minutes: 10 });
		await connect();
		// They are listed, and gone when they are described.
		folder.afterListing(() => {
			for (let uid = 3; uid <= 52; uid++) folder.remove(uid);
		});
		const reader = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From n2", "From n1"]));
		await reader.stop();
	});

	test("that is pointed at another folder is begun there anew, although both have the same numbers", async () => {
		const hindrances = new Set(["odd"]);
		const { database, clock, folder, others, connect, pointAt, startReader, listSubjects } = await openMailbox(kind, {
			readsEarlier: true,
			hindrances,
		});
		const [long, short] = [createFakeFolder(), createFakeFolder()];
		others.set("Long", long).set("Short", short);
		for (const name of ["one", "two", "odd"]) folder.deliver(compose(name), clock.now());
		for (const name of ["a", "b", "c", "d", "e"]) long.deliver(compose(name), clock.now());
		clock.advance({ minutes: 10 });
		const id = await connect();
		const find = () => findMailbox(database.db, id);
		const read = async (count: number, failure = "") => {
			const reader = startReader();
			await eventually(async () => expect(await listSubjects()).toHaveLength(count));
			await eventually(async () => expect(await find()).toMatchObject({ readAt: clock.now(), hasBacklog: false }));
			await eventually(async () => expect((await find())?.failure?.error ?? "").toContain(failure));
			await reader.stop();
		};
		await read(2, "A message could not be stored");
		clock.advance({ minutes: 10 });
		long.deliver(compose("meanwhile"), clock.now());
		clock.advance({ minutes: 10 });
		expect(await pointAt(id, { folder: "Long" })).toBe(true);
		await read(3);
		expect((await find())?.failure).toBeUndefined();
		clock.advance({ minutes: 10 });
		short.deliver(compose("short"), clock.now());
		await pointAt(id, { folder: "Short" });
		await read(4);
		// A new password begins nothing anew.
		await pointAt(id, { folder: "Short", login: { with: "password", password: "another" } });
		await read(4);
		expect(short.read).toEqual([1]);
		expect((await listSubjects()).slice(2)).toEqual(["From meanwhile", "From short"]);
		await pointAt(id, { folder: "Long" }, true);
		await read(9);
	});

	test("that fails says why, is tried again, and is stalled after five minutes", async () => {
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind);
		folder.fail("The server refused the login. Check user and password.");
		const id = await connect();
		const reader = startReader();
		await eventually(async () =>
			expect((await findMailbox(database.db, id))?.failure?.error).toBe(
				"The server refused the login. Check user and password.",
			),
		);
		await reader.stop();
		clock.advance({ minutes: 6 });
		const mailbox = await findMailbox(database.db, id);
		expect(mailbox && isStalled(mailbox, clock.now())).toBe(true);
		folder.fail(undefined);
		folder.deliver(compose("later"), clock.now());
		const again = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From later"]));
		await eventually(async () => expect((await findMailbox(database.db, id))?.failure).toBeUndefined());
		await again.stop();
	});

	test("sets a message aside that cannot be stored, reads those behind it, and tries it again", async () => {
		const hindrances = new Set(["odd"]);
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, {
			readsEarlier: true,
			hindrances,
		});
		for (const name of ["old", "odd-old"]) folder.deliver(compose(name), clock.now());
		clock.advance({ minutes: 10 });
		const id = await connect();
		for (const name of ["odd-new", "odd-gone", "new"]) folder.deliver(compose(name), clock.now());
		const first = startReader();
		const find = () => findMailbox(database.db, id);
		await eventually(async () => expect(await listSubjects()).toEqual(["From new", "From old"]));
		await eventually(async () =>
			expect((await find())?.failure).toMatchObject({
				error: expect.stringContaining("3 messages could not be stored"),
				isRead: true,
			}),
		);
		await first.stop();
		clock.advance({ minutes: 6 });
		const stalled = await find();
		expect(stalled && isStalled(stalled, clock.now())).toBe(true);
		hindrances.clear();
		folder.remove(4);
		clock.advance({ minutes: 6 });
		const second = startReader();
		await eventually(async () =>
			expect((await listSubjects()).toSorted()).toEqual(["From new", "From odd-new", "From odd-old", "From old"]),
		);
		await eventually(async () => expect((await find())?.failure).toBeUndefined());
		await second.stop();
	});

	test("stays with its reader while a message takes minutes, and no server reads it twice", async () => {
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind);
		await connect();
		folder.deliver(compose("large"), clock.now());
		const large = folder.pauseAt(1);
		const often = { lookMs: 10, renewMs: 10 };
		const readers = [startReader(often), startReader(often)];
		await large.reached;
		const readClaim = () =>
			database.db.selectFrom("mailboxes").select(["lease", "leaseExpiresAt"]).executeTakeFirstOrThrow();
		const { lease } = await readClaim();
		for (let count = 0; count < 3; count++) {
			clock.advance({ seconds: 40 });
			const leaseExpiresAt = toInstantText(clock.now().add({ seconds: 60 }));
			await eventually(async () => expect(await readClaim()).toEqual({ lease, leaseExpiresAt }));
		}
		large.goOn();
		folder.deliver(compose("small"), clock.now());
		await eventually(async () => expect(await listSubjects()).toEqual(["From large", "From small"]));
		expect([folder.countOpened(), folder.read]).toEqual([1, [1, 2]]);
		await Promise.all(readers.map((reader) => reader.stop()));
	});

	test("is not claimed anew by the server that reads it, and is by others once its claim is over", async () => {
		const { database, clock, connect } = await openMailbox(kind);
		await connect();
		const [claimed] = await claimMailboxes(database, clock.now());
		clock.advance({ minutes: 2 });
		expect(await claimMailboxes(database, clock.now(), new Set(["another", claimed?.lease ?? ""]))).toEqual([]);
		expect(await claimMailboxes(database, clock.now(), new Set(["another"]))).toHaveLength(1);
	});

	test.each(["describe", "read"] as const)(
		"sets messages aside that the server refuses to %s, reads the others, and tries them again",
		async (what) => {
			const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, {
				readsEarlier: true,
			});
			for (const name of ["a", "b", "c"]) folder.deliver(compose(name), clock.now());
			folder.refuse(2, what);
			clock.advance({ minutes: 10 });
			const id = await connect();
			const find = () => findMailbox(database.db, id);
			const first = startReader();
			await eventually(async () => expect(await listSubjects()).toEqual(["From c", "From a"]));
			folder.refuse(5, what);
			for (const name of ["d", "e", "f"]) folder.deliver(compose(name), clock.now());
			await eventually(async () => expect(await listSubjects()).toEqual(["From c", "From a", "From d", "From f"]));
			await eventually(async () => expect((await find())?.failure?.error).toContain("2 messages could not be stored"));
			clock.advance({ minutes: 11 });
			await eventually(async () => expect((await find())?.readAt).toEqual(clock.now()));
			expect((await find())?.failure?.error).toContain("2 messages could not be stored");
			for (const uid of [2, 5]) folder.refuse(uid, "nothing");
			clock.advance({ minutes: 11 });
			await eventually(async () => expect((await listSubjects()).slice(4)).toEqual(["From b", "From e"]));
			await eventually(async () => expect((await find())?.failure).toBeUndefined());
			await first.stop();
		},
	);

	test("that gets its messages over HTTP is never claimed, which would cost a write each time", async () => {
		const { database, clock } = await openMailbox(kind);
		await connectMailbox(database, { by: "http", secret: "secret" }, { now: clock.now() });
		let writes = 0;
		const counting: Pick<Database, "db" | "write"> = {
			db: database.db,
			write: (work) => ((writes += 1), database.write(work)),
		};
		expect(await claimMailboxes(counting, clock.now())).toEqual([]);
		expect(writes).toBe(0);
		await connectMailbox(database, createImapSettings(), { address: "read@narangi.example", now: clock.now() });
		expect(await claimMailboxes(counting, clock.now())).toMatchObject([{ address: "read@narangi.example" }]);
	});

	test("sets a message aside that takes too long to store, which stores nothing later", async () => {
		const { database, clock, folder, heldUp, holdUp, connect, startReader, listSubjects } = await openMailbox(kind);
		const id = await connect();
		const goOn = holdUp("From slow");
		folder.deliver(compose("slow"), clock.now());
		const first = startReader({ storeLimitMs: 50 });
		await eventually(async () =>
			expect((await findMailbox(database.db, id))?.failure?.error).toContain("A message could not be stored"),
		);
		await first.stop();
		folder.deliver(compose("next"), clock.now());
		const second = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From next"]));
		await second.stop();
		goOn();
		await expect(heldUp[0]).rejects.toThrow("set aside meanwhile");
		expect(await listSubjects()).toEqual(["From next"]);
		clock.advance({ minutes: 11 });
		const third = startReader();
		await eventually(async () => expect(await listSubjects()).toEqual(["From next", "From slow"]));
		await eventually(async () => expect((await findMailbox(database.db, id))?.failure).toBeUndefined());
		await third.stop();
	});

	test("that has little space left is read and says so, and is stalled after five minutes", async () => {
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind);
		folder.fill(97);
		const id = await connect();
		const reader = startReader();
		folder.deliver(compose("one"), clock.now());
		await eventually(async () => expect(await listSubjects()).toEqual(["From one"]));
		const find = () => findMailbox(database.db, id);
		await eventually(async () =>
			expect((await find())?.failure).toMatchObject({
				error: expect.stringContaining("The mailbox is 97% full."),
				isRead: true,
			}),
		);
		const full = await find();
		expect(full && isStalled(full, clock.now())).toBe(false);
		clock.advance({ minutes: 6 });
		await eventually(async () => expect((await find())?.readAt).toEqual(clock.now()));
		const mailbox = await find();
		expect(mailbox && isStalled(mailbox, clock.now())).toBe(true);
		folder.fill(20);
		await eventually(async () => expect((await find())?.failure).toBeUndefined());
		await reader.stop();
	});

	test("with many earlier messages is not stalled while they are read", { tags: "all" }, async () => {
		const { database, clock, folder, connect, startReader, listSubjects } = await openMailbox(kind, {
			readsEarlier: true,
		});
		for (let count = 0; count < 120; count++) folder.deliver(compose(`n${count}`), clock.now());
		const id = await connect();
		const slow = folder.pauseAt(60);
		const reader = startReader();
		await slow.reached;
		clock.advance({ minutes: 4 });
		slow.goOn();
		const rest = folder.pauseAt(10);
		await rest.reached;
		clock.advance({ minutes: 4 });
		const mailbox = await findMailbox(database.db, id);
		expect(mailbox && isStalled(mailbox, clock.now())).toBe(false);
		rest.goOn();
		await eventually(async () => expect(await listSubjects()).toHaveLength(120));
		await reader.stop();
	});
});
