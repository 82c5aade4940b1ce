import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { openMailbox } from "../tests/support/desk-mail.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { renderEmails } from "../tests/support/rendered-emails.ts";
import { startTestServer } from "../tests/support/test-server.ts";

async function openDesk() {
	const server = await startTestServer("sqlite", { environment: { FILES_RESERVE_MB: "1" } });
	const desk = await server.openDesk({ roles: ["sales"] });
	const path = `/enquiries/${await storeEnquiry(server.database)}`;
	const folder = join(server.database.dataDirectory, "files");
	return {
		...server,
		desk,
		path,
		...createDeskBrowser(desk),
		/** Names of permanent files, and of those just received. */
		async listFiles() {
			const names = await readdir(folder, { withFileTypes: true });
			return [
				...names.filter((entry) => entry.isFile()).map(({ name }) => name),
				...(await readdir(join(folder, "incoming"))),
			];
		},
	};
}

const draft = { subject: "Your app", text: "Hello Asha" };
const offer = new File(["Offer of ten"], "Angebot – 10 €.pdf", { type: "application/pdf" });
const plan = new File(["Plan"], "plan.txt", { type: "text/plain" });

test("files go with a reply: looked at before, in the e-mail, and downloaded from the timeline", async () => {
	const { postFiles, get, path, desk, database, clock, renderers, listFiles } = await openDesk();
	const preview = await postFiles(path, { do: "preview", ...draft }, [offer, plan]);
	expect(preview.statusCode).toBe(200);
	expect(preview.body.replaceAll("<!-- -->", "")).toMatch(/Angebot – 10 €\.pdf <span class="number">\(1 KB\)/);
	expect(await listFiles()).toHaveLength(2);
	// A browser sends them again if its form still has them.
	expect((await postFiles(path, { do: "send", ...draft }, [plan])).statusCode).toBe(303);
	expect(await listFiles()).toHaveLength(2);
	clock.advance({ seconds: 11 });
	const emails = await renderEmails({ database, clock }, renderers);
	const reply = emails.find(({ kind }) => kind === "record-reply");
	expect(
		reply?.attachments?.map(({ fileName, contentType, contentBase64 }) => [
			fileName,
			contentType,
			Buffer.from(contentBase64, "base64").toString(),
		]),
	).toEqual([
		["Angebot – 10 €.pdf", "application/pdf", "Offer of ten"],
		["plan.txt", "text/plain", "Plan"],
	]);
	const [href = ""] = /\/enquiries\/[^"]*\/files\/reply-[^"]*/.exec(await get(path)) ?? [];
	const file = await desk.inject({ url: href });
	expect(file.body).toBe("Offer of ten");
	expect(file.headers).toMatchObject({
		"content-type": "application/octet-stream",
		"content-disposition": `attachment; filename="Angebot _ 10 _.pdf"; filename*=UTF-8''Angebot%20%E2%80%93%2010%20%E2%82%AC.pdf`,
		"content-security-policy": "default-src 'none'; sandbox",
	});
	const log = await database.db.selectFrom("auditLog").select("action").orderBy("sequence").execute();
	expect(log.map(({ action }) => action)).toEqual(["enquiry.reply", "enquiry.file-read"]);
	const other = path.replace(/ENQ-.*/, await storeEnquiry(database, { reference: "ENQ-00000002" }));
	expect((await desk.inject({ url: href.replace(path, other) })).statusCode).toBe(404);
});

test("the form of a reply has a key of its own: sent twice at once and later, without scripts, it sends once", async () => {
	const { get, post, postFiles, path, database, listFiles } = await openDesk();
	const readKeys = async () =>
		[...(await get(path)).matchAll(/name="key" value="([^"]+)"/g)].map(([, key = ""]) => key);
	const [noteKey = "", replyKey = ""] = await readKeys();
	expect(await readKeys()).not.toContain(replyKey);
	const send = () => postFiles(path, { do: "send", key: replyKey, ...draft }, [offer]);
	const answers = [...(await Promise.all([send(), send(), send()])), await send()];
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303]);
	const notice = "This reply was already sent. It goes out once.";
	expect(answers.at(-1)?.headers["set-cookie"]).toContain(encodeURIComponent(notice));
	const keep = () => post(path, { do: "note", key: noteKey, text: "Called" });
	for (const { statusCode } of await Promise.all([keep(), keep()])) expect(statusCode).toBe(303);
	expect(await listFiles()).toHaveLength(1);
	const log = await database.db.selectFrom("auditLog").select("action").orderBy("sequence").execute();
	expect(log.map(({ action }) => action)).toEqual(["enquiry.reply", "enquiry.note"]);
	const other = await post(path, { do: "note", key: noteKey, text: "Called again" });
	expect(other.body).toContain("already sent with other content");
	const [nextKey = ""] = /(?<=name="key" value=")[^"]+/.exec(other.body) ?? [];
	expect((await post(path, { do: "note", key: nextKey, text: "Called again" })).statusCode).toBe(303);
	for (const key of ["a b", "k".repeat(201)])
		expect((await post(path, { do: "note", key, text: "Called" })).statusCode).toBe(400);
	expect(await database.db.selectFrom("recordNotes").select("text").orderBy("id").execute()).toEqual([
		{ text: "Called" },
		{ text: "Called again" },
	]);
});

test("hostile names stay names: no path, no header, no markup", async () => {
	const { postFiles, get, path, desk, database } = await openDesk();
	const names = [
		"../../etc/passwd",
		'a"\r\nX-Injected: yes\r\n\r\n.txt',
		"C:\\Windows\\evil.exe",
		"<img src=x onerror=alert(1)>.svg",
		"'*;filename=\".html",
		`${"n".repeat(3_000)}.txt`,
	];
	await postFiles(
		path,
		{ do: "send", ...draft },
		names.map((name) => new File(["x"], name, { type: "text/html\r\nX-Injected: yes" })),
	);
	const stored = await database.db.selectFrom("replyFiles").selectAll().execute();
	expect(stored).toHaveLength(names.length);
	for (const { name, storedAs, contentType } of stored) {
		expect(name).not.toMatch(/[\r\n\0/\\]/);
		expect(name.length).toBeLessThanOrEqual(200);
		expect(storedAs).toMatch(/^reply-[\da-f-]{36}$/);
		expect(contentType).toMatch(/^[\w.+-]+\/[\w.+-]+$/);
		const { headers } = await desk.inject({ url: `${path}/files/${storedAs}` });
		expect(headers["x-injected"]).toBeUndefined();
		expect(headers["content-type"]).toBe("application/octet-stream");
		expect(headers["content-disposition"]).toMatch(
			/^attachment; filename="[\w. -]*"(?:; filename\*=UTF-8''[\w.~%!-]*)?$/,
		);
	}
	const page = await get(path);
	expect(page).not.toContain("<img src=x");
	for (const file of ["..%2f..%2finstallation.json", "installation.json"])
		expect([file, (await desk.inject({ url: `${path}/files/${file}` })).statusCode]).toEqual([file, 404]);
});

test("too many files, or too large ones, are refused with what was typed kept, and nothing stays behind", async () => {
	const { postFiles, path, database, listFiles } = await openDesk();
	const many = Array.from({ length: 11 }, (_, index) => new File(["x"], `${index}.txt`));
	const large = [plan, new File([Buffer.alloc(10 * 1024 * 1024)], "large.bin")];
	for (const files of [many, large]) {
		const refused = await postFiles(path, { do: "send", ...draft }, files);
		expect(refused.statusCode).toBe(200);
		expect(refused.body).toContain("Up to 10 files, 10 MB in total");
		expect(refused.body).toContain("Hello Asha</textarea>");
		expect(await listFiles()).toEqual([]);
	}
	const unsaid = await postFiles(path, { do: "send", subject: "", text: "Kept" }, [plan]);
	expect(unsaid.body).toContain("Enter a subject");
	expect(unsaid.body).toContain("Kept</textarea>");
	expect(unsaid.body.replaceAll("<!-- -->", "")).toContain('plan.txt <span class="number">(1 KB)');
	expect(await listFiles()).toHaveLength(1);
	expect((await postFiles(path, { do: "send", ...draft, more: "x".repeat(200_000) }, [plan])).statusCode).toBe(413);
	expect(await listFiles()).toHaveLength(1);
	expect(await database.db.selectFrom("recordReplies").selectAll().execute()).toEqual([]);
});

test("undoing a send gives text and files back to the form", async () => {
	const { postFiles, post, path, database, listFiles, get } = await openDesk();
	await postFiles(path, { do: "send", ...draft }, [offer, plan]);
	expect(await get(path)).not.toContain("Hello Asha</textarea>");
	const [reply] = await database.db.selectFrom("recordReplies").select("id").execute();
	const undone = await post(path, { do: "undo-send", id: reply?.id ?? "" });
	expect(undone.headers.location).toBe(`${path}#reply`);
	expect(await listFiles()).toHaveLength(2);
	const page = (await get(path)).replaceAll("<!-- -->", "");
	expect(page).toContain("Hello Asha</textarea>");
	expect(page).toContain('Remove<span class="sr-only"> plan.txt</span>');
});

test("what is typed is kept by every button of its form and by scripts, for its author alone, and goes when discarded", async () => {
	const { postFiles, post, path, get, desk, database, openDesk: open, listFiles } = await openDesk();
	const typed = { subject: "Your app", text: "Gladly, on Monday" };
	const template = (await database.db.selectFrom("replyTemplates").select(["id"]).executeTakeFirst())?.id ?? "";
	const saved = await post(`${path}/draft`, { draft: "reply", version: "0", tab: "a", ...typed });
	expect(saved.json()).toMatchObject({ saved: { version: expect.any(Number), setAside: [] } });
	await post(`${path}/draft`, { draft: "note", version: "0", tab: "a", text: "Half a note" });
	// A note, a change and another member's note keep the reply; so does choosing a template.
	await post(path, { do: "stage", value: "won", version: "1" });
	const ravi = createDeskBrowser(await open({ roles: ["sales"] }));
	await ravi.post(path, { do: "note", text: "From Ravi" });
	expect(await get(path)).toContain("Gladly, on Monday</textarea>");
	expect(await get(path)).toContain("Half a note</textarea>");
	expect(await ravi.get(path)).not.toContain("Gladly, on Monday</textarea>");
	await post(path, { do: "note", draft: "note", text: "A whole note", tab: "a" });
	expect(await get(path)).toContain("Gladly, on Monday</textarea>");
	expect(await get(path)).not.toContain("Half a note</textarea>");
	await postFiles(path, { do: "use-template", draft: "reply", tab: "b", template, ...typed }, [plan]);
	const filled = (await get(path)).replaceAll("<!-- -->", "");
	expect(filled).toContain("Another text is kept: “Gladly, on Monday”");
	expect(filled).toContain("plan.txt");
	const other = { subject: "Your app", text: "Something else" };
	const [, kept = ""] = /load-draft:([\w-]+)/.exec(filled) ?? [];
	await post(path, { do: `load-draft:${kept}`, draft: "reply", tab: "b", ...other });
	expect(await get(path)).toContain("Gladly, on Monday</textarea>");
	const storedAs = (await listFiles())[0] ?? "";
	await post(path, { do: `remove-file:${storedAs}`, draft: "reply", tab: "b", ...typed });
	expect(await listFiles()).toEqual([]);
	const discard = async () => {
		const { headers } = await post(path, { do: "discard-draft", draft: "reply", tab: "b", ...typed });
		expect(await get(path)).not.toContain("Gladly, on Monday</textarea>");
		return decodeURIComponent(String(headers["set-cookie"]));
	};
	const [, id = ""] = /undo-discard\|([\w-]+)/.exec(await discard()) ?? [];
	expect((await post(path, { do: "undo-discard", id })).headers.location).toBe(`${path}#reply`);
	expect(await get(path)).toContain("Gladly, on Monday</textarea>");
	await discard();
	const recruiter = createDeskBrowser(await open({ roles: ["recruiter"] }));
	expect((await recruiter.post(`${path}/draft`, { draft: "reply", ...typed })).statusCode).toBe(403);
	expect((await post(`${path.replace(/ENQ-.*/, "ENQ-00000009")}/draft`, { draft: "reply", ...typed })).statusCode).toBe(
		404,
	);
	expect((await desk.inject({ url: `${path}/draft` })).statusCode).not.toBe(200);
});

test("nobody sends files to a page that takes none, or without a session", async () => {
	const { postFiles, path, listFiles, openDesk: open } = await openDesk();
	expect((await postFiles("/search", { search: "x" }, [plan])).statusCode).toBe(415);
	const recruiter = createDeskBrowser(await open({ roles: ["recruiter"] }));
	expect((await recruiter.postFiles(path, { do: "send", ...draft }, [plan])).statusCode).toBe(403);
	expect(await listFiles()).toEqual([]);
});

test("“Reply to all” keeps the addresses that were typed and the files that were chosen, without scripts", async () => {
	const { postFiles, get, path: other, ...server } = await openDesk();
	const { receive } = await openMailbox(server, "enquiry");
	const headers = { Cc: "noor@visitor.example, ben@visitor.example" };
	const { reference } = await receive("We need an app.", { headers, files: {} });
	const path = other.replace(/ENQ-.*/, reference);
	const cc = "Vikram <vikram@other.example>\nNoor@visitor.example, half an addr";
	const filled = await postFiles(path, { do: "reply-all", cc, ...draft }, [plan]);
	expect(filled.statusCode).toBe(303);
	const page = await get(path);
	expect(page).toContain(
		'value="Vikram &lt;vikram@other.example&gt;, Noor@visitor.example, half an addr, ben@visitor.example"',
	);
	expect(page).toContain("plan.txt");
	const large = new File([Buffer.alloc(10 * 1024 * 1024)], "large.bin");
	const refused = await postFiles(path, { do: "reply-all", ...draft }, [large]);
	expect(refused.statusCode).toBe(200);
	expect(refused.body).toContain("Up to 10 files, 10 MB in total");
	expect(refused.body).toContain('value="noor@visitor.example, ben@visitor.example"');
});
