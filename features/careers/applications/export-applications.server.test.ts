import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { openFileStore } from "../../../platform/files/file-store.ts";
import { storeApplication } from "../../../tests/support/applications.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { getTestKind } from "../../../tests/support/records.ts";
import { replaceJobStages } from "../jobs/job-stages-store.server.ts";
import { createApplicationExport, nameFile } from "./export-applications.server.ts";

async function setUp(databaseKind: DatabaseKind) {
	const database = await openTestDatabase(databaseKind);
	const files = await openFileStore({ ...database, filesReserveBytes: 0 });
	const kind = getTestKind("application");
	const folder = join(database.dataDirectory, "files");
	return {
		...createApplicationExport({ database, files, kind }),
		database,
		folder,
		/** Stores an application for the job, with a file that repeats its number. */
		async store(index: number, bytes = 10, change: Parameters<typeof storeApplication>[1] = {}) {
			const reference = `APP-${String(index).padStart(8, "0")}`;
			await writeFile(join(folder, `${reference}.pdf`), Buffer.alloc(bytes, String(index)));
			const resume = { file: `${reference}.pdf`, name: "cv.pdf", bytes, sha256: reference };
			await storeApplication(database, { reference, jobId: "weaver", resume, ...change });
		},
	};
}

/** Reads an archive: the content of each file. */
async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	const zip = await yauzl.fromBufferPromise(archive, { strictFileNames: true });
	for await (const entry of zip.eachEntry())
		found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
	return found;
}

describe.each(databaseKinds)("the applications for a job on %s", (databaseKind) => {
	test("are written as CSV with their stages, without other jobs' and quarantined ones", async () => {
		const { store, writeCsv, measure, database } = await setUp(databaseKind);
		await store(1, 10, {
			answers: { fullName: '=HYPERLINK("http://bad.example")', city: "+1", coverLetter: "a\r\nb" },
		});
		await store(2, 20, { state: "quarantined" });
		await store(3, 30, { jobId: "dyer" });
		await store(4, 40, { state: "withdrawn" });
		await database.write((transaction) =>
			replaceJobStages(transaction, "weaver", [{ key: "first-look", label: "First look", open: true }]),
		);
		expect(await measure("weaver")).toEqual({ count: 2, resumeBytes: 50 });
		const csv = await text(writeCsv("weaver"));
		expect(csv.split("\r\n")[0]).toMatch(/^reference,receivedAt,state,.*,stage,reason,answeredAt,resumeFile$/);
		expect(csv).toContain("APP-00000001");
		expect(csv).toContain("First look");
		expect(csv).toContain("APP-00000004");
		expect(csv).not.toMatch(/APP-0000000[23]/);
		expect(csv).toContain(`'=HYPERLINK`);
		expect(csv).toContain(",'+1,");
		expect(await measure("nobody")).toEqual({ count: 0, resumeBytes: 0 });
	});

	test("are packed with every existing resume, in the announced size, and the CSV names the files", async () => {
		const { store, pack, folder } = await setUp(databaseKind);
		await store(1, 10, { answers: { fullName: 'Asha: "A/B" \u202e..' } });
		await store(2, 70_000, { answers: { fullName: "जाह्नवी रावत" } });
		await store(3);
		await rm(join(folder, "APP-00000003.pdf"));
		const { content, bytes } = await pack("weaver");
		const archive = await buffer(content);
		expect(archive).toHaveLength(bytes);
		const unpacked = await unpack(archive);
		expect([...unpacked.keys()]).toEqual([
			"applications.csv",
			"resumes/APP-00000001 Asha A B.pdf",
			"resumes/APP-00000002 जाह्नवी रावत.pdf",
		]);
		expect(unpacked.get("resumes/APP-00000002 जाह्नवी रावत.pdf")).toEqual(Buffer.alloc(70_000, "2"));
		const csv = unpacked.get("applications.csv")?.toString() ?? "";
		expect(csv).toContain("resumes/APP-00000001 Asha A B.pdf");
		expect(csv).toMatch(/APP-00000003,.*,\r\n/);
	});
});

test(
	"five hundred resumes of a megabyte are packed in little memory, and none of it stays behind on the disk",
	{ tags: "all" },
	async () => {
		const { store, pack, folder } = await setUp("sqlite");
		for (let index = 1; index <= 500; index++) await store(index, 1024 * 1024);
		const { content, bytes } = await pack("weaver");
		expect(bytes).toBeGreaterThan(500 * 1024 * 1024);
		const before = process.memoryUsage();
		let read = 0;
		let most = 0;
		const hash = createHash("sha256");
		for await (const piece of content as Readable & AsyncIterable<Buffer>) {
			read += piece.length;
			hash.update(piece);
			const now = process.memoryUsage();
			most = Math.max(most, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
		}
		expect(read).toBe(bytes);
		expect(most).toBeLessThan(150 * 1024 * 1024);
		await expect.poll(() => readdir(join(folder, "incoming"))).toEqual([]);
	},
);

test("a download that is given up leaves nothing behind", async () => {
	const { store, pack, folder } = await setUp("sqlite");
	await store(1, 1024 * 1024);
	const { content } = await pack("weaver");
	const closed = once(content, "close");
	content.destroy();
	await closed;
	await expect.poll(() => readdir(join(folder, "incoming"))).toEqual([]);
});

test.each([
	["CON", "APP-1 CON.pdf"],
	["a\u0000b\r\nc", "APP-1 a b c.pdf"],
	["../../etc/passwd", "APP-1 .. .. etc passwd.pdf"],
	["Asha. . ", "APP-1 Asha.pdf"],
	["x".repeat(300), `APP-1 ${"x".repeat(74)}.pdf`],
	["", "APP-1.pdf"],
	["\ud800", "APP-1 \ufffd.pdf"],
])("a resume of %j has a name that Windows takes", (fullName, expected) => {
	expect(nameFile("APP-1", fullName, "APP-1.pdf")).toBe(expected);
});
