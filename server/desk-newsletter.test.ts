import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
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
	expect((await post(path, { do: "send", at: "now" })).statusCode).toBe(303);
	const readState = async () => (await db.selectFrom("newsletterIssues").select("state").executeTakeFirst())?.state;
	expect(await readState()).toBe("scheduled");
	await post(path, { do: "send", at: "now" });
	await post(path, { do: "stop" });
	expect(await readState()).toBe("draft");
	await post(path, { do: "send", at: "now" });
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
