import { describe, expect, test } from "vitest";
import { respondToSubscriptionForm } from "../core/subscriptions/respond-to-subscription-form.server.ts";
import { acceptPostedRequest } from "../features/privacy-requests/accept-posted-form.server.ts";
import { createPrivacyRequests } from "../features/privacy-requests/privacy-requests.server.ts";
import { listRegisteredRequests } from "../features/privacy-requests/settled-requests.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { noNotice } from "../tests/support/notices.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const asha = "asha@visitor.example";

async function openSite(kind: DatabaseKind) {
	const server = await startTestServer(kind);
	const { database, clock } = server;
	const requests = createPrivacyRequests({
		database,
		clock,
		privacyEmail: testCompany.privacyContact.email,
		messageIdDomain: "narangi.example",
		onEmails: () => undefined,
		noteNotice: noNotice,
	});
	const post = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		return acceptPostedRequest(form, { privacyRequests: requests, locale: "en-IN" });
	};
	const answer = (token: string, intent: string) => {
		const form = new FormData();
		form.set("intent", intent);
		return respondToSubscriptionForm(form, token, requests);
	};
	const listEmails = () => renderEmails(server);
	const readToken = async () =>
		/\/privacy\/request\/([0-9a-f]{40})/.exec((await listEmails()).at(-1)?.text ?? "")?.[1] ?? "";
	const listRecords = () => database.db.selectFrom("records").select(["reference", "topic"]).execute();
	return { server, database, clock, requests, post, answer, listEmails, readToken, listRecords };
}

const erasure = {
	requestKind: "erase",
	name: "Asha Rao",
	email: "Asha@visitor.example",
	message: "All of it, please.",
};

describe.each(serverDatabaseKinds)("a request about data on %s", (kind) => {
	test("counts once the holder of its address has confirmed it, however often", async () => {
		const { post, answer, listEmails, readToken, listRecords, requests, database } = await openSite(kind);
		expect(await post(erasure)).toEqual({ kind: "sent" });
		expect(await listRecords()).toEqual([]);
		const [email] = await listEmails();
		expect(email).toMatchObject({ kind: "privacy-request-confirmation", recipient: asha });
		// Anybody can enter any address, so nothing typed is in it.
		expect(email?.text).not.toMatch(/Asha|All of it/);
		const token = await readToken();
		expect(await requests.find(token)).toMatchObject({ confirmed: false, record: undefined });
		await Promise.all([answer(token, "confirm"), answer(token, "confirm")]);
		expect(await answer(token, "confirm")).toBe("confirmed");
		const [record, ...others] = await listRecords();
		expect(others).toEqual([]);
		expect(record).toMatchObject({ topic: "erase", reference: expect.stringMatching(/^PRV-/) });
		expect(await requests.find(token)).toMatchObject({ confirmed: true, record: record?.reference });
		const emails = await database.db
			.selectFrom("emails")
			.select(["kind", "recipient"])
			.where("reference", "=", record?.reference ?? "")
			.orderBy("kind")
			.execute();
		expect(emails).toEqual([
			{ kind: "privacy-request-notice", recipient: "privacy@narangi.example" },
			{ kind: "privacy-request-receipt", recipient: asha },
		]);
		const notice = (await listEmails()).find((one) => one.kind === "privacy-request-notice");
		expect(notice?.subject).toMatch(/answer by/);
		expect(notice?.text).not.toMatch(/Asha|All of it/);
	});

	test("that nobody confirms is deleted after two days, and one that is not theirs at once", async () => {
		const { post, answer, readToken, listRecords, clock, requests, database } = await openSite(kind);
		await post(erasure);
		const late = await readToken();
		clock.advance({ hours: 48 });
		expect(await answer(late, "confirm")).toBe("unknown");
		await post({ ...erasure, requestKind: "see" });
		const token = await readToken();
		expect(token).not.toBe(late);
		expect(await answer(token, "end")).toBe("ended");
		expect(await requests.find(token)).toBeUndefined();
		expect(await listRecords()).toEqual([]);
		const left = await database.db.selectFrom("privacyRequestWishes").select("requestKind").execute();
		expect(left).toEqual([{ requestKind: "erase" }]);
	});

	test("stays once it is confirmed, and is not said to be deleted", async () => {
		const { post, answer, readToken, listRecords, clock, requests } = await openSite(kind);
		await post(erasure);
		const token = await readToken();
		// Both pages of the link are open.
		expect(await answer(token, "confirm")).toBe("confirmed");
		expect(await answer(token, "end")).toBe("kept");
		const [record] = await listRecords();
		expect(record?.reference).toMatch(/^PRV-/);
		expect(await requests.find(token)).toMatchObject({ record: record?.reference });
		clock.advance({ hours: 49 });
		expect(await answer(token, "end")).toBe("kept");
	});

	test("is either a record or deleted when both answers come at once", async () => {
		const { post, answer, readToken, listRecords } = await openSite(kind);
		await post(erasure);
		const token = await readToken();
		const [ended] = await Promise.all([answer(token, "end"), answer(token, "confirm")]);
		expect(await listRecords()).toHaveLength(ended === "kept" ? 1 : 0);
	});

	test("refuses wrong fields with what was typed, and stores one that a browser has filled in further", async () => {
		const { post, database } = await openSite(kind);
		const outcome = await post({ requestKind: "sell", name: "", email: "asha", message: "Hello" });
		expect(outcome).toMatchObject({
			kind: "rejected",
			errors: [{ field: "requestKind" }, { field: "name" }, { field: "email" }],
			values: { message: "Hello", email: "asha" },
		});
		const listWishes = () => database.db.selectFrom("privacyRequestWishes").select("email").execute();
		expect(await listWishes()).toEqual([]);
		expect(await database.db.selectFrom("emails").select("kind").execute()).toEqual([]);
		// The hidden field that other forms have.
		expect(await post({ ...erasure, leaveEmpty: "x" })).toEqual({ kind: "sent" });
		expect(await listWishes()).toHaveLength(1);
	});

	test("has a clock, and survives the erasure of the person as an entry without them", async () => {
		const { post, answer, readToken, listRecords, server, clock, database } = await openSite(kind);
		await post(erasure);
		await answer(await readToken(), "confirm");
		const [record] = await listRecords();
		const reference = record?.reference ?? "";
		const admin = createDeskBrowser(await server.openDesk({ roles: ["admin"] }));
		expect(await admin.get("/requests")).toContain(reference);
		const page = await admin.get(`/requests/${reference}`);
		expect(page).toContain("Erase data");
		expect(page).toContain("Answer by");
		clock.advance({ hours: 24 * 31 });
		// The session has ended.
		const later = createDeskBrowser(await server.openDesk({ roles: ["admin"] }));
		expect(await later.get("/requests?show=forgotten")).toContain(reference);
		const settled = await later.post(`/requests/${reference}`, { do: "stage", value: "settled", version: "1" });
		expect(settled.statusCode).toBe(303);
		const { erase } = await preparePeople(server);
		await erase();
		expect(await listRecords()).toEqual([]);
		const [entry] = await listRegisteredRequests(database.db, 10);
		expect(entry).toMatchObject({
			requestKind: "erase",
			receivedOn: "2026-11-23",
			stage: "settled",
			stageOn: "2026-12-24",
			erasedOn: "2026-12-24",
		});
		const kept = JSON.stringify(await database.db.selectFrom("settledRequests").selectAll().execute());
		expect(kept).not.toMatch(/asha|rao|PRV-/i);
		expect(await later.get("/request-register")).toContain("Erase data");
		const [audited] = await database.db
			.selectFrom("auditLog")
			.select(["action", "details"])
			.where("action", "=", "request.kept-without-person")
			.execute();
		expect(audited?.details).toContain('"requestKind":"erase"');
	});
});

/** Erases Asha as the desk does. */
async function preparePeople(server: Awaited<ReturnType<typeof startTestServer>>) {
	const { createPeople } = await import("./people.ts");
	const { openFileStore } = await import("../platform/files/file-store.ts");
	const { readConfig } = await import("../platform/config.ts");
	const people = createPeople({
		config: readConfig({}),
		company: testCompany,
		clock: server.clock,
		database: server.database,
		files: await openFileStore(server.database),
		installation: { id: "test" },
	});
	return { erase: () => people.erase([asha], async () => undefined) };
}

test("sales sees no requests about data", async () => {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	for (const path of ["/requests", "/requests/new", "/request-register"]) {
		const response = await desk.inject({ url: path, headers: { host: "localhost:3001" } });
		expect(response.statusCode, path).toBe(403);
	}
});

test("an admin enters a request that came by letter", async () => {
	const server = await startTestServer("sqlite");
	const { post, get } = createDeskBrowser(await server.openDesk({ roles: ["admin"] }));
	const response = await post("/requests/new", {
		senderName: "Asha Rao",
		email: "",
		phone: "+91 98100 00001",
		topic: "correct",
		text: "My street has another name.",
		source: "letter",
		consent: "wrote to us",
	});
	expect(response.statusCode).toBe(303);
	const page = await get(String(response.headers.location));
	expect(page).toContain("Correct data");
	expect(page).toContain("Letter");
});
