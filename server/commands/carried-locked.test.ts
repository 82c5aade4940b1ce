import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { describe, expect, test, vi } from "vitest";
import { erasePerson } from "../../core/people/erase-person.server.ts";
import { listLockedArchives, readLockedArchive } from "../../core/people/locked-archives.server.ts";
import { readConfig } from "../../platform/config.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	withTestDatabase,
} from "../../tests/support/databases.ts";
import { storeEnquiry } from "../../tests/support/enquiries.ts";
import { runInstallationCommand, startInstallation } from "../../tests/support/installations.ts";
import { readArchiveText } from "../../tests/support/locked-archives.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { createErasureLock } from "../erasure-lock.ts";
import { listPersonalRecords } from "../personal-data.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

describe.each([
	["sqlite", "postgres"],
	["postgres", "sqlite"],
] as const)("the locked archives of %s", (kind, newKind) => {
	test(`are in ${newKind} after a restore, for the same key`, async () => {
		const identity = await generateIdentity();
		const config = readConfig({
			ERASED_LOCKED_MONTHS: "12",
			ERASED_RECIPIENT: await identityToRecipient(identity),
		});
		const source = await createTestDatabaseConfig(kind);
		await (await startInstallation(source)).stop();
		await withTestDatabase(source, async (database) => {
			const files = await openFileStore(source);
			// Longer than a part.
			const message = Array.from({ length: 20_000 }, () => crypto.randomUUID()).join(" ");
			await storeEnquiry(database, { reference: "ENQ-ASHA0001", email: "asha@visitor.example", message });
			const deps = { database, files, personalRecords: listPersonalRecords(config, testCompany) };
			const lock = createErasureLock({ config, files, company: testCompany });
			await erasePerson({ ...deps, lock }, ["asha@visitor.example"], Temporal.Now.instant());
		});
		const archive = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", source, archive)).toMatchObject({ code: 0, stderr: "" });
		const there = await createEmptyDatabaseConfig(newKind);
		expect(await runInstallationCommand("restore", there, archive, "--yes")).toMatchObject({ code: 0, stderr: "" });
		await withTestDatabase(there, async ({ db }) => {
			const [locked, ...others] = await listLockedArchives(db, { limit: 10 });
			expect(others).toEqual([]);
			expect(locked).toMatchObject({ reference: "ENQ-ASHA0001" });
			expect(await db.selectFrom("enquiries").select("reference").execute()).toEqual([]);
			expect(locked?.bytes).toBeGreaterThan(65_536);
			expect(await readArchiveText(readLockedArchive(db, locked?.id ?? ""), identity)).toContain(
				"asha@visitor.example",
			);
		});
	});
});
