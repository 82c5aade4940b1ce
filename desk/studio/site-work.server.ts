import { data, type RouterContextProvider } from "react-router";
import type { SiteDesk } from "../guard/desk-deps.server.ts";
import { beginWork } from "../work.server.ts";

/** What a loader or an action finds in its context, where it works with the content of the site. */
export type SiteWork = ReturnType<typeof beginWork> & { site: SiteDesk };

/**
 * Begins work with the content of the site.
 *
 * @throws an answer of 404 where the content cannot be edited, which is so while the site is developed
 */
export function beginSiteWork(context: Readonly<RouterContextProvider>): SiteWork {
	const work = beginWork(context);
	const { site } = work.deps;
	if (!site) throw data(null, { status: 404 });
	return { ...work, site };
}
