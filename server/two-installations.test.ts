import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { expect, onTestFinished, test } from "vitest";
import { createOutbox } from "../platform/email/outbox.ts";
import { toMessage } from "../platform/email/transport.ts";
import { createLog } from "../platform/log.ts";
import { createTestClock, type TestClock } from "../tests/support/clock.ts";
import type { DatabaseKind } from "../tests/support/databases.ts";
import { connectMailbox } from "../tests/support/imap-mailbox.ts";
import { postMail } from "../tests/support/post-mail.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const secret = "of-both-mailboxes";
/** Far more than two machines need to fall silent. */
const rounds = 20;

/** How e-mails change on their way, and who answers them there. */
type Way = {
	/** Relays remove all headers by which machines know each other. */
	strips: boolean;
	/** Somebody is out of office, whose program answers what a person seems to have written, each sender once (RFC 3834). */
	isAway: boolean;
};

async function openCompany(kind: DatabaseKind, domain: string, clock: TestClock) {
	const server = await startTestServer(kind, {
		clock,
		company: { ...testCompany, name: domain, email: `hello@${domain}`, salesEmail: `sales@${domain}` },
		environment: { PUBLIC_URL: `https://${domain}`, MAIL_FROM: `Company <hello@${domain}>` },
	});
	const http = { by: "http", secret } as const;
	const mailbox = await connectMailbox(server.database, http, { address: `sales@${domain}`, now: clock.now() });
	return { server, domain, mailbox };
}
type Company = Awaited<ReturnType<typeof openCompany>>;

async function writeToEachOther({ strips, isAway }: Way) {
	const clock = createTestClock();
	const ours = await openCompany("sqlite", "narangi.example", clock);
	const theirs = await openCompany("postgres", "partner.example", clock);
	const companies = [ours, theirs];
	/** E-mails of the installations to each other. */
	const sent: Record<string, number> = { [ours.domain]: 0, [theirs.domain]: 0 };
	/** All that came from a domain. */
	const arrived: Record<string, number> = { ...sent };
	const answered = new Set<string>();
	const underWay: { raw: string; to: Company; from: Company }[] = [];
	const find = (address: string) => companies.find(({ domain }) => address.endsWith(`@${domain}`));

	const outboxes = companies.map((from) => {
		const outbox = createOutbox({
			database: from.server.database,
			clock,
			log: createLog({ logLevel: "silent" }),
			getRenderers: () => from.server.renderers,
			transport: {
				async send(email) {
					const message = toMessage(email, { name: "Company", address: `hello@${from.domain}` });
					const raw = (await new MailComposer(message).compile().build()).toString();
					const to = find(email.recipient);
					if (!to) throw new Error(`Nobody knows ${email.recipient}`);
					if (to !== from) sent[from.domain] = (sent[from.domain] ?? 0) + 1;
					underWay.push({ raw, to, from });
				},
				close() {},
			},
		});
		onTestFinished(() => outbox.stop());
		return outbox;
	});

	async function arrive({ raw, to, from }: (typeof underWay)[number]): Promise<void> {
		if (to !== from) arrived[from.domain] = (arrived[from.domain] ?? 0) + 1;
		const relayed =
			strips && to !== from
				? raw
						.replaceAll(/^(?:Auto-Submitted|References|In-Reply-To|X-[\w-]+|Precedence):.*\r\n(?:[ \t].*\r\n)*/gim, "")
						.replace(/^Message-ID:.*$/im, `Message-ID: <${crypto.randomUUID()}@relay.example>`)
				: raw;
		const response = await postMail({ url: to.server.url, clock }, { mailbox: to.mailbox, secret, raw: relayed });
		expect(response.status).toBe(200);
		if (isAway && to !== from && !answered.has(to.domain) && !/^auto-submitted: auto/im.test(relayed)) {
			answered.add(to.domain);
			const [, subject = ""] = /^subject: (.*)$/im.exec(raw) ?? [];
			underWay.push({
				raw: compose(to, from, `Automatic reply: ${subject}`, ["Auto-Submitted: auto-replied"]),
				to: from,
				from: to,
			});
		}
	}

	await arrive({ raw: compose(theirs, ours, "Shall we work together?"), to: ours, from: theirs });
	for (let round = 0; round < rounds; round++) {
		clock.advance({ minutes: 10 });
		for (const outbox of outboxes) await outbox.runOnce();
		const arriving = underWay.splice(0);
		for (const one of arriving) await arrive(one);
		if (arriving.length === 0) return { sent, arrived, isQuiet: true, companies };
	}
	return { sent, arrived, isQuiet: false, companies };
}

function compose(from: Company, to: Company, subject: string, headers: string[] = []): string {
	return [
		`From: Company <sales@${from.domain}>`,
		`To: sales@${to.domain}`,
		`Subject: ${subject}`,
		`Message-ID: <${crypto.randomUUID()}@${from.domain}>`,
		...headers,
		"",
		`${subject} (${crypto.randomUUID()})`,
		"",
	].join("\r\n");
}

test.each<Way>([
	{ strips: false, isAway: false },
	{ strips: false, isAway: true },
	{ strips: true, isAway: false },
	{ strips: true, isAway: true },
])("two installations that write to each other fall silent after three e-mails each: %o", async (way) => {
	const { sent, arrived, isQuiet, companies } = await writeToEachOther(way);
	expect(isQuiet).toBe(true);
	for (const { domain, server } of companies) {
		expect(sent[domain], domain).toBeLessThanOrEqual(3);
		// Nothing of it is lost.
		const [other] = companies.filter((one) => one.domain !== domain);
		const stored = await server.database.db
			.selectFrom("incomingMessages")
			.select("id")
			.where("fromAddress", "like", `%@${other?.domain}`)
			.execute();
		expect(stored).toHaveLength(arrived[other?.domain ?? ""] ?? 0);
	}
});
