import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startDovecot, type Dovecot } from "../support/dovecot.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { runKillTest, waitUntil } from "./kill-harness.ts";

/** How many messages arrive; most of them while servers are killed. */
const messageCount = 500;
const readTimeoutMs = 600_000;
/** Message of which each answers the one before. */
const threadLength = 5;

/**
 * Tests that every message of a mailbox is stored exactly once: kills the built server with SIGKILL at random moments while messages arrive
 * at Dovecot, on SQLite or postgres, and finally counts what is in the database. Conversations of five messages, whose senders change their
 * subjects, must each be one record.
 *
 * Fails when a message is missing, doubled, or in another conversation.
 */
let dovecot: Dovecot | undefined;
try {
	const server = (dovecot = await startDovecot());
	await runKillTest(
		"tests/faults/mailbox-kill.ts",
		() => {
			const delivered: { subject: string; thread: string }[] = [];
			let taken = 0;

			async function deliver(): Promise<void> {
				const thread = randomUUID();
				const ids = Array.from({ length: threadLength }, () => `<${randomUUID()}@visitor.example>`);
				for (const [index, id] of ids.entries()) {
					const subject = `Message ${randomUUID()}`;
					const lines = [
						`From: Visitor <${thread}@visitor.example>`,
						"To: sales@company.example",
						`Subject: ${subject}`,
						`Message-ID: ${id}`,
						...(index === 0 ? [] : [`References: ${ids.slice(0, index).join(" ")}`]),
						"",
						`Text of ${subject}`,
						"",
					];
					await server.deliver("sales", lines.join("\r\n"));
					delivered.push({ subject, thread });
				}
			}

			return {
				async prepare(database) {
					const login = { with: "password", password: server.password } as const;
					await connectMailbox(database, createImapSettings({ port: server.port, login }), { readsEarlier: true });
				},
				async act() {
					if (taken >= messageCount) return sleep(50);
					taken += threadLength;
					return deliver();
				},
				async afterKill(database) {
					await database.write((transaction) =>
						transaction.updateTable("mailboxes").set({ lease: null, leaseExpiresAt: null }).execute(),
					);
				},
				describeProgress: () => `${delivered.length} delivered`,
				async examine(db) {
					const list = () => db.selectFrom("incomingMessages").select(["subject", "reference"]).execute();
					await waitUntil(async () => (await list()).length >= delivered.length, readTimeoutMs);
					const stored = Map.groupBy(await list(), ({ subject }) => subject);
					const records = Map.groupBy(delivered, ({ thread }) => thread);
					const split = [...records.values()].filter(
						(messages) => new Set(messages.map(({ subject }) => stored.get(subject)?.[0]?.reference)).size > 1,
					).length;
					const references = new Set([...stored.values()].flat().map(({ reference }) => reference));
					return {
						sums: { delivered: delivered.length, conversations: records.size },
						faults: {
							nothingDelivered: delivered.length === 0 ? 1 : 0,
							lost: delivered.filter(({ subject }) => !stored.has(subject)).length,
							doubled: [...stored.values()].filter((same) => same.length > 1).length,
							splitConversations: split,
							joinedConversations: Math.max(0, records.size - references.size),
						},
					};
				},
			};
		},
		{ clients: 2, longestLifeMs: 3_000 },
	);
} finally {
	await dovecot?.stop();
}
