import { matchRoutes, type ClientInstrumentation, type RouteObject } from "react-router";
import { isFromGateway, noteFailure, whenReached } from "./connection.ts";

type ListedRoute = { id: string; parentId?: string; path?: string; index?: true; module: string; imports?: string[] };

/** The page's own script sets them for React Router. */
const readRouter = () =>
	window as unknown as {
		__reactRouterManifest: { routes: Record<string, ListedRoute> };
		__reactRouterRouteModules: Record<string, unknown>;
	};

let tree: RouteObject[] | undefined;

/** Files that the browser has by now. */
const loaded = new Set<string>();

/** Lists the files of the page at an address that the browser may not have. */
function listMissing(address: string): string[] {
	const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = readRouter();
	tree ??= listRoutes(manifest.routes);
	const { origin, pathname } = new URL(address, location.href);
	if (origin !== location.origin) return [];
	return (matchRoutes(tree, pathname) ?? [])
		.flatMap(({ route: { id = "" } }) => manifest.routes[id] ?? [])
		.filter(({ id }) => !(id in modules))
		.flatMap(({ module, imports = [] }) => [module, ...imports])
		.filter((file) => !loaded.has(file));
}

function listRoutes(routes: Record<string, ListedRoute>, parentId = ""): RouteObject[] {
	return Object.values(routes)
		.filter((route) => (route.parentId ?? "") === parentId)
		.map(({ id, path = "", index }) => (index ? { id, path, index } : { id, path, children: listRoutes(routes, id) }));
}

async function load(files: readonly string[]): Promise<void> {
	await Promise.all(
		files.map(async (file) => {
			const response = await fetch(file);
			const body = await response.text();
			if (isFromGateway(response.status, body)) throw new Error(`${file} was answered with ${response.status}`);
			if (response.ok) loaded.add(file);
		}),
	);
}

/**
 * Loads the files of the page at an address ahead, because the router reloads the present page if one of them cannot be loaded.
 * @returns false while they are not here
 */
export function hasFiles(address: string): boolean {
	const missing = listMissing(address);
	if (missing.length > 0) load(missing).catch(() => {});
	return missing.length === 0;
}

let latest = 0;

/** Loads files as often as it takes. */
async function loadAll(files: readonly string[]): Promise<void> {
	for (;;) {
		try {
			return await load(files);
		} catch (error) {
			if (!noteFailure()) throw error;
			await whenReached();
		}
	}
}

/** Lets a navigation wait for the files of its page, unless a later one takes its place. */
export const loadFilesFirst: ClientInstrumentation = {
	router({ instrument }) {
		instrument({
			async navigate(goOn, { to }) {
				latest += 1;
				const own = latest;
				const missing = typeof to === "string" ? listMissing(to) : [];
				// Without a wait, the navigation begins at once.
				if (missing.length > 0) await loadAll(missing).catch(() => {});
				if (own !== latest) await new Promise(() => {});
				await goOn();
			},
		});
	},
};
