import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestAccounts } from "../../tests/support/accounts.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	type DatabaseConfig,
	type DatabaseKind,
} from "../../tests/support/databases.ts";
import { runCommandHere } from "../../tests/support/run-command.ts";
import type { ProgramResult } from "../../tests/support/run-program.ts";
import { writeSettingsFolder } from "../../tests/support/settings-folder.ts";
import { deskCommand } from "./desk.ts";

async function desk(config: Partial<DatabaseConfig>, ...args: string[]): Promise<ProgramResult> {
	const env = {
		DATA_DIR: config.dataDirectory,
		...(await writeSettingsFolder()),
		DESK_URL: "https://desk.company.example",
		...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
	};
	return runCommandHere(deskCommand, args, { env });
}

/** The command uses the real time. */
const open = (kind: DatabaseKind) =>
	openTestAccounts(kind, { clock: createTestClock(Temporal.Now.instant().toString()) });
const link = /^https:\/\/desk\.company\.example\/join\/[0-9a-f]{40}$/m;

describe.each(serverDatabaseKinds)("the desk's command beside a server on %s", (kind) => {
	test("invites somebody by a link that opens once, and lists who works here", async () => {
		const { database, openBrowser, joinByPassword, getSignedIn, listEmails } = await open(kind);
		expect(await desk(database)).toMatchObject({ code: 0, stdout: expect.stringContaining("No accounts") });
		const invited = await desk(database, "invite", "Ravi@company.example", "--role", "sales", "--role", "editor");
		expect(invited).toMatchObject({ code: 0, stderr: "" });
		expect((await desk(database)).stdout).toMatch(/ravi@company\.example +sales, editor +invited/);
		const [url = ""] = link.exec(invited.stdout) ?? [];
		expect(await listEmails()).toMatchObject([
			{ kind: "account-invitation", recipient: "ravi@company.example", text: expect.stringContaining(url) },
		]);
		const browser = openBrowser();
		await joinByPassword(url, browser, { name: "Ravi Kumar" });
		expect((await getSignedIn(browser)).account).toMatchObject({ name: "Ravi Kumar", roles: ["sales", "editor"] });
		expect((await desk(database, "accounts")).stdout).toMatch(
			/^Ravi Kumar +ravi@company\.example +sales, editor +active$/m,
		);
	});

	test("resets an account by a link, and ends its sessions", async () => {
		const { database, accounts, makeAccount, joinByPassword, openBrowser } = await open(kind);
		const { browser } = await makeAccount("ravi@company.example", ["sales"]);
		const reset = await desk(database, "reset", "RAVI@company.example");
		expect(reset).toMatchObject({ code: 0, stderr: "" });
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		await joinByPassword(link.exec(reset.stdout)?.[0] ?? "", openBrowser());
		const [entry] = (await accounts.listAuditEntries({ limit: 10 })).filter(({ actor }) => actor === "command");
		expect(entry).toMatchObject({ action: "account.reset-link-made" });
	});

	test("checks the audit log, by its mark also for what was cut off", async () => {
		const { database, makeAdmin } = await open(kind);
		await makeAdmin();
		const whole = await desk(database, "verify-audit");
		expect(whole).toMatchObject({ code: 0, stderr: "" });
		const [mark = ""] = /^\d+:[0-9a-f]{64}$/m.exec(whole.stdout) ?? [];
		expect(await desk(database, "verify-audit", mark)).toMatchObject({ code: 0 });
		const trigger = sql.raw(kind === "sqlite" ? "audit_log_kept_from_delete" : "audit_log_kept on audit_log");
		await sql`drop trigger ${trigger}`.execute(database.db);
		await sql`delete from audit_log where sequence = (select max(sequence) from audit_log)`.execute(database.db);
		expect(await desk(database, "verify-audit")).toMatchObject({ code: 0 });
		expect(await desk(database, "verify-audit", mark)).toMatchObject({
			code: 1,
			stdout: "",
			stderr: expect.stringContaining(`entry ${mark.split(":")[0]} is missing`),
		});
	});

	test.each([
		[["invite"], "Give the e-mail address to invite"],
		[["invite", "ravi@company.example"], "Choose at least one role"],
		[["invite", "ravi@company.example", "--role", "owner"], "Choose at least one role"],
		[["invite", "ravi", "--role", "sales"], "Enter an e-mail address"],
		[["reset"], "Give the e-mail address of the account to reset"],
		[["reset", "nobody@company.example"], "nobody@company.example has no account"],
		[["verify-audit", "12"], "is not a mark"],
		[["accounts", "all"], "Unknown command"],
		[["remove"], "Unknown command"],
	])("says what is wrong with %j", async (args, message) => {
		const { database } = await open(kind);
		const result = await desk(database, ...args);
		expect(result).toMatchObject({ code: 2, stdout: "" });
		expect(result.stderr).toContain(message);
	});
});

test("the desk's command tells of a folder without a database", async () => {
	const result = await desk({ dataDirectory: await createTestDirectory() });
	expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining("No database at") });
});
