import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/**
 * Makes what tells whether a path is none that the site has: only its last route, which takes every path (`*`), matches.
 *
 * @param routes of the build, each naming its parent
 */
export function createUnknownMatcher(routes: Routes): (pathname: string) => boolean {
	const tree = listChildren(routes, undefined);
	return (pathname) => matchRoutes(tree, pathname)?.at(-1)?.route.path === "*";
}

function listChildren(routes: Routes, parentId: string | undefined): RouteObject[] {
	return Object.values(routes).flatMap((route) =>
		!route || route.parentId !== parentId
			? []
			: [
					{
						id: route.id,
						...(route.path !== undefined && { path: route.path }),
						...(route.index === true ? { index: true } : { children: listChildren(routes, route.id) }),
					} as RouteObject,
				],
	);
}
