import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listStandingAlarms } from "../../core/alarms/alarm-store.server.ts";
import { listMailboxes } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { databaseKinds } from "../support/databases.ts";
import { startDovecot, type Dovecot } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { findFreePort } from "../support/free-port.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { lookForAlarms } from "../support/look-for-alarms.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { startTestServer } from "../support/test-server.ts";

const maxMessages = 3;

let dovecot: Dovecot;
beforeAll(async () => {
	dovecot = await startDovecot({ maxMessages });
	for (let count = 0; count < maxMessages; count++)
		await dovecot.deliver("full", `From: visitor${count}@visitor.example\r\nSubject: Hello\r\n\r\nHello\r\n`);
}, 60_000);
afterAll(() => dovecot.stop());

/** A server that accepts connections and never says anything. */
async function startMute(): Promise<number> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => void sockets.add(socket));
	const port = await findFreePort();
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return port;
}

describe.each(databaseKinds)("mailboxes that stop answering on %s", (kind) => {
	test(
		"are told on Today, in an alarm and in the metric after five minutes, and those that work are not",
		{ timeout: 200_000 },
		async () => {
			const server = await startTestServer(kind);
			const { database, clock } = server;
			onTestFinished(() => server.mailboxReader.stop());
			const [silent, cut] = [await startTcpProxy(dovecot.port), await startTcpProxy(dovecot.port)];
			const ports = {
				working: dovecot.port,
				full: dovecot.port,
				refused: dovecot.port,
				mute: await startMute(),
				silent: silent.port,
				cut: cut.port,
			};
			for (const [user, port] of Object.entries(ports))
				await connectMailbox(
					database,
					createImapSettings({
						port,
						user,
						login: { with: "password", password: user === "refused" ? "wrong" : dovecot.password },
					}),
					{ address: `${user}@narangi.example`, now: clock.now() },
				);
			const find = async (user: string) =>
				(await listMailboxes(database.db)).find(({ address }) => address === `${user}@narangi.example`);
			server.mailboxReader.start();
			// They were read once, before the network broke.
			for (const user of ["silent", "cut"])
				await eventually(async () => expect((await find(user))?.readAt).toBeDefined());
			silent.swallow();
			cut.cut();
			const error = async (user: string) => (await find(user))?.failure?.error;
			await eventually(async () => expect(await error("refused")).toMatch("refused the login"));
			await eventually(async () => expect(await error("cut")).toMatch("The connection to 127.0.0.1 ended"));
			await eventually(async () => expect(await error("full")).toMatch("The mailbox is 100% full"));
			// A message wakes the reader of the one that works.
			clock.advance({ minutes: 2 });
			await dovecot.deliver("working", "From: visitor@visitor.example\r\nSubject: Hello\r\n\r\nHello\r\n");
			await eventually(async () => expect((await find("working"))?.readAt).toEqual(clock.now()));
			clock.advance({ minutes: 3, seconds: 1 });
			const stalled = ["cut", "full", "mute", "refused", "silent"];
			const ids = await Promise.all(stalled.map(async (user) => `mailbox-stalled:${(await find(user))?.id}`));
			await eventually(async () => {
				await lookForAlarms(server);
				expect((await listStandingAlarms(database.db)).map(({ key }) => key).toSorted()).toEqual(ids.toSorted());
			});
			expect(await server.metrics.render()).toContain(`mailboxes_stalled ${stalled.length}`);
			const desk = await server.openDesk({ roles: ["admin"] });
			const today = (await desk.inject({ url: "/", headers: { host: "localhost:3001" } })).body;
			for (const user of stalled) expect(today, user).toContain(`${user}@narangi.example`);
			expect(today).not.toContain("working@narangi.example");
		},
	);
});
