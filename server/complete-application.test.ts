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
	return {
		...desk,
		path,
		complete: (fields: Record<string, string>) => desk.send(`${path}/complete`, { topic: "", phone: "", ...fields }),
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
		expect(page).toContain("Weaver (weaver)");
		expect(page).toContain("Download resume");
		expect(page).not.toContain("Complete application");
		expect(await get("/applications")).not.toContain("to be completed");
		const log = await db.selectFrom("auditLog").select("action").where("action", "=", "application.complete").execute();
		expect(log).toHaveLength(1);
		await complete({ topic: "weaver", chosen: "" });
		expect(await readStored()).toMatchObject({ phone: "", resumeFile: stored.resumeFile });
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
		const { get, complete, upload, readStored, path, files } = await openApplication(kind, {});
		const address = `${path}/complete`;
		const fields = { topic: "weaver", phone: "+91 98100 00000" };
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
		await upload(address, fields, { name: "newer.pdf", content: createPdf() });
		expect((await readStored()).resumeFile).not.toBe(resumeFile);
		expect((await complete({ chosen: "" })).statusCode).toBe(303);
	});
});
