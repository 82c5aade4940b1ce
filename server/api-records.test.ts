import { describe, expect, test } from "vitest";
import { setRecordSpam } from "../core/records/record-store.server.ts";
import { addWebhook } from "../core/webhooks/webhook-store.server.ts";
import { addProgram } from "../tests/support/api-tokens.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";
import { testWebhook } from "../tests/support/webhook-receiver.ts";

type Listed = { data: { reference: string; stage: { key: string } }[]; next: string | null };
type Problem = { message: string; errors?: { field: string; message: string }[] };

const path = "/api/v1/enquiries";

async function openApi(kind: DatabaseKind, scopes: readonly string[] = ["enquiries:change"]) {
	const server = await startTestServer(kind);
	const desk = await server.openDesk();
	return { server, desk, database: server.database, program: await addProgram(server, desk, scopes) };
}

/** Stores enquiries a minute apart, the first one first, and returns their references. */
async function storeEnquiries({ database }: Awaited<ReturnType<typeof openApi>>, count: number, from = 0) {
	const references = [];
	for (let number = from; number < from + count; number += 1)
		references.push(
			await storeEnquiry(database, {
				reference: `ENQ-7K3F9Q${String(number).padStart(2, "0")}`,
				receivedAt: Temporal.Instant.from("2026-11-22T06:00:00Z").add({ minutes: number }),
				email: `Visitor${number}@visitor.example`,
			}),
		);
	return references;
}

describe.each(serverDatabaseKinds)("records by the API on %s", (kind) => {
	test("are listed page by page, and what arrives meanwhile neither repeats nor hides one", async () => {
		const api = await openApi(kind);
		const stored = await storeEnquiries(api, 7);
		const found: string[] = [];
		let cursor: string | null = "";
		while (cursor !== null) {
			const page: Listed = (
				await api.program.get(`${path}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
			).json();
			found.push(...page.data.map(({ reference }) => reference));
			if (found.length === 4) await storeEnquiries(api, 3, 20);
			cursor = page.next;
		}
		expect(found).toEqual(stored.toReversed());
	});

	test("are filtered as the desk filters them, and quarantined ones are listed only when asked for", async () => {
		const { database, program, ...api } = await openApi(kind);
		const [first = "", second = "", third = ""] = await storeEnquiries({ database, program, ...api }, 3);
		await database.write((transaction) => setRecordSpam(transaction, second, true, api.server.clock.now()));
		const list = async (query: string) =>
			(await program.get(`${path}?${query}`)).json<Listed>().data.map(({ reference }) => reference);
		expect(await list("")).toEqual([third, first]);
		expect(await list("isQuarantined=true")).toEqual([second]);
		expect(await list("email=VISITOR0@visitor.example")).toEqual([first]);
		expect(await list("receivedFrom=2026-11-22T11:31:00%2B05:30")).toEqual([third]);
		expect(await list("receivedBefore=2026-11-22T06:01:00Z")).toEqual([first]);
		expect(await list("owner=nobody&isOpen=true&stage=new")).toEqual([third, first]);
		expect(await list("isOpen=false")).toEqual([]);
		expect(await list("sort=changed")).toEqual([third, first]);
		// A program that reads what has changed since must hear of a release.
		api.server.clock.advance({ minutes: 1 });
		await database.write((transaction) => setRecordSpam(transaction, second, false, api.server.clock.now()));
		expect(await list("sort=changed")).toEqual([second, third, first]);
		for (const wrong of [
			"limit=0",
			"limit=101",
			"limit=x",
			"cursor=%20",
			"sort=name",
			"receivedFrom=today",
			"isOpen=1",
		]) {
			const refused = await program.get(`${path}?${wrong}`);
			expect([wrong, refused.statusCode]).toEqual([wrong, 400]);
			expect(refused.json<Problem>().message).toContain("must be");
		}
	});

	test("are read whole, by their own address alone, and not again while nothing has changed", async () => {
		const api = await openApi(kind, ["enquiries:read", "applications:read"]);
		const [reference = ""] = await storeEnquiries(api, 1);
		const read = await api.program.get(`${path}/${reference.toLowerCase()}`);
		expect(read.json()).toMatchObject({
			data: {
				reference,
				kind: "enquiry",
				receivedAt: "2026-11-22T06:00:00.000Z",
				sender: { name: "Asha Rao", email: "visitor0@visitor.example" },
				source: "site",
				stage: { key: "new", label: "New", isOpen: true },
				owner: null,
				phone: "+91 98100 00000",
				text: "We need an app.\nSoon.",
				isQuarantined: false,
			},
		});
		expect(read.headers["cache-control"]).toBe("private, no-cache");
		const etag = String(read.headers.etag);
		expect((await api.program.get(`${path}/${reference}`, { "if-none-match": etag })).statusCode).toBe(304);
		const list = await api.program.get(path);
		const unchanged = await api.program.get(path, { "if-none-match": String(list.headers.etag) });
		expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
		expect((await api.program.get(`/api/v1/applications/${reference}`)).statusCode).toBe(404);
		expect((await api.program.get(`${path}/ENQ-7K3F9QZZ`)).statusCode).toBe(404);
		expect((await api.program.get(`${path}/ENQ%00`)).statusCode).toBe(400);
	});

	test("are changed by those who have read them last, with history, audit entry and event as at the desk", async () => {
		const { server, desk, database, program } = await openApi(kind);
		const reference = await storeEnquiry(database);
		const address = `${path}/${reference}`;
		await database.write((transaction) => addWebhook(transaction, testWebhook, server.clock.now()));
		const etag = String((await program.get(address)).headers.etag);
		const change = { stage: "in-conversation", owner: desk.accountId, followUpOn: "2026-12-01" };

		expect((await program.patch(address, change)).statusCode).toBe(428);
		expect((await program.patch(address, change, { "if-match": '"made up"' })).statusCode).toBe(412);
		const changed = await program.patch(address, change, { "if-match": etag });
		expect(changed.statusCode).toBe(200);
		expect(changed.json()).toMatchObject({
			data: { stage: { key: "in-conversation" }, owner: { id: desk.accountId }, followUpOn: "2026-12-01" },
		});
		expect((await program.patch(address, { stage: "won" }, { "if-match": etag })).statusCode).toBe(412);
		const weakened = `W/${String(changed.headers.etag)}`;
		expect((await program.patch(address, { owner: null }, { "if-match": weakened })).statusCode).toBe(200);
		expect((await program.patch(address, { stage: "won" }, { "if-match": "*" })).statusCode).toBe(200);

		const { get } = createDeskBrowser(desk);
		expect(await get(`/enquiries/${reference}`)).toContain(`API token “${program.name}”`);
		const noted = await database.db
			.selectFrom("auditLog")
			.select(["action", "subject"])
			.where("actor", "=", program.id)
			.orderBy("sequence")
			.execute();
		expect(noted).toEqual(
			["stage", "owner", "follow-up", "owner", "stage"].map((field) => ({
				action: `enquiry.${field}`,
				subject: reference,
			})),
		);
		const events = await database.db.selectFrom("webhookDeliveries").select(["type", "data"]).orderBy("id").execute();
		expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => "record.changed"));
		expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({
			change: {
				field: "stage",
				from: "new",
				to: "in-conversation",
				by: { id: program.id, name: `API token “${program.name}”` },
			},
		});
		expect(await get("/notifications")).toContain(`API token “${program.name}”`);
	});

	test("are changed in all given fields or in none", async () => {
		const { database, program } = await openApi(kind);
		const reference = await storeEnquiry(database);
		const address = `${path}/${reference}`;
		const before = await program.get(address);
		const refuse = async (body: object, errors: object[]) => {
			const refused = await program.patch(address, body, { "if-match": String(before.headers.etag) });
			expect([refused.statusCode, refused.json<Problem>().errors]).toEqual([422, errors]);
		};
		await refuse({ stage: "won", owner: "nobody-here" }, [
			{ field: "owner", message: "This member does not work with enquiries." },
		]);
		await refuse({ stage: "nowhere" }, [{ field: "stage", message: "Stage “nowhere” does not exist." }]);
		await refuse({ reason: "price" }, [{ field: "reason", message: "Reason “price” does not exist." }]);
		await refuse({ owner: null, followUpOn: "tomorrow" }, [
			{ field: "followUpOn", message: "Enter a date such as 2027-01-31." },
		]);
		await refuse({ snoozedUntil: "2020-01-01T00:00:00Z" }, [
			{ field: "snoozedUntil", message: "Choose a time that is still to come." },
		]);
		expect((await program.patch(address, { stag: "won" }, { "if-match": "*" })).statusCode).toBe(422);
		expect((await program.get(address)).body).toBe(before.body);
	});

	test("have the reason of their stage alone", async () => {
		const { database, program } = await openApi(kind, ["applications:change"]);
		const address = `/api/v1/applications/${await storeApplication(database)}`;
		const change = async (body: object) => {
			const answer = await program.patch(address, body, { "if-match": "*" });
			return answer.statusCode === 200
				? answer.json<{ data: { reason: string | null } }>().data.reason
				: answer.json<Problem>().errors;
		};
		expect(await change({ stage: "rejected", reason: "skills" })).toBe("skills");
		expect(await change({ stage: "in-review" })).toBeNull();
		expect(await change({ reason: "pay" })).toEqual([
			{ field: "reason", message: "Stage “In review” has no reason “pay”." },
		]);
	});

	test("are added once for each idempotency key of a token, as a member enters them", async () => {
		const { server, desk, database, program } = await openApi(kind, ["enquiries:change", "applications:change"]);
		const body = {
			name: "Asha Rao",
			phone: "+91 98100 00000",
			text: "Call me",
			source: "event",
			consent: "gave her card",
		};
		const key = { "idempotency-key": "one" };
		const added = await program.post(path, body, key);
		expect(added.statusCode).toBe(201);
		const { reference } = added.json<{ data: { reference: string } }>().data;
		expect(added.headers.location).toBe(`${path}/${reference}`);
		expect((await program.post(path, body, key)).json()).toEqual({ data: { reference } });
		const reused = await program.post(path, { ...body, text: "Call me soon" }, key);
		expect([reused.statusCode, reused.json<Problem>().errors]).toEqual([
			422,
			[{ field: "Idempotency-Key", message: "This key was used before with another body." }],
		]);
		const other = await addProgram(server, desk, ["enquiries:change"]);
		const others = (await other.post(path, body, key)).json<{ data: { reference: string } }>().data;
		expect(others.reference).not.toBe(reference);
		expect((await program.get(`${path}/${reference}`)).json()).toMatchObject({
			data: { sender: { name: "Asha Rao", email: "" }, source: "event", owner: null },
		});
		const empty = await program.post(path, { name: " ", text: "Hi", source: "site", topic: "anything" });
		expect(empty.statusCode).toBe(422);
		expect(empty.json<Problem>().errors?.map(({ field }) => field)).toEqual(["source", "topic"]);
		const incomplete = await program.post(path, { ...body, name: " ", phone: "" });
		expect(incomplete.json<Problem>().errors?.map(({ field }) => field)).toEqual(["name", "email"]);
		const applied = await program.post("/api/v1/applications", { ...body, source: "referral" });
		expect(applied.json<{ data: { reference: string } }>().data.reference).toMatch(/^APP-/);
		const recipients = await database.db.selectFrom("emails").select("recipient").execute();
		expect(recipients.map(({ recipient }) => recipient)).not.toContain("asha@visitor.example");
	});

	test("are changed by all programs that ask at once for a change of whatever there is", async () => {
		const { database, program } = await openApi(kind);
		const address = `${path}/${await storeEnquiry(database)}`;
		const days = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"];
		const changes = days.map((followUpOn) => program.patch(address, { followUpOn }, { "if-match": "*" }));
		expect((await Promise.all(changes)).map(({ statusCode }) => statusCode)).toEqual(days.map(() => 200));
		const made = await database.db.selectFrom("recordChanges").select("after").execute();
		expect(made.map(({ after }) => after).toSorted()).toEqual(days);
	});

	test("are changed by one of several programs that ask at once, and added once for one key", async () => {
		const { database, program } = await openApi(kind);
		const address = `${path}/${await storeEnquiry(database)}`;
		const etag = String((await program.get(address)).headers.etag);
		const changes = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"].map((followUpOn) =>
			program.patch(address, { followUpOn, stage: "won" }, { "if-match": etag }),
		);
		const statuses = (await Promise.all(changes)).map(({ statusCode }) => statusCode);
		expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412]);
		expect(await database.db.selectFrom("recordChanges").select("field").orderBy("id").execute()).toEqual([
			{ field: "stage" },
			{ field: "follow-up" },
		]);
		const body = {
			name: "Asha Rao",
			phone: "+91 98100 00000",
			text: "Call me",
			source: "event",
			consent: "gave her card",
		};
		const posts = Array.from({ length: 5 }, () => program.post(path, body, { "idempotency-key": "at-once" }));
		const added = (await Promise.all(posts)).map((response) => [response.statusCode, response.body]);
		expect(new Set(added.map(String)).size).toBe(1);
		expect(added[0]?.[0]).toBe(201);
		expect(await database.db.selectFrom("records").select("id").execute()).toHaveLength(2);
	});

	test("are gone for programs once their person is erased", async () => {
		const { desk, database, program } = await openApi(kind, ["enquiries:change", "people:read"]);
		const reference = await storeEnquiry(database);
		await program.post(`${path}/${reference}/notes`, { text: "Wants an offer" });
		const erased = await createDeskBrowser(desk).post(`/people/of/${reference}/erase`, {
			askedBy: "authority",
			reason: "erasure",
			addresses: "asha@visitor.example",
		});
		expect(erased.statusCode).toBe(303);
		for (const address of [`${path}/${reference}`, `${path}/${reference}/messages`, `/api/v1/people/${reference}`])
			expect([address, (await program.get(address)).statusCode]).toEqual([address, 404]);
		expect((await program.patch(`${path}/${reference}`, { stage: "won" }, { "if-match": "*" })).statusCode).toBe(404);
		expect((await program.get("/api/v1/people")).json()).toEqual({ data: [], next: null });
	});

	test("are looked for by hostile words and cursors without harm", async () => {
		const { database, program } = await openApi(kind, ["enquiries:read", "people:read", "bookings:read"]);
		await storeEnquiry(database);
		const hostile = ["%00", "'", "%27%20or%201=1--", "%F0%9F%98%80", "a&email=b", "%ED%A0%80", "\\", "%25", "_"];
		const cursors = ["a.AA", "zzzzzzzzzzz.AAAA", "99999999999999.zzzzzzzzzzz", "1.a-b", "0.", "..", "-"];
		const queries = [
			...["email", "topic", "source", "owner", "stage"].flatMap((name) => hostile.map((text) => `${name}=${text}`)),
			...cursors.flatMap((cursor) => [`cursor=${cursor}`, `sort=changed&cursor=${cursor}`]),
		];
		const addresses = [
			...queries.map((query) => `${path}?${query}`),
			...hostile.map((text) => `/api/v1/people?search=${text}`),
			...cursors.flatMap((cursor) => [
				`/api/v1/people?cursor=${cursor}`,
				`/api/v1/calls?cursor=${cursor}`,
				`${path}/ENQ-7K3F9QXM/messages?cursor=${cursor}`,
			]),
		];
		for (const address of addresses) {
			const { statusCode, body } = await program.get(address);
			expect([address, statusCode < 500, body]).toEqual([address, true, body]);
			expect([address, body.includes("Invalid input")]).toEqual([address, false]);
		}
	});

	test("get notes, once for each key, which name the token as their author", async () => {
		const { desk, database, program } = await openApi(kind);
		const reference = await storeEnquiry(database);
		const address = `${path}/${reference}/notes`;
		const before = await program.get(`${path}/${reference}`);
		const key = { "idempotency-key": "note" };
		const added = await program.post(address, { text: "Wants an offer" }, key);
		expect([added.statusCode, (await program.post(address, { text: "Wants an offer" }, key)).body]).toEqual([
			201,
			added.body,
		]);
		const reused = await program.post(address, { text: "Wants two offers" }, key);
		expect(reused.json<Problem>().errors?.[0]?.field).toBe("Idempotency-Key");
		expect((await program.post(address, { text: " " })).json<Problem>().errors).toEqual([
			{ field: "text", message: "Enter a note." },
		]);
		expect((await program.post(`${path}/ENQ-7K3F9QZZ/notes`, { text: "Hi" })).statusCode).toBe(404);
		expect(await database.db.selectFrom("recordNotes").select(["accountId", "text"]).execute()).toEqual([
			{ accountId: program.id, text: "Wants an offer" },
		]);
		const page = await createDeskBrowser(desk).get(`/enquiries/${reference}`);
		expect(page).toContain(`API token “${program.name}”`);
		// A note is no change that another program would overwrite.
		const changed = await program.patch(
			`${path}/${reference}`,
			{ stage: "won" },
			{ "if-match": String(before.headers.etag) },
		);
		expect(changed.statusCode).toBe(200);
	});
});

test("a body that is no JSON, too large or in another form is refused", async () => {
	const { program } = await openApi("sqlite");
	const send = async (payload: string, type: string) =>
		(await program.send({ method: "POST", url: path, payload, headers: { "content-type": type } })).statusCode;
	expect(await send("{", "application/json")).toBe(400);
	expect(await send("name=Asha", "application/x-www-form-urlencoded")).toBe(415);
	expect(await send(JSON.stringify({ text: "a".repeat(70_000) }), "application/json")).toBe(413);
	expect(await send("[]", "application/json")).toBe(422);
});
