import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { ZipFile } from "yazl";
import { createPictureProcessor } from "../../features/publishing/pictures/picture-processor.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { testCareers } from "../../tests/support/careers.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	withTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { createPdf } from "../../tests/support/documents.ts";
import { configOf, runInstallationCommand, startInstallation } from "../../tests/support/installations.ts";
import { createTestKinds } from "../../tests/support/records.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { createDeskImports } from "../imports.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

const rows = 250;

async function openImports(database: Database, place: DatabaseConfig) {
	const config = configOf(place);
	const files = await openFileStore(config);
	const imports = createDeskImports({
		config,
		company: testCompany,
		careers: testCareers,
		clock: createTestClock(),
		database,
		files,
		installation: { id: "0f0f0f0f-0000-4000-8000-000000000000" },
		kinds: createTestKinds(),
		processor: createPictureProcessor({ log: createLog({ logLevel: "silent" }) }),
	});
	return { imports, files };
}

/** An installation with an import that stopped after its first rows. */
async function createSource(kind: "sqlite" | "postgres"): Promise<DatabaseConfig> {
	const source: DatabaseConfig = await createTestDatabaseConfig(kind);
	await (await startInstallation(source)).stop();
	await withTestDatabase(source, async (database) => {
		const stopping = new AbortController();
		const { imports, files } = await openImports(
			{
				...database,
				async write(work) {
					const result = await database.write(work);
					const one = await database.db.selectFrom("imports").select("nextRow").executeTakeFirst();
					if (one && one.nextRow > 100) stopping.abort();
					return result;
				},
			},
			source,
		);
		const table = `Email,Resume\n${Array.from({ length: rows }, (_, row) => `a${row}@applicant.example,${row % 100 === 0 ? `${row}.pdf` : ""}`).join("\n")}\n`;
		const archive = new ZipFile();
		archive.addBuffer(Buffer.from(table), "applicants.csv");
		for (let row = 0; row < rows; row += 100) archive.addBuffer(createPdf({ bytes: 2_000 + row }), `${row}.pdf`);
		archive.end();
		const file = await files.receive(Readable.from([await buffer(archive.outputStream)]));
		const added = await imports.add({ kind: "applicants", by: "command", uploads: [{ file, name: "all.zip" }] });
		if ("message" in added) throw new Error(added.message);
		const get = async () => {
			const one = await imports.find(added.number);
			if (!one) throw new Error("The import is gone");
			return one;
		};
		await imports.startCheck(await get(), (await get()).options);
		await imports.run(new AbortController().signal);
		expect(await imports.startImport(await get(), "command")).toBeUndefined();
		await imports.run(stopping.signal);
		const { state, nextRow } = await get();
		expect([state, nextRow > 100 && nextRow < rows]).toEqual(["importing", true]);
	});
	return source;
}

/** Goes on with the import where it has arrived. */
async function expectGoesOn(there: DatabaseConfig): Promise<void> {
	await withTestDatabase(there, async (database) => {
		const { imports, files } = await openImports(database, there);
		await imports.run(new AbortController().signal);
		const [one] = await imports.list();
		expect(one).toMatchObject({ state: "done", summary: { rows, imported: rows, files: 3 } });
		const stored = await database.db.selectFrom("applications").select(["email", "resumeFile", "resumeName"]).execute();
		expect(new Set(stored.map(({ email }) => email)).size).toBe(rows);
		const kept = stored.filter(({ resumeName }) => resumeName !== "").map(({ resumeFile }) => resumeFile);
		expect((await Array.fromAsync(files.list())).flat().toSorted()).toEqual(kept.toSorted());
		expect(kept).toHaveLength(3);
	});
}

describe.each([
	["sqlite", "postgres"],
	["postgres", "sqlite"],
] as const)("an interrupted import of %s", (kind, newKind) => {
	test(`goes on in ${newKind} from a backup, with its files`, async () => {
		const source = await createSource(kind);
		const archive = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", source, archive)).toMatchObject({ code: 0, stderr: "" });
		const there = await createEmptyDatabaseConfig(newKind);
		expect(await runInstallationCommand("restore", there, archive, "--yes")).toMatchObject({ code: 0, stderr: "" });
		await expectGoesOn(there);
	});
});

test("an interrupted import goes on after a move to PostgreSQL", async () => {
	const source = await createSource("sqlite");
	const there = await createEmptyDatabaseConfig("postgres");
	expect(await runInstallationCommand("move", source, "--to", there.databaseUrl ?? "")).toMatchObject({ code: 0 });
	await expectGoesOn({ ...there, dataDirectory: source.dataDirectory });
});
