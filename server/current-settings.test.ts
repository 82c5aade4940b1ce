import { expect, test } from "vitest";
import { eventually } from "../tests/support/eventually.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { startSiteServer } from "../tests/support/site-server.ts";

test("a server works with new facts of the company as soon as they are published, on connections that stand open too", async () => {
	const { server, database, built, getText } = await startSiteServer("sqlite");
	const read = async (path: string) => (await fetch(server.url + path)).json();
	const send = async () =>
		fetch(`${server.url}/contactus/submit`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ firstName: "Asha", lastName: "Rao", email: "asha@visitor.example", message: "Hello" }),
		});
	const listRecipients = async () =>
		(await database.db.selectFrom("emails").select("recipient").where("kind", "=", "enquiry-notice").execute()).map(
			({ recipient }) => recipient,
		);
	await send();
	expect(await listRecipients()).toEqual([built.company.salesEmail]);
	const { slots } = (await read("/demo/availability")).data;

	const text = getText("company.yml")
		.replace(/^salesEmail: .*$/m, "salesEmail: looms@weaver.example")
		.replace(/callMinutes: \d+/, "callMinutes: 15");
	await publishTexts(database, { "company.yml": text });
	await eventually(async () => {
		const { durationMinutes, slots: newSlots } = (await read("/demo/availability")).data;
		expect(durationMinutes).toBe(15);
		expect(newSlots.length).toBeGreaterThan(slots.length);
	});
	expect((await send()).status).toBe(200);
	expect(await listRecipients()).toEqual([built.company.salesEmail, "looms@weaver.example"]);

	// Addresses of a site module that is off do not exist, except private links.
	expect((await fetch(`${server.url}/api/jobs`)).status).toBe(200);
	await publishTexts(database, { "company.yml": `${text}\nparts:\n  careers: false\n  booking: false\n` });
	await eventually(async () => expect((await fetch(`${server.url}/api/jobs`)).status).toBe(404));
	const book = await fetch(`${server.url}/demo/book`, {
		method: "POST",
		body: "{}",
		headers: { "content-type": "application/json" },
	});
	expect(book.status).toBe(404);
	expect(Object.keys((await read("/openapi.json")).paths).filter((path) => /jobs|slots|book$/.test(path))).toEqual([]);
	expect((await fetch(`${server.url}/demo/booking/unknown-token`)).status).not.toBe(404);
	expect((await fetch(`${server.deskUrl}/sign-in`, { redirect: "manual" })).status).toBeLessThan(400);
});

test("whoever has sent as many forms as they may is refused by a server with new facts too, at the site and at the desk", async () => {
	const { server, database, getText } = await startSiteServer("sqlite", {
		environment: { RATE_LIMIT_PER_MINUTE: "2" },
	});
	const post = async (url: string) => {
		const body = new URLSearchParams({ email: "asha@visitor.example" });
		const headers = { origin: new URL(url).origin };
		return (await fetch(url, { method: "POST", body, headers, redirect: "manual" })).status;
	};
	const forms = [`${server.url}/contact`, `${server.deskUrl}/sign-in`];
	for (const form of forms) {
		expect(await post(form)).not.toBe(429);
		expect(await post(form)).not.toBe(429);
		expect(await post(form)).toBe(429);
	}
	const readMinutes = async () =>
		(await (await fetch(`${server.url}/demo/availability`)).json()).data.durationMinutes as number;
	await publishTexts(database, {
		"company.yml": getText("company.yml").replace(/callMinutes: \d+/, "callMinutes: 15"),
	});
	await eventually(async () => expect(await readMinutes()).toBe(15));
	for (const form of forms) expect(await post(form)).toBe(429);
});
