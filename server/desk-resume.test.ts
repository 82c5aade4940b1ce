import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { storeApplication } from "../tests/support/applications.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { startTestServer } from "../tests/support/test-server.ts";

/** Opens the desk with an application and a file of the corpus. */
async function openDesk(name = "latex.pdf") {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["recruiter"] });
	const reference = "APP-00000001";
	const file = `${reference}.${name.split(".").at(-1)}`;
	const folder = join(server.database.dataDirectory, "files");
	await mkdir(folder, { recursive: true });
	await copyFile(new URL(`../tests/fixtures/resumes/${name}`, import.meta.url), join(folder, file));
	await storeApplication(server.database, { reference, resume: { file, name: "cv", bytes: 1, sha256: "1" } });
	return { ...server, desk, ...createDeskBrowser(desk), path: `/applications/${reference}` };
}

describe("a resume beside the answers", () => {
	test("is in a frame that runs nothing, a document of its own without rights", async () => {
		const { desk, get, path } = await openDesk();
		const page = await desk.inject({ url: path });
		expect(page.body).toMatch(/<iframe src="\/applications\/APP-00000001\/resume"[^>]* sandbox=""/);
		expect(page.headers["content-security-policy"]).toContain("frame-src 'self'");
		const { headers, body } = await desk.inject({ url: `${path}/resume` });
		const policy = String(headers["content-security-policy"]).split("; ");
		expect(policy.map((directive) => directive.replace(/'sha256-[^']+'/, "HASH")).toSorted()).toEqual([
			"base-uri 'none'",
			"default-src 'none'",
			"form-action 'none'",
			"frame-ancestors 'self'",
			"img-src data:",
			"sandbox",
			"style-src HASH",
		]);
		expect(headers).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"content-disposition": "inline",
			"x-content-type-options": "nosniff",
			"referrer-policy": "no-referrer",
			"cache-control": "no-store",
			"cross-origin-resource-policy": "same-origin",
		});
		expect(body).toContain('src="data:image/png;base64,');
		expect(body).toContain("Asha Rao");
		expect(body).not.toMatch(/<script|<a\b|href=|https?:\/\/(?!.*<\/pre>)/);
		expect(await get("/applications")).not.toContain("<iframe");
	});

	test("is logged once a session, before anything is sent, and never by the page around it", async () => {
		const server = await openDesk();
		const readEntries = async () =>
			(await server.database.db.selectFrom("auditLog").select(["actor", "action", "subject"]).execute()).filter(
				({ action }) => action === "application.resume-read",
			);
		await server.get(server.path);
		expect(await readEntries()).toEqual([]);
		await server.get(`${server.path}/resume`);
		await server.get(`${server.path}/resume`);
		const entry = { action: "application.resume-read", subject: "APP-00000001" };
		expect(await readEntries()).toEqual([{ ...entry, actor: server.desk.accountId }]);
		const other = await server.openDesk({ roles: ["admin"] });
		await other.inject({ url: `${server.path}/resume` });
		expect((await readEntries()).map(({ actor }) => actor)).toEqual([server.desk.accountId, other.accountId]);
	});

	test.each(["cross-site", "same-site"])(
		"is not read because a page of another site asks for it (%s)",
		async (site) => {
			const { desk, path, database } = await openDesk();
			for (const dest of ["iframe", "document", "image"]) {
				const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": dest };
				expect((await desk.inject({ url: `${path}/resume`, headers })).statusCode).toBe(403);
			}
			expect(await database.db.selectFrom("auditLog").selectAll().execute()).toEqual([]);
		},
	);

	test("is text where it is a DOCX, and where it is a DOC is said to be for downloading", async () => {
		const docx = await openDesk("libreoffice.docx");
		expect(await docx.get(`${docx.path}/resume`)).toContain("<h1>Asha Rao</h1>");
		const doc = await openDesk("libreoffice.doc");
		expect(await doc.get(`${doc.path}/resume`)).toContain("Download the file to read it.");
		expect((await doc.desk.inject({ url: `${doc.path}/file` })).headers["content-disposition"]).toContain("attachment");
	});

	test("of a missing application is a 404", async () => {
		const { desk } = await openDesk();
		const answer = await desk.inject({ url: "/applications/APP-99999999/resume" });
		expect([answer.statusCode, answer.headers["content-security-policy"]]).toEqual([
			404,
			expect.stringContaining("sandbox"),
		]);
	});
});
