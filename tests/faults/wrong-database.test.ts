import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { RunningServer } from "../../server/start.ts";
import { createApplicationRecord, storeApplicationAlone } from "../support/applications.ts";
import {
	copyTestDatabase,
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	databaseKinds,
	openTestDatabase,
	withTestDatabase,
	type DatabaseConfig,
	type DatabaseKind,
} from "../support/databases.ts";
import { createPdf } from "../support/documents.ts";
import { eventually } from "../support/eventually.ts";
import { startInstallation, type RunningInstallation } from "../support/installations.ts";
import { createApplicationFields, createApplicationForm, testJob } from "../support/job-application.ts";
import { runProgram, type ProgramResult } from "../support/run-program.ts";
import { writeSettingsFolder } from "../support/settings-folder.ts";
import { openStaffSession } from "../support/staff.ts";

const inboxProgram = fileURLToPath(new URL("../../server/commands/inbox.ts", import.meta.url));

function hashOf(content: Uint8Array): string {
	return hash("sha256", content, "hex");
}

/** Sends an application, and returns its reference and the hash of its resume. */
async function apply(server: RunningServer, name: string): Promise<{ reference: string; sha256: string }> {
	const resume = createPdf({ bytes: 5_000, padding: name });
	const response = await fetch(`${server.url}/api/applications`, {
		method: "POST",
		body: createApplicationForm(createApplicationFields(testJob), { name: "resume.pdf", content: resume }),
	});
	const body = await response.text();
	expect(response.status, body).toBe(200);
	const { data } = JSON.parse(body) as { data: { reference: string } };
	return { reference: data.reference, sha256: hashOf(resume) };
}

/** The hashes of all resumes in a data folder, wherever they are. */
async function listResumes({ dataDirectory }: DatabaseConfig): Promise<string[]> {
	const entries = await readdir(join(dataDirectory, "files"), { recursive: true, withFileTypes: true });
	const resumes = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".pdf"));
	return (await Promise.all(resumes.map(({ parentPath, name }) => readFile(join(parentPath, name)))))
		.map(hashOf)
		.toSorted();
}

/** Dates the installation a day back and its files an hour: long enough for a sweep to look at them. */
async function letTimePass(config: DatabaseConfig): Promise<void> {
	await withTestDatabase(config, ({ db }) =>
		db
			.updateTable("installation")
			.set({ since: Temporal.Now.instant().subtract({ hours: 24 }).toString({ smallestUnit: "millisecond" }) })
			.execute(),
	);
	const anHourAgo = Date.now() / 1_000 - 3_600;
	const folder = join(config.dataDirectory, "files");
	for (const name of await readdir(folder))
		if (name.endsWith(".pdf")) await utimes(join(folder, name), anHourAgo, anHourAgo);
}

const logged = (server: RunningInstallation, text: string) =>
	eventually(() => expect(server.lines.join("")).toContain(text));

async function inbox(config: DatabaseConfig, ...args: string[]): Promise<ProgramResult> {
	const env = {
		PATH: process.env.PATH,
		...(await writeSettingsFolder()),
		DATA_DIR: config.dataDirectory,
		...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
	};
	return runProgram(inboxProgram, args, { env });
}

/** An installation with applications, stopped an hour ago. */
async function createInstallation(kind: DatabaseKind, applications = 2) {
	const config = await createTestDatabaseConfig(kind);
	const server = await startInstallation(config);
	const sent = [];
	for (let count = 0; count < applications; count++) sent.push(await apply(server, `applicant ${count}`));
	await server.stop();
	await letTimePass(config);
	return { config, sent, resumes: sent.map(({ sha256 }) => sha256).toSorted() };
}

test("a start without DATABASE_URL in the folder of a PostgreSQL installation refuses in words to act on, and every resume stays", async () => {
	const { config, resumes } = await createInstallation("postgres");
	const refusal = await startInstallation({ ...config, databaseUrl: undefined }).catch((error: Error) => error.message);
	expect(refusal).toContain("None of the files belong to this database. Nothing was started");
	expect(refusal).toContain(`SQLite, ${config.dataDirectory}/front-office.sqlite, which names none of them`);
	expect(refusal).toMatch(/last used with PostgreSQL, 127\.0\.0\.1:\d+\/test_\w+\)/);
	expect(refusal).toContain("set DATABASE_URL to it");
	expect(await listResumes(config)).toEqual(resumes);
	await startInstallation(config);
});

test("a start on a SQLite file that was lost refuses, and every resume stays", async () => {
	const { config, resumes } = await createInstallation("sqlite");
	for (const ending of ["", "-wal", "-shm"])
		await rm(join(config.dataDirectory, `front-office.sqlite${ending}`), { force: true });
	await expect(startInstallation(config)).rejects.toThrow("None of the files belong to this database");
	expect(await listResumes(config)).toEqual(resumes);
});

test("a staging server with a database of its own refuses on the folder of another, and so do commands", async () => {
	const production = await createInstallation("sqlite");
	const staging = await createInstallation("postgres", 1);
	const mixed = { dataDirectory: production.config.dataDirectory, databaseUrl: staging.config.databaseUrl };
	await expect(startInstallation(mixed)).rejects.toThrow(
		"The database and the files belong to different installations.",
	);
	for (const args of [[], ["erase", "asha@applicant.example"]]) {
		const { code, stderr } = await inbox(mixed, ...args);
		expect([code, stderr]).toEqual([1, expect.stringContaining("belong to different installations")]);
	}
	expect(await listResumes(production.config)).toEqual(production.resumes);
	await startInstallation(production.config);
	await startInstallation(staging.config);
});

test("a folder that is not the database's own, such as a disk that is not mounted, is refused before the first resume is missed", async () => {
	const { config } = await createInstallation("postgres", 0);
	const elsewhere = { ...config, dataDirectory: await createTestDirectory() };
	await expect(startInstallation(elsewhere)).rejects.toThrow("The files of this database are missing.");
});

describe.each(databaseKinds)("an older backup on %s", (kind) => {
	test("moves newer resumes aside, and the newer database brings them back", async () => {
		const { config, sent, resumes } = await createInstallation(kind);
		const backup = await copyTestDatabase(config);
		const server = await startInstallation(config);
		const newer = await apply(server, "somebody later");
		await server.stop();
		await letTimePass(config);
		const all = [...resumes, newer.sha256].toSorted();

		const restored = await startInstallation({ ...config, ...(await backup.restore()) });
		await logged(restored, "moved to the trash, for 30 days");
		expect(await listResumes(config)).toEqual(all);
		await restored.stop();

		const undone = { ...config, ...(await backup.undo()) };
		const again = await startInstallation(undone);
		const { cookie } = await openStaffSession(again.config);
		await logged(again, "came back from the trash");
		for (const { reference, sha256 } of [...sent, newer]) {
			const resume = await fetch(`${again.deskUrl}/applications/${reference}/file`, { headers: { cookie } });
			expect([resume.status, hashOf(await resume.bytes())]).toEqual([200, sha256]);
		}
	});

	test("that names none of the files sweeps nothing, and reports it", async () => {
		const { config } = await createInstallation(kind, 0);
		const backup = await copyTestDatabase(config);
		const server = await startInstallation(config);
		const { sha256 } = await apply(server, "somebody later");
		await server.stop();
		await letTimePass(config);

		const restored = await startInstallation({ ...config, ...(await backup.restore()) });
		await logged(restored, "the database names none of the files");
		expect(await listResumes(config)).toEqual([sha256]);
		expect(await readdir(join(config.dataDirectory, "files"))).not.toContain("trash");
	});
});

describe.each(databaseKinds)("an installation of a release that knew no ids, on %s", (kind) => {
	/** One application as that release stored it, and further files that it left. */
	async function createFormer(names: string[]) {
		const database = await openTestDatabase(kind, undefined, { until: "0019" });
		const folder = join(database.dataDirectory, "files");
		await mkdir(folder);
		const resume = createPdf({ padding: "applicant" });
		const file = "APP-7K3F9QXM.pdf";
		await storeApplicationAlone(
			database.db,
			createApplicationRecord({
				reference: "APP-7K3F9QXM",
				receivedAt: Temporal.Now.instant(),
				resume: { file, name: "resume.pdf", bytes: resume.length, sha256: hashOf(resume) },
			}),
		);
		await writeFile(join(folder, file), resume);
		for (const name of names) await writeFile(join(folder, name), createPdf({ padding: name }));
		const anHourAgo = Date.now() / 1_000 - 3_600;
		for (const name of await readdir(folder)) await utimes(join(folder, name), anHourAgo, anHourAgo);
		return { config: database as DatabaseConfig, file, sha256: hashOf(resume) };
	}

	test("is adopted once, and unknown files are left alone", async () => {
		const { config, sha256 } = await createFormer(["APP-00000001.pdf"]);
		const server = await startInstallation(config);
		await logged(server, "older than this installation, and left alone");
		expect(await listResumes(config)).toContain(sha256);
		expect((await readdir(join(config.dataDirectory, "files"))).filter((name) => name.startsWith("APP"))).toHaveLength(
			2,
		);
		const mark = JSON.parse(await readFile(join(config.dataDirectory, "files", "installation.json"), "utf8"));
		const { db } = await openTestDatabase(kind, config);
		expect(await db.selectFrom("installation").select("id").execute()).toEqual([{ id: mark.installation }]);
		await server.stop();
		await startInstallation(config);
	});

	test("is refused when none of its resumes is there", async () => {
		const { config, file } = await createFormer(["APP-00000001.pdf"]);
		await rm(join(config.dataDirectory, "files", file));
		await expect(startInstallation(config)).rejects.toThrow("The files of this database are missing.");
	});
});

describe("files that were adopted on purpose", () => {
	test("are left alone by their new database, and no longer swept by the server that had them", async () => {
		const { config, resumes } = await createInstallation("postgres");
		const former = await startInstallation(config);
		const fresh = { ...config, databaseUrl: undefined };
		await expect(startInstallation(fresh)).rejects.toThrow("npm run inbox -- adopt-files");
		const { code, stdout } = await inbox(fresh, "adopt-files");
		expect([code, stdout]).toEqual([0, expect.stringContaining("Paired:")]);

		const server = await startInstallation(fresh);
		await logged(server, "the database names none of the files");
		await apply(server, "the first of the new database");
		await server.stop();
		const again = await startInstallation(fresh);
		await logged(again, "older than this installation, and left alone");
		expect(await listResumes(config)).toEqual(expect.arrayContaining(resumes));

		await former.stop();
		await expect(startInstallation(config)).rejects.toThrow("belong to different installations");
	});
});

test.each(databaseKinds)("two first starts at once on %s agree on whose files these are", async (kind) => {
	const config = await createEmptyDatabaseConfig(kind);
	const [one, other] = await Promise.all([startInstallation(config), startInstallation(config)]);
	await apply(one, "one");
	await apply(other, "other");
	await Promise.all([one.stop(), other.stop()]);
	await startInstallation(config);
});

test("an interrupted start between marking the files and storing the mark is completed", async () => {
	const config = await createTestDatabaseConfig("postgres");
	await (await startInstallation(config)).stop();
	await withTestDatabase(config, ({ db }) => db.deleteFrom("installation").execute());
	await startInstallation(config);
});
