import { describe, expect, test } from "vitest";
import { goodPassword, openTestAccounts, type TestBrowser } from "../../tests/support/accounts.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { readTables } from "../../tests/support/stored-data.ts";

const tokenOf = (url: string | undefined) => url?.split("/").at(-1) ?? "";

describe.each(databaseKinds)("the first admin on %s", (kind) => {
	test("is created by the link of the last start, which works once", async () => {
		const { accounts, makeAdmin, getSignedIn, openBrowser, joinByPassword } = await openTestAccounts(kind);
		const earlier = await accounts.joining.createFirstLink();
		expect(earlier).toMatch(/^https:\/\/desk\.company\.example\/join\/[0-9a-f]{40}$/);
		const link = await accounts.joining.createFirstLink();
		expect(await accounts.joining.find(tokenOf(earlier))).toBeUndefined();
		expect(await accounts.joining.find(tokenOf(link))).toMatchObject({ kind: "first", roles: ["admin"] });
		expect(await accounts.hasAccounts()).toBe(false);
		const { browser, recoveryCodes } = await makeAdmin();
		expect(recoveryCodes).toHaveLength(10);
		expect((await getSignedIn(browser)).account).toMatchObject({ email: "owner@company.example", roles: ["admin"] });
		expect(await accounts.joining.find(tokenOf(link))).toBeUndefined();
		await expect(joinByPassword(link ?? "", openBrowser(), { email: "other@company.example" })).rejects.toThrow();
		expect(await accounts.joining.createFirstLink()).toBeUndefined();
	});

	test("is one, also when two open the link at once", async () => {
		const { accounts, openBrowser, joinByPassword } = await openTestAccounts(kind);
		const link = (await accounts.joining.createFirstLink()) ?? "";
		const joined = await Promise.allSettled(
			["a", "b", "c"].map((name) => joinByPassword(link, openBrowser(), { email: `${name}@company.example`, name })),
		);
		expect(joined.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(await accounts.administration.list()).toHaveLength(1);
	});

	test("leaves nothing in the database that would let somebody in", async () => {
		const { accounts, database, makeAdmin, listEmails } = await openTestAccounts(kind);
		const link = await accounts.joining.createFirstLink();
		expect(await readTables(database)).not.toContain(tokenOf(link));
		const { browser, recoveryCodes } = await makeAdmin();
		const stored = await readTables(database);
		const { session, device } = browser.request();
		for (const secret of [session, device, goodPassword, ...recoveryCodes]) expect(stored).not.toContain(secret);
		expect(await listEmails()).toEqual([]);
	});
});

describe.each(databaseKinds)("joining on %s", (kind) => {
	test("is asked for a name, a password that is not common, and the code of the app", async () => {
		const { accounts, openBrowser, codeOf, clock } = await openTestAccounts(kind);
		const token = tokenOf(await accounts.joining.createFirstLink());
		const setup = await accounts.joining.beginAuthenticator(token);
		if (!setup) throw new Error("The link opens nothing");
		const good = {
			email: "owner@company.example",
			name: "Owner",
			password: goodPassword,
			setup: setup.setup,
			code: codeOf(setup.secret),
		};
		const join = (change: Partial<typeof good>) =>
			accounts.joining.joinByPassword(token, openBrowser().request(), { ...good, ...change });
		for (const [change, field] of [
			[{ email: "owner" }, "email"],
			[{ name: "" }, "name"],
			[{ name: "<b>Owner" }, "name"],
			[{ password: "eleven char" }, "password"],
			[{ password: "passwordpassword" }, "password"],
			[{ password: "my owner@company.example" }, "password"],
			[{ code: "000000" === good.code ? "111111" : "000000" }, "code"],
			[{ setup: "0".repeat(40) }, "code"],
		] as const)
			expect(await join(change), JSON.stringify(change)).toMatchObject({ kind: "problems", problems: [{ field }] });
		expect(await accounts.joining.findAuthenticator(token, setup.setup)).toEqual(setup);
		expect(await join({})).toMatchObject({ kind: "signed-in" });
		expect(await join({})).toEqual({ kind: "gone" });
		clock.advance({ minutes: 31 });
		expect(await accounts.joining.findAuthenticator(token, setup.setup)).toBeUndefined();
	});

	test("by an invitation makes one account, also when two browsers send it at once", async () => {
		const { accounts, openBrowser, joinByPassword } = await openTestAccounts(kind);
		const invited = await accounts.administration.invite("command", {
			email: "asha@company.example",
			roles: ["sales"],
		});
		if (invited.kind !== "done") throw new Error(JSON.stringify(invited));
		const outcomes = await Promise.allSettled(
			[openBrowser(), openBrowser("203.0.113.9")].map((browser) => joinByPassword(invited.url, browser)),
		);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		expect(await accounts.administration.list()).toMatchObject([{ email: "asha@company.example" }]);
	});

	test("by an invitation works once, until it expires or is withdrawn, and the person gets an e-mail", async () => {
		const { accounts, clock, makeAccount, openBrowser, joinByPassword, getSignedIn, listEmails } =
			await openTestAccounts(kind);
		const { browser } = await makeAccount("Ravi@Company.example", ["recruiter"]);
		expect((await getSignedIn(browser)).account).toMatchObject({ email: "ravi@company.example", roles: ["recruiter"] });
		const invite = async (email: string) => {
			const invited = await accounts.administration.invite("command", { email, roles: ["sales"] });
			if (invited.kind !== "done") throw new Error(JSON.stringify(invited));
			return invited.url;
		};
		const url = await invite("asha@company.example");
		expect(await listEmails()).toMatchObject([
			{ kind: "account-invitation", recipient: "asha@company.example", text: expect.stringContaining(url) },
		]);
		const [invitation] = await accounts.administration.listInvitations();
		expect(await accounts.administration.withdrawInvitation("command", invitation?.id ?? "")).toEqual({ kind: "done" });
		await expect(joinByPassword(url, openBrowser())).rejects.toThrow("opens nothing");
		expect(await listEmails()).toEqual([]);
		const late = await invite("asha@company.example");
		clock.advance({ hours: 7 * 24 });
		await expect(joinByPassword(late, openBrowser())).rejects.toThrow("opens nothing");
		expect(await accounts.administration.listInvitations()).toEqual([]);
	});
});

describe.each(databaseKinds)("signing in by password on %s", (kind) => {
	async function openWithAdmin() {
		const opened = await openTestAccounts(kind);
		const admin = await opened.makeAdmin();
		const signIn = (browser: TestBrowser, change: { email?: string; password?: string; code?: string } = {}) =>
			opened.accounts.password.signIn(browser.request(), {
				email: "owner@company.example",
				password: goodPassword,
				code: opened.codeOf(admin.secret),
				...change,
			});
		return { ...opened, ...admin, signIn };
	}

	test("needs address, password and code, never reveals which was wrong, and takes a code once", async () => {
		const { clock, openBrowser, signIn } = await openWithAdmin();
		// The code of this half minute was used to create the account.
		expect(await signIn(openBrowser())).toEqual({ kind: "refused" });
		clock.advance({ seconds: 30 });
		for (const change of [
			{ email: "nobody@company.example" },
			{ password: `${goodPassword}!` },
			{ code: "" },
			{ code: "12345" },
		])
			expect(await signIn(openBrowser("203.0.113.9"), change)).toEqual({ kind: "refused" });
		const outcome = await signIn(openBrowser(), { email: " Owner@company.EXAMPLE " });
		expect(outcome).toMatchObject({ kind: "signed-in" });
		expect(await signIn(openBrowser("203.0.113.77"))).toEqual({ kind: "refused" });
	});

	test("by a recovery code works once for each, and its owner gets an e-mail", async () => {
		const { openBrowser, signIn, recoveryCodes, listEmails, accounts, getSignedIn, browser } = await openWithAdmin();
		const [code = ""] = recoveryCodes;
		expect(await signIn(openBrowser(), { code })).toMatchObject({ kind: "signed-in" });
		expect(await signIn(openBrowser(), { code })).toEqual({ kind: "refused" });
		expect((await listEmails()).map((email) => email.kind).toSorted()).toEqual([
			"account-changed",
			"account-new-browser",
		]);
		const { account } = await getSignedIn(browser);
		expect(await accounts.own.findWays(account.id)).toMatchObject({ recoveryCodesLeft: 9, hasPassword: true });
	});

	test("takes a code of either kind from one of several browsers that send it at once", async () => {
		const { clock, openBrowser, signIn, recoveryCodes, codeOf, secret } = await openWithAdmin();
		clock.advance({ seconds: 30 });
		for (const code of [codeOf(secret), recoveryCodes[0] ?? ""]) {
			const outcomes = await Promise.all(
				["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((address) => signIn(openBrowser(address), { code })),
			);
			expect(outcomes.map(({ kind: became }) => became).toSorted()).toEqual(["refused", "refused", "signed-in"]);
		}
	});

	test("creates a new token, whatever the browser had before, and ends the old session", async () => {
		const { clock, openBrowser, signIn, accounts } = await openWithAdmin();
		clock.advance({ seconds: 30 });
		const victim = openBrowser();
		const planted = "a".repeat(43);
		victim.take([`__Host-desk-session=${planted}`, `__Host-desk-device=${"b".repeat(40)}`]);
		const outcome = await signIn(victim);
		if (outcome.kind !== "signed-in") throw new Error("refused");
		expect(outcome.token).not.toBe(planted);
		victim.take(outcome.cookies);
		expect(victim.request().device).not.toBe("b".repeat(40));
		expect(await accounts.findSignedIn({ session: planted })).toBeUndefined();
		clock.advance({ seconds: 30 });
		const again = await signIn(victim);
		expect(again).toMatchObject({ kind: "signed-in" });
		expect(await accounts.findSignedIn({ session: outcome.token })).toBeUndefined();
	});

	test("sends an e-mail about an unknown browser, and none about a known one", async () => {
		const { clock, openBrowser, signIn, listEmails } = await openWithAdmin();
		const browser = openBrowser();
		for (let times = 0; times < 3; times++) {
			clock.advance({ hours: 12 });
			const outcome = await signIn(browser);
			if (outcome.kind !== "signed-in") throw new Error("refused");
			browser.take(outcome.cookies);
		}
		expect(await listEmails()).toMatchObject([
			{
				kind: "account-new-browser",
				recipient: "owner@company.example",
				text: expect.stringContaining("Firefox on Linux"),
			},
		]);
	});

	test("is slowed for guessers, but not in the owner's own browser", async () => {
		const { clock, openBrowser, signIn, browser } = await openWithAdmin();
		clock.advance({ seconds: 30 });
		const until = clock.now().add({ hours: 1 });
		let guesses = 0;
		for (let turn = 0; Temporal.Instant.compare(clock.now(), until) < 0; turn++) {
			const outcome = await signIn(openBrowser(`203.0.113.${turn}`), { password: "a guess of somebody" });
			if (outcome.kind === "wait") clock.advance({ seconds: outcome.seconds });
			else guesses++;
		}
		expect(guesses).toBeLessThan(16);
		await signIn(openBrowser("203.0.113.250"), { password: "a guess of somebody" });
		expect(await signIn(openBrowser())).toMatchObject({ kind: "wait" });
		expect(await signIn(browser)).toMatchObject({ kind: "signed-in" });
	});

	test("sends one e-mail when somebody has the password but not the code", async () => {
		const { clock, openBrowser, signIn, listEmails } = await openWithAdmin();
		for (let turn = 0; turn < 12; turn++) {
			const outcome = await signIn(openBrowser(), { code: "0000" });
			if (outcome.kind === "wait") clock.advance({ seconds: outcome.seconds });
		}
		expect(await listEmails()).toMatchObject([
			{ kind: "account-changed", text: expect.stringMatching(/right\s+password/) },
		]);
	});

	test("checks identity again before actions that cannot be undone, and renews the session's token", async () => {
		const { clock, codeOf, secret, browser, accounts, getSignedIn } = await openWithAdmin();
		clock.advance({ minutes: 11 });
		const signedIn = await getSignedIn(browser);
		expect(await accounts.own.renewRecoveryCodes(signedIn)).toEqual({ kind: "prove-first" });
		expect(await accounts.administration.invite(signedIn, { email: "ravi@company.example", roles: ["sales"] })).toEqual(
			{ kind: "prove-first" },
		);
		const proof = { password: goodPassword, code: codeOf(secret) };
		expect(await accounts.password.prove(browser.request(), signedIn, { ...proof, password: "another thing" })).toEqual(
			{
				kind: "refused",
			},
		);
		const proven = await accounts.password.prove(browser.request(), signedIn, proof);
		if (proven.kind !== "proven") throw new Error("refused");
		const { session: before } = browser.request();
		expect(await accounts.findSignedIn({ session: before })).toBeUndefined();
		browser.take(proven.cookies);
		const after = await getSignedIn(browser);
		expect(after.session.id).toBe(signedIn.session.id);
		expect(await accounts.own.renewRecoveryCodes(after)).toMatchObject({ kind: "done" });
	});

	test("ends by signing out", async () => {
		const { browser, accounts } = await openWithAdmin();
		const had = browser.request();
		browser.take(await accounts.password.signOut(had));
		expect(browser.request().session).toBeUndefined();
		expect(await accounts.findSignedIn(had)).toBeUndefined();
	});

	test("ends every other session when the password changes, and forgets their browsers", async () => {
		const { clock, openBrowser, signIn, browser, accounts, getSignedIn, listEmails } = await openWithAdmin();
		clock.advance({ seconds: 30 });
		const other = openBrowser();
		const outcome = await signIn(other);
		if (outcome.kind !== "signed-in") throw new Error("refused");
		other.take(outcome.cookies);
		const signedIn = await getSignedIn(browser);
		expect(await accounts.own.listSessions(signedIn)).toHaveLength(2);
		expect(await accounts.own.changePassword(signedIn, browser.request(), "qwertyqwerty")).toMatchObject({
			kind: "problems",
		});
		const password = "nine quiet rivers at noon";
		expect(await accounts.own.changePassword(signedIn, browser.request(), password)).toEqual({ kind: "done" });
		expect(await accounts.findSignedIn(other.request())).toBeUndefined();
		expect(await accounts.findSignedIn(browser.request())).toBeDefined();
		clock.advance({ seconds: 30 });
		expect(await signIn(openBrowser())).toEqual({ kind: "refused" });
		const again = await signIn(other, { password });
		expect(again).toMatchObject({ kind: "signed-in" });
		expect((await listEmails()).map((email) => email.kind).toSorted()).toEqual([
			"account-changed",
			"account-new-browser",
			"account-new-browser",
		]);
	});
});

test("cookies belong to this host alone where the desk is reached by TLS, and no script reads them", async () => {
	const { makeAdmin } = await openTestAccounts("sqlite");
	const { cookies } = await makeAdmin();
	expect(cookies).toEqual([
		expect.stringMatching(/^__Host-desk-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/),
		expect.stringMatching(
			/^__Host-desk-device=[0-9a-f]{40}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
		),
	]);
	const plain = await openTestAccounts("sqlite", { deskUrl: "http://localhost:3001" });
	expect((await plain.makeAdmin()).cookies[0]).toMatch(
		/^desk-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
	);
});
