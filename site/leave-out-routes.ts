import { matchRoutes, type RouteObject } from "react-router";

/** A route as the browser knows it before it is loaded. */
export type ListedRoute = { id: string; parentId?: string; path?: string; index?: boolean };

/**
 * Removes the routes of an address that the server has not rendered. Where a module of the site is off, its addresses have the page of
 * unknown ones, which the browser would otherwise replace by the module's, without its data.
 * @param routes by id, changed here
 * @param rendered the rendered routes' modules, by id
 */
export function leaveOutRoutes(
	routes: Record<string, ListedRoute>,
	rendered: Readonly<Record<string, unknown>>,
	pathname: string,
): void {
	for (;;) {
		const id = matchRoutes(listChildren(routes, undefined), pathname)?.at(-1)?.route.id;
		if (id === undefined || Object.hasOwn(rendered, id)) return;
		delete routes[id];
	}
}

function listChildren(routes: Record<string, ListedRoute>, parentId: string | undefined): RouteObject[] {
	return Object.values(routes)
		.filter((route) => route.parentId === parentId)
		.map(({ id, path, index }): RouteObject => {
			const named = { id, ...(path !== undefined && { path }) };
			return index ? { ...named, index } : { ...named, children: listChildren(routes, id) };
		});
}
