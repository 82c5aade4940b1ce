import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const email = "asha@visitor.example";

async function openDesk(kind: DatabaseKind = "sqlite", environment: Record<string, string> = {}) {
	const server = await startTestServer(kind, { environment: { FILES_RESERVE_MB: "1", ...environment } });
	const desk = await server.openDesk();
	const browser = createDeskBrowser(desk);
	const reference = await storeEnquiry(server.database, { email, firstName: "<script>Asha" });
	const second = await storeEnquiry(server.database, { reference: "ENQ-00000002", email: "ASHA@visitor.example" });
	const bela = { firstName: "Bela", lastName: "Shah", email: "bela@other.example", phone: "+91 98100 00001" };
	const others = await storeEnquiry(server.database, { reference: "ENQ-0THER000", ...bela });
	await browser.post(`/enquiries/${reference}`, { do: "note", text: "Likes <b>hippos" });
	const file = new File(["Offer of ten"], "../../C:\\offer\u202E.txt", { type: "text/plain" });
	await browser.postFiles(`/enquiries/${reference}`, { do: "send", subject: "Your app", text: "Hello" }, [file]);
	return {
		...server,
		...browser,
		desk,
		reference,
		second,
		others,
		path: `/people/of/${reference}`,
		listFiles: async () =>
			(await readdir(join(server.database.dataDirectory, "files"))).filter((name) => name.startsWith("reply-")),
		listLog: () =>
			server.database.db.selectFrom("auditLog").select(["action", "subject", "details"]).orderBy("sequence").execute(),
	};
}

/** Reads an archive: the content of each file by path. */
async function readArchive(bytes: Buffer): Promise<Map<string, string>> {
	const zip = await yauzl.fromBufferPromise(bytes);
	const contents = new Map<string, string>();
	for await (const entry of zip.eachEntry()) {
		const stream = await zip.openReadStreamPromise(entry);
		contents.set(entry.fileName, Buffer.concat((await stream.toArray()) as Buffer[]).toString());
	}
	return contents;
}

test("a person's page collects everything from one address, and its own address names nobody", async () => {
	const { get, path, reference, second, others, desk, listLog } = await openDesk();
	expect(await get(`/enquiries/${reference}`)).toContain(`href="${path}"`);
	const page = await get(path);
	expect(page).toContain("asha@visitor.example");
	for (const one of [reference, second]) expect(page).toContain(`href="/enquiries/${one}"`);
	expect(page).not.toContain(others);
	expect(page).toContain("&lt;script&gt;Asha");
	for (const shown of ["Likes &lt;b&gt;hippos", "replied: Your app"]) expect(page).toContain(shown);
	expect(page).not.toMatch(/href="[^"]*(?:@|%40)[^"]*"[^>]*>(?:Export|Erase)/);
	expect((await listLog()).at(-1)).toMatchObject({ action: "person.read", subject: reference });
	for (const unknown of ["ENQ-GONE0000", "asha@visitor.example", "%00"])
		expect([unknown, (await desk.inject({ url: `/people/of/${unknown}` })).statusCode]).toEqual([unknown, 404]);
});

test("an export holds everything as a page, as JSON and as files, and the log has who asked and why", async () => {
	const { get, post, path, reference, second, listLog } = await openDesk();
	expect(await get(`${path}/export`)).toContain("Who asked");
	for (const lacking of [{}, { askedBy: "person" }, { askedBy: "toString", reason: "access" }]) {
		const refused = await post(`${path}/export.zip`, lacking);
		expect([refused.statusCode, refused.headers.location]).toEqual([303, `${path}/export`]);
	}
	const answer = await post(`${path}/export.zip`, { askedBy: "person", reason: "access" });
	expect(answer.headers).toMatchObject({
		"content-type": "application/zip",
		"content-disposition": `attachment; filename="${reference}.zip"`,
	});
	const archive = await readArchive(answer.rawPayload);
	const offer = `files/${reference}/1-offer_.txt`;
	expect([...archive.keys()].toSorted()).toEqual(["data.json", offer, "index.html"]);
	expect(archive.get(offer)).toBe("Offer of ten");
	const page = archive.get("index.html") ?? "";
	expect(page).toContain("&lt;script&gt;Asha");
	expect(page).toContain("Likes &lt;b&gt;hippos");
	expect(page).not.toContain("<script");
	expect(page).toContain(`href="${offer}"`);
	const { email: about, records } = JSON.parse(archive.get("data.json") ?? "") as {
		email: string;
		records: { reference: string; stored: object; staffWrote: { text: string }[]; files: { path: string }[] }[];
	};
	expect(about).toBe(email);
	expect(records.map((record) => record.reference).toSorted()).toEqual([second, reference].toSorted());
	const first = records.find((record) => record.reference === reference);
	expect(first?.stored).toMatchObject({ firstName: "<script>Asha", message: "We need an app.\nSoon." });
	expect(first?.staffWrote.map(({ text }) => text)).toEqual(["Likes <b>hippos", "Hello"]);
	expect(first?.files).toEqual([{ path: offer, name: expect.any(String), bytes: 12 }]);
	expect(await listLog()).toMatchObject([
		{ action: "enquiry.note" },
		{ action: "enquiry.reply" },
		{ action: "person.export", subject: reference, details: '{"askedBy":"person","reason":"access"}' },
	]);
});

describe.each(serverDatabaseKinds)("erasing a person at the desk on %s", (kind) => {
	test("lists deleted and kept data before, and deletes all of theirs and nothing of others", async () => {
		const { get, post, path, reference, others, database, desk, listFiles, listLog } = await openDesk(kind);
		const form = await get(`${path}/erase`);
		for (const said of [`enquiry ${reference}`, "2 notes and replies about them", "1 file", "The audit log"])
			expect(form).toContain(said);
		// Nobody wrote to them or of them.
		const short = await get(`/people/of/${others}/erase`);
		expect(short).toContain(`enquiry ${others}`);
		for (const unsaid of ["about them</li>", "files</li>"]) expect(short).not.toContain(unsaid);
		const refused = await post(`${path}/erase`, { askedBy: "person" });
		expect(refused.body).toContain("Choose who asked and why.");
		expect(await listFiles()).toHaveLength(1);
		const erased = await post(`${path}/erase`, { askedBy: "authority", reason: "erasure", addresses: email });
		expect([erased.statusCode, erased.headers.location]).toEqual([303, "/"]);
		expect(decodeURIComponent(String(erased.headers["set-cookie"]))).toContain("Erased: 2 records, 1 file.");
		const left = await database.db.selectFrom("enquiries").select("reference").execute();
		expect(left).toEqual([{ reference: others }]);
		expect(await database.db.selectFrom("recordNotes").selectAll().execute()).toEqual([]);
		expect(await listFiles()).toEqual([]);
		expect((await desk.inject({ url: path })).statusCode).toBe(404);
		expect((await listLog()).at(-1)).toEqual({
			action: "person.erase",
			subject: reference,
			details: '{"askedBy":"authority","reason":"erasure"}',
		});
	});
});

test("archives that a law demands, and the register's entry of a request, are named among what stays", async () => {
	const recipient = await identityToRecipient(await generateIdentity());
	const { get, post, path, others } = await openDesk("sqlite", {
		ERASED_LOCKED_MONTHS: "12",
		ERASED_RECIPIENT: recipient,
	});
	await post("/requests/new", {
		senderName: "Asha Rao",
		email,
		topic: "erase",
		text: "Erase me.",
		source: "letter",
		consent: "wrote to us",
	});
	const archives = "An encrypted archive of each record, for 12 months; this server cannot read it.";
	const form = await get(`${path}/erase`);
	expect(form).toContain(archives);
	expect(form).toContain("An entry of each request in the request register");
	const short = await get(`/people/of/${others}/erase`);
	expect(short).toContain(archives);
	expect(short).not.toContain("in the request register");
	const erased = await post(`${path}/erase`, { askedBy: "person", reason: "erasure", addresses: email });
	expect(decodeURIComponent(String(erased.headers["set-cookie"]))).toContain(
		"An encrypted archive of each record is kept for 12 months.",
	);
});

test("without a term, no archive is named among what stays", async () => {
	const { get, path } = await openDesk();
	expect(await get(`${path}/erase`)).not.toMatch(/encrypted archive|in the request register/);
});

test("without a fresh proof or the admin role there is neither", async () => {
	const { path, desk, clock, post, openDesk: open, listFiles } = await openDesk();
	clock.advance({ minutes: 11 });
	for (const url of [`${path}/export`, `${path}/erase`]) {
		const { statusCode, headers } = await desk.inject({ url });
		expect([url, statusCode, String(headers.location).slice(0, 7)]).toEqual([url, 303, "/prove?"]);
	}
	for (const url of [`${path}/export.zip`, `${path}/erase`]) {
		const { statusCode, headers } = await post(url, { askedBy: "person", reason: "access" });
		expect([url, statusCode, String(headers.location).slice(0, 6)]).toEqual([url, 303, "/prove"]);
	}
	expect(await listFiles()).toHaveLength(1);
	const sales = await open({ roles: ["sales", "recruiter"] });
	for (const url of [`${path}/export`, `${path}/erase`])
		expect([url, (await sales.inject({ url })).statusCode]).toEqual([url, 403]);
});
