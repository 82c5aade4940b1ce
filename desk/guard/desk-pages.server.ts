import {
	createRequestHandler,
	matchRoutes,
	RouterContextProvider,
	type RouteObject,
	type ServerBuild,
} from "react-router";
import type { FileForm } from "../../platform/http/receive-files.ts";
import {
	deskContext,
	judgedPatternContext,
	nonceContext,
	reportErrorContext,
	uploadContext,
	deskRequestContext,
} from "./context.server.ts";
import type { DeskDeps } from "./desk-deps.server.ts";
import type { DeskRequest } from "./desk-request.server.ts";
import { renderErrorDocument } from "./error-document.server.tsx";

/** A page of the desk as its router knows it. */
export type DeskRoute = { id: string; pattern: string };

export type RenderOptions = {
	deps: DeskDeps;
	deskRequest: DeskRequest;
	/** The judged route; no other is served. */
	route: DeskRoute;
	nonce: string;
	/** Uploaded files. */
	upload: FileForm | undefined;
	reportError(error: unknown): void;
};

/** The built desk: all that the server knows about it. */
export type DeskPages = {
	/** Every address, as patterns. */
	routes: DeskRoute[];
	/** Finds the route of an address, with or without the suffix of its data. */
	findRoute(pathname: string): DeskRoute | undefined;
	render(request: Request, options: RenderOptions): Promise<Response>;
	/** Writes the page for an error, without scripts. */
	renderError(status: number, message: string | undefined, company: DeskDeps["company"]): string;
};

/**
 * Serves the desk's own build.
 * @param options mode: development shows errors with their stack; reload: returns the current build during development
 */
export function createDeskPages(
	build: ServerBuild,
	{ mode = "production", reload }: { mode?: "production" | "development"; reload?: () => Promise<ServerBuild> } = {},
): DeskPages {
	const stylesheet = findStylesheet(build);
	const handleRequest = createRequestHandler(reload ?? build, mode);
	const tree = toRouteObjects(build.routes);
	return {
		routes: listRoutes(tree),
		findRoute(pathname) {
			const matches = matchRoutes(tree, withoutDataSuffix(pathname));
			const id = matches?.at(-1)?.route.id;
			return id === undefined ? undefined : { id, pattern: joinPaths(matches?.map(({ route }) => route.path)) };
		},
		render(request, { deps, deskRequest, route, nonce, upload, reportError }) {
			const context = new RouterContextProvider();
			context.set(deskContext, deps);
			context.set(deskRequestContext, deskRequest);
			context.set(judgedPatternContext, route.pattern);
			context.set(nonceContext, nonce);
			if (upload) context.set(uploadContext, upload);
			context.set(reportErrorContext, reportError);
			return handleRequest(request, context);
		},
		renderError: (status, message, company) => renderErrorDocument(status, message, company, stylesheet),
	};
}

/** Returns the address of the stylesheet that every page of the desk links to. */
function findStylesheet({ routes }: ServerBuild): string {
	const link = routes.root?.module
		.links?.()
		.find((descriptor) => "rel" in descriptor && descriptor.rel === "stylesheet");
	if (!link || !("href" in link) || link.href === undefined) throw new Error("The desk links to no stylesheet");
	return link.href;
}

/** React Router requests only a page's data with this suffix. */
function withoutDataSuffix(pathname: string): string {
	return pathname.endsWith("/_.data") ? pathname.replace(/_\.data$/, "") : pathname.replace(/\.data$/, "");
}

function toRouteObjects(routes: ServerBuild["routes"], parentId?: string): RouteObject[] {
	return Object.values(routes).flatMap((route): RouteObject[] => {
		if (!route || route.parentId !== parentId) return [];
		const { id, path } = route;
		const common = { id, ...(path !== undefined && { path }) };
		return [route.index ? { ...common, index: true } : { ...common, children: toRouteObjects(routes, id) }];
	});
}

function listRoutes(tree: RouteObject[], parents: (string | undefined)[] = []): DeskRoute[] {
	return tree.flatMap(({ id = "", path, index, children = [] }) => {
		const paths = [...parents, path];
		// The root is only the frame of every page.
		const own = path || index ? [{ id, pattern: joinPaths(paths) }] : [];
		return [...own, ...listRoutes(children, paths)];
	});
}

function joinPaths(paths: (string | undefined)[] = []): string {
	return `/${paths.flatMap((path) => path?.split("/").filter((part) => part !== "") ?? []).join("/")}`;
}
