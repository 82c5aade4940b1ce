import { data, type RouterContextProvider } from "react-router";
import type { SiteDesk } from "../guard/desk-deps.server.ts";
import { beginWork } from "../work.server.ts";

/** The context of a loader or action of the studio. */
export type SiteWork = ReturnType<typeof beginWork> & { site: SiteDesk };

/**
 * Returns the context of a loader or action of the studio.
 * @throws a 404 response where the content cannot be edited, as in development
 */
export function beginSiteWork(context: Readonly<RouterContextProvider>): SiteWork {
	const work = beginWork(context);
	const { site } = work.deps;
	if (!site) throw data(null, { status: 404 });
	return { ...work, site };
}
