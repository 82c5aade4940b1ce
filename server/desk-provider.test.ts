import { describe, expect, test } from "vitest";
import { insertIdentity } from "../core/accounts/provider-store.server.ts";
import type { Database } from "../platform/database/database.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { findFreePort } from "../tests/support/free-port.ts";
import { startSignInProvider, type ProviderPerson } from "../tests/support/sign-in-provider.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const deskUrl = "https://desk.company.example";
const meera: ProviderPerson = {
	sub: "u-1001",
	email: "meera@company.example",
	email_verified: true,
	name: "Meera Nair",
	groups: ["crm sales"],
};

/** Opens a desk with a provider, and a browser that keeps its cookies. */
async function openDesk(issuer?: string) {
	const provider = await startSignInProvider(`${deskUrl}/sign-in/provider/return`);
	const { clientId, clientSecret } = provider.config;
	const server = await startTestServer("sqlite", {
		environment: {
			DESK_URL: deskUrl,
			OIDC_ISSUER: issuer ?? provider.config.issuer,
			OIDC_CLIENT_ID: clientId,
			OIDC_CLIENT_SECRET: clientSecret,
			OIDC_ROLES: "admin=it,sales=crm sales",
			OIDC_NAME: "Company login",
		},
		// Tokens of a provider are checked against the real time.
		clock: createTestClock(Temporal.Now.instant().toString()),
	});
	const { app, cookie: adminCookie } = await server.openDesk();
	const jar = new Map<string, string>();
	async function get(url: string, headers: Record<string, string> = {}) {
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
		const answer = await app.inject({ url, headers: { host: "desk.company.example", cookie, ...headers } });
		for (const { name, value, maxAge } of answer.cookies)
			if (maxAge === 0) jar.delete(name);
			else jar.set(name, encodeURIComponent(value));
		return answer;
	}
	/** Goes to the provider and returns as a browser does, from another site. */
	async function signIn(person: ProviderPerson | undefined, link = "/sign-in/provider") {
		provider.person = person;
		const begun = await get(link);
		expect(begun.statusCode).toBe(303);
		const query = await provider.visit(String(begun.headers.location));
		return get(`/sign-in/provider/return${query}`, {
			"sec-fetch-site": "cross-site",
			"sec-fetch-mode": "navigate",
			"sec-fetch-dest": "document",
		});
	}
	/** Requests a page as an admin who has just signed in, or posts a form to it. */
	async function askAsAdmin(url: string, payload?: string) {
		const headers = { host: "desk.company.example", cookie: adminCookie };
		if (payload === undefined) return app.inject({ url, headers });
		const type = { origin: deskUrl, "content-type": "application/x-www-form-urlencoded" };
		return app.inject({ method: "POST", url, headers: { ...headers, ...type }, payload });
	}
	return { get, signIn, jar, askAsAdmin, database: server.database };
}

function findAccountOf({ db }: Database, email: string | undefined): Promise<{ id: string }> {
	return db
		.selectFrom("accounts")
		.select("id")
		.where("email", "=", email ?? "")
		.executeTakeFirstOrThrow();
}

function findProviderLink(page: string): string {
	const [, link] = /href="(\/sign-in\/provider[^"]*)"/.exec(page) ?? [];
	if (link === undefined) throw new Error("The page does not link to the provider");
	return link.replaceAll("&amp;", "&");
}

describe("the company's own sign-in at the desk", () => {
	test("is offered, and opens what its groups allow and nothing else", async () => {
		const { get, signIn, jar } = await openDesk();
		const offered = await get("/sign-in");
		expect(offered.body).toContain("Company login");
		expect(offered.body).toContain('href="/sign-in/provider"');
		const back = await signIn(meera);
		expect([back.statusCode, back.headers.location]).toEqual([303, "/"]);
		expect([...jar.keys()]).toContain("__Host-desk-session");
		const account = await get("/account");
		expect(account.body).toContain("Meera Nair");
		expect(account.body).toContain("You sign in through your company");
		expect((await get("/enquiries")).statusCode).toBe(200);
		expect((await get("/applications")).statusCode).toBe(403);
		expect((await get("/accounts")).statusCode).toBe(403);
	});

	test("leads to the page that was requested, and so does a proof", async () => {
		const { get, signIn } = await openDesk();
		const asked = String((await get("/calls/subscribe?a=b")).headers.location);
		const link = findProviderLink((await get(asked)).body);
		expect((await signIn(meera, link)).headers.location).toBe("/calls/subscribe?a=b");
		const proving = "/prove?to=%2Fcalls%2Fsubscribe";
		const proofLink = findProviderLink((await get(proving)).body);

		const refused = await signIn({ ...meera, sub: "u-1002" }, proofLink);
		expect(refused.statusCode).toBe(200);
		expect(refused.body).toContain("Not confirmed");
		expect(refused.body).not.toContain("Not signed in");
		expect(refused.body).toContain(`href="${proving}"`);

		expect((await signIn(meera, proofLink)).headers.location).toBe("/calls/subscribe");
		expect((await get("/account")).body).toContain("Confirmed. You won’t be asked again for ten minutes.");
	});

	test("leads nowhere else than to the desk", async () => {
		const { signIn } = await openDesk();
		const link = "/sign-in/provider?to=https%3A%2F%2Fevil.example%2F";
		expect((await signIn(meera, link)).headers.location).toBe("/");
	});

	test("refuses people without a group or who cancel, in words and without a session", async () => {
		const { get, signIn, jar } = await openDesk();
		for (const person of [{ ...meera, groups: ["yoga"] }, undefined, { ...meera, email_verified: false }]) {
			const refused = await signIn(person);
			expect([refused.statusCode, [...jar.keys()]]).toEqual([200, expect.not.arrayContaining(["__Host-desk-session"])]);
			expect(refused.body).toContain("Not signed in");
			expect((await get("/enquiries")).headers.location).toMatch(/^\/sign-in/);
		}
	});

	test("is answered once, and in the browser that asked", async () => {
		const { get, jar } = await openDesk();
		const { get: getAsOther } = await openDesk();
		const forged = await get("/sign-in/provider/return?code=abc&state=def");
		expect(forged.body).toContain("Not signed in");
		const other = await getAsOther("/sign-in/provider/return?code=abc&state=def");
		expect(other.body).toContain("Not signed in");
		expect([...jar.keys()]).not.toContain("__Host-desk-session");
	});

	test("reports an unavailable provider, and keeps the other ways", async () => {
		const { get } = await openDesk(`http://127.0.0.1:${await findFreePort()}`);
		const begun = await get("/sign-in/provider");
		expect([begun.statusCode, begun.headers.location]).toEqual([303, "/sign-in"]);
		const page = await get("/sign-in");
		expect(page.body).toContain("Your company’s sign-in is not responding");
		expect(page.body).toContain('name="password"');
	});

	test("takes a member whose identity has changed once an admin has linked the account again", async () => {
		const { signIn, askAsAdmin, database, jar } = await openDesk();
		await signIn(meera);
		jar.clear();
		const { id } = await findAccountOf(database, meera.email);
		const page = (await askAsAdmin(`/accounts/${id}`)).body;
		expect(page).toContain("Link to Company login again");
		expect(page).toContain("Roles follow the person’s groups");
		expect(page).not.toContain("Send reset link");
		const anew = { ...meera, sub: "u-2002" };
		const refused = await signIn(anew);
		expect(refused.body).toContain("Not signed in");
		expect(refused.body).toContain("ask an admin to link it");

		expect((await askAsAdmin(`/accounts/${id}`, "action=hand-to-provider")).statusCode).toBe(303);
		expect((await askAsAdmin(`/accounts/${id}`)).body).toContain("Switch to Company login sign-in");
		expect((await signIn(anew)).headers.location).toBe("/");
	});

	test("gives way to reset links and roles of the desk once the company has given it up", async () => {
		const server = await startTestServer("sqlite", { environment: { DESK_URL: deskUrl } });
		const { app, cookie } = await server.openDesk();
		const { accountId } = await signInStaff(server.database, { now: server.clock.now(), roles: ["sales"] });
		const identity = { issuer: "https://login.company.example", subject: meera.sub, accountId };
		await server.database.write((transaction) => insertIdentity(transaction, identity, server.clock.now()));
		const headers = { host: "desk.company.example", cookie };
		const { body } = await app.inject({ url: `/accounts/${accountId}`, headers });
		expect(body).toContain("Send reset link");
		expect(body).toContain("Save roles");
		expect(body).not.toMatch(/Link to|Switch to|Roles follow/);
	});
});
