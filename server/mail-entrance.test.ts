import { describe, expect, test } from "vitest";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { connectMailbox } from "../tests/support/imap-mailbox.ts";
import { postMail } from "../tests/support/post-mail.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const secret = "4d7e0c1f9a";

const html = [
	'<p onclick="alert(1)">Hello <b>team</b>, see <a href="https://visitor.example/plan">our plan</a>.</p>',
	"<script>alert(2)</script>",
	'<img src="https://tracker.example/open.gif" alt="a pixel">',
].join("");

function compose(headers: Record<string, string> = {}): string {
	const usual = {
		From: "Asha Rao <asha@visitor.example>",
		To: "hello@narangi.example",
		Subject: "Our plan",
		"Message-ID": "<plan@visitor.example>",
		"MIME-Version": "1.0",
		"Content-Type": "text/html; charset=utf-8",
	};
	const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}`);
	return [...lines, "", html, ""].join("\r\n");
}

async function openEntrance(kind: DatabaseKind) {
	const clock = createTestClock();
	const server = await startTestServer(kind, { clock });
	const http = { by: "http", secret } as const;
	const id = await connectMailbox(server.database, http, { address: "hello@narangi.example", now: clock.now() });
	const post = (raw: string, { minutesAgo = 0, signedWith = secret, mailbox = id } = {}) =>
		postMail({ url: server.url, clock }, { mailbox, secret: signedWith, raw, minutesAgo });
	return { server, post };
}

describe.each(serverDatabaseKinds)("the entrance of e-mail on %s", (kind) => {
	test("takes a signed message once, and the desk shows it safely", async () => {
		const { server, post } = await openEntrance(kind);
		expect(await (await post(compose())).json()).toEqual({ data: { isNew: true } });
		expect(await (await post(compose())).json()).toEqual({ data: { isNew: false } });
		const [message] = await server.database.db.selectFrom("incomingMessages").select(["id", "reference"]).execute();
		const desk = await server.openDesk({ roles: ["sales"] });
		const get = (url: string) => desk.inject({ url, headers: { host: "localhost:3001" } });
		const path = `/enquiries/${message?.reference}`;
		const page = (await get(path)).body;
		expect(page).toContain("Asha Rao wrote: Our plan");
		expect(page).toContain("asha@visitor.example");
		const shown = await get(`${path}/messages/${message?.id}`);
		expect(shown.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
		expect(shown.body).toContain("our plan");
		expect(shown.body).not.toMatch(/onclick|<script|tracker\.example/);
		expect((await get(`${path}/messages/unknown`)).statusCode).toBe(404);
		const recruiter = await server.openDesk({ roles: ["recruiter"] });
		const refused = await recruiter.inject({
			url: `${path}/messages/${message?.id}`,
			headers: { host: "localhost:3001" },
		});
		expect(refused.statusCode).toBe(403);
	});

	test("tells messages with LF and a folded Message-ID apart, and knows each again, also with CRLF", async () => {
		const { server, post } = await openEntrance(kind);
		const read = async (raw: string) => (await post(raw)).json();
		const [first, second] = ["first", "second"].map((name) =>
			compose({ Subject: name, "Message-ID": `\r\n <${name}.0123456789@visitor.example>` }),
		);
		if (!first || !second) throw new Error("There are two messages");
		for (const raw of [first, second])
			expect(await read(raw.replaceAll("\r\n", "\n"))).toEqual({ data: { isNew: true } });
		for (const raw of [first.replaceAll("\r\n", "\n"), first, second])
			expect(await read(raw)).toEqual({ data: { isNew: false } });
		const { db } = server.database;
		const stored = await db.selectFrom("incomingMessages").select("subject").orderBy("subject").execute();
		expect(stored).toEqual([{ subject: "first" }, { subject: "second" }]);
	});

	test("takes nothing without a signature of the last five minutes", async () => {
		const { server, post } = await openEntrance(kind);
		expect((await post(compose(), { signedWith: "another" })).status).toBe(401);
		expect((await post(compose(), { minutesAgo: 6 })).status).toBe(401);
		expect((await post(compose(), { mailbox: "unknown" })).status).toBe(404);
		expect(await server.database.db.selectFrom("incomingMessages").select("id").execute()).toEqual([]);
	});
});
