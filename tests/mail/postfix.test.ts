import { readFile, writeFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type MailboxSettings } from "../../core/conversations/incoming/mailbox-store.server.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createSmtpTransport } from "../../platform/email/transport.ts";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../support/clock.ts";
import { databaseKinds } from "../support/databases.ts";
import { startDovecot } from "../support/dovecot.ts";
import { eventually } from "../support/eventually.ts";
import { connectMailbox, createImapSettings } from "../support/imap-mailbox.ts";
import { startPostfix } from "../support/postfix.ts";
import { startTestServer, testCompany } from "../support/test-server.ts";

const secret = "4d7e0c1f9a";

/** Writes the program of docs/product/desk.md, Over HTTP. */
async function writePipe(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "front-office-pipe-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	await chmod(folder, 0o755);
	const text = await readFile(new URL("../../docs/product/desk.md", import.meta.url), "utf8");
	const [, script = ""] = /```sh\n(#!\/bin\/sh\n# mail-to-desk[^]*?)```/.exec(text) ?? [];
	const file = join(folder, "mail-to-desk");
	await writeFile(file, script);
	await chmod(file, 0o755);
	return file;
}

test.each(databaseKinds)(
	"e-mails go out and home through Postfix and Dovecot, and reports mark what bounced, on %s",
	async (kind) => {
		const dovecot = await startDovecot();
		onTestFinished(() => dovecot.stop());
		// Signed requests are as old as the machine's clock says.
		const clock = createTestClock(Temporal.Now.instant().toString());
		const company = { ...testCompany, email: "sales@company.example", salesEmail: "sales@company.example" };
		const server = await startTestServer(kind, { clock, company });
		const { database } = server;
		const connect = (address: string, settings: MailboxSettings) =>
			connectMailbox(database, settings, { address, now: clock.now().subtract({ minutes: 1 }) });
		const login = { with: "password", password: dovecot.password } as const;
		await connect("sales@company.example", createImapSettings({ port: dovecot.port, login }));
		const piped = await connect("piped@company.example", { by: "http", secret });
		const postfix = await startPostfix({
			mailFolder: dovecot.mailFolder,
			users: { "sales@company.example": "sales", "asha@visitor.example": "asha" },
			pipe: [await writePipe(), `${server.url}/mail/${piped}`, secret],
		});
		onTestFinished(() => postfix.stop());
		const smtp = `smtp://127.0.0.1:${postfix.port}`;
		const outbox = createOutbox({
			database,
			clock,
			log: createLog({ logLevel: "silent" }),
			transport: createSmtpTransport(smtp, { name: "Company", address: "sales@company.example" }),
			getRenderers: () => server.renderers,
		});
		onTestFinished(() => outbox.stop());
		server.mailboxReader.start();
		onTestFinished(() => server.mailboxReader.stop());
		const { createTransport } = await import("nodemailer");
		const write = (message: { from: string; to: string; subject: string; inReplyTo?: string; references?: string }) =>
			createTransport({ url: smtp }).sendMail({ ...message, text: "Hello, can you help us?" });
		const find = (subject: string) =>
			eventually(() =>
				database.db.selectFrom("incomingMessages").selectAll().where("subject", "=", subject).executeTakeFirstOrThrow(),
			);

		// A visitor writes, gets a confirmation, and answers it.
		await write({ from: "asha@visitor.example", to: "sales@company.example", subject: "A question" });
		const { reference } = await find("A question");
		await outbox.runOnce();
		const confirmation = await database.db
			.selectFrom("emails")
			.select(["messageId", "state"])
			.where("kind", "=", "enquiry-confirmation")
			.executeTakeFirstOrThrow();
		expect(confirmation.state).toBe("sent");
		await eventually(async () => expect(await dovecot.list("asha")).toContain(`Message-ID: ${confirmation.messageId}`));
		await write({
			from: "asha@visitor.example",
			to: "sales@company.example",
			subject: "Another subject",
			inReplyTo: confirmation.messageId,
		});
		expect((await find("Another subject")).reference).toBe(reference);

		// The confirmation of somebody who is unknown to their server comes back.
		await write({ from: "nobody@visitor.example", to: "sales@company.example", subject: "From nowhere" });
		const lost = await find("From nowhere");
		await outbox.runOnce();
		const report = await eventually(() =>
			database.db.selectFrom("incomingMessages").selectAll().where("sort", "=", "bounce").executeTakeFirstOrThrow(),
		);
		expect(report.reference).toBe(lost.reference);
		const bounced = await database.db
			.selectFrom("emails")
			.select(["recipient", "bouncedAt"])
			.where("bouncedAt", "is not", null)
			.execute();
		expect(bounced).toMatchObject([{ recipient: "nobody@visitor.example" }]);

		// A pipe gives messages to the entrance over HTTP.
		await write({ from: "lena@visitor.example", to: "piped@company.example", subject: "Through the pipe" });
		expect((await find("Through the pipe")).mailboxId).toBe(piped);
	},
);
