import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { describe, expect, test } from "vitest";
import { erasePerson } from "../core/people/erase-person.server.ts";
import { eraseRestoredPeople, rememberErasedPeople } from "../core/people/erased-people.server.ts";
import { listLockedArchives, readLockedArchive } from "../core/people/locked-archives.server.ts";
import { sweepExpired } from "../core/people/sweep-expired.server.ts";
import { readConfig } from "../platform/config.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import { storeApplication } from "../tests/support/applications.ts";
import { createTestClock } from "../tests/support/clock.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { findPersonRows, readArchiveText } from "../tests/support/locked-archives.ts";
import { runCommandHere } from "../tests/support/run-command.ts";
import { writeSettingsFolder } from "../tests/support/settings-folder.ts";
import { testCompany } from "../tests/support/test-server.ts";
import { lockedCommand } from "./commands/locked.ts";
import { createErasureLock } from "./erasure-lock.ts";
import { listPersonalRecords } from "./personal-data.ts";

const asha = "asha@applicant.example";
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const config = readConfig({ ERASED_LOCKED_MONTHS: "12", ERASED_RECIPIENT: recipient });
const installation = { id: "0f0f0f0f-0000-4000-8000-000000000000" };
const resume = "%PDF of Asha the weaver";

/** An installation with an application and its resume, and an enquiry of another person. */
async function open(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const files = await openFileStore(database);
	const clock = createTestClock();
	const store = async () => {
		await writeFile(join(database.dataDirectory, "files", "APP-00000001.pdf"), resume);
		await storeApplication(database);
	};
	await store();
	await storeEnquiry(database, { reference: "ENQ-BELA0001", firstName: "Bela", email: "bela@other.example" });
	const deps = {
		database,
		files,
		personalRecords: listPersonalRecords(config, testCompany),
		lock: createErasureLock({ config, files, company: testCompany }),
	};
	const list = () => listLockedArchives(database.db, { limit: 100 });
	return {
		database,
		files,
		clock,
		store,
		deps,
		list,
		hasFile: () =>
			stat(join(database.dataDirectory, "files", "APP-00000001.pdf")).then(
				() => true,
				() => false,
			),
		erase: (finish?: () => Promise<void>) => erasePerson(deps, [asha], clock.now(), finish ? { finish } : {}),
		sweep: () => sweepExpired({ ...deps, now: clock.now(), most: 1_000, signal: new AbortController().signal }),
		read: async (id: string) => readArchiveText(readLockedArchive(database.db, id), identity),
	};
}

describe.each(serverDatabaseKinds)("what is erased on %s, with a term", (kind) => {
	test("is one encrypted archive a record, with its file, and nowhere else", async () => {
		const { database, erase, list, read, hasFile } = await open(kind);
		await erase();
		const [archive, ...others] = await list();
		expect(others).toEqual([]);
		expect(archive).toMatchObject({ reference: "APP-00000001", kind: "applications" });
		expect(archive?.lockedAt.toString()).toBe("2026-11-23T06:00:00Z");
		expect(archive?.endsAt.toString()).toBe("2027-11-23T06:00:00Z");
		expect(await hasFile()).toBe(false);
		expect(await findPersonRows(database)).toEqual([]);
		const text = await read(archive?.id ?? "");
		expect(text).toContain(asha);
		expect(text).toContain("I weave pages.");
		expect(text).toContain(resume);
	});

	test("is there in full, and not locked, when the erasure fails; again, it is locked once", async () => {
		const { erase, list, deps, hasFile } = await open(kind);
		await expect(
			erase(async () => {
				throw new Error("killed");
			}),
		).rejects.toThrow("killed");
		expect(await list()).toEqual([]);
		const [application] = deps.personalRecords.filter(({ name }) => name === "application");
		expect(await application?.listOfAddress(deps.database.db, asha, { limit: 10 })).toEqual(["APP-00000001"]);
		expect(await hasFile()).toBe(true);
		await erase();
		await erase();
		expect(await list()).toHaveLength(1);
	});

	test("is locked by the sweep too, and deleted when the term ends", async () => {
		const { sweep, list, clock, database, read } = await open(kind);
		clock.advance({ hours: 24 * 366 });
		await sweep();
		const [archive, ...others] = await list();
		expect(others).toEqual([]);
		expect(archive?.reference).toBe("APP-00000001");
		expect(await read(archive?.id ?? "")).toContain(resume);
		clock.advance({ hours: 24 * 364 });
		await sweep();
		expect((await list()).map(({ reference }) => reference)).toContain("APP-00000001");
		clock.advance({ hours: 24 * 2 });
		await sweep();
		expect((await list()).map(({ reference }) => reference)).not.toContain("APP-00000001");
		const parts = await database.db.selectFrom("lockedArchiveParts").select("archive").execute();
		expect(parts.map((part) => part.archive)).not.toContain(archive?.id);
	});

	test("is erased again after a restore, and locked for the rest of its term", async () => {
		const { erase, store, deps, list, clock, files, database } = await open(kind);
		await rememberErasedPeople({ files, installation }, [asha], clock.now());
		await erase();
		// An older backup comes back: it has the record, and neither the archive nor the erasure.
		const restore = async () => {
			await database.db.deleteFrom("completedErasures").execute();
			await database.db.deleteFrom("lockedArchiveParts").execute();
			await database.db.deleteFrom("lockedArchives").execute();
			await store();
		};
		await restore();
		clock.advance({ hours: 24 * 100 });
		expect(await eraseRestoredPeople({ ...deps, files, now: clock.now() })).toMatchObject({ people: 1, records: 1 });
		expect((await list()).map(({ endsAt }) => endsAt.toString())).toEqual(["2027-11-23T06:00:00Z"]);
		await restore();
		clock.advance({ hours: 24 * 300 });
		await eraseRestoredPeople({ ...deps, files, now: clock.now() });
		expect(await list()).toEqual([]);
		expect(await findPersonRows(database)).toEqual([]);
	});

	test("opens with the secret key alone, and the audit log notes it", async () => {
		const { erase, list, database } = await open(kind);
		await erase();
		const [archive] = await list();
		const id = archive?.id ?? "";
		const folder = await createTestDirectory();
		const key = join(folder, "key.txt");
		const other = join(folder, "other.txt");
		await writeFile(key, `# secret\n${identity}\n`);
		await writeFile(other, `${await generateIdentity()}\n`);
		const env = {
			DATA_DIR: database.dataDirectory,
			...(await writeSettingsFolder()),
			...(database.databaseUrl !== undefined && { DATABASE_URL: database.databaseUrl }),
		};
		const run = (...args: string[]) => runCommandHere(lockedCommand, args, { env });
		const listed = await run();
		expect(listed).toMatchObject({ code: 0 });
		expect(listed.stdout).toContain("APP-00000001");
		expect(listed.stdout).not.toMatch(/asha/i);
		const to = join(folder, "archive.zip");
		expect(await run("open", id, "--to", to)).toMatchObject({ code: 2 });
		expect(await run("open", id, "--identity", other, "--to", to)).toMatchObject({ code: 1 });
		expect(await run("open", id, "--identity", key, "--to", to)).toMatchObject({ code: 0, stderr: "" });
		expect((await readFile(to)).subarray(0, 2).toString()).toBe("PK");
		expect((await stat(to)).mode & 0o077).toBe(0);
		expect(await run("open", id, "--identity", key, "--to", to)).toMatchObject({ code: 2 });
		expect(await run("delete", id)).toMatchObject({ code: 0 });
		expect(await run()).toMatchObject({ stdout: "Nothing is locked.\n" });
		const entries = await database.db.selectFrom("auditLog").select(["action", "subject"]).execute();
		expect(entries.map(({ action }) => action)).toEqual(["locked.open", "locked.open", "locked.open", "locked.delete"]);
		expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(["APP-00000001"]));
	});
});
