import { describe, expect, onTestFinished, test } from "vitest";
import { createMailboxReader, signIn } from "../../core/conversations/incoming/mailbox-reader.server.ts";
import { findMailbox, type ImapSettings } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { openImapFolder } from "../../platform/email/imap-connection.ts";
import { createLog } from "../../platform/log.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";
import { startDovecot, tokenMechanisms } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { openMail } from "../support/incoming-mail.ts";
import { startSignInProvider } from "../support/sign-in-provider.ts";

/**
 * An IMAP server that asks a provider of OpenID about access tokens, and the settings of a mailbox there.
 * @param mechanisms by which it takes a token
 */
async function openMailbox(mechanisms: readonly (typeof tokenMechanisms)[number][] = tokenMechanisms) {
	const provider = await startSignInProvider("http://127.0.0.1/connected");
	const dovecot = await startDovecot({ introspectionUrl: provider.introspectionUrl, mechanisms });
	onTestFinished(() => dovecot.stop());
	const settings = createImapSettings({
		port: dovecot.port,
		login: {
			with: "oauth2",
			tokenUrl: provider.tokenUrl,
			clientId: provider.config.clientId,
			clientSecret: provider.config.clientSecret,
			refreshToken: await provider.openMailbox("sales"),
		},
	});
	return { provider, dovecot, settings };
}

async function openReaders(kind: DatabaseKind, settings: ImapSettings) {
	const mail = await openMail(kind);
	const { database, clock, receiveMail } = mail;
	const id = await connectMailbox(database, settings, {
		address: "sales@narangi.example",
		readsEarlier: true,
		now: clock.now(),
	});
	const find = () => findMailbox(database.db, id);
	return {
		find,
		/** Reads the mailbox until something is true, over a connection of its own. */
		async readUntil(check: () => Promise<void>): Promise<void> {
			const log = createLog({ logLevel: "silent" });
			const reader = createMailboxReader({ database, clock, log, receiveMail, openFolder: openImapFolder });
			reader.start();
			try {
				await eventually(check);
			} finally {
				await reader.stop();
			}
		},
		listSubjects: async () =>
			(await database.db.selectFrom("incomingMessages").select("subject").orderBy("id").execute()).map(
				({ subject }) => subject,
			),
	};
}

const compose = (name: string) =>
	`From: ${name}@visitor.example\r\nSubject: ${name}\r\nMessage-ID: <${name}@visitor.example>\r\n\r\nHello from ${name}\r\n`;

describe.each(databaseKinds)("a mailbox with OAuth 2 on %s", (kind) => {
	test("is read with a new token at each connection until its access is withdrawn, which is said", async () => {
		const { provider, dovecot, settings } = await openMailbox();
		const { find, readUntil, listSubjects } = await openReaders(kind, settings);
		const tokens = new Set<string>();
		for (const name of ["one", "two", "three"]) {
			await dovecot.deliver("sales", compose(name));
			await readUntil(async () => expect(await listSubjects()).toContain(name));
			const stored = (await find())?.settings as ImapSettings;
			if (stored.login.with === "oauth2") tokens.add(stored.login.refreshToken);
		}
		// The provider accepts each of them once.
		expect(tokens.size).toBe(3);
		await provider.revoke([...tokens].at(-1) ?? "");
		await readUntil(async () => {
			const error = (await find())?.failure?.error;
			expect(error).toMatch(/^127\.0\.0\.1:\d+ refused the refresh token: .*\. Connect the mailbox again\.$/);
		});
	});
});

test("an access token that has ended is refused, and the refresh token gives another", async () => {
	const { provider, settings } = await openMailbox();
	const { login, renewed = settings } = await signIn(settings);
	(await openImapFolder(login)).close();
	await provider.end(login.accessToken ?? "");
	await expect(openImapFolder(login)).rejects.toThrow(
		"The server refused the login. Check the user, or connect the mailbox again.",
	);
	(await openImapFolder((await signIn(renewed)).login)).close();
});

test.each(tokenMechanisms)("a server that takes a token by %s alone is signed in to", async (mechanism) => {
	const { settings } = await openMailbox([mechanism]);
	const folder = await openImapFolder((await signIn(settings)).login);
	expect(folder.uidNext).toBe(1);
	folder.close();
});
