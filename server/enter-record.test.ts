import { describe, expect, test } from "vitest";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { openDeskWithMail } from "../tests/support/desk-mail.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { testJob } from "../tests/support/job-application.ts";

const typed = {
	senderName: "Asha Rao",
	email: "asha@visitor.example",
	phone: "",
	text: "Met us at the fair; wants an app.",
	source: "event",
	consent: "Asked us to write",
	key: "0f0f0f0f-0000-4000-8000-00000000000a",
};

const openPages = (kind: DatabaseKind, role: "sales" | "recruiter" = "sales") =>
	openDeskWithMail(kind, role, "enquiry");

/** A record's page without the list beside it. */
const withoutList = (page: string) => page.slice(page.indexOf("<h1"), page.indexOf("</main>"));
/** The part of it before the form of replies, which quotes the latest message. */
const beforeReply = (page: string) => withoutList(page).split('id="reply"')[0] ?? "";

describe.each(serverDatabaseKinds)("a record that a member enters on %s", (kind) => {
	test("is stored once, without a confirmation unless it is wanted, and belongs to the member who wants it", async () => {
		const { server, send, get, db, accountId } = await openPages(kind);
		const { listEvents } = await hearEvents(server);
		const enter = (fields: Record<string, string>) => send("/enquiries/new", { ...typed, ...fields });
		const first = await enter({ owns: "on" });
		expect(first.statusCode).toBe(303);
		expect((await enter({ owns: "on" })).headers.location).toBe(first.headers.location);
		expect(await db.selectFrom("records").select(["senderName", "source", "ownerId"]).execute()).toEqual([
			{ senderName: "Asha Rao", source: "event", ownerId: accountId },
		]);
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: { record: { owner: { id: accountId } } } },
		]);
		expect(await db.selectFrom("emails").select("kind").execute()).toEqual([]);
		const log = await db.selectFrom("auditLog").select("action").where("action", "=", "enquiry.enter").execute();
		expect(log).toHaveLength(1);
		await enter({ key: "0f0f0f0f-0000-4000-8000-00000000000b", isConfirmed: "on" });
		expect((await listEvents()).slice(1)).toMatchObject([
			{ type: "record.created", data: { record: { owner: null } } },
		]);
		expect(await db.selectFrom("emails").select(["kind", "recipient"]).execute()).toEqual([
			{ kind: "enquiry-confirmation", recipient: "asha@visitor.example" },
		]);
		expect(await get(String(first.headers.location))).toContain("Asked us to write");
	});

	test("is not stored with faults, which are named, and keeps what was typed", async () => {
		const { send, db } = await openPages(kind);
		const refused = await send("/enquiries/new", { ...typed, email: "", source: "fax", consent: "", owns: "on" });
		for (const text of [
			"Enter an e-mail address or a phone number",
			"Choose a source",
			"Enter how they agreed",
			"Met us at the fair",
		])
			expect(refused.body).toContain(text);
		expect(await db.selectFrom("records").select("reference").execute()).toEqual([]);
		expect((await send("/applications/new", typed)).statusCode).toBe(403);
	});

	test("is linked to the record that it starts from, which offers the form with the name and the address", async () => {
		const { send, get, db } = await openPages(kind);
		const from = String((await send("/enquiries/new", typed)).headers.location).split("/")[2] ?? "";
		expect(await get(`/enquiries/${from}`)).toContain(`href="/enquiries/new?from=${from}"`);
		const form = await get(`/enquiries/new?from=${from}`);
		expect(form).toContain('value="Asha Rao"');
		expect(form).toContain('value="asha@visitor.example"');
		await send("/enquiries/new", { ...typed, from, key: "0f0f0f0f-0000-4000-8000-00000000000b" });
		expect(await db.selectFrom("recordLinks").select("other").where("reference", "=", from).execute()).toHaveLength(1);
	});

	test("can be an application for any position", async () => {
		const { server, send, get, db } = await openPages(kind, "recruiter");
		await server.database.write((transaction) =>
			insertJobs(transaction, [{ ...testJob, id: "weaver", title: "Weaver" }], server.clock.now()),
		);
		expect(await get("/applications")).toContain('href="/applications/new"');
		expect(await get("/applications/new")).toContain('<option value="weaver">Weaver</option>');
		await send("/applications/new", { ...typed, topic: "weaver" });
		expect(await db.selectFrom("records").select(["kind", "topic"]).execute()).toEqual([
			{ kind: "application", topic: "weaver" },
		]);
	});
});

describe.each(serverDatabaseKinds)("a message of a record on %s", (kind) => {
	test("opens a record of its own, with its sender, its text and its files, where its thread goes on", async () => {
		const { receive, send, get, db } = await openPages(kind);
		const { reference } = await receive("We need an app.");
		const thread = { References: `<${reference}@narangi.example>` };
		const second = await receive("And a job for my sister?", {
			headers: { ...thread, "Message-ID": "<sister@visitor.example>" },
		});
		expect(second.reference).toBe(reference);
		expect(await get(`/enquiries/${reference}`)).toContain(
			`href="/enquiries/new?from=${reference}&amp;message=${second.id}"`,
		);
		const form = await get(`/enquiries/new?from=${reference}&message=${second.id}`);
		expect(form).toContain("And a job for my sister?");
		const { key } = typed;
		const fields = { ...typed, from: reference, message: second.id, consent: "", source: "email", key };
		const refused = await send("/enquiries/new", { ...fields, text: "" });
		expect(refused.body).toContain(`name="message" value="${second.id}"`);
		const opened = await send("/enquiries/new", { ...fields, text: "And a job for my sister?" });
		const path = String(opened.headers.location);
		expect(opened.statusCode).toBe(303);
		const page = await get(path);
		expect(beforeReply(page).match(/>And a job for my sister\?</g)).toHaveLength(1);
		expect(page).toContain("plan.txt");
		expect((await get(`${path}/files/${/files\/(reply-[\w-]+)/.exec(page)?.[1]}`)).trim()).toBe("Plan");
		const former = await get(`/enquiries/${reference}`);
		expect(withoutList(former)).not.toContain("my sister");
		const answer = await receive("Thanks", { headers: { "In-Reply-To": "<sister@visitor.example>" } });
		expect(`/enquiries/${answer.reference}`).toBe(path);
		const { awaitingSince } = await db
			.selectFrom("records")
			.select("awaitingSince")
			.where("reference", "=", reference)
			.executeTakeFirstOrThrow();
		expect(awaitingSince).toBeNull();
	});

	test("is moved to another record of its sender, which is suggested, and back", async () => {
		const { receive, send, get, db } = await openPages(kind);
		const first = await receive("We need an app.");
		const { reference, id } = await receive("The price, please.");
		expect(reference).not.toBe(first.reference);
		const page = await get(`/enquiries/${reference}`);
		expect(page).toContain("Move this message there");
		expect(page).toContain(`value="${first.reference}"`);
		const move = (to: string) => send(`/enquiries/${reference}`, { do: "move-message", id, to });
		for (const [to, message] of [
			["", "Enter the reference of the other record"],
			["ENQ-00000000", "There is no record ENQ-00000000"],
			["APP-00000000", "There is no record APP-00000000"],
			[reference, `The message is in ${reference} already`],
		] as const)
			expect((await move(to)).body).toContain(message);
		const moved = await move(first.reference.toLowerCase());
		expect(moved.headers.location).toBe(`/enquiries/${first.reference}`);
		expect(await get(`/enquiries/${first.reference}`)).toContain("The price, please.");
		const undo = { do: "undo-move", id: `${reference}_${id}` };
		expect((await send(`/enquiries/${first.reference}`, undo)).headers.location).toBe(`/enquiries/${reference}`);
		const shown = await get(`/enquiries/${reference}`);
		expect(beforeReply(shown).match(/>The price, please\.</g)).toHaveLength(1);
		const log = await db.selectFrom("auditLog").select("subject").where("action", "=", "message.move").execute();
		expect(log.map(({ subject }) => subject)).toEqual([first.reference, reference]);
	});

	test("is moved to another record by mistake and back, which leaves both in their stages and notifies nobody", async () => {
		const { receive, send, findUndo, db, accountId } = await openPages(kind);
		const other = await receive("We need an app.");
		const { reference, id } = await receive("The price, please.");
		const find = (of: string) =>
			db
				.selectFrom("records")
				.select(["stage", "snoozedUntil", "version"])
				.where("reference", "=", of)
				.executeTakeFirstOrThrow();
		await send(`/enquiries/${reference}`, { do: "owner", value: accountId, version: "1" });
		await send(`/enquiries/${reference}`, { do: "stage", value: "won", version: "2" });
		await send(`/enquiries/${other.reference}`, { do: "stage", value: "won", version: "1" });
		const before = await find(reference);
		const path = `/enquiries/${other.reference}`;
		const undo = findUndo(await send(`/enquiries/${reference}`, { do: "move-message", id, to: other.reference }));
		expect((await find(other.reference)).stage).toBe("new");
		const notified = await db.selectFrom("notifications").select("id").execute();
		expect((await send(path, { do: "undo-move", id: undo })).headers.location).toBe(`/enquiries/${reference}`);
		expect((await find(other.reference)).stage).toBe("won");
		expect(await find(reference)).toEqual(before);
		const notifications = await db.selectFrom("notifications").select("id").execute();
		expect(notifications).toEqual(notified);
	});
});
