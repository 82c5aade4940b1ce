import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../core/accounts/audit-log.server.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	const reference = await storeEnquiry(server.database);
	const path = `/enquiries/${reference}`;
	return {
		...server,
		desk,
		reference,
		path,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "");
		},
		/** Sends a form as a browser without scripts does. */
		post: (url: string, fields: Record<string, string> | [string, string][]) =>
			desk.inject({
				method: "POST",
				url,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			}),
	};
}

/** The value of an undo button. */
function findUndo(html: string): string {
	const [, id] = /name="id" value="([^"]+)"[^>]*>\s*<button[^>]*value="undo"/.exec(html) ?? [];
	if (id === undefined) throw new Error("Nothing can be undone");
	return id;
}

describe("an enquiry at the desk, without scripts", () => {
	test("is found in a filtered list, assigned, closed and reopened", async () => {
		const { get, post, path, desk } = await openDesk();
		expect(await get("/enquiries?owner=nobody&show=unanswered")).toContain("Asha Rao");
		expect((await post(path, { do: "owner", value: desk.accountId, version: "1" })).statusCode).toBe(303);
		expect(await get("/enquiries?owner=me")).toContain("Asha Rao");
		expect(await get("/enquiries?owner=nobody")).not.toContain("Asha Rao");
		await post(path, { do: "stage", value: "won", version: "2" });
		const page = await get(path);
		expect(page).toContain("stage: New → Won");
		expect(await get("/enquiries?show=unanswered")).not.toContain("Asha Rao");
		const undone = await post(path, { do: "undo", id: findUndo(page.slice(page.indexOf("stage: New → Won"))) });
		expect(undone.statusCode).toBe(303);
		expect(await get(path)).toContain("undid stage: Won → New");
	});

	test("is found by its owner where the view leaves that open", async () => {
		const { get } = await openDesk();
		expect(await get("/enquiries?owner=nobody")).toMatch(/Filters<span class="number">1<span[^>]*> in use/);
		for (const show of ["mine", "unassigned"]) {
			const list = await get(`/enquiries?show=${show}&owner=nobody`);
			expect(list).not.toContain('aria-label="Filter by owner"');
			expect(list).not.toContain(" in use");
			expect(list.includes("Asha Rao"), show).toBe(show === "unassigned");
		}
		expect(await get("/enquiries")).toContain('aria-label="Filter by owner"');
	});

	test("is beside its list, whose query its links and forms keep", async () => {
		const { get, post, path } = await openDesk();
		const page = await get(`${path}?show=unassigned&sort=name&before=nothing`);
		expect(page).toMatch(/<h1[^>]*>Asha Rao/);
		expect(page).toContain('aria-label="Enquiries"');
		const search = "?show=unassigned&amp;sort=name";
		expect(page).toMatch(
			/<a[^>]*data-row="true"[^>]*aria-current="page"|<a[^>]*aria-current="page"[^>]*data-row="true"/,
		);
		expect(page).toContain(`href="${path}${search}"`);
		expect([...page.matchAll(/action="([^"]+)"/g)].map(([, action]) => action)).toEqual(
			expect.arrayContaining([path + search, `${path}${search}#reply`, `/enquiries/change${search}`]),
		);
		expect(page).toMatch(/<a[^>]*aria-current="true"[^>]*>Unassigned <span class="number">1/);
		const done = await post(`${path}?show=unassigned&sort=name`, { do: "stage", value: "won", version: "1" });
		expect(done.headers.location).toBe(`${path}?show=unassigned&sort=name`);
	});

	test("leads to the next record once it is closed, if that is wanted, and to no other page", async () => {
		const { post, path } = await openDesk();
		const send = async (fields: Record<string, string>) => (await post(`${path}?show=mine`, fields)).headers.location;
		const next = "ENQ-00000009";
		expect(await send({ do: "stage", value: "in-conversation", version: "1", next })).toBe(`${path}?show=mine`);
		expect(await send({ do: "stage", value: "won", version: "2", next })).toBe(`/enquiries/${next}?show=mine`);
		expect(await send({ do: "spam", value: "yes", version: "3", next: "https://evil.example" })).toBe(
			`${path}?show=mine`,
		);
		expect(await send({ do: "spam", value: "no", version: "4", next })).toBe(`${path}?show=mine`);
		expect(await send({ do: "spam", value: "yes", version: "5", next })).toBe(`/enquiries/${next}?show=mine`);
	});

	test("previews no reply whose copies have a wrong address, and says so where the reply is written", async () => {
		const { post, path } = await openDesk();
		const draft = { draft: "reply", subject: "Your app", text: "Hello", cc: "partner@other.example, bad", tab: "a" };
		const summary = 'class="error-summary"';
		for (const button of ["preview", "send"]) {
			const { body } = await post(path, { do: button, version: "0", ...draft });
			expect(body, button).not.toMatch(/class="email-preview/);
			const [before = "", composer] = body.split('class="composer"');
			expect(before).not.toContain(summary);
			expect(composer).toMatch(/class="error-summary".*“bad” is not an e-mail address.*<form/s);
		}
	});

	test("has the first line of what its sender wrote last in its row, and what is due", async () => {
		const { get, path, database, reference } = await openDesk();
		const readRow = async () => {
			const list = await get("/enquiries");
			return list.slice(list.indexOf(`href="${path}"`), list.indexOf("</li>", list.indexOf(`href="${path}"`)));
		};
		const row = await readRow();
		expect(row).toContain("We need an app.");
		expect(row).not.toContain("Soon");
		expect(row).toContain("No reply yet");
		expect(row).toContain("Unassigned");
		const addMessage = (id: string, text: string, more: { accountId?: string } = {}) =>
			database.db
				.insertInto("incomingMessages")
				.values({
					id,
					contentKey: id,
					mailboxId: "mailbox",
					reference,
					isFirst: 0,
					messageId: null,
					sort: "person",
					fromName: "Asha Rao",
					fromAddress: "asha@visitor.example",
					accountId: null,
					subject: "Our app",
					receivedAt: `2026-11-2${id}T06:00:00.000Z`,
					storedAt: `2026-11-2${id}T06:00:00.000Z`,
					text,
					quoted: "",
					html: null,
					details: "{}",
					...more,
				})
				.execute();
		await addMessage("1", "Before");
		await addMessage("2", "\n  The latest, in short\nand at length");
		await addMessage("3", "From a colleague", { accountId: "colleague" });
		const later = await readRow();
		expect(later).toContain("The latest, in short");
		for (const other of ["at length", "Before", "colleague", "need an app"]) expect(later).not.toContain(other);
	});

	test("is found among those that wait, as is a call whose visitor wrote, until it is over", async () => {
		const { get, database } = await openDesk();
		const { reference } = createBookingRecord();
		await storeBooking(database, createBookingRecord());
		const path = `href="/bookings/${reference}?show=unanswered"`;
		const showWaiting = () => get("/bookings?show=unanswered");
		const counted = /href="\/bookings"[^>]*>Bookings <span class="waiting-count">1</;
		expect(await showWaiting()).not.toContain(path);
		expect(await showWaiting()).not.toMatch(counted);
		const set = (values: { awaitingSince?: string; stage?: string }) =>
			database.db.updateTable("records").set(values).where("reference", "=", reference).execute();
		await set({ awaitingSince: "2026-11-23T06:00:00.000Z" });
		expect(await showWaiting()).toContain(path);
		expect(await showWaiting()).toMatch(counted);
		expect(await showWaiting()).toMatch(/aria-current="true"[^>]*>Waiting <span class="number">1/);
		await set({ stage: "held" });
		expect(await showWaiting()).not.toContain(path);
		expect(await showWaiting()).not.toMatch(counted);
	});

	test("shows the stored values after a conflict, and changes nothing", async () => {
		const { get, post, path } = await openDesk();
		await post(path, { do: "stage", value: "won", version: "1" });
		const refused = await post(path, { do: "stage", value: "in-conversation", version: "1" });
		expect(refused.statusCode).toBe(200);
		expect(refused.body).toContain("someone else changed this record first");
		expect(refused.body).toContain("It is in Won now");
		expect(await get(path)).not.toContain("In conversation</span>");
	});

	test("gets a note, and a reply that is previewed, sent and undone with its text kept", async () => {
		const { get, post, path, database, clock } = await openDesk();
		await post(path, { do: "note", text: "Called <b>twice</b>" });
		expect(await get(path)).toContain("Called &lt;b&gt;twice&lt;/b&gt;");
		const draft = { subject: "Your app", text: "Hello Asha,\n\n<script>alert(1)</script>" };
		const preview = await post(path, { do: "preview", ...draft });
		expect(preview.statusCode).toBe(200);
		expect(preview.body.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThanOrEqual(2);
		expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);
		await post(path, { do: "send", ...draft });
		const [reply] = await database.db.selectFrom("recordReplies").selectAll().execute();
		expect(await get(path)).toContain("Undo send");
		const taken = await post(path, { do: "undo-send", id: reply?.id ?? "" });
		const form = await get(String(taken.headers.location).replace("#reply", ""));
		expect(form).toContain("Hello Asha,");
		expect(form).toContain('value="Your app"');
		expect(form).toContain("not sent: Your app");
		await post(path, { do: "send", ...draft });
		clock.advance({ seconds: 11 });
		expect(await get(path)).not.toContain("Undo send");
		const refused = await post(path, { do: "send", subject: " ", text: "" });
		expect(refused.body).toContain("Enter a subject");
	});

	test("is changed with others after a preview", async () => {
		const { get, post, database, reference } = await openDesk();
		const other = await storeEnquiry(database, { reference: "ENQ-00000002", firstName: "Bela" });
		const chosen: [string, string][] = [
			["reference", reference],
			["reference", other],
			["change", "stage:won"],
		];
		const plan = await post("/enquiries/change", chosen);
		expect(plan.statusCode).toBe(200);
		expect(plan.body.replaceAll("<!-- -->", "")).toContain("Change 2");
		expect(await get("/enquiries?stage=won")).toContain("No enquiries match these filters");
		const done = await post("/enquiries/change", [...chosen, ["version", "1"], ["version", "1"], ["confirmed", "yes"]]);
		expect(done.statusCode).toBe(303);
		const won = await get("/enquiries?stage=won");
		expect(won).toContain("Asha Rao");
		expect(won).toContain("Bela Rao");
	});

	test("is snoozed with others at once, with one undo; the one that somebody changed is named", async () => {
		const { get, post, path, database, reference } = await openDesk();
		const other = await storeEnquiry(database, { reference: "ENQ-00000002", firstName: "Bela" });
		const third = await storeEnquiry(database, { reference: "ENQ-00000003", firstName: "Chand" });
		const atOnce = (references: string[], change: string): [string, string][] => [
			["change", change],
			["confirmed", "yes"],
			...references.flatMap((one): [string, string][] => [
				["reference", one],
				["version", "1"],
			]),
		];
		const done = await post("/enquiries/change?owner=nobody", atOnce([reference, other], "snooze:tomorrow"));
		expect(done.headers.location).toBe("/enquiries?owner=nobody");
		const notice = decodeURIComponent(String(done.headers["set-cookie"]));
		expect(notice).toContain("2 snoozed until Tue 24 Nov, 10:00 AM.");
		expect(await get("/enquiries")).not.toContain("Bela Rao");
		const [, undo = ""] = /undo\|([\w-]+)/.exec(notice) ?? [];
		await post("/enquiries/change", { do: "undo", id: undo });
		expect(await get("/enquiries")).toContain("Bela Rao");
		const refused = await post("/enquiries/change", atOnce([third, other], "snooze:later"));
		expect(refused.statusCode).toBe(200);
		expect(refused.body).toContain("Bela Rao");
		expect(refused.body).toContain("Someone else changed it first.");
		expect(refused.body).not.toContain("Chand Rao");
		const plan = await post("/enquiries/change", { change: "snooze:day", day: "2026-12-01", reference });
		expect(plan.body).toContain("Tue 1 Dec, 10:00 AM");
		expect(await get(path)).toContain('data-key="e"');
	});

	test("goes back to the list as it was filtered, which the form for several keeps in its address", async () => {
		const { get, post, reference, desk } = await openDesk();
		const list = "/enquiries?stage=new&owner=nobody";
		expect(await get(list)).toContain(`action="/enquiries/change?${list.split("?")[1]?.replace("&", "&amp;")}"`);
		const action = list.replace("?", "/change?");
		const chosen = { reference, change: `owner:${desk.accountId}` };
		expect((await post(action, { ...chosen, change: "nothing" })).headers.location).toBe(list);
		const plan = await post(action, chosen);
		expect(plan.body).toContain(`href="${list.replace("&", "&amp;")}"`);
		const done = await post(action, { ...chosen, version: "1", confirmed: "yes" });
		expect(done.headers.location).toBe(list);
		const [, undo = ""] = /undo\|([\w-]+)/.exec(decodeURIComponent(String(done.headers["set-cookie"]))) ?? [];
		expect((await post(action, { do: "undo", id: undo })).headers.location).toBe(list);
		expect(await get(list)).toContain("Asha Rao");
	});

	test("has a day to follow up in the list by that day, which counts no other, and no longer once it is done", async () => {
		const { get, post, database, reference } = await openDesk();
		await storeEnquiry(database, { reference: "ENQ-00000001", firstName: "Bela", lastName: "Mehta" });
		await post(`/enquiries/${reference}`, { do: "follow-up", value: "2026-11-23", version: "1" });
		const byDay = await get("/enquiries?sort=follow-up");
		expect(byDay).toContain("1 found");
		expect([byDay.includes("Asha Rao"), byDay.includes("Bela Mehta")]).toEqual([true, false]);
		expect(await get("/enquiries?show=due")).toContain("Asha Rao");
		await post(`/enquiries/${reference}`, { do: "stage", value: "won", version: "2" });
		expect(await get("/enquiries?show=due")).not.toContain("Asha Rao");
	});

	test("is in a view that somebody saves, with its count, and in the CSV of that view", async () => {
		const { get, post, database, reference, desk, openDesk: openFor } = await openDesk();
		await storeEnquiry(database, { reference: "ENQ-00000001", firstName: "=Bela", lastName: "Mehta" });
		await post(`/enquiries/${reference}`, { do: "owner", value: desk.accountId, version: "1" });
		const search = "?show=unassigned&sort=name";
		const save = (fields: Record<string, string>) => post("/enquiries/views", { do: "add", search, ...fields });
		const refused = await save({ name: " " });
		expect([refused.statusCode, refused.body.includes("Enter a name")]).toEqual([200, true]);
		const saved = await save({
			name: "Nobody's",
			shared: "yes",
			search: `${search}&after=1.x&planted=1`,
			open: reference,
		});
		expect(saved.headers.location).toBe(`/enquiries/${reference}${search}`);

		const list = await get(`/enquiries${search}`);
		const [, current = ""] = /aria-current="true"[^>]*>(.*?)<\/a>/.exec(list.slice(list.indexOf("Views"))) ?? [];
		expect(current.replaceAll(/<[^>]+>/g, "").trim()).toBe("Nobody&#x27;s 1");
		const csv = await get(`/enquiries.csv${search}&of=list`);
		expect(csv).toContain("ENQ-00000001");
		expect(csv).toContain("'=Bela");
		expect(csv).not.toContain(reference);
		expect(await get("/enquiries.csv")).toContain(reference);
		const exports = (await listAuditEntries(database.db, { limit: 9 })).filter(({ action }) =>
			action.endsWith("export"),
		);
		expect(exports.map(({ action, details }) => [action, details])).toEqual([
			["enquiry.export", {}],
			["enquiry.export", { of: "list" }],
		]);

		const others = await openFor({ roles: ["sales"] });
		const { body } = await others.inject({ url: "/enquiries/views" });
		expect(body).toContain("Nobody&#x27;s");
		expect(body).toContain("Only its owner and admins can change it");
		const sharing = '<input type="checkbox" name="shared"';
		const admins = await openFor({ roles: ["admin"] });
		expect((await admins.inject({ url: "/enquiries/views" })).body).not.toContain(sharing);
		const page = await get("/enquiries/views");
		expect(page).toContain(sharing);
		const [, id = ""] = /name="id" value="([^"]+)"/.exec(page) ?? [];
		expect((await post("/enquiries/views", { do: "change", id, name: "Free" })).headers.location).toBe(
			"/enquiries/views",
		);
		expect((await others.inject({ url: "/enquiries/views" })).body).not.toContain("Free");
		await post("/enquiries/views", { do: "remove", id });
		expect(await get("/enquiries/views")).toContain("No saved views yet");
		await post("/enquiries/views", { do: "undo", id });
		expect(await get("/enquiries")).toContain("Free");
	});

	test("is found by its words and by staff's", async () => {
		const { post, path } = await openDesk();
		await post(path, { do: "note", text: "Wants a hippopotamus" });
		for (const search of ["hippopotamus", "asha", "an app"]) {
			const found = await post("/search", { search });
			expect(found.body, search).toContain("Asha Rao");
		}
		expect((await post("/search", { search: "giraffe" })).body).not.toContain("Asha Rao");
	});

	test("is found below what is not spam, by a link on its name", async () => {
		const { post, database, reference, path } = await openDesk();
		const wanted = await storeEnquiry(database, { reference: "ENQ-00000002" });
		const other = await storeEnquiry(database, { reference: "ENQ-00000003" });
		for (const url of [path, `/enquiries/${other}`]) await post(url, { do: "spam", value: "yes", version: "1" });
		const { body } = await post("/search", { search: "asha" });
		const [first, ...others] = [...body.matchAll(/<th scope="row"><a[^>]*href="([^"]+)"[^>]*>Asha Rao</g)].map(
			([, href]) => href,
		);
		expect(first).toBe(`/enquiries/${wanted}`);
		expect(others.toSorted()).toEqual([other, reference].map((one) => `/enquiries/${one}`).toSorted());
		expect(body).toContain("<wbr/>@");
	});

	test("is missed in the words of its view, or of the filters", async () => {
		const { get, post, path, desk } = await openDesk();
		await post(path, { do: "owner", value: desk.accountId, version: "1" });
		const unassigned = await get("/enquiries?show=unassigned");
		expect(unassigned).toContain("No unassigned enquiries.");
		expect(unassigned).not.toContain("Clear filters");
		expect(await get("/enquiries?show=mine&stage=won")).toContain("No enquiries match these filters");
	});

	test("has a value that may be typed in groups", async () => {
		const { get, post, path } = await openDesk();
		expect((await post(path, { do: "value", value: "12,00,000", version: "1" })).statusCode).toBe(303);
		expect(await get(path)).toMatch(/name="value"[^>]*value="1200000"/);
		expect((await post(path, { do: "value", value: "1.200", version: "2" })).body).toContain("Enter a whole number");
	});
});

/** Reads events of a stream until one contains a text. */
async function readUntil(stream: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
	let read = "";
	const decoder = new TextDecoder();
	while (!read.includes(text)) {
		const { done, value } = await stream.read();
		if (done) throw new Error(`The stream ended without "${text}": ${read}`);
		read += decoder.decode(value, { stream: true });
	}
	return read;
}

test("changes are announced to members who work with it, and to nobody else", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	const recruiter = await server.openDesk({ roles: ["recruiter"] });
	const open = async ({ app, cookie }: typeof desk) => {
		const url = await app.listen({ port: 0, host: "127.0.0.1" });
		const answer = await fetch(`${url}/live`, {
			headers: { cookie, accept: "text/event-stream", "sec-fetch-site": "same-origin" },
		});
		expect(answer.headers.get("content-type")).toBe("text/event-stream");
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
		await readUntil(reader, "retry:");
		return reader;
	};
	const [sales, hiring] = [await open(desk), await open(recruiter)];
	const reference = await storeEnquiry(server.database);
	expect(await readUntil(sales, "records:")).toContain(`data: ["record:${reference}","records:enquiry"]`);
	server.database.changes.announce(["jobs", "hosts", "content"]);
	expect(await readUntil(sales, "hosts")).toContain('data: ["hosts"]\n\n');
	expect(await readUntil(hiring, "data:")).toBe('data: ["jobs","hosts"]\n\n');
	server.database.changes.announce(["*"]);
	await readUntil(sales, '["*"]');
	expect(await readUntil(hiring, "data:")).toBe('data: ["*"]\n\n');
	server.drain();
	expect(await sales.read()).toMatchObject({ done: true });
	await hiring.cancel();
});

test("a new listener first gets the changes since it read", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	const url = await desk.app.listen({ port: 0, host: "127.0.0.1" });
	const readFirst = async (since: string) => {
		const answer = await fetch(`${url}/live?${new URLSearchParams({ since })}`, {
			headers: { cookie: desk.cookie, accept: "text/event-stream", "sec-fetch-site": "same-origin" },
		});
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
		const read = await readUntil(reader, "]");
		await reader.cancel();
		return read.slice(read.indexOf("data:")).trim();
	};
	server.database.changes.announce(["records:enquiry"]);
	const page = await desk.inject({ method: "GET", url: "/enquiries.data" });
	const readAfter = /[\da-f-]{36}\.\d+/.exec(page.body)?.[0] ?? "";
	const reference = await storeEnquiry(server.database);
	expect(await readFirst(readAfter)).toBe(`data: ["record:${reference}","records:enquiry"]`);
	expect(await readFirst("another-process.3")).toBe('data: ["*"]');
	expect(await readFirst(readAfter.replace(/\.\d+$/, ".999999"))).toBe('data: ["*"]');
});

test("no bulk form reaches or reveals records of another area", async () => {
	const { database, reference, openDesk: openFor } = await openDesk();
	const application = await storeApplication(database);
	const before = await database.db.selectFrom("records").selectAll().orderBy("reference").execute();
	for (const [role, path, foreign] of [
		["recruiter", "/applications/change", reference],
		["recruiter", "/applications/answer", reference],
		["sales", "/enquiries/change", application],
		["sales", "/bookings/change", reference],
	] as const) {
		const desk = await openFor({ roles: [role] });
		for (const step of [{}, { confirmed: "yes", step: "preview" }, { confirmed: "yes", step: "send" }]) {
			const fields = { reference: foreign, version: "1", change: "spam:yes", subject: "Hello", text: "Hello", ...step };
			const { statusCode, body } = await desk.inject({
				method: "POST",
				url: path,
				headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
				payload: new URLSearchParams(fields).toString(),
			});
			expect([role, path, statusCode, body.includes("Asha Rao")]).toEqual([role, path, 404, false]);
		}
	}
	expect(await database.db.selectFrom("records").selectAll().orderBy("reference").execute()).toEqual(before);
	expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);
});
