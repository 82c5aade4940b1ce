import { expect, test } from "vitest";
import { writeEventTo } from "../core/webhooks/delivery-store.server.ts";
import { listWebhooks } from "../core/webhooks/webhook-store.server.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { readNotice } from "../tests/support/read-notice.ts";
import { renewProofOf } from "../tests/support/staff.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const secretPattern = /whsec_[A-Za-z0-9+/]{43}=/;
const form = { do: "save", url: "https://hooks.example.com/desk?key=mango", description: "", format: "json" };

async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["admin"] });
	return { server, desk, ...createDeskBrowser(desk) };
}

test("an admin adds a webhook, sees its secret once, tests it, pauses it, replaces the secret, and deletes it", async () => {
	const { server, desk, get, post } = await openDesk();
	const { db } = server.database;
	expect(await get("/webhooks")).toContain("No webhooks yet.");
	const added = await post("/webhooks/new", [
		...Object.entries(form),
		["event", "call.booked"],
		["event", "alarm.raised"],
	]);
	const { id, secret } = await db.selectFrom("webhooks").select(["id", "secret"]).executeTakeFirstOrThrow();
	const path = `/webhooks/${id}`;
	expect(await followToSecret(added, desk, secretPattern)).toMatchObject({ secret, path, notice: "Webhook added." });
	for (const page of [await get("/webhooks"), await get(path)]) expect(page).not.toContain(secret);
	const list = await get("/webhooks");
	expect(list).toContain("hooks.example.com");
	expect(list).not.toContain("mango");
	expect(list).toContain("Call booked, Alarm");
	expect(list).toContain("Nothing sent yet");
	expect(await get("/audit-log")).toContain(`<a href="${path}" data-discover="true">hooks.example.com`);

	expect(readNotice(await post(path, { do: "test" })).text).toBe("Test on its way.");
	expect(await get(path)).toContain("Waiting");
	const delivery = await db.selectFrom("webhookDeliveries").selectAll().executeTakeFirstOrThrow();
	expect(delivery).toMatchObject({ webhookId: id, type: "webhook.test" });
	expect(readNotice(await post(path, { do: "send-again", delivery: delivery.id })).text).toBe("Sending it again.");
	expect(readNotice(await post(path, { do: "send-again", delivery: "gone" })).text).toContain("Not sent");
	expect(await db.selectFrom("emails").select("kind").execute()).toEqual([{ kind: "webhook" }]);

	await post(path, { do: "test" });
	const tests = await db.selectFrom("webhookDeliveries").select("reference").distinct().execute();
	expect(tests, "no test waits for another").toHaveLength(2);

	await post(path, { do: "pause" });
	expect(await get("/webhooks")).toContain("Paused");
	await db
		.updateTable("webhookDeliveries")
		.set({ state: "given-up", status: 500, error: "refused" })
		.where("id", "=", delivery.id)
		.execute();
	const again = await post(path, { do: "send-again", delivery: delivery.id });
	expect(readNotice(again).text).toBe("It is sent when you resume the webhook.");
	const waiting = db.selectFrom("webhookDeliveries").selectAll().where("id", "=", delivery.id);
	expect(await waiting.executeTakeFirst()).toMatchObject({ state: "waiting", status: null, error: null });
	await post(path, { do: "resume" });
	const rotated = await post(path, { do: "rotate" });
	const { secret: second } = await db.selectFrom("webhooks").select("secret").executeTakeFirstOrThrow();
	expect(second).not.toBe(secret);
	expect(await followToSecret(rotated, desk, secretPattern)).toMatchObject({ secret: second, path });
	expect(await get(path)).not.toContain(second);
	expect((await post(path, { do: "unknown" })).statusCode).toBe(400);
	await post(path, { do: "delete" });
	expect(await db.selectFrom("webhookDeliveries").select("id").execute()).toEqual([]);
	expect(await db.selectFrom("emails").select("id").execute()).toEqual([]);
	expect((await post(path, { do: "test" })).statusCode).toBe(404);
	const noted = await db.selectFrom("auditLog").select("action").where("action", "like", "webhook.%").execute();
	expect(noted.map(({ action }) => action)).toEqual([
		"webhook.add",
		"webhook.test",
		"webhook.send-again",
		"webhook.test",
		"webhook.pause",
		"webhook.send-again",
		"webhook.resume",
		"webhook.rotate",
		"webhook.delete",
	]);
});

test("a page with a new secret can be loaded again by its session, until it is copied or five minutes have passed", async () => {
	const { server, desk, post } = await openDesk();
	const { db } = server.database;
	const addedForm = { ...form, event: "call.booked" };
	const { secret, path, load, hide } = await followToSecret(
		await post("/webhooks/new", addedForm),
		desk,
		secretPattern,
	);
	expect(await load()).toBe(secret);
	expect(await db.selectFrom("webhooks").select("secret").execute()).toEqual([{ secret }]);
	const other = await server.openDesk({ roles: ["admin"] });
	expect(await load(path, other.cookie)).toBeUndefined();
	const next = await followToSecret(await post("/webhooks/new", addedForm), desk, secretPattern);
	expect(next.secret).not.toBe(secret);
	expect(await next.load(path)).toBeUndefined();
	await hide();
	expect(await load()).toBeUndefined();
	server.clock.advance({ minutes: 4, seconds: 59 });
	expect(await next.load()).toBe(next.secret);
	server.clock.advance({ seconds: 1 });
	expect(await next.load()).toBeUndefined();
	const forged = await desk.inject({
		method: "GET",
		url: path,
		headers: { cookie: `${desk.cookie}; desk-secret=${Buffer.from("x".repeat(200)).toString("base64url")}` },
	});
	expect([forged.statusCode, secretPattern.test(forged.body)]).toEqual([200, false]);
});

test("a form says what is wrong with it", async () => {
	const { server, post } = await openDesk();
	const refused = await post("/webhooks/new", { ...form, url: "http://hooks.example.com/" });
	expect(refused.statusCode).toBe(422);
	expect(refused.body).toContain("The URL must start with https://");
	expect(refused.body).toContain("Choose at least one event");
	const empty = await post("/webhooks/new", { ...form, url: "", event: "alarm.raised" });
	expect(empty.body).toContain("Enter the receiver’s URL");
	expect(await server.database.db.selectFrom("webhooks").select("id").execute()).toEqual([]);
});

test("a page stays open when the proof lapses, without what is secret, and a new secret outlasts a proof", async () => {
	const { server, desk, get, post } = await openDesk();
	const url = `${form.url}-${"x".repeat(8)}`;
	server.clock.advance({ minutes: 8 });
	const added = await followToSecret(
		await post("/webhooks/new", { ...form, url, event: "call.booked" }),
		desk,
		secretPattern,
	);
	expect(await get(added.path)).toContain("mango");
	server.clock.advance({ minutes: 3 });
	const page = await get(added.path);
	expect(page).toContain("Confirm it’s you");
	expect(page).toContain(`href="/prove?to=${encodeURIComponent(added.path)}"`);
	for (const kept of ["mango", "Send a test", "Replace secret", "Delete webhook"]) expect(page).not.toContain(kept);
	expect(await added.load()).toBe(added.secret);
	for (const action of ["test", "rotate", "delete", "save"])
		expect((await post(added.path, { do: action })).headers.location).toMatch(/^\/prove\?/);

	const cookie = await renewProofOf(server, desk);
	expect(await added.load(added.path, cookie)).toBe(added.secret);
	expect((await desk.inject({ method: "GET", url: added.path, headers: { cookie } })).body).toContain("Send a test");
});

test("every delivery can be reached and sent again, also those given up before many others", async () => {
	const { server, get, post } = await openDesk();
	const { database, clock } = server;
	await post("/webhooks/new", { ...form, event: "call.booked" });
	const webhook = (await listWebhooks(database.db))[0];
	if (!webhook) throw new Error("There is no webhook");
	const path = `/webhooks/${webhook.id}`;
	const write = (from: number, to: number) =>
		database.write(async (transaction) => {
			for (let number = from; number < to; number++)
				await writeEventTo(
					transaction,
					webhook,
					{ type: "call.booked", reference: `BKG-${number}`, data: { record: {} } },
					clock.now(),
				);
		});
	const readReferences = (page: string) =>
		[...page.matchAll(/class="aside">BKG-(\d+)</g)].map(([, number]) => Number(number));
	const numbers = (from: number, to: number) => Array.from({ length: from - to }, (_, index) => from - 1 - index);
	const findOlder = (page: string) => /href="([^"]+)"[^>]*>Older</.exec(page)?.[1]?.replaceAll("&amp;", "&");

	await write(0, 60);
	await database.db.updateTable("webhookDeliveries").set({ state: "given-up" }).execute();
	await write(60, 120);
	await database.db
		.updateTable("webhookDeliveries")
		.set({ state: "delivered" })
		.where("state", "=", "waiting")
		.execute();
	const first = await get(path);
	expect(readReferences(first)).toEqual(numbers(120, 70));
	const second = await get(findOlder(first) ?? "");
	expect(readReferences(second)).toEqual(numbers(70, 20));
	expect(second).toContain(`<a href="${path}" data-discover="true">Newest</a>`);
	const third = await get(findOlder(second) ?? "");
	expect(readReferences(third)).toEqual(numbers(20, 0));
	expect(findOlder(third)).toBeUndefined();
	expect(third).toContain('data-state="sent">Delivered</span></div>');

	const givenUp = await get(`${path}?show=given-up`);
	expect(givenUp).toContain('Given up <span class="number">60</span>');
	expect(readReferences(givenUp)).toEqual(numbers(60, 10));
	const rest = findOlder(givenUp) ?? "";
	expect(readReferences(await get(rest))).toEqual(numbers(10, 0));

	const [, delivery = ""] = /name="delivery" value="([^"]+)"/.exec(await get(rest)) ?? [];
	const sent = await post(rest, { do: "send-again", delivery });
	expect([readNotice(sent).text, sent.headers.location]).toEqual(["Sending it again.", rest]);
	expect(readReferences(await get(rest))).toEqual(numbers(9, 0));
});
