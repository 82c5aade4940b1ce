import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { acceptTranslation } from "../ui/accept-translation.ts";
import { keepEntries } from "../ui/keep-entries.ts";
import { leaveOutRoutes, type ListedRoute } from "./leave-out-routes.ts";
import { reportFailure } from "./report-failure.ts";

/** The page's own script sets them for React Router. */
const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = window as unknown as {
	__reactRouterManifest: { routes: Record<string, ListedRoute> };
	__reactRouterRouteModules: Record<string, unknown>;
};

acceptTranslation();
leaveOutRoutes(manifest.routes, modules, location.pathname);
// In a task of its own: together with running the code just loaded, it would be a long task on a phone.
setTimeout(() => {
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<HydratedRouter onError={reportFailure} />
			</StrictMode>,
			{ onRecoverableError: keepEntries() },
		);
	});
});
