import type { ServerBuild } from "react-router";
import * as reactRouterBuild from "virtual:react-router/server-build";
import { searchPaths } from "../features/publishing/site-paths.ts";
import { content } from "../features/publishing/content.server.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { loadPageSource } from "../platform/pages/load-page-source.ts";
import { startServer, type RunningServer } from "./start.ts";

// React Router renders the prerendered pages with this very file, so it must export what its own server build does.
export * from "virtual:react-router/server-build";

/** Serves the site that was built together with this file, in the configured build folder. */
export async function serveBuild(config: Config): Promise<RunningServer> {
	const log = createLog(config);
	const pages = await loadPageSource({
		buildDirectory: config.buildDirectory,
		publicUrl: config.publicUrl,
		securityHeaders: listSecurityHeaders(config.publicUrl, config),
		searchPaths,
		// The types of the virtual module know no exactOptionalPropertyTypes.
		build: reactRouterBuild as ServerBuild,
		log,
	});
	const { company, careers, jobs } = content;
	return startServer({ config, company, careers, jobs, pages, log });
}
