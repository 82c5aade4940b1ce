import { expect, test } from "vitest";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { signInStaff } from "../tests/support/staff.ts";
import { startTestServer } from "../tests/support/test-server.ts";

/** An admin, and a member who has lost the phone. */
async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["admin"] });
	const member = await signInStaff(server.database, { now: server.clock.now(), roles: ["sales"] });
	return { ...server, desk, member, ...createDeskBrowser(desk) };
}

test("the link of an invitation is seen by its session until it has been copied or revoked, and loading its page invites nobody again", async () => {
	const { desk, post, get, database } = await openDesk();
	const invite = (email: string) => post("/accounts", { action: "invite", email, role: "sales" });
	const { notice, path, secret, load, hide } = await followToSecret(
		await invite("new@staff.example"),
		desk,
		/http:[^<]+\/join\/\w+/,
	);
	expect([path, notice]).toEqual(["/accounts", "new@staff.example invited by e-mail."]);
	expect(await load()).toBe(secret);
	expect(await get(new URL(secret).pathname)).toContain("new@staff.example");
	expect(await get("/audit-log")).toContain('<a href="/accounts" data-discover="true">new@staff.example</a>');
	expect(await database.db.selectFrom("accountInvitations").select("id").execute()).toHaveLength(1);
	await hide();
	expect(await load()).toBeUndefined();
	const other = await followToSecret(await invite("other@staff.example"), desk, /http:[^<]+\/join\/\w+/);
	for (const email of ["new@staff.example", "other@staff.example"]) {
		expect(await other.load()).toBe(other.secret);
		const invitation = database.db.selectFrom("accountInvitations").select("id").where("email", "=", email);
		await post("/accounts", { action: "withdraw", invitation: (await invitation.executeTakeFirstOrThrow()).id });
	}
	expect(await other.load()).toBeUndefined();
});

test("the link of a reset is shown on the page of its account alone", async () => {
	const { desk, member, post } = await openDesk();
	const path = `/accounts/${member.accountId}`;
	const { secret, load, hide, ...reset } = await followToSecret(
		await post(path, { action: "reset" }),
		desk,
		/http:[^<]+\/join\/\w+/,
	);
	expect([reset.path, reset.notice]).toEqual([path, "Reset link sent by e-mail."]);
	expect(await load()).toBe(secret);
	expect(await load(`/accounts/${desk.accountId}`)).toBeUndefined();
	expect(await load("/accounts")).toBeUndefined();
	await hide();
	expect(await load()).toBeUndefined();
});
