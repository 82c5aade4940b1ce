import { expect, test } from "vitest";
import { leaveOutRoutes, type ListedRoute } from "./leave-out-routes.ts";

const listed: ListedRoute[] = [
	{ id: "root", path: "" },
	{ id: "home", parentId: "root", index: true },
	{ id: "blog", parentId: "root", path: "blog/:slug" },
	{ id: "careers", parentId: "root" },
	{ id: "career", parentId: "careers", path: "career" },
	{ id: "unknown", parentId: "root", path: "*" },
];

function listLeft(rendered: string[], pathname: string): string[] {
	const routes = Object.fromEntries(listed.map((route) => [route.id, { ...route }]));
	leaveOutRoutes(routes, Object.fromEntries(rendered.map((id) => [id, {}])), pathname);
	return Object.keys(routes);
}

test("the routes that the server has rendered stay, with all others", () => {
	const all = listed.map(({ id }) => id);
	for (const [rendered, pathname] of [
		[["root", "home"], "/"],
		[["root", "careers", "career"], "/career"],
		[["root", "unknown"], "/no/such/page"],
	] as const)
		expect(listLeft([...rendered], pathname)).toEqual(all);
});

test("where the page of unknown addresses was rendered, the address has no other", () => {
	expect(listLeft(["root", "unknown"], "/blog/first")).not.toContain("blog");
	expect(listLeft(["root", "unknown"], "/career")).not.toContain("career");
	expect(listLeft(["root", "unknown"], "/career")).toContain("blog");
});
