import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { openTestAccounts } from "../../tests/support/accounts.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseConfig,
	type DatabaseKind,
} from "../../tests/support/databases.ts";
import { createEnquiryRecord } from "../../tests/support/enquiries.ts";
import { runInstallationCommand, startInstallation } from "../../tests/support/installations.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

/** Servers and commands use the real time. */
const openAccounts = (kind: DatabaseKind, database: DatabaseConfig) =>
	openTestAccounts(kind, { clock: createTestClock(Temporal.Now.instant().toString()), database });

/** An installation with a member. */
async function createSource(kind: DatabaseKind) {
	const source = await createTestDatabaseConfig(kind);
	const server = await startInstallation(source);
	const opened = await openAccounts(kind, source);
	const { browser } = await opened.makeAdmin();
	await opened.accounts.administration.invite("command", { email: "ravi@company.example", roles: ["sales"] });
	await server.stop();
	const mark = await opened.accounts.verifyAuditLog();
	await opened.database.close();
	return { source, browser, mark: { sequence: mark.entries, hash: mark.lastHash } };
}

async function expectAccounts(
	kind: DatabaseKind,
	there: DatabaseConfig,
	{ browser, mark }: Awaited<ReturnType<typeof createSource>>,
	/** A restore ends sessions and invitations; a move carries them. */
	{ isRestored = false } = {},
): Promise<void> {
	const { accounts, database } = await openAccounts(kind, there);
	const owner = { email: "owner@company.example", roles: ["admin"] };
	expect(await accounts.administration.list()).toMatchObject([owner]);
	const signedIn = await accounts.findSignedIn(browser.request());
	const invitations = await accounts.administration.listInvitations();
	if (isRestored) expect([signedIn, invitations]).toEqual([undefined, []]);
	else {
		expect(signedIn).toMatchObject({ account: owner });
		expect(invitations).toMatchObject([{ email: "ravi@company.example" }]);
	}
	expect(await accounts.verifyAuditLog(mark)).toMatchObject({ entries: mark.sequence, brokenAt: undefined });
	await expect(database.db.deleteFrom("auditLog").execute()).rejects.toThrow("neither changed nor deleted");
	expect(await accounts.joining.createFirstLink()).toBeUndefined();
	await database.close();
}

describe.each([
	["sqlite", "postgres"],
	["postgres", "sqlite"],
	["postgres", "postgres"],
] as const)("accounts and audit log of %s", (kind, newKind) => {
	test(`are restored into ${newKind} from a backup, twice in a row`, async () => {
		const made = await createSource(kind);
		const path = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", made.source, path)).toMatchObject({ code: 0, stderr: "" });
		const there = await createEmptyDatabaseConfig(newKind);
		for (let times = 0; times < 2; times++) {
			expect(await runInstallationCommand("restore", there, path, "--yes")).toMatchObject({ code: 0, stderr: "" });
			await expectAccounts(newKind, there, made, { isRestored: true });
		}
	});
});

test("accounts and audit log are moved to PostgreSQL", async () => {
	const made = await createSource("sqlite");
	const there = await createEmptyDatabaseConfig("postgres");
	expect(await runInstallationCommand("move", made.source, "--to", there.databaseUrl ?? "")).toMatchObject({ code: 0 });
	await expectAccounts("postgres", { ...there, dataDirectory: made.source.dataDirectory }, made);
});

describe.each(serverDatabaseKinds)("an installation of the release before on %s", (kind) => {
	test("starts with all its data, and without accounts", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0059" });
		// It had neither.
		const {
			receivedAt,
			source: _source,
			consent: _consent,
			answers: _answers,
			...enquiry
		} = createEnquiryRecord({ reference: "ENQ-00000001" });
		await before.db
			.insertInto("enquiries")
			.values({ ...enquiry, id: "1", receivedAt: toInstantText(receivedAt) })
			.execute();
		await before.close();
		const server = await startInstallation(config);
		const { accounts, database } = await openAccounts(kind, config);
		expect(await database.db.selectFrom("enquiries").select("reference").execute()).toEqual([
			{ reference: "ENQ-00000001" },
		]);
		expect(await accounts.hasAccounts()).toBe(false);
		expect(await database.db.selectFrom("accountInvitations").select("kind").execute()).toEqual([{ kind: "first" }]);
		await server.stop();
	});
});
