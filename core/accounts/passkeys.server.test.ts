import { describe, expect, test } from "vitest";
import { goodPassword, openTestAccounts, testDeskUrl, type TestBrowser } from "../../tests/support/accounts.ts";
import { createAuthenticator, type Authenticator, type Misbehaviour } from "../../tests/support/authenticator.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { canUsePasskeys } from "./webauthn.server.ts";

async function openWithPasskey(kind: DatabaseKind) {
	const opened = await openTestAccounts(kind);
	const { accounts, getSignedIn } = opened;
	const admin = await opened.makeAdmin();
	const authenticator = createAuthenticator(testDeskUrl);

	async function register(browser: TestBrowser, by: Authenticator, misbehaviour: Misbehaviour = {}) {
		const signedIn = await getSignedIn(browser);
		const begun = await accounts.passkeys.beginRegistration(signedIn);
		if (begun.kind !== "done") return begun;
		const response = by.create(begun.options, misbehaviour);
		return accounts.passkeys.register(signedIn, { challenge: begun.challenge, response, name: " Phone  of Meera " });
	}

	async function signIn(browser: TestBrowser, by: Authenticator, misbehaviour: Misbehaviour = {}) {
		const { options, challenge } = await accounts.passkeys.beginSignIn();
		return accounts.passkeys.signIn(browser.request(), { challenge, response: by.get(options, misbehaviour) });
	}

	expect(await register(admin.browser, authenticator)).toEqual({ kind: "done" });
	return { ...opened, ...admin, authenticator, register, signIn };
}

describe.each(databaseKinds)("passkeys on %s", (kind) => {
	test("sign in by themselves, without an address", async () => {
		const { accounts, authenticator, openBrowser, signIn, getSignedIn } = await openWithPasskey(kind);
		const { options } = await accounts.passkeys.beginSignIn();
		expect(options).toMatchObject({ rpId: "desk.company.example", userVerification: "required" });
		expect(options.allowCredentials ?? []).toEqual([]);
		const browser = openBrowser();
		const outcome = await signIn(browser, authenticator);
		if (outcome.kind !== "signed-in") throw new Error("refused");
		browser.take(outcome.cookies);
		const { account, session } = await getSignedIn(browser);
		expect(account.email).toBe("owner@company.example");
		expect(session.method).toBe("passkey");
		const [passkey] = await accounts.passkeys.list(account.id);
		expect(passkey).toMatchObject({ name: "Phone of Meera", lastUsedAt: session.createdAt });
	});

	test.each<[string, Misbehaviour]>([
		["for another site", { origin: "https://desk.company.example.evil.example" }],
		["for another name", { rpId: "evil.example" }],
		["to another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
		["without asking who holds it", { userVerified: false }],
		["as somebody else's", { userHandle: Buffer.from("another account").toString("base64url") }],
	])("that answer %s open nothing, nor are they taken", async (_what, misbehaviour) => {
		const { accounts, authenticator, openBrowser, signIn, register, browser, getSignedIn } =
			await openWithPasskey(kind);
		expect(await signIn(openBrowser(), authenticator, misbehaviour)).toEqual({ kind: "refused" });
		if (misbehaviour.userHandle === undefined)
			expect(await register(browser, createAuthenticator(testDeskUrl), misbehaviour)).toMatchObject({
				kind: "refused",
			});
		const { account } = await getSignedIn(browser);
		expect(await accounts.passkeys.list(account.id)).toHaveLength(1);
		expect(await signIn(openBrowser(), authenticator)).toMatchObject({ kind: "signed-in" });
	});

	test("work for one challenge of their own purpose, within five minutes, once", async () => {
		const { accounts, clock, authenticator, openBrowser, browser, getSignedIn } = await openWithPasskey(kind);
		const begin = async () => {
			const { options, challenge } = await accounts.passkeys.beginSignIn();
			return { challenge, response: authenticator.get(options) };
		};
		const signIn = (answer: { challenge: string; response: string }) =>
			accounts.passkeys.signIn(openBrowser().request(), answer);
		const answer = await begin();
		expect(await signIn(answer)).toMatchObject({ kind: "signed-in" });
		expect(await signIn(answer)).toEqual({ kind: "refused" });
		const other = await begin();
		const outcomes = await Promise.all([signIn(other), signIn(other), signIn(other)]);
		expect(outcomes.filter((outcome) => outcome.kind === "signed-in")).toHaveLength(1);
		const forProof = await begin();
		expect(await accounts.passkeys.prove(await getSignedIn(browser), forProof)).toEqual({ kind: "refused" });
		const late = await begin();
		clock.advance({ minutes: 5 });
		expect(await signIn(late)).toEqual({ kind: "refused" });
		for (const response of ["", "{}", "null", JSON.stringify({ id: "x", rawId: "x", type: "public-key" })])
			expect(await signIn({ ...(await begin()), response })).toEqual({ kind: "refused" });
	});

	test("whose counter does not increase are copies and refused, unless they do not count at all", async () => {
		const { authenticator, openBrowser, signIn, register, browser } = await openWithPasskey(kind);
		expect(await signIn(openBrowser(), authenticator, { counter: 4_000_000_000 })).toMatchObject({ kind: "signed-in" });
		expect(await signIn(openBrowser(), authenticator, { counter: 3_999_999_999 })).toEqual({ kind: "refused" });
		expect(await signIn(openBrowser(), authenticator, { counter: 4_000_000_001 })).toMatchObject({ kind: "signed-in" });
		const synced = createAuthenticator(testDeskUrl, { counts: false });
		expect(await register(browser, synced)).toEqual({ kind: "done" });
		for (let times = 0; times < 2; times++)
			expect(await signIn(openBrowser(), synced)).toMatchObject({ kind: "signed-in" });
	});

	test("work while somebody guesses the password", async () => {
		const { accounts, authenticator, openBrowser, signIn } = await openWithPasskey(kind);
		for (let turn = 0; turn < 10; turn++)
			await accounts.password.signIn(openBrowser().request(), {
				email: "owner@company.example",
				password: "a guess of somebody",
				code: "",
			});
		const proof = { email: "owner@company.example", password: goodPassword, code: "" };
		expect(await accounts.password.signIn(openBrowser().request(), proof)).toMatchObject({ kind: "wait" });
		expect(await signIn(openBrowser(), authenticator)).toMatchObject({ kind: "signed-in" });
	});

	test("are added after a fresh proof by any passkey, and their owner gets an e-mail", async () => {
		const { accounts, clock, authenticator, register, browser, getSignedIn, listEmails } = await openWithPasskey(kind);
		clock.advance({ minutes: 11 });
		const another = createAuthenticator(testDeskUrl);
		expect(await register(browser, another)).toEqual({ kind: "prove-first" });
		const signedIn = await getSignedIn(browser);
		const { options, challenge } = await accounts.passkeys.beginProof(signedIn);
		expect(options.allowCredentials).toHaveLength(1);
		const proven = await accounts.passkeys.prove(signedIn, { challenge, response: authenticator.get(options) });
		if (proven.kind !== "proven") throw new Error("refused");
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		browser.take(proven.cookies);
		expect(await register(browser, another)).toEqual({ kind: "done" });
		await expect(register(browser, another)).rejects.toThrow("InvalidStateError");
		expect(await listEmails()).toMatchObject([{ kind: "account-changed" }, { kind: "account-changed" }]);
	});

	test("of another account prove nothing, and cannot be renamed or removed", async () => {
		const { accounts, browser, authenticator, getSignedIn, makeAccount } = await openWithPasskey(kind);
		const owner = await getSignedIn(browser);
		const [passkey] = await accounts.passkeys.list(owner.account.id);
		const other = await getSignedIn((await makeAccount("ravi@company.example", ["sales"])).browser);
		const { options, challenge } = await accounts.passkeys.beginProof(other);
		const response = authenticator.get({ ...options, allowCredentials: [] });
		expect(await accounts.passkeys.prove(other, { challenge, response })).toEqual({ kind: "refused" });
		expect(await accounts.passkeys.rename(other, { id: passkey?.id ?? "", name: "Mine" })).toMatchObject({
			kind: "refused",
		});
		expect(await accounts.passkeys.remove(other, passkey?.id ?? "")).toMatchObject({ kind: "refused" });
		expect(await accounts.passkeys.list(owner.account.id)).toHaveLength(1);
	});

	test("have names, and are removed one by one, except the last way to sign in", async () => {
		const { accounts, openBrowser, getSignedIn } = await openTestAccounts(kind);
		const token = ((await accounts.joining.createFirstLink()) ?? "").split("/").at(-1) ?? "";
		const introduction = { email: "owner@company.example", name: "Owner" };
		const begun = await accounts.joining.beginPasskey(token, introduction);
		if (begun.kind !== "done") throw new Error(begun.kind);
		const authenticator = createAuthenticator(testDeskUrl);
		const browser = openBrowser();
		const joined = await accounts.joining.joinByPasskey(token, browser.request(), {
			...introduction,
			challenge: begun.challenge,
			response: authenticator.create(begun.options),
			passkeyName: "Laptop",
		});
		if (joined.kind !== "signed-in") throw new Error(JSON.stringify(joined));
		browser.take(joined.cookies);
		const signedIn = await getSignedIn(browser);
		const [first] = await accounts.passkeys.list(signedIn.account.id);
		expect(first).toMatchObject({ name: "Laptop" });
		expect(await accounts.passkeys.remove(signedIn, first?.id ?? "")).toMatchObject({ kind: "refused" });
		const second = await accounts.passkeys.beginRegistration(signedIn);
		if (second.kind !== "done") throw new Error(second.kind);
		const response = createAuthenticator(testDeskUrl).create(second.options);
		await accounts.passkeys.register(signedIn, { challenge: second.challenge, response, name: "Phone" });
		const own = await accounts.passkeys.list(signedIn.account.id);
		await accounts.passkeys.rename(signedIn, { id: own.at(-1)?.id ?? "", name: "Old phone" });
		const removed = await Promise.all(own.map(({ id }) => accounts.passkeys.remove(signedIn, id)));
		expect(removed.map((outcome) => outcome.kind).toSorted()).toEqual(["done", "refused"]);
		expect(await accounts.passkeys.list(signedIn.account.id)).toHaveLength(1);
	});
});

test.each([
	["https://desk.company.example", true],
	["http://localhost:3001", true],
	["http://desk.company.example", false],
	["https://192.0.2.7", false],
	["http://127.0.0.1:3001", false],
	["https://[2001:db8::1]", false],
])("passkeys can be used at %s: %s", (deskUrl, expected) => {
	expect(canUsePasskeys(deskUrl)).toBe(expected);
});
