import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { openTestAccounts } from "../../tests/support/accounts.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { listSubscriptions, saveSubscription } from "../push/subscriptions.server.ts";
import { addAccountUse } from "./migrations/0517-add-account-use.ts";
import { insertIdentity } from "./provider-store.server.ts";
import { eraseAccount } from "./retention.server.ts";
import { deleteEndedSessions } from "./sessions.server.ts";
import { listAccounts } from "./store.server.ts";
import { removeWaysToSignIn } from "./ways-to-sign-in.server.ts";

async function openWithAdmin(kind: DatabaseKind) {
	const opened = await openTestAccounts(kind);
	const { browser } = await opened.makeAdmin();
	return {
		...opened,
		administration: opened.accounts.administration,
		admin: await opened.getSignedIn(browser),
		browser,
	};
}

describe.each(databaseKinds)("accounts, administered on %s", (kind) => {
	test("are listed, and change their roles from the next request on", async () => {
		const { administration, admin, makeAccount, getSignedIn } = await openWithAdmin(kind);
		const { browser } = await makeAccount("ravi@company.example", ["sales"]);
		const { account } = await getSignedIn(browser);
		expect(await administration.changeRoles(admin, account.id, ["recruiter", "editor"])).toEqual({ kind: "done" });
		expect((await getSignedIn(browser)).account.roles).toEqual(["recruiter", "editor"]);
		for (const wrong of [[], ["owner"]])
			expect(await administration.changeRoles(admin, account.id, wrong)).toMatchObject({ kind: "refused" });
		expect(await administration.list()).toMatchObject([
			{ name: "Meera", email: "ravi@company.example", usesProvider: false, disabledAt: undefined },
			{ name: "Owner", roles: ["admin"] },
		]);
	});

	test("get their roles here once the company has given up its own sign-in", async () => {
		const { administration, admin, makeAccount, getSignedIn, database, clock } = await openWithAdmin(kind);
		const { browser } = await makeAccount("ravi@company.example", ["sales"]);
		const { account } = await getSignedIn(browser);
		const identity = { issuer: "https://login.company.example", subject: "u-1001", accountId: account.id };
		await database.write((transaction) => insertIdentity(transaction, identity, clock.now()));
		expect(await administration.changeRoles(admin, account.id, ["recruiter"])).toEqual({ kind: "done" });
		expect((await getSignedIn(browser)).account.roles).toEqual(["recruiter"]);
	});

	test("show when they were last used, also once nobody is signed in any more", async () => {
		const { administration, accounts, clock, database, makeAccount, getSignedIn } = await openWithAdmin(kind);
		const find = async () => (await administration.list()).find(({ email }) => email === "ravi@company.example");
		const { browser, accountId } = await makeAccount("ravi@company.example", ["sales"]);
		expect((await find())?.usedAt).toEqual(clock.now());
		clock.advance({ hours: 1 });
		const usedAt = clock.now();
		await getSignedIn(browser);
		clock.advance({ hours: 13 });
		await database.write((transaction) => deleteEndedSessions(transaction, clock.now()));
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		await database.write((transaction) => removeWaysToSignIn(transaction, accountId));
		expect((await find())?.usedAt).toEqual(usedAt);
	});

	test("of the release before show the last use that is stored, or that it is unknown", async () => {
		const { db } = await openTestDatabase(kind, undefined, { until: "0516-create-completed-erasures" });
		const at = (day: number) => `2026-11-${day}T09:00:00.000Z`;
		await sql`insert into accounts (id, email, name, roles, totp_last_step, created_at) values
			('a', 'a@company.example', 'A', '["admin"]', 0, ${at(10)}),
			('b', 'b@company.example', 'B', '["admin"]', 0, ${at(10)}),
			('c', 'c@company.example', 'C', '["admin"]', 0, ${at(10)})`.execute(db);
		await sql`insert into account_devices (account_id, token_hash, used_at) values
			('a', 'first', ${at(11)}), ('b', 'second', ${at(12)}), ('b', 'third', ${at(13)})`.execute(db);
		await sql`insert into sessions
			(token_hash, id, account_id, device, created_at, used_at, proven_at, ends_at, method) values
			('first', 'one', 'a', 'Firefox', ${at(11)}, ${at(14)}, ${at(11)}, ${at(18)}, 'password')`.execute(db);
		await addAccountUse.up(db);
		expect((await listAccounts(db)).map(({ usedAt }) => usedAt?.toString())).toEqual([
			"2026-11-14T09:00:00Z",
			"2026-11-13T09:00:00Z",
			undefined,
		]);
	});

	test("are changed by an admin with a fresh proof alone", async () => {
		const { administration, admin, clock, makeAccount, getSignedIn } = await openWithAdmin(kind);
		const sales = await getSignedIn((await makeAccount("ravi@company.example", ["sales"])).browser);
		const tries = (actor: typeof admin) => [
			administration.invite(actor, { email: "asha@company.example", roles: ["admin"] }),
			administration.withdrawInvitation(actor, "x"),
			administration.changeRoles(actor, sales.account.id, ["admin"]),
			administration.disable(actor, admin.account.id),
			administration.enable(actor, sales.account.id),
			administration.reset(actor, admin.account.id),
			administration.handToProvider(actor, admin.account.id),
			administration.endSessions(actor, admin.account.id),
		];
		for (const outcome of await Promise.all(tries(sales)))
			expect(outcome).toEqual({ kind: "refused", message: "Only an admin can change accounts." });
		clock.advance({ minutes: 10 });
		for (const outcome of await Promise.all(tries(admin))) expect(outcome).toEqual({ kind: "prove-first" });
	});

	test("always have an admin, also when two make each other something else at once", async () => {
		const { administration, admin, makeAccount, getSignedIn } = await openWithAdmin(kind);
		expect(await administration.disable(admin, admin.account.id)).toMatchObject({ kind: "refused" });
		expect(await administration.changeRoles(admin, admin.account.id, ["sales"])).toMatchObject({ kind: "refused" });
		const other = await getSignedIn((await makeAccount("ravi@company.example", ["admin"])).browser);
		const outcomes = await Promise.all([
			administration.changeRoles(admin, other.account.id, ["sales"]),
			administration.disable(other, admin.account.id),
		]);
		expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual(["done", "refused"]);
	});

	test("that are disabled cannot be signed in to, their sessions have ended, and their links open nothing", async () => {
		const { administration, accounts, admin, clock, makeAccount, getSignedIn, codeOf, openBrowser } =
			await openWithAdmin(kind);
		const { browser, secret, recoveryCodes } = await makeAccount("ravi@company.example", ["sales"]);
		const { account } = await getSignedIn(browser);
		const reset = await administration.reset("command", account.id);
		if (reset.kind !== "done") throw new Error("refused");
		expect(await administration.disable(admin, account.id)).toEqual({ kind: "done" });
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		expect(await accounts.joining.find(reset.url.split("/").at(-1) ?? "")).toBeUndefined();
		expect(await administration.reset(admin, account.id)).toMatchObject({ kind: "refused" });
		clock.advance({ seconds: 30 });
		const signIn = (code: string) =>
			accounts.password.signIn(openBrowser().request(), {
				email: account.email,
				password: "seven green kettles at dawn",
				code,
			});
		expect(await signIn(recoveryCodes[0] ?? "")).toEqual({ kind: "refused" });
		expect(await administration.enable(admin, account.id)).toEqual({ kind: "done" });
		expect(await signIn(codeOf(secret))).toMatchObject({ kind: "signed-in" });
	});

	test("that are reset keep their id and roles, and lose every earlier way to sign in", async () => {
		const {
			administration,
			accounts,
			admin,
			clock,
			makeAccount,
			getSignedIn,
			joinByPassword,
			openBrowser,
			listEmails,
		} = await openWithAdmin(kind);
		const { browser, recoveryCodes } = await makeAccount("ravi@company.example", ["sales"]);
		const { account } = await getSignedIn(browser);
		const first = await administration.reset(admin, account.id);
		const second = await administration.reset(admin, account.id);
		if (first.kind !== "done" || second.kind !== "done") throw new Error("refused");
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		await expect(joinByPassword(first.url, openBrowser())).rejects.toThrow("opens nothing");
		const own = openBrowser();
		await joinByPassword(second.url, own);
		await expect(joinByPassword(second.url, openBrowser())).rejects.toThrow("opens nothing");
		expect((await getSignedIn(own)).account).toMatchObject({ id: account.id, roles: ["sales"], name: "Meera" });
		const old = { email: account.email, password: "seven green kettles at dawn", code: recoveryCodes[0] ?? "" };
		expect(await accounts.password.signIn(openBrowser().request(), old)).toEqual({ kind: "refused" });
		expect((await listEmails()).map((email) => email.kind).toSorted()).toEqual([
			"account-changed",
			"account-reset",
			"account-reset",
		]);
		const late = await administration.reset("command", account.id);
		if (late.kind !== "done") throw new Error("refused");
		clock.advance({ hours: 1 });
		await expect(joinByPassword(late.url, openBrowser())).rejects.toThrow("opens nothing");
	});

	test("have sessions that an admin ends, one or all", async () => {
		const { administration, accounts, admin, makeAccount, getSignedIn } = await openWithAdmin(kind);
		const { browser } = await makeAccount("ravi@company.example", ["sales"]);
		const { account, session } = await getSignedIn(browser);
		expect(await administration.endSessions(admin, admin.account.id, { session: session.id })).toMatchObject({
			ended: 0,
		});
		expect(await administration.listSessions(account.id)).toMatchObject([{ device: "Firefox on Linux" }]);
		expect(await administration.endSessions(admin, account.id, { session: session.id })).toMatchObject({ ended: 1 });
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		const ended = { actor: admin.account.id, action: "account.session-ended", details: { session: session.id } };
		expect(await accounts.listAuditEntries({ of: account.id, limit: 1 })).toMatchObject([ended]);
	});

	test("lose notifications on devices with their sessions, also when no session is left", async () => {
		const { administration, accounts, admin, makeAccount, getSignedIn, database, clock } = await openWithAdmin(kind);
		const { account, session } = await getSignedIn((await makeAccount("ravi@company.example", ["sales"])).browser);
		const keys = { endpoint: "https://push.example/1", p256dh: "key", auth: "secret" };
		const holder = { accountId: account.id, sessionId: session.id, deviceHash: "browser", device: "Firefox on Linux" };
		await database.db.deleteFrom("sessions").where("id", "=", session.id).execute();
		await database.write((transaction) => saveSubscription(transaction, { ...keys, ...holder }, clock.now()));
		const end = () => administration.endSessions(admin, account.id);
		expect([await end(), await end()]).toMatchObject([{ ended: 1 }, { ended: 0 }]);
		expect(await listSubscriptions(database.db, [account.id])).toEqual([]);
		const ofAdmin = await accounts.listAuditEntries({ of: account.id, limit: 20 });
		expect(ofAdmin.filter(({ action }) => action === "account.sessions-ended")).toHaveLength(1);
	});

	test("log reads in the audit log", async () => {
		const { accounts, admin } = await openWithAdmin(kind);
		await accounts.noteRead(admin, { action: "application.resume-read", subject: "APP-7K3F9QXM" });
		expect(await accounts.listAuditEntries({ limit: 1 })).toMatchObject([
			{ actor: admin.account.id, action: "application.resume-read", subject: "APP-7K3F9QXM" },
		]);
	});

	test("log who did what in the audit log, without personal data", async () => {
		const { administration, accounts, database, admin, makeAccount, getSignedIn, openBrowser } =
			await openWithAdmin(kind);
		const { browser } = await makeAccount("ravi@company.example", ["sales"], openBrowser("203.0.113.77"));
		const { account } = await getSignedIn(browser);
		await administration.changeRoles(admin, account.id, ["editor"]);
		await administration.disable("command", account.id);
		const entries = await accounts.listAuditEntries({ limit: 100 });
		expect(entries.map(({ actor, action, subject }) => [actor, action, subject]).slice(0, 4)).toEqual([
			["command", "account.disabled", account.id],
			[admin.account.id, "account.roles-changed", account.id],
			[account.id, "account.created", account.id],
			[account.id, "sign-in", account.id],
		]);
		expect(entries[1]?.details).toEqual({ roles: "editor" });
		expect(await accounts.verifyAuditLog()).toMatchObject({ brokenAt: undefined, entries: entries.length });
		const log = JSON.stringify(await database.db.selectFrom("auditLog").selectAll().execute());
		expect(log).not.toMatch(/company\.example|Meera|Owner|203\.0\.113|Firefox/);
	});

	test("leave the database some time after they have ended: links, e-mails, sessions, and accounts that are disabled", async () => {
		const { administration, accounts, database, admin, clock, makeAccount, getSignedIn } = await openWithAdmin(kind);
		const { account } = await getSignedIn((await makeAccount("ravi@company.example", ["sales"])).browser);
		await administration.invite(admin, { email: "asha@company.example", roles: ["sales"] });
		await administration.reset(admin, account.id);
		await administration.disable(admin, account.id);
		const count = async () => ({
			accounts: (await administration.list()).length,
			emails: (await database.db.selectFrom("emails").select("id").execute()).length,
			links: (await database.db.selectFrom("accountInvitations").select("id").execute()).length,
			sessions: (await database.db.selectFrom("sessions").select("id").execute()).length,
		});
		await accounts.deleteEnded();
		expect(await count()).toEqual({ accounts: 2, emails: 2, links: 1, sessions: 1 });
		clock.advance({ hours: 24 * 7 });
		await accounts.deleteEnded();
		expect(await count()).toEqual({ accounts: 2, emails: 1, links: 0, sessions: 0 });
		clock.advance({ hours: 24 * 90 });
		await accounts.deleteEnded();
		expect(await count()).toMatchObject({ accounts: 2, emails: 0 });
		clock.advance({ hours: 24 * 275 });
		await accounts.deleteEnded();
		expect(await administration.list()).toMatchObject([{ email: "owner@company.example" }]);
		expect(await database.db.selectFrom("recoveryCodes").select("accountId").distinct().execute()).toEqual([
			{ accountId: admin.account.id },
		]);
		expect(await accounts.verifyAuditLog()).toMatchObject({ brokenAt: undefined });
	});

	test("leave no e-mails behind that wait for them as hosts", async () => {
		const { administration, admin, makeAccount, getSignedIn, database, clock } = await openWithAdmin(kind);
		const { account } = await getSignedIn((await makeAccount("ravi@company.example", ["sales"])).browser);
		const options = { messageIdDomain: "company.example", now: clock.now() };
		for (const hostId of [account.id, admin.account.id])
			for (const name of ["booking-host-reminder-day", "interview-host-booked"])
				await database.write((transaction) =>
					enqueueEmail(
						transaction,
						{ kind: name, reference: "BKG-7K3F9QXM", recipient: "host@company.example", parameters: { hostId } },
						options,
					),
				);
		await administration.disable(admin, account.id);
		await database.write((transaction) => eraseAccount(transaction, account.id));
		const left = await database.db
			.selectFrom("emails")
			.select(["kind", "parameters"])
			.where("reference", "=", "BKG-7K3F9QXM")
			.orderBy("kind")
			.execute();
		const parameters = JSON.stringify({ hostId: admin.account.id });
		expect(left).toEqual([
			{ kind: "booking-host-reminder-day", parameters },
			{ kind: "interview-host-booked", parameters },
		]);
	});
});
