import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { listedKinds } from "../features/publishing/documents/document-kinds.ts";
import { isReservedAddress } from "../features/publishing/reserved-addresses.ts";
import { fixedPaths } from "../features/publishing/site-paths.ts";
import siteRoutes from "./routes.ts";

function listPaths(routes: readonly RouteConfigEntry[]): string[] {
	return routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...listPaths(children)]);
}

test("no page of sections can have the address of another page, of its kind of documents, or of a file", () => {
	const own = listedKinds.flatMap(({ kind }) =>
		"folder" in kind && !kind.choosesAddress ? [kind.pathOf("anything")] : [],
	);
	const routed = (siteRoutes as RouteConfigEntry[]).length > 0 ? listPaths(siteRoutes as RouteConfigEntry[]) : [];
	const addresses = [...own, ...fixedPaths, ...routed.map((path) => `/${path}`)];
	// A file's name has a dot, which no address of a page of sections has.
	const possible = addresses.filter((address) => address !== "/" && address !== "/*" && !/^\/[^/]*\./.test(address));
	expect(possible.length).toBeGreaterThan(40);
	expect(possible.filter((address) => !isReservedAddress(address.toLowerCase()))).toEqual([]);
});
