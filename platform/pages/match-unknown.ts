import type { ServerBuild } from "react-router";
import { createPathMatcher } from "./match-path.ts";

type Routes = ServerBuild["routes"];

/**
 * Creates a test for paths that the site does not have: only its last route, which takes every path (`*`), matches.
 *
 * @param routes of the build, each naming its parent
 */
export function createUnknownMatcher(routes: Routes): (pathname: string) => boolean {
	const isKnown = createPathMatcher(
		Object.values(routes).flatMap((route) =>
			// A route without a path is only a frame around others.
			!route || route.path === "*" || (route.path === undefined && route.index !== true) ? [] : [pathOf(route, routes)],
		),
	);
	return (pathname) => !isKnown(pathname);
}

function pathOf({ path = "", parentId }: NonNullable<Routes[string]>, routes: Routes): string {
	const parent = parentId === undefined ? undefined : routes[parentId];
	return parent ? `${pathOf(parent, routes)}/${path}` : `/${path}`;
}
