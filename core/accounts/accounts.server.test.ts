import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { roles } from "../../shared/roles.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { findInvitation, insertInvitation, takeInvitation } from "./invitations.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { areas, mayUse, readRoles } from "./roles.ts";
import {
	createRecoveryCodes,
	createTotpSecret,
	findTotpStep,
	hashRecoveryCode,
	writeTotpUri,
} from "./second-factor.server.ts";
import {
	createSession,
	deleteEndedSessions,
	endSession,
	endSessionsOf,
	hasFreshProof,
	listSessions,
	renewProof,
	resumeSession,
} from "./sessions.server.ts";
import { createSignInLimit, type SignInAttempt } from "./sign-in-limit.server.ts";
import {
	countRecoveryCodes,
	findAccountOfEmail,
	hasAccounts,
	insertAccount,
	replaceRecoveryCodes,
	setPassword,
	takeRecoveryCode,
	takeTotpStep,
} from "./store.server.ts";

const person = { email: "Meera@Company.example", name: "Meera", roles: ["sales"] } as const;

async function openWithAccount(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock();
	const id = await database.write((transaction) => insertAccount(transaction, person, clock.now()));
	return { database, clock, id };
}

test("each role may use its own part of the desk, and an admin every one", () => {
	expect(areas.filter((area) => mayUse(["admin"], area))).toEqual(areas);
	expect(areas.filter((area) => mayUse(["sales"], area))).toEqual(["enquiries", "calls", "own-calendar"]);
	expect(areas.filter((area) => mayUse(["recruiter"], area))).toEqual(["hiring", "own-interviews", "own-calendar"]);
	expect(areas.filter((area) => mayUse(["interviewer"], area))).toEqual(["own-interviews", "own-calendar"]);
	expect(areas.filter((area) => mayUse(["editor"], area))).toEqual(["content"]);
	expect(areas.filter((area) => mayUse([], area))).toEqual([]);
	expect(areas.filter((area) => mayUse(["sales", "editor"], area))).toEqual(
		areas.filter((area) => mayUse(["sales"], area) || mayUse(["editor"], area)),
	);
});

test("roles are read by their names, each once, and nothing else is one", () => {
	expect(readRoles(["editor", "sales", "sales"])).toEqual(["sales", "editor"]);
	expect(readRoles([...roles])).toEqual(roles);
	for (const names of [[], ["owner"], ["sales", "Admin"], ["__proto__"]]) expect(readRoles(names)).toBeUndefined();
});

describe("a password", () => {
	test("is known only by its hash, and not truncated or case-insensitive", async () => {
		const password = `correct horse battery staple ${"x".repeat(200)}`;
		const stored = await hashPassword(password);
		expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
		expect(await hashPassword(password)).not.toBe(stored);
		expect(await verifyPassword(password, stored)).toBe(true);
		for (const other of [password.slice(0, -1), password.toUpperCase(), `${password} `, ""])
			expect(await verifyPassword(other, stored)).toBe(false);
	});

	test("is the same however a keyboard composes it", async () => {
		expect(await verifyPassword("Zu\u0308rich Zu\u0308rich", await hashPassword("Z\u00fcrich Z\u00fcrich"))).toBe(true);
	});

	test("of a missing account is never right", async () => {
		expect(await verifyPassword("anything at all", undefined)).toBe(false);
	});
});

describe("a code of an authenticator", () => {
	const clock = createTestClock();
	const secret = createTotpSecret();
	const codeAt = (now: Temporal.Instant) => new TOTP({ secret }).generate({ timestamp: now.epochMilliseconds });

	test("is taken in its half minute and the two around it", () => {
		const now = clock.now();
		const step = Math.floor(now.epochMilliseconds / 30_000);
		for (const [seconds, found] of [
			[-60, undefined],
			[-30, step - 1],
			[0, step],
			[30, step + 1],
			[60, undefined],
		] as const)
			expect(findTotpStep(secret, codeAt(now.add({ seconds })), now)).toBe(found);
		expect(findTotpStep(secret, codeAt(now).replace(/(.{3})/, "$1 "), now)).toBe(step);
		const inArabic = codeAt(now).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
		expect(findTotpStep(secret, inArabic, now)).toBe(step);
		expect(findTotpStep(createTotpSecret(), codeAt(now), now)).toBeUndefined();
	});

	test("is asked for by an app that read the address", () => {
		const uri = new URL(writeTotpUri(secret, { issuer: "Company", label: "meera@company.example" }));
		expect(uri.protocol).toBe("otpauth:");
		expect(uri.searchParams.get("secret")).toBe(secret);
		expect(uri.searchParams.get("issuer")).toBe("Company");
	});
});

describe.each(databaseKinds)("accounts on %s", (kind) => {
	test("are found by their address in any case, and an address has one", async () => {
		const { database, clock, id } = await openWithAccount(kind);
		expect(await hasAccounts(database.db)).toBe(true);
		expect(await findAccountOfEmail(database.db, " meera@COMPANY.example ")).toMatchObject({
			id,
			email: "meera@company.example",
			roles: ["sales"],
			passwordHash: undefined,
		});
		await expect(
			database.write((transaction) =>
				insertAccount(transaction, { ...person, email: "MEERA@company.example" }, clock.now()),
			),
		).rejects.toThrow();
	});

	test("a code of the authenticator opens once, also when two browsers send it at once", async () => {
		const { database, clock, id } = await openWithAccount(kind);
		await database.write((transaction) =>
			setPassword(transaction, id, { passwordHash: "hash", totpSecret: createTotpSecret() }),
		);
		const step = Math.floor(clock.now().epochMilliseconds / 30_000);
		const taken = await Promise.all(
			[step, step, step].map((same) => database.write((transaction) => takeTotpStep(transaction, id, same))),
		);
		expect(taken.filter(Boolean)).toHaveLength(1);
		expect(await database.write((transaction) => takeTotpStep(transaction, id, step - 1))).toBe(false);
		expect(await database.write((transaction) => takeTotpStep(transaction, id, step + 1))).toBe(true);
	});

	test("a recovery code opens once, however it is typed, and new ones take the place of all", async () => {
		const { database, id } = await openWithAccount(kind);
		const codes = createRecoveryCodes();
		expect(new Set(codes).size).toBe(10);
		expect(codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/);
		const replace = (fresh: string[]) =>
			database.write((transaction) => replaceRecoveryCodes(transaction, id, fresh.map(hashRecoveryCode)));
		const take = (code: string) =>
			database.write((transaction) => takeRecoveryCode(transaction, id, hashRecoveryCode(code)));
		await replace(codes);
		const [first = "", second = ""] = codes;
		expect(await take(first.toUpperCase().replaceAll("-", " "))).toBe(true);
		expect(await take(first)).toBe(false);
		expect(await countRecoveryCodes(database.db, id)).toBe(9);
		await replace(createRecoveryCodes());
		expect(await take(second)).toBe(false);
		expect(await countRecoveryCodes(database.db, id)).toBe(10);
	});
});

describe.each(databaseKinds)("sessions on %s", (kind) => {
	async function openSession() {
		const opened = await openWithAccount(kind);
		const begin = () =>
			opened.database.write((transaction) =>
				createSession(transaction, { accountId: opened.id, device: "Firefox on Linux", now: opened.clock.now() }),
			);
		const resume = (token: string) => resumeSession(opened.database.db, token, opened.clock.now());
		return { ...opened, begin, resume };
	}

	test("are opened by their token alone, not by anything in the database", async () => {
		const { database, id, begin, resume } = await openSession();
		const token = await begin();
		expect(await resume(token)).toMatchObject({ accountId: id, device: "Firefox on Linux" });
		const rows = await database.db.selectFrom("sessions").selectAll().execute();
		for (const value of Object.values(rows[0] ?? {})) expect(await resume(value)).toBeUndefined();
	});

	test("end 12 hours after they were last used, and 7 days after they began", async () => {
		const { clock, begin, resume } = await openSession();
		const token = await begin();
		for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
			clock.advance({ hours: 11 });
			expect(await resume(token), `${hours} hours`).toBeDefined();
		}
		clock.advance({ hours: 11 });
		expect(await resume(token)).toBeUndefined();
		const other = await begin();
		clock.advance({ hours: 12 });
		expect(await resume(other)).toBeUndefined();
	});

	test("can be listed and ended, one, all, or all but one's own", async () => {
		const { database, id, clock, begin, resume } = await openSession();
		const tokens = [await begin(), await begin(), await begin()];
		const [own] = await Promise.all(tokens.map(resume));
		expect(await listSessions(database.db, id, clock.now())).toHaveLength(3);
		const other = (await listSessions(database.db, id, clock.now())).find((session) => session.id !== own?.id);
		const end = (session: { accountId: string; id: string }) =>
			database.write((transaction) => endSession(transaction, session));
		expect(await end({ accountId: "another", id: other?.id ?? "" })).toBe(false);
		expect(await end({ accountId: id, id: other?.id ?? "" })).toBe(true);
		expect(await database.write((transaction) => endSessionsOf(transaction, id, { except: own?.id ?? "" }))).toBe(1);
		expect(await resume(tokens[0] ?? "")).toBeDefined();
		expect(await database.write((transaction) => endSessionsOf(transaction, id))).toBe(1);
		expect(await resume(tokens[0] ?? "")).toBeUndefined();
	});

	test("of a provider's members end after 12 hours, however much they are used", async () => {
		const { database, clock, id, resume } = await openSession();
		const token = await database.write((transaction) =>
			createSession(transaction, { accountId: id, device: "", method: "provider", now: clock.now() }),
		);
		clock.advance({ hours: 11 });
		expect(await resume(token)).toMatchObject({ method: "provider" });
		clock.advance({ hours: 1 });
		expect(await resume(token)).toBeUndefined();
	});

	test("know how fresh their proof is, and leave the database when they have ended", async () => {
		const { database, clock, begin, resume } = await openSession();
		let token = await begin();
		const isFresh = async () => {
			const session = await resume(token);
			return session && hasFreshProof(session, clock.now());
		};
		expect(await isFresh()).toBe(true);
		clock.advance({ minutes: 10 });
		expect(await isFresh()).toBe(false);
		const session = await resume(token);
		const renewed = await database.write((transaction) => renewProof(transaction, session?.id ?? "", clock.now()));
		expect(await resume(token)).toBeUndefined();
		token = renewed ?? "";
		expect(await isFresh()).toBe(true);
		expect(await resume(token)).toMatchObject({ id: session?.id });
		await deleteEndedSessions(database.db, clock.now());
		expect(await resume(token)).toBeDefined();
		clock.advance({ hours: 12 });
		await deleteEndedSessions(database.db, clock.now());
		expect(await database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
	});
});

describe.each(databaseKinds)("links of invitations on %s", (kind) => {
	test("are good once, for as long as their kind is, and the newest of an address alone", async () => {
		const { database, clock } = await openWithAccount(kind);
		const invite = () =>
			database.write((transaction) =>
				insertInvitation(
					transaction,
					{ kind: "invite", email: "Ravi@company.example", roles: ["recruiter"] },
					clock.now(),
				),
			);
		const earlier = await invite();
		const token = await invite();
		expect(await findInvitation(database.db, earlier, clock.now())).toBeUndefined();
		expect(await findInvitation(database.db, token, clock.now())).toMatchObject({
			kind: "invite",
			email: "ravi@company.example",
			roles: ["recruiter"],
		});
		const take = () => database.write((transaction) => takeInvitation(transaction, token, clock.now()));
		expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1);
		expect(await findInvitation(database.db, token, clock.now())).toBeUndefined();
		const late = await invite();
		clock.advance({ hours: 7 * 24 });
		expect(await findInvitation(database.db, late, clock.now())).toBeUndefined();
		expect(await database.write((transaction) => takeInvitation(transaction, late, clock.now()))).toBe(false);
	});
});

describe.each(databaseKinds)("guessing on %s", (kind) => {
	const guess = { email: "meera@company.example", network: "203.0.113.5", knownDevice: undefined };

	async function openLimit() {
		const opened = await openWithAccount(kind);
		const { database, clock } = opened;
		const limit = createSignInLimit("secret");
		const wait = (attempt: SignInAttempt) => limit.findWaitSeconds(database.db, attempt, clock.now());
		const take = (attempt: SignInAttempt) =>
			database.write((transaction) => limit.takeTurn(transaction, attempt, clock.now()));
		/** Guesses as often as allowed for an hour. */
		const guessForAnHour = async (attemptAt: (turn: number) => SignInAttempt) => {
			const until = clock.now().add({ hours: 1 });
			let turns = 0;
			for (let asked = 0; Temporal.Instant.compare(clock.now(), until) < 0; asked++) {
				const seconds = await take(attemptAt(asked));
				if (seconds === 0) turns++;
				else clock.advance({ seconds });
			}
			await take(attemptAt(0));
			return turns;
		};
		return { ...opened, limit, wait, take, guessForAnHour };
	}

	test("from one network is slowed to 14 tries in the first hour, whatever the account", async () => {
		const { database, clock, limit, wait, guessForAnHour } = await openLimit();
		expect(await guessForAnHour((turn) => ({ ...guess, email: `${turn}@company.example` }))).toBe(14);
		expect(await wait(guess)).toBeGreaterThan(600);
		await database.write((transaction) => limit.forget(transaction, guess));
		expect(await wait(guess)).toBeGreaterThan(600);
		clock.advance({ hours: 24 });
		expect(await wait(guess)).toBe(0);
	});

	test("from everywhere is slowed to 15 tries and then 4 an hour, and the owner gets in from a known browser", async () => {
		const { database, limit, wait, take, guessForAnHour } = await openLimit();
		const attemptAt = (turn: number) => ({ ...guess, network: `network ${turn}` });
		const hours = [];
		for (const hour of [1, 2, 3, 4]) hours.push(await guessForAnHour((turn) => attemptAt(turn + hour * 1_000)));
		expect(hours).toEqual([15, 3, 3, 3]);
		const owner = { ...guess, network: "198.51.100.7" };
		expect(await wait(owner)).toBeGreaterThan(0);
		expect(await wait(owner)).toBeLessThanOrEqual(15 * 60);
		expect(await take({ ...owner, knownDevice: "her browser" })).toBe(0);
		expect(await wait({ ...owner, email: "ravi@company.example" })).toBe(0);
		await database.write((transaction) => limit.forget(transaction, { ...owner, knownDevice: "her browser" }));
		expect(await wait(owner)).toBe(0);
	});

	test("does not get more tries by asking many times at once", async () => {
		const { take } = await openLimit();
		const waits = await Promise.all(Array.from({ length: 40 }, () => take(guess)));
		expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
	});

	test("does not count right passwords", async () => {
		const { database, limit, take } = await openLimit();
		for (let count = 0; count < 30; count++) {
			expect(await take(guess)).toBe(0);
			await database.write((transaction) => limit.forget(transaction, guess));
		}
	});

	test("leaves neither addresses nor networks in the database", async () => {
		const { database, clock } = await openWithAccount(kind);
		const attempt = { email: "meera@company.example", network: "203.0.113.5", knownDevice: undefined };
		await database.write((transaction) => createSignInLimit("secret").countFailure(transaction, attempt, clock.now()));
		const stored = JSON.stringify(await database.db.selectFrom("signInFailures").selectAll().execute());
		expect(stored).not.toMatch(/meera|203\.0/);
	});
});
