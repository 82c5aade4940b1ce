import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { meera, ravi } from "../../tests/support/records.ts";
import { createSavedViews, forgetViewsOf, type ViewMember } from "./saved-views.server.ts";

const owner: ViewMember = { id: meera.id, isAdmin: false };
const colleague: ViewMember = { id: ravi.id, isAdmin: false };
const admin: ViewMember = { id: "account-admin", isAdmin: true };
const kind = "enquiry";

async function setUp(databaseKind: DatabaseKind) {
	const database = await openTestDatabase(databaseKind);
	const views = createSavedViews({ database, clock: createTestClock() });
	return {
		database,
		views,
		async add(name: string, { isShared = false, by = owner } = {}) {
			const result = await views.add({ kind, name, search: "?show=mine&sort=name", isShared }, by);
			if (!result.ok) throw new Error(result.message);
			return result.view.id;
		},
		listNames: async (by: ViewMember, of = kind) => (await views.list(of, by)).map(({ name }) => name),
	};
}

describe.each(databaseKinds)("saved views on %s", (databaseKind) => {
	test("are their owner's, or of everybody who has the list, by name", async () => {
		const { add, views, listNames } = await setUp(databaseKind);
		await add("Mine by name");
		await add("Big ones", { isShared: true });
		expect(await views.list(kind, owner)).toMatchObject([
			{ name: "Big ones", isShared: true, isOwn: true },
			{ name: "Mine by name", search: "?show=mine&sort=name", isShared: false, isOwn: true },
		]);
		expect(await views.list(kind, colleague)).toMatchObject([{ name: "Big ones", isOwn: false }]);
		expect(await views.list(kind, admin)).toMatchObject([{ name: "Big ones", isOwn: true, isOwner: false }]);
		expect(await listNames(owner, "application")).toEqual([]);
	});

	test("are renamed and deleted by their owner, and shared ones by admins", async () => {
		const { add, views, listNames } = await setUp(databaseKind);
		const own = await add("Mine");
		const shared = await add("Big ones", { isShared: true });
		const rename = (id: string, by: ViewMember) =>
			views.change({ kind, id, name: `By ${by.id}`, isShared: id === shared }, by);
		for (const [id, by] of [
			[own, colleague],
			[own, admin],
			[shared, colleague],
		] as const) {
			expect(await rename(id, by)).toEqual({ ok: false, message: "This view no longer exists." });
			expect(await views.remove({ kind, id }, by)).toBeUndefined();
		}
		expect(await views.remove({ kind: "application", id: own }, owner)).toBeUndefined();
		expect(await rename(shared, admin)).toMatchObject({ ok: true });
		expect(await rename(own, owner)).toMatchObject({ ok: true });
		expect(await listNames(owner)).toEqual(["By account-admin", "By account-meera"]);
		const stopSharing = (by: ViewMember) => views.change({ kind, id: shared, name: "Big ones", isShared: false }, by);
		expect(await stopSharing(admin)).toEqual({
			ok: false,
			message: "Only its owner can stop sharing it. You can delete it instead.",
		});
		expect(await listNames(colleague)).toEqual(["By account-admin"]);
		expect(await stopSharing(owner)).toMatchObject({ ok: true });
		expect(await listNames(colleague)).toEqual([]);
	});

	test("need a name of their own, and have a limit", async () => {
		const { add, views } = await setUp(databaseKind);
		await add("Mine");
		const refuse = async (name: string) => {
			const result = await views.add({ kind, name, search: "?show=mine", isShared: false }, owner);
			return result.ok ? "accepted" : result.message;
		};
		expect(await refuse(" \n")).toBe("Enter a name");
		expect(await refuse("x".repeat(41))).toBe("Shorten the name to 40 characters");
		expect(await refuse("mine")).toBe("There is already a view named “mine”. Choose another name");
		for (let number = 2; number <= 20; number += 1) await add(`Mine ${number}`);
		expect(await refuse("One more")).toBe("There are already 20 views of your own. Delete one first");
		await add("Shared", { isShared: true });
	});

	test("come back once their removal is undone, unless another has been deleted since", async () => {
		const { add, views, listNames } = await setUp(databaseKind);
		const first = await add("First");
		const second = await add("Second");
		expect(await views.remove({ kind, id: first }, owner)).toMatchObject({ name: "First" });
		expect(await listNames(owner)).toEqual(["Second"]);
		expect(await views.restore({ kind, id: first }, colleague)).toMatchObject({ ok: false });
		expect(await views.restore({ kind, id: first }, owner)).toMatchObject({ ok: true });
		await views.remove({ kind, id: first }, owner);
		await views.remove({ kind, id: second }, owner);
		expect(await views.restore({ kind, id: first }, owner)).toMatchObject({ ok: false });
		expect(await views.restore({ kind, id: second }, owner)).toMatchObject({ ok: true });
		expect(await listNames(owner)).toEqual(["Second"]);
	});

	test("of an erased account go, but shared ones stay for admins to change", async () => {
		const { database, add, views, listNames } = await setUp(databaseKind);
		await add("Mine");
		const shared = await add("Big ones", { isShared: true });
		await add("Theirs", { by: colleague });
		await database.write((transaction) => forgetViewsOf(transaction, owner.id));
		expect(await listNames(owner)).toEqual(["Big ones"]);
		expect(await views.remove({ kind, id: shared }, owner)).toBeUndefined();
		expect(await listNames(colleague)).toEqual(["Big ones", "Theirs"]);
		expect(await views.remove({ kind, id: shared }, admin)).toMatchObject({ name: "Big ones" });
	});
});
