import { describe, expect, test } from "vitest";
import { openTestAccounts, testDeskUrl, type TestBrowser } from "../../tests/support/accounts.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { startSignInProvider, type ProviderPerson } from "../../tests/support/sign-in-provider.ts";
import { providerReturnPath } from "./paths.ts";
import { hasFreshProof } from "./sessions.server.ts";

const meera: ProviderPerson = {
	sub: "u-1001",
	email: "Meera@company.example",
	email_verified: true,
	name: "Meera Nair",
	groups: ["crm sales", "yoga"],
};

function getService<Service>(service: Service | undefined): Service {
	if (!service) throw new Error("No provider is configured");
	return service;
}

async function openWithProvider(
	kind: DatabaseKind,
	{ isTrusted = false, ...options }: { isTrusted?: boolean } & Parameters<typeof startSignInProvider>[1] = {},
) {
	const provider = await startSignInProvider(`${testDeskUrl}${providerReturnPath}`, options);
	// Tokens of a provider are checked against the real time.
	const clock = createTestClock(Temporal.Now.instant().toString());
	const opened = await openTestAccounts(kind, { provider: { ...provider.config, isTrusted }, clock });
	const service = getService(opened.accounts.provider);

	async function begin(browser: TestBrowser, ...asked: Parameters<typeof service.begin>) {
		const begun = await service.begin(...asked);
		if (begun.kind !== "redirect") throw new Error("The provider cannot be asked");
		browser.take(begun.cookies);
		return begun.url;
	}

	/** Signs a person in at the provider and returns. */
	async function signIn(person: ProviderPerson | undefined, browser = opened.openBrowser()) {
		const url = await begin(browser);
		provider.person = person;
		const outcome = await service.finish(browser.request(), await provider.visit(url));
		browser.take(outcome.cookies);
		return { ...outcome, browser };
	}

	return { ...opened, provider, service, begin, signIn };
}

describe.each(databaseKinds)("the company's own sign-in on %s", (kind) => {
	test.each([false, true])(
		"makes an account at the first sign-in (facts in the ID token: %s)",
		async (claimsInToken) => {
			const { accounts, begin, openBrowser, signIn, getSignedIn } = await openWithProvider(kind, { claimsInToken });
			const asked = new URL(await begin(openBrowser()));
			expect(Object.fromEntries(asked.searchParams)).toMatchObject({
				client_id: "desk",
				code_challenge_method: "S256",
				redirect_uri: `${testDeskUrl}${providerReturnPath}`,
				response_type: "code",
				scope: "openid email profile groups",
			});
			for (const name of ["state", "nonce", "code_challenge"])
				expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
			const { kind: outcome, browser } = await signIn(meera);
			expect(outcome).toBe("signed-in");
			const { account, session } = await getSignedIn(browser);
			expect(account).toMatchObject({ email: "meera@company.example", name: "Meera Nair", roles: ["sales"] });
			expect(session.method).toBe("provider");
			expect(browser.cookieHeader()).not.toContain("challenge");
			expect(await accounts.own.findWays(account.id)).toMatchObject({ usesProvider: true, hasPassword: false });
			expect(await accounts.administration.list()).toMatchObject([{ usesProvider: true }]);
		},
	);

	test("updates roles, name and address of one account from its claims", async () => {
		const { accounts, makeAdmin, signIn, getSignedIn } = await openWithProvider(kind);
		await makeAdmin();
		const first = await getSignedIn((await signIn(meera)).browser);
		const change = { groups: ["it", "partners"], name: "Meera Rao", email: "rao@company.example" };
		const later = await getSignedIn((await signIn({ ...meera, ...change })).browser);
		expect(later.account).toMatchObject({
			id: first.account.id,
			roles: ["admin", "sales"],
			name: "Meera Rao",
			email: "rao@company.example",
		});
		const less = await getSignedIn((await signIn(meera)).browser);
		expect(less.account).toMatchObject({ id: first.account.id, roles: ["sales"] });
		expect(await accounts.administration.changeRoles("command", less.account.id, ["admin"])).toMatchObject({
			kind: "refused",
			message: expect.stringContaining("groups"),
		});
	});

	test("refuses people without a group, and ends their sessions", async () => {
		const { accounts, makeAdmin, signIn } = await openWithProvider(kind);
		await makeAdmin();
		expect(await signIn({ ...meera, groups: "yoga" as unknown as string[] })).toMatchObject({
			kind: "refused",
			reason: "no-role",
		});
		expect(await signIn({ ...meera, groups: ["yoga"] })).toMatchObject({ kind: "refused", reason: "no-role" });
		expect(await accounts.administration.list()).toHaveLength(1);
		const { browser } = await signIn(meera);
		expect(await accounts.findSignedIn(browser.request())).toBeDefined();
		const { groups: _, ...nowhere } = meera;
		expect(await signIn(nowhere)).toMatchObject({
			kind: "refused",
			reason: "no-role",
			message: expect.stringContaining("group"),
		});
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		expect((await accounts.administration.list()).find(({ name }) => name === "Meera Nair")?.roles).toEqual([]);
	});

	test("keeps the last admin's role, whatever the groups say", async () => {
		const { signIn, getSignedIn } = await openWithProvider(kind);
		await signIn({ ...meera, groups: ["it"] });
		const { browser } = await signIn(meera);
		expect((await getSignedIn(browser)).account.roles).toEqual(["admin", "sales"]);
	});

	test("refuses an address that is not verified, one of an account that signs in otherwise, and a disabled account", async () => {
		const { accounts, makeAccount, makeAdmin, signIn, getSignedIn } = await openWithProvider(kind);
		await makeAdmin();
		for (const change of [{ email_verified: false }, { email: undefined }]) {
			const person = Object.fromEntries(
				Object.entries({ ...meera, ...change }).filter(([, value]) => value !== undefined),
			);
			expect(await signIn(person as ProviderPerson)).toMatchObject({ kind: "refused", reason: "unverified-email" });
		}
		const own = await makeAccount("meera@company.example", ["recruiter"]);
		expect(await signIn(meera)).toMatchObject({ kind: "refused", reason: "address-taken" });
		const { account } = await getSignedIn(own.browser);
		const reset = await accounts.administration.reset("command", account.id);
		if (reset.kind !== "done") throw new Error(JSON.stringify(reset));
		expect(await accounts.administration.handToProvider("command", account.id)).toEqual({ kind: "done" });
		const { browser } = await signIn(meera);
		// A reset link from before would give the account a password again.
		expect(await accounts.joining.find(reset.url.split("/").at(-1) ?? "")).toBeUndefined();
		expect((await getSignedIn(browser)).account).toMatchObject({ id: account.id, roles: ["sales"] });
		expect(await signIn({ ...meera, sub: "u-2002" })).toMatchObject({ kind: "refused", reason: "address-taken" });
		await accounts.administration.disable("command", account.id);
		expect(await signIn(meera)).toMatchObject({ kind: "refused", reason: "disabled" });
	});

	test.each(["client_secret_basic", "client_secret_post"] as const)(
		"authenticates as the provider's metadata says: %s",
		async (authentication) => {
			const { signIn } = await openWithProvider(kind, { authentication });
			expect(await signIn(meera)).toMatchObject({ kind: "signed-in" });
		},
	);

	test("takes an address that the provider says nothing about from a trusted one alone, and never an unverified one", async () => {
		const { email_verified: _, ...silent } = meera;
		const { signIn } = await openWithProvider(kind);
		expect(await signIn(silent)).toMatchObject({
			kind: "refused",
			reason: "silent-on-email",
			message: expect.stringContaining("does not say whether your e-mail address is verified"),
		});
		const trusted = await openWithProvider(kind, { isTrusted: true });
		expect(await trusted.signIn(silent)).toMatchObject({ kind: "signed-in" });
		expect(await trusted.signIn({ ...meera, email_verified: false })).toMatchObject({ reason: "unverified-email" });
	});

	test("takes a proof without the time of the sign-in from a trusted provider alone", async () => {
		for (const isTrusted of [false, true]) {
			const { clock, provider, service, begin, signIn, getSignedIn } = await openWithProvider(kind, { isTrusted });
			const { browser } = await signIn(meera);
			const signedIn = await getSignedIn(browser);
			// A sign-in may ask nothing of the person, as long as the provider's own session goes on.
			expect(hasFreshProof(signedIn.session, clock.now())).toBe(false);
			// This provider tells the time only when it is asked for a new sign-in.
			const url = new URL(await begin(browser, { proofOf: signedIn }));
			for (const asked of ["max_age", "prompt"]) url.searchParams.delete(asked);
			const outcome = await service.finish(browser.request(), await provider.visit(url.href), signedIn);
			expect(outcome).toMatchObject(isTrusted ? { kind: "proven" } : { kind: "refused", reason: "no-sign-in-time" });
		}
	});

	test("gives way to a reset link that an admin makes, such as after the provider was given up", async () => {
		const { accounts, signIn, getSignedIn } = await openWithProvider(kind);
		const { account } = await getSignedIn((await signIn(meera)).browser);
		const reset = await accounts.administration.reset("command", account.id);
		if (reset.kind !== "done") throw new Error(JSON.stringify(reset));
		expect(await accounts.joining.find(reset.url.split("/").at(-1) ?? "")).toMatchObject({
			account: { id: account.id },
		});
	});

	test("takes a member whose identity has changed once an admin has linked the account again", async () => {
		const { accounts, makeAdmin, signIn, getSignedIn } = await openWithProvider(kind);
		await makeAdmin();
		const { browser, ...first } = await signIn(meera);
		expect(first.kind).toBe("signed-in");
		const { account } = await getSignedIn(browser);
		const anew = { ...meera, sub: "u-2002" };
		expect(await signIn(anew)).toMatchObject({
			kind: "refused",
			reason: "address-taken",
			message: expect.stringContaining("ask an admin to link it"),
		});
		expect(await accounts.administration.handToProvider("command", account.id)).toEqual({ kind: "done" });
		expect(await accounts.findSignedIn(browser.request())).toBeUndefined();
		const again = await signIn(anew);
		expect((await getSignedIn(again.browser)).account).toMatchObject({ id: account.id, roles: ["sales"] });
		expect(await signIn(meera)).toMatchObject({ kind: "refused", reason: "address-taken" });
	});

	test("gives no other way in: no password and no passkey", async () => {
		const { accounts, signIn, getSignedIn } = await openWithProvider(kind);
		const { browser } = await signIn(meera);
		const signedIn = await getSignedIn(browser);
		expect(await accounts.passkeys.beginRegistration(signedIn)).toMatchObject({ kind: "refused" });
		const setup = await accounts.own.beginAuthenticator(signedIn);
		const input = { password: "nine quiet rivers at noon", setup: setup.setup, code: "" };
		expect(await accounts.own.setPassword(signedIn, browser.request(), input)).toMatchObject({ kind: "refused" });
	});

	test("is answered once, in the browser that asked, with the state that it asked with", async () => {
		const { provider, service, begin, openBrowser } = await openWithProvider(kind);
		const browser = openBrowser();
		const url = await begin(browser);
		provider.person = meera;
		const query = await provider.visit(url);
		expect(await service.finish(openBrowser().request(), query)).toMatchObject({ kind: "refused", reason: "failed" });
		expect(await service.finish(browser.request(), query)).toMatchObject({ kind: "signed-in" });
		expect(await service.finish(browser.request(), query)).toMatchObject({ kind: "refused", reason: "failed" });
		const other = openBrowser();
		const otherQuery = await provider.visit(await begin(other));
		const forged = new URLSearchParams(otherQuery);
		forged.set("state", "another");
		expect(await service.finish(other.request(), `?${forged}`)).toMatchObject({ kind: "refused", reason: "failed" });
		expect(await service.finish(other.request(), otherQuery)).toMatchObject({ kind: "refused", reason: "failed" });
	});

	test("proves again who the member is, and nobody else", async () => {
		const { clock, provider, service, begin, signIn, getSignedIn } = await openWithProvider(kind);
		const { browser } = await signIn(meera);
		clock.advance({ minutes: 11 });
		const signedIn = await getSignedIn(browser);
		const prove = async (person: ProviderPerson) => {
			const url = await begin(browser, { proofOf: signedIn });
			expect(new URL(url).searchParams.get("prompt")).toBe("login");
			provider.person = person;
			return service.finish(browser.request(), await provider.visit(url), signedIn);
		};
		expect(await prove({ ...meera, sub: "u-3003", email: "ravi@company.example" })).toMatchObject({ kind: "refused" });
		const proven = await prove(meera);
		if (proven.kind !== "proven") throw new Error(JSON.stringify(proven));
		browser.take(proven.cookies);
		const after = await getSignedIn(browser);
		expect(after.session).toMatchObject({ id: signedIn.session.id, provenAt: clock.now().round("millisecond") });
	});

	test("reports a cancelled sign-in, and an unavailable provider until it is back", async () => {
		const { provider, service, signIn } = await openWithProvider(kind);
		expect(await signIn(undefined)).toMatchObject({ kind: "refused", reason: "cancelled" });
		const down = await openTestAccounts(kind, { provider: { ...provider.config, issuer: "http://127.0.0.1:1" } });
		expect(await down.accounts.provider?.begin()).toEqual({ kind: "unavailable" });
		expect(await service.begin()).toMatchObject({ kind: "redirect" });
	});
});

test("without configuration there is no provider", async () => {
	expect((await openTestAccounts("sqlite")).accounts.provider).toBeUndefined();
});
