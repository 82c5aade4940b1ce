import { afterAll, beforeAll, expect, test } from "vitest";
import { MessageRefusedError, openImapFolder, type ImapLogin } from "../../platform/email/imap-connection.ts";
import { startDovecot, type Dovecot } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { startRefusingImap } from "../support/imap-refusals.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

let dovecot: Dovecot;
beforeAll(async () => {
	dovecot = await startDovecot();
}, 60_000);
afterAll(() => dovecot.stop());

const login = (user: string, change: Partial<ImapLogin> = {}): ImapLogin => ({
	host: "127.0.0.1",
	port: dovecot.port,
	security: "none",
	user,
	password: dovecot.password,
	folder: "INBOX",
	...change,
});
const message = (name: string) => `From: ${name}@visitor.example\r\nSubject: ${name}\r\n\r\nHello from ${name}\r\n`;

test("a folder is read by UID, whole or in part, and told of new messages while it waits", async () => {
	await dovecot.deliver("sales", message("one"), new Date("2026-11-20T10:00:00Z"));
	const folder = await openImapFolder(login("sales"));
	expect(await folder.listUids(1, folder.uidNext - 1)).toEqual([1]);
	expect(await folder.listUids(folder.uidNext, folder.uidNext + 5)).toEqual([]);
	const [described] = await folder.describe([1, 99]);
	expect(described).toMatchObject({ uid: 1, receivedAt: Temporal.Instant.from("2026-11-20T10:00:00Z") });
	expect(Buffer.from((await folder.read(1, 1_000)) ?? []).toString()).toBe(message("one"));
	expect((await folder.read(1, 10))?.length).toBe(10);
	expect(await folder.read(99, 10)).toBeUndefined();
	const waiting = folder.wait(120_000, new AbortController().signal);
	await dovecot.deliver("sales", message("two"));
	await waiting;
	const { uidNext, uidValidity } = await folder.check();
	expect([uidNext, uidValidity]).toEqual([3, folder.uidValidity]);
	expect(await folder.listUids(2, uidNext - 1)).toEqual([2]);
	folder.close();
	await expect(folder.check()).rejects.toThrow("The connection to 127.0.0.1 ended.");
	// Nothing was marked as read.
	const again = await openImapFolder(login("sales"));
	expect(await again.listUids(1, 2)).toEqual([1, 2]);
	again.close();
});

test("a server that refuses to list messages is not taken for one without any", async () => {
	await dovecot.deliver("refused", message("one"));
	const { port, refuse } = await startRefusingImap(dovecot.port);
	const folder = await openImapFolder(login("refused", { port }));
	refuse("UID SEARCH");
	await expect(folder.listUids(1, 1)).rejects.toThrow(
		"127.0.0.1 does not list the messages of INBOX. It is asked again.",
	);
	refuse(undefined);
	expect(await folder.listUids(1, 1)).toEqual([1]);
	folder.close();
	await expect(folder.listUids(1, 1)).rejects.toThrow("The connection to 127.0.0.1 ended.");
});

test("a message that the server refuses alone is told from a broken connection", async () => {
	for (const name of ["one", "two"]) await dovecot.deliver("refusing", message(name));
	const { port, refuse } = await startRefusingImap(dovecot.port);
	const folder = await openImapFolder(login("refusing", { port }));
	refuse("UID FETCH 1");
	await expect(folder.describe([1, 2])).rejects.toThrow(MessageRefusedError);
	await expect(folder.read(1, 1_000)).rejects.toThrow(MessageRefusedError);
	expect(await folder.describe([2])).toMatchObject([{ uid: 2 }]);
	refuse("UID FETCH 1", (tag) => `* 1 FETCH (UID 1)\r\n${tag} OK Done\r\n`);
	await expect(folder.read(1, 1_000)).rejects.toThrow(MessageRefusedError);
	folder.close();
	await expect(folder.read(1, 1_000)).rejects.toThrow("The connection to 127.0.0.1 ended.");
});

test("a wait ends when the server stops or it is told to", async () => {
	const folder = await openImapFolder(login("stopping"));
	const ending = new AbortController();
	const waiting = folder.wait(120_000, ending.signal);
	ending.abort();
	await waiting;
	folder.close();
});

test("a server that falls silent, or never speaks, is not waited for", async () => {
	const proxy = await startTcpProxy(dovecot.port);
	const silent = await openImapFolder(login("sales", { port: proxy.port }), { socketTimeoutMs: 300 });
	proxy.swallow();
	await expect(silent.wait(50, new AbortController().signal)).rejects.toThrow("127.0.0.1 did not respond");
	await expect(openImapFolder(login("sales", { port: proxy.port }), { timeoutMs: 300 })).rejects.toThrow(
		"127.0.0.1 did not respond",
	);
	const stopping = new AbortController();
	const opening = openImapFolder(login("sales", { port: proxy.port }), { signal: stopping.signal });
	await eventually(() => expect(proxy.connections()).toBe(3));
	stopping.abort();
	await expect(opening).rejects.toThrow("The connection to 127.0.0.1 ended");
	silent.close();
});

test("what is wrong with a mailbox is said in words", async () => {
	await expect(openImapFolder(login("sales", { password: "wrong" }))).rejects.toThrow(
		"The server refused the login. Check user and password.",
	);
	await expect(openImapFolder(login("sales", { folder: "Nowhere" }))).rejects.toThrow("There is no folder Nowhere.");
	await expect(openImapFolder(login("sales", { port: 1 }))).rejects.toThrow(
		"127.0.0.1 does not accept connections on port 1.",
	);
	await expect(openImapFolder(login("sales", { security: "starttls" }))).rejects.toThrow(/encryption|STARTTLS|secure/i);
});
