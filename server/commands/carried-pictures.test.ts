import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { pathOfFile } from "../../features/publishing/pictures/picture-paths.ts";
import { createPictureResponses } from "../../features/publishing/pictures/picture-responses.server.ts";
import {
	findBytes,
	insertPictureVersion,
	listPictureVersions,
} from "../../features/publishing/pictures/picture-store.server.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	withTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { runInstallationCommand, startInstallation } from "../../tests/support/installations.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

/** As large as a picture's source may be, with bytes that every encoding has to escape. */
const master = Buffer.alloc(3_000_000, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)));
const path = "people/asha.avif";

/** An installation with a public picture and an unpublished version. */
async function createSource(kind: "sqlite" | "postgres"): Promise<DatabaseConfig> {
	const source = await createTestDatabaseConfig(kind);
	await (await startInstallation(source)).stop();
	await withTestDatabase(source, async (database) => {
		for (const [edition, body] of [
			[1, Buffer.from("\0\u0001public\u00ff", "latin1")],
			[null, Buffer.from("\0\u0001waits\u00ff", "latin1")],
		] as const)
			await database.write(async (transaction) => {
				await insertPictureVersion(
					transaction,
					{
						path,
						shape: "portrait",
						uploadedName: "asha.jpg",
						by: "somebody",
						focal: { x: 0.25, y: 1 / 3 },
						master: { body: master, width: 2_560, height: 2_560 },
						cuts: new Map([[path, { body, width: 480, height: 480 }]]),
						gone: [],
					},
					Temporal.Now.instant(),
				);
				await transaction.updateTable("contentPictures").set({ edition }).where("edition", "is", null).execute();
			});
	});
	return source;
}

async function expectPictures(there: DatabaseConfig): Promise<void> {
	await withTestDatabase(there, async (database) => {
		const [waiting, published] = await listPictureVersions(database.db, path);
		expect([waiting?.edition, published?.edition, waiting?.focal]).toEqual([undefined, 1, { x: 0.25, y: 1 / 3 }]);
		expect(master.equals((await findBytes(database.db, waiting?.master?.hash ?? "")) ?? Buffer.of())).toBe(true);
		const answers = createPictureResponses({ database, headers: {} });
		const [file] = published?.files ?? [];
		const answer = file && (await answers.find(pathOfFile(file)));
		expect(answer?.variants.get("identity")?.ready.body.toString("latin1")).toBe("\0\u0001public\u00ff");
	});
}

describe.each([
	["sqlite", "postgres"],
	["postgres", "sqlite"],
] as const)("pictures of %s", (kind, newKind) => {
	test(`are restored into ${newKind} from a backup, byte for byte`, async () => {
		const source = await createSource(kind);
		const archive = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", source, archive)).toMatchObject({ code: 0, stderr: "" });
		const there = await createEmptyDatabaseConfig(newKind);
		expect(await runInstallationCommand("restore", there, archive, "--yes")).toMatchObject({ code: 0, stderr: "" });
		await expectPictures(there);
	});
});

test("pictures are moved to PostgreSQL, byte for byte", async () => {
	const source = await createSource("sqlite");
	const there = await createEmptyDatabaseConfig("postgres");
	expect(await runInstallationCommand("move", source, "--to", there.databaseUrl ?? "")).toMatchObject({ code: 0 });
	await expectPictures({ ...there, dataDirectory: source.dataDirectory });
});
