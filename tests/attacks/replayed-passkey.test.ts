import { describe, expect, test } from "vitest";
import { openTestAccounts, testDeskUrl, type TestBrowser } from "../support/accounts.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { databaseKinds, type DatabaseKind } from "../support/databases.ts";

async function openTwoMembers(kind: DatabaseKind) {
	const opened = await openTestAccounts(kind);
	const { accounts, getSignedIn } = opened;
	const owner = (await opened.makeAdmin()).browser;
	const other = (await opened.makeAccount("ravi@company.example", ["sales"])).browser;

	/** Begins a registration and lets an authenticator respond to it. */
	async function respond(browser: TestBrowser, authenticator = createAuthenticator(testDeskUrl)) {
		const begun = await accounts.passkeys.beginRegistration(await getSignedIn(browser));
		if (begun.kind !== "done") throw new Error(begun.kind);
		return { challenge: begun.challenge, response: authenticator.create(begun.options) };
	}

	return {
		...opened,
		owner,
		other,
		respond,
		register: async (browser: TestBrowser, answer: { challenge: string; response: string }) =>
			accounts.passkeys.register(await getSignedIn(browser), { ...answer, name: "Phone" }),
		countPasskeys: async (browser: TestBrowser) =>
			(await accounts.passkeys.list((await getSignedIn(browser)).account.id)).length,
	};
}

describe.each(databaseKinds)("a response that registers a passkey, sent again on %s", (kind) => {
	test("is refused: once more, for a new challenge, and at once from several tabs", async () => {
		const { owner, respond, register, countPasskeys } = await openTwoMembers(kind);
		const answer = await respond(owner);
		expect(await register(owner, answer)).toEqual({ kind: "done" });
		expect(await register(owner, answer)).toMatchObject({ kind: "refused" });
		const fresh = await respond(owner);
		expect(await register(owner, { ...answer, challenge: fresh.challenge })).toMatchObject({ kind: "refused" });
		// Its challenge has been tried, so the response that it belongs to comes too late.
		expect(await register(owner, fresh)).toMatchObject({ kind: "refused" });
		const raced = await respond(owner);
		const outcomes = await Promise.all([1, 2, 3].map(() => register(owner, raced)));
		expect(outcomes.filter((outcome) => outcome.kind === "done")).toHaveLength(1);
		expect(await countPasskeys(owner)).toBe(2);
	});

	test("is refused in another member's session, with its own challenge and with theirs", async () => {
		const { owner, other, respond, register, countPasskeys } = await openTwoMembers(kind);
		const stolen = await respond(owner);
		expect(await register(other, stolen)).toMatchObject({ kind: "refused" });
		const own = await respond(other);
		expect(await register(other, { ...stolen, challenge: own.challenge })).toMatchObject({ kind: "refused" });
		expect(await countPasskeys(other)).toBe(0);
		// Nobody else can use up a challenge.
		expect(await register(owner, stolen)).toEqual({ kind: "done" });
		expect(await register(other, { ...stolen, challenge: (await respond(other)).challenge })).toMatchObject({
			kind: "refused",
		});
		expect(await countPasskeys(other)).toBe(0);
	});

	test("is refused after its five minutes", async () => {
		const { clock, owner, respond, register, countPasskeys } = await openTwoMembers(kind);
		const late = await respond(owner);
		clock.advance({ minutes: 5 });
		expect(await register(owner, late)).toMatchObject({ kind: "refused" });
		expect(await countPasskeys(owner)).toBe(0);
	});
});
