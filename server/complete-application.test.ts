import { describe, expect, test } from "vitest";
import { replaceJobStages } from "../features/careers/jobs/job-stages-store.server.ts";
import { insertJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { openDeskWithMail } from "../tests/support/desk-mail.ts";
import { createDocx, createPdf } from "../tests/support/documents.ts";
import { testJob } from "../tests/support/job-application.ts";

async function openApplication(kind: DatabaseKind, files: Record<string, Buffer>) {
	const desk = await openDeskWithMail(kind, "recruiter", "application");
	const { server, receive } = desk;
	await server.database.write((transaction) =>
		insertJobs(transaction, [{ ...testJob, id: "weaver", title: "Weaver" }], server.clock.now()),
	);
	const { reference } = await receive("I would like to work with you.", { files });
	const path = `/applications/${reference}`;
	const open = async () => /name="revision" value="([^"]+)"/.exec(await desk.get(`${path}/complete`))?.[1] ?? "";
	return {
		...desk,
		path,
		/** Opens the form, and returns the revision that it is based on. */
		open,
		complete: async (fields: Record<string, string>) =>
			desk.send(`${path}/complete`, { topic: "", phone: "", revision: await open(), ...fields }),
		readStored: () =>
			desk.db
				.selectFrom("applications")
				.select(["jobId", "phone", "resumeName", "resumeFile"])
				.executeTakeFirstOrThrow(),
	};
}

describe.each(serverDatabaseKinds)("an application that came by e-mail, on %s", (kind) => {
	test("is completed with a position and the attachment that is a resume, which is offered first", async () => {
		const { get, complete, readStored, path, db } = await openApplication(kind, {
			"letter.txt": Buffer.from("Dear"),
			"asha.pdf": createPdf(),
		});
		expect(await get("/applications")).toContain("to be completed");
		expect(await get(path)).toContain(`href="${path}/complete"`);
		const form = await get(`${path}/complete`);
		const [, chosen = ""] = /<option value="(reply-[\w-]+)" selected="">asha\.pdf/.exec(form) ?? [];
		expect(chosen).not.toBe("");
		expect(form).not.toContain("letter.txt");
		expect((await complete({ topic: "weaver", phone: "+91 98100 00000", chosen })).headers.location).toBe(path);
		const stored = await readStored();
		expect(stored).toMatchObject({ jobId: "weaver", phone: "+91 98100 00000", resumeName: "asha.pdf" });
		const page = await get(path);
		expect(page).toMatch(/<dt>Position<\/dt><dd[^>]*>Weaver</);
		expect(page).toContain("Download resume");
		expect(page).not.toContain("Complete application");
		expect(await get("/applications")).not.toContain("to be completed");
		const log = await db.selectFrom("auditLog").select("action").where("action", "=", "application.complete").execute();
		expect(log).toHaveLength(1);
		await complete({ topic: "weaver", chosen: "" });
		expect(await readStored()).toMatchObject({ phone: "", resumeFile: stored.resumeFile });
	});

	test("is not completed over what somebody else has saved since the form was opened, before they have seen it", async () => {
		const { open, complete, upload, readStored, path, files } = await openApplication(kind, {});
		const revision = await open();
		await complete({ topic: "weaver", phone: "+91 98100 00000" });
		const kept = await readStored();
		const mine = { topic: "", phone: "+91 98100 11111", revision };
		const listFiles = async () => (await Array.fromAsync(files.list())).flat().toSorted();
		const stored = await listFiles();
		const refused = await upload(`${path}/complete`, mine, { name: "cv.pdf", content: createPdf() });
		expect(await readStored()).toEqual(kept);
		expect(await listFiles()).toEqual(stored);
		const page = refused.body.replaceAll("<!-- -->", "");
		for (const part of [
			"Someone else has changed this application",
			'value="+91 98100 11111"',
			"Position: Weaver",
			"Phone: +91 98100 00000",
			"Resume: ",
		])
			expect(page.includes(part), part).toBe(true);
		const [, newest = ""] = /name="revision" value="([^"]+)"/.exec(page) ?? [];
		expect((await complete({ ...mine, revision: newest })).statusCode).toBe(303);
		expect(await readStored()).toMatchObject({ jobId: "", phone: "+91 98100 11111" });
	});

	test("is on the board of its position, at its first stage where the position does not have the stage it was at", async () => {
		const { get, send, complete, path, server } = await openApplication(kind, {});
		await server.database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [
				{ key: "trial-day", label: "Trial day", open: true },
				{ key: "on-offer", label: "On offer", open: true },
			]),
		);
		await send(path, { do: "stage", value: "in-review", version: "1" });
		await complete({ topic: "weaver" });
		const board = await get("/applications/board?job=weaver");
		expect(board).toMatch(/Trial day.*Asha Rao.*On offer/s);
		expect(await get(path)).toContain("changed stage: in-review → Trial day");
	});

	test("takes an uploaded resume, and keeps the form when it is refused", async () => {
		const { get, open, complete, upload, readStored, path, files } = await openApplication(kind, {});
		const address = `${path}/complete`;
		const fields = { topic: "weaver", phone: "+91 98100 00000", revision: await open() };
		const refused = await upload(address, fields, { name: "cv.pdf", content: Buffer.from("no resume") });
		expect(refused.body).toContain("This file cannot be used as a resume");
		expect(refused.body).toContain('value="+91 98100 00000"');
		for (const [more, message] of [
			[{ topic: "gone" }, "Choose a position from the list"],
			[{ chosen: "reply-of-another-record" }, "Choose a resume from the list"],
		] as const)
			expect((await complete(more)).body).toContain(message);
		expect(await readStored()).toMatchObject({ jobId: "", resumeName: "" });
		expect((await upload(address, fields, { name: "CV of Asha.docx", content: createDocx() })).statusCode).toBe(303);
		const { resumeFile } = await readStored();
		expect(await files.stat(resumeFile)).toBeDefined();
		expect(await get(path)).toContain("CV of Asha.docx");
		await upload(address, { ...fields, revision: await open() }, { name: "newer.pdf", content: createPdf() });
		expect((await readStored()).resumeFile).not.toBe(resumeFile);
		expect((await complete({ chosen: "" })).statusCode).toBe(303);
	});
});
