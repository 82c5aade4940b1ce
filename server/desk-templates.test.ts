import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer, type TestServer } from "../tests/support/test-server.ts";

async function openDesk(roles: Parameters<TestServer["openDesk"]>[0] = { roles: ["sales"] }) {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk(roles);
	const listTemplates = () =>
		server.database.db.selectFrom("replyTemplates").selectAll().orderBy("position").orderBy("name").execute();
	return { server, desk, listTemplates, ...createDeskBrowser(desk) };
}

const template = {
	name: "Thanks",
	subject: "About {reference}",
	text: "Hello {firstName},\n\n<b>thanks</b>\n{senderName}",
};

test("templates are written, ordered, changed and removed, without scripts", async () => {
	const { get, post, listTemplates, server } = await openDesk();
	expect(await get("/templates")).toContain("No templates yet.");
	for (const name of ["Thanks", "Later"])
		expect((await post("/templates/new?kind=enquiry", { do: "save", ...template, name })).statusCode).toBe(303);
	const list = await get("/templates");
	expect(list.indexOf("Thanks")).toBeLessThan(list.indexOf("Later"));
	const [thanks, later] = await listTemplates();
	await post("/templates", { do: "up", id: later?.id ?? "" });
	expect((await listTemplates()).map(({ name }) => name)).toEqual(["Later", "Thanks"]);
	const path = `/templates/${thanks?.id}`;
	expect(await get(path)).toContain("Hello {firstName},\n\n&lt;b&gt;thanks&lt;/b&gt;");
	await post(path, { do: "save", ...template, version: "1", text: "Changed" });
	const conflict = await post(path, { do: "save", ...template, version: "1", text: "Mine" });
	expect(conflict.body).toContain("Someone else has changed this template");
	expect(conflict.body).toMatch(/<textarea[^>]*>Mine<\/textarea>/);
	expect(conflict.body).toContain("Changed</p>");
	expect(conflict.body).toContain('name="version" value="2"');
	const refused = await post(path, { do: "save", ...template, version: "2", text: "{nobody}" });
	expect(refused.body).toContain("{nobody} is not a merge field");
	expect((await post(path, { do: "remove" })).statusCode).toBe(303);
	expect((await listTemplates()).map(({ name }) => name)).toEqual(["Later"]);
	const log = await server.database.db.selectFrom("auditLog").select("action").orderBy("sequence").execute();
	expect(log.map(({ action }) => action)).toEqual([
		"template.add",
		"template.add",
		"template.move",
		"template.change",
		"template.remove",
	]);
});

test("the preview of a template equals a reply that uses it, character by character", async () => {
	const { get, post, server } = await openDesk();
	const { database } = server;
	const empty = await post("/templates/new?kind=enquiry", { do: "preview", ...template });
	expect(empty.body.replaceAll("<!-- -->", "")).toContain("No enquiries yet");
	const reference = await storeEnquiry(database, { firstName: "<i>Asha", lastName: "{reference}" });
	const fields = await get("/templates/new?kind=enquiry");
	expect(fields).toContain("&lt;i&gt;Asha");
	expect(fields).toContain("{companyPhone}");
	const preview = await post("/templates/new?kind=enquiry", { do: "preview", ...template, name: "" });
	await post("/templates/new?kind=enquiry", { do: "save", ...template });
	const saved = await database.db.selectFrom("replyTemplates").select("id").executeTakeFirstOrThrow();
	await post(`/enquiries/${reference}`, { do: "use-template", template: saved.id });
	const form = await get(`/enquiries/${reference}`);
	const [, text = ""] = /<textarea id="text"[^>]*>([^<]*)<\/textarea>/.exec(form) ?? [];
	expect(text).toContain("Hello &lt;i&gt;Asha,\n\n&lt;b&gt;thanks&lt;/b&gt;\nRobin sales");
	expect(preview.body).toContain(`<p class="text" dir="auto">${text}\n</p>`);
	expect(preview.body).toContain(`<strong>About ${reference}</strong>`);
});

test("a member who works with other records sees none of them", async () => {
	const { desk: sales, server, post, listTemplates } = await openDesk();
	await post("/templates/new?kind=enquiry", { do: "save", ...template });
	const [saved] = await listTemplates();
	const recruiter = createDeskBrowser(await server.openDesk({ roles: ["recruiter"] }));
	expect(await recruiter.get("/templates")).not.toContain("Thanks");
	for (const url of [`/templates/${saved?.id}`, "/templates/new?kind=enquiry", "/templates/new?kind=__proto__"]) {
		const { statusCode } = await recruiter.post(url, { do: "save", ...template, version: "1", text: "x" });
		expect([url, statusCode]).toEqual([url, 404]);
	}
	expect((await recruiter.post("/templates", { do: "up", id: saved?.id ?? "" })).statusCode).toBe(400);
	expect((await sales.inject({ url: "/templates/gone" })).statusCode).toBe(404);
	expect(await listTemplates()).toHaveLength(1);
});

test("a template that a slash asked for takes its line in a begun text, and the place of one that nobody wrote", async () => {
	const { get, post, server, listTemplates } = await openDesk();
	const reference = await storeEnquiry(server.database, { firstName: "Asha" });
	const path = `/enquiries/${reference}`;
	await post("/templates/new?kind=enquiry", { do: "save", ...template });
	const [saved] = await listTemplates();
	const readText = async () => / id="text"[^>]*>([^<]*)</.exec(await get(path))?.[1]?.trim() ?? "";
	const begun = await readText();
	const use = (text: string, line: string) =>
		post(path, { do: "use-template", draft: "reply", subject: "Mine", template: saved?.id ?? "", text, line });

	const written = begun.replace("\n\n\n\n", "\n\nwe met at the fair.\n/tha\n\n");
	await use(written, "3");
	const inserted = await readText();
	expect(inserted).toBe(begun.replace("\n\n\n\n", "\n\nwe met at the fair.\n&lt;b&gt;thanks&lt;/b&gt;\n\n"));
	expect(await get(path)).toContain('value="Mine"');
	await post(path, { do: "discard-draft", draft: "reply" });

	await use(begun.replace("\n\n\n\n", "\n\n/\n\n"), "2");
	expect(await readText()).toMatch(/^Hello Asha,\n\n&lt;b&gt;thanks/);
	expect(await get(path)).toContain(`value="About ${reference}"`);
	expect(await get(path)).not.toContain("Another text is kept");
	// A line that asks for nothing is nobody's place.
	await use("No slash", "0");
	expect((await get(path)).replaceAll("<!-- -->", "")).toContain("Another text is kept: “No slash”");
});
