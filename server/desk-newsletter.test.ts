import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { insertSubscriber } from "../tests/support/subscribers.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const host = "localhost:3001";
const article = "first-page-of-the-month";
const hostile = `"'></title><script>planted()</script>`;

async function openDesk(role: "editor" | "sales" = "editor", isOn = true) {
	const company = { ...testCompany, parts: { ...testCompany.parts, newsletter: isOn } };
	const server = await startTestServer("sqlite", { company });
	const desk = await server.openDesk({ roles: [role], base: await readTestContent() });
	const { database, clock } = server;
	await database.write(async (transaction) => {
		for (const reference of ["SUB-00000001", "SUB-00000002"]) {
			const email = `${reference.toLowerCase()}@reader.example`;
			await insertSubscriber(transaction, { reference, email, isConfirmed: reference === "SUB-00000001" }, clock.now());
		}
	});
	return { server, ...createDeskBrowser(desk), inject: (url: string) => desk.inject({ url, headers: { host } }) };
}

test("an editor sends a public article: draft, test, confirmation, and stopping it", async () => {
	const { server, post, get, inject } = await openDesk();
	const { db } = server.database;
	const opened = await post("/newsletter", { do: "open", article });
	expect(opened.statusCode).toBe(303);
	const path = String(opened.headers.location);
	expect(await get(path)).toContain("1 subscriber gets");

	expect((await post(path, { do: "review", subject: "", preheader: "" })).statusCode).toBe(422);
	const words = { subject: hostile, preheader: hostile };
	expect((await post(path, { do: "test", ...words })).statusCode).toBe(303);
	const [sent] = await db.selectFrom("emails").select(["kind", "recipient"]).execute();
	expect(sent?.kind).toBe("newsletter-test");
	const preview = await inject(`${path}/preview`);
	expect(preview.headers["content-security-policy"]).toContain("default-src 'none'");
	for (const body of [preview.body, await get(path), await get("/newsletter")])
		expect(body).not.toContain("<script>planted()");

	const reviewed = await post(path, { do: "review", when: "now", ...words });
	expect(reviewed.headers.location).toBe(`${path}?send=now`);
	expect(await get(`${path}?send=now`)).toContain("Send to 1 subscriber");
	const confirmed = { do: "send", at: "now", ...words };
	expect((await post(path, confirmed)).statusCode).toBe(303);
	const readState = async () => (await db.selectFrom("newsletterIssues").select("state").executeTakeFirst())?.state;
	expect(await readState()).toBe("scheduled");
	await post(path, confirmed);
	await post(path, { do: "stop" });
	expect(await readState()).toBe("draft");
	await post(path, confirmed);
	await db.updateTable("newsletterIssues").set({ state: "sending", startedAt: "2026-11-24T06:00:00.000Z" }).execute();
	await post(path, { do: "stop" });
	expect(await readState()).toBe("stopped");
	expect(await get(path)).toContain("Nobody gets it twice");
	await post(path, { do: "resume" });
	expect(await readState()).toBe("sending");
	expect((await post("/newsletter", { do: "open", article })).headers.location).toBe(path);
	const noted = await db.selectFrom("auditLog").select("action").where("action", "like", "newsletter.%").execute();
	expect(noted.map(({ action }) => action)).toEqual([
		"newsletter.open",
		"newsletter.change",
		"newsletter.test",
		"newsletter.change",
		"newsletter.send",
		"newsletter.stop",
		"newsletter.send",
		"newsletter.stop",
		"newsletter.resume",
		"newsletter.open",
	]);
});

test("an issue is sent with the words that were confirmed, and at no time that has passed", async () => {
	const { server, post, get } = await openDesk();
	const path = String((await post("/newsletter", { do: "open", article })).headers.location);
	const words = { subject: "The first page", preheader: "Read by “everybody”" };
	const soon = server.clock.now().add({ minutes: 5 });
	const typedTime = soon.toZonedDateTimeISO(testCompany.timeZone).toPlainDateTime().toString();
	const reviewed = await post(path, { do: "review", when: "later", at: typedTime, ...words });
	const confirmation = String(reviewed.headers.location);
	const at = soon.toString();
	const shown = await get(confirmation);
	expect(shown).toContain(`name="subject" value="The first page"`);
	expect(shown).toContain(`name="preheader" value="Read by “everybody”"`);
	const readIssue = () =>
		server.database.db.selectFrom("newsletterIssues").select(["state", "subject"]).executeTakeFirst();

	await post(path, { do: "save", ...words, preheader: "Another" });
	const changed = await post(path, { do: "send", at, ...words });
	expect(readNotice(changed).text).toBe("Not sent: someone else has changed it. Review it again.");
	expect(await readIssue()).toMatchObject({ state: "draft" });

	await post(path, { do: "save", ...words });
	expect((await post(path, { do: "send", at: "soon", ...words })).statusCode).toBe(400);
	server.clock.advance({ minutes: 5 });
	const late = await post(path, { do: "send", at, ...words });
	expect(readNotice(late).text).toBe("Not sent: the chosen time has passed. Choose another one.");
	expect(await readIssue()).toMatchObject({ state: "draft" });
});

test("nothing is sent of an unknown article, while the module is off, or by sales", async () => {
	const { post } = await openDesk();
	expect((await post("/newsletter", { do: "open", article: "no-such-article" })).statusCode).toBe(400);
	const off = await openDesk("editor", false);
	const path = String((await off.post("/newsletter", { do: "open", article })).headers.location);
	await off.post(path, { do: "send", at: "now" });
	const states = await off.server.database.db.selectFrom("newsletterIssues").select("state").execute();
	expect(states).toEqual([{ state: "draft" }]);
	const sales = await openDesk("sales");
	expect((await sales.post("/newsletter", { do: "open", article })).statusCode).toBe(403);
});
