import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createMailboxReader } from "../../core/conversations/incoming/mailbox-reader.server.ts";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { openImapFolder } from "../../platform/email/imap-connection.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../support/clock.ts";
import { createTestDatabaseConfig, databaseKinds, openTestDatabase } from "../support/databases.ts";
import { startDovecot, type Dovecot } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { createTestReceiver } from "../support/incoming-mail.ts";
import { createTestKinds } from "../support/records.ts";
import { startTcpProxy, throughProxy } from "../support/tcp-proxy.ts";

const messageCount = 120;
/** How often a connection breaks while messages arrive and are read. */
const breaks = 6;
const messagesBetween = messageCount / breaks;
/** Longer than a write waits for SQLite's lock in tests. */
const lockMs = 2_500;

let dovecot: Dovecot;
beforeAll(async () => {
	dovecot = await startDovecot();
}, 60_000);
afterAll(() => dovecot.stop());

describe.each(databaseKinds)("a mailbox that two servers read on %s", (kind) => {
	test("brings each message once, whatever breaks at whichever moment", { timeout: 300_000 }, async () => {
		const imap = await startTcpProxy(dovecot.port);
		const config = await createTestDatabaseConfig(kind);
		const watching = await openTestDatabase(kind, config);
		const clock = createTestClock();
		// Ten times as fast as the world: a mailbox that failed is tried again after a minute, and a lost server's claim ends after one.
		const ticking = setInterval(() => clock.advance({ seconds: 1 }), 100);
		onTestFinished(() => clearInterval(ticking));
		const user = `sales-${kind}`;
		const links = await Promise.all([1, 2].map(() => openLink()));
		const login = { with: "password", password: dovecot.password } as const;
		await connectMailbox(watching, createImapSettings({ port: imap.port, user, login }), {
			readsEarlier: true,
			now: clock.now(),
		});
		const readers = await Promise.all(links.map(({ given }) => openReader(given)));
		const deliver = (index: number) =>
			dovecot.deliver(user, `From: v${index % 7}@visitor.example\r\nSubject: ${index}\r\n\r\nMessage ${index}\r\n`);
		const listSubjects = async () =>
			(await watching.db.selectFrom("incomingMessages").select("subject").execute()).map(({ subject }) => subject);
		for (const reader of readers) reader.start();
		for (let round = 0; round < breaks; round++) {
			const before = (await listSubjects()).length;
			for (let index = 0; index < messagesBetween; index++) await deliver(round * messagesBetween + index);
			await eventually(async () => expect((await listSubjects()).length).toBeGreaterThan(before));
			if (round % 2 === 0) {
				imap.cut();
				await imap.restore();
			} else for (const link of links) await link.breakOff();
		}
		await eventually(async () => expect(new Set(await listSubjects()).size).toBe(messageCount));
		for (const reader of readers) await reader.stop();
		expect((await listSubjects()).toSorted((a, b) => Number(a) - Number(b))).toEqual(
			Array.from({ length: messageCount }, (_, index) => String(index)),
		);

		/** A way to the database that can be broken: its connections are cut, or its file is locked for too long. */
		async function openLink() {
			if (config.databaseUrl === undefined)
				return {
					given: config,
					async breakOff() {
						const other = new DatabaseSync(join(config.dataDirectory, sqliteFileName));
						other.exec("begin immediate");
						await new Promise((resolve) => setTimeout(resolve, lockMs));
						other.exec("rollback");
						other.close();
					},
				};
			const proxy = await startTcpProxy(Number(new URL(config.databaseUrl).port));
			return {
				given: { ...config, ...throughProxy({ databaseUrl: config.databaseUrl }, proxy) },
				async breakOff() {
					proxy.cut();
					await proxy.restore();
				},
			};
		}

		async function openReader(given: typeof config) {
			const database = await openTestDatabase(kind, given);
			const files = await openFileStore({ ...database, filesReserveBytes: 0 });
			onTestFinished(() => reader.stop());
			const log = createLog({ logLevel: "silent" });
			const receiveMail = createTestReceiver({ database, files, clock, kinds: createTestKinds() });
			const reader = createMailboxReader({ database, clock, log, receiveMail, openFolder: openImapFolder });
			return reader;
		}
	});
});
