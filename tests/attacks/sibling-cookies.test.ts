import { describe, expect, test } from "vitest";
import { readCookie } from "../../platform/http/read-cookie.ts";
import { createToken } from "../../platform/ids/secret-token.ts";
import { goodPassword, openTestAccounts } from "../support/accounts.ts";
import { databaseKinds } from "../support/databases.ts";

/** Where a cookie of another server of the same domain can come: before ours or after it. */
const places = [
	(own: string, foreign: string) => `${foreign}; ${own}`,
	(own: string, foreign: string) => `${own}; ${foreign}`,
];

describe.each(databaseKinds)("a cookie that another server of the parent domain sets, on %s", (kind) => {
	test("takes nobody out of their session over TLS, nor into the attacker's, whatever stands before its name", async () => {
		const { accounts, makeAdmin, makeAccount, getSignedIn } = await openTestAccounts(kind);
		const { browser } = await makeAdmin();
		const attacker = await makeAccount("attacker@company.example", ["admin"]);
		const foreignToken = /desk-session=([^;]+)/.exec(attacker.browser.cookieHeader())?.[1] ?? "";
		expect(foreignToken).not.toBe("");
		const { session } = await getSignedIn(browser);
		const own = browser.cookieHeader();
		const name = /__Host-desk-session/.exec(own)?.[0] ?? "";
		expect(name).toBe("__Host-desk-session");
		// Browsers refuse a cookie with this prefix for a domain. These are the names that they let through.
		const foreignNames = ["desk-session", "__host-desk-session", "__Secure-desk-session", "\u00a0__Host-desk-session"];
		for (const before of ["\u00a0", "\ufeff", "\u000b", "\u000c", "\u2000", "=", "\u0000"])
			foreignNames.push(before + name);
		for (const foreignName of foreignNames)
			for (const place of places)
				for (const token of [foreignToken, ""]) {
					const cookie = place(own, `${foreignName}=${token}`);
					const read = accounts.readBrowser({ ip: "198.51.100.7", headers: { cookie } });
					const found = await accounts.findSignedIn(read);
					expect.soft(found?.session.id, JSON.stringify(foreignName)).toBe(session.id);
					const alone = accounts.readBrowser({ ip: "198.51.100.7", headers: { cookie: `${foreignName}=${token}` } });
					expect.soft(alone.session, JSON.stringify(foreignName)).toBeUndefined();
				}
	});

	test("opens no session without TLS beside another of its name", async () => {
		const { accounts, makeAdmin } = await openTestAccounts(kind, { deskUrl: "http://localhost:3001" });
		const { browser } = await makeAdmin();
		const own = browser.cookieHeader();
		for (const place of places) {
			const cookie = place(own, `desk-session=${createToken()}`);
			const read = accounts.readBrowser({ ip: "198.51.100.7", headers: { cookie } });
			expect(await accounts.findSignedIn(read)).toBeUndefined();
		}
	});

	test("fixes no session: whoever signs in gets a new one", async () => {
		const { accounts, clock, codeOf, makeAdmin, openBrowser, getSignedIn } = await openTestAccounts(kind);
		const { secret } = await makeAdmin();
		clock.advance({ minutes: 1 });
		const fixed = createToken();
		const victim = openBrowser();
		victim.take([`__Host-desk-session=${fixed}`]);
		const proof = { email: "owner@company.example", password: goodPassword, code: codeOf(secret) };
		const outcome = await accounts.password.signIn(victim.request(), proof);
		expect(outcome).toHaveProperty("cookies");
		if ("cookies" in outcome) victim.take(outcome.cookies);
		expect(victim.cookieHeader()).not.toContain(fixed);
		await getSignedIn(victim);
		const read = accounts.readBrowser({ ip: "203.0.113.9", headers: { cookie: `__Host-desk-session=${fixed}` } });
		expect(await accounts.findSignedIn(read)).toBeUndefined();
	});
});

test.each([
	[undefined, undefined],
	["", undefined],
	["name", ""],
	["name=", ""],
	["name=a", "a"],
	[" \tname=a=b", "a=b"],
	["other=b; name=a;", "a"],
	["name=a; name=a", undefined],
	["name=a; name=b", undefined],
	["\u00a0name=a", undefined],
	["Name=a", undefined],
	["names=a; na=me=b", undefined],
])("the cookie of the name in %j is %j", (header, value) => {
	expect(readCookie(header, "name")).toBe(value);
});
