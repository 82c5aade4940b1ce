import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { content } from "../features/publishing/content.server.ts";
import { contentSourceFile, readContentSource } from "../features/publishing/documents/content-source.server.ts";
import { searchPaths } from "../features/publishing/site-paths.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { loadFace } from "../platform/pages/load-face.ts";
import { loadSitePages } from "../platform/pages/load-site-pages.ts";
import { getProgramUrl } from "../platform/program-url.ts";
import { loadDeskSource } from "./desk-source.ts";
import { createReleases } from "./releases.ts";
import { startServer, type RunningServer } from "./start.ts";

/** Limits of the rendering thread: its garbage is small, and the jobs of a hundred thousand positions fit. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1_024 };

/**
 * Serves the site and the desk of the configured build folder.
 * @param onRunning called before the log says that the server listens
 * @throws Error when there is no build, and as startServer does
 */
export async function serveBuild(config: Config, onRunning: (server: RunningServer) => void): Promise<RunningServer> {
	const { buildDirectory, dataDirectory, publicUrl } = config;
	const log = createLog(config);
	const build = await loadFace(buildDirectory);
	const base = await readContentSource(join(buildDirectory, contentSourceFile));
	const releases = createReleases({ built: content, base, log });
	const pages = await loadSitePages({
		buildDirectory,
		pagesDirectory: join(dataDirectory, "pages"),
		publicUrl,
		keptMonths: config.retentionMonths,
		securityHeaders: listSecurityHeaders(publicUrl, config),
		searchPaths,
		build,
		contents: releases.contents,
		log,
	});
	const desk = await loadDeskSource(join(buildDirectory, "desk"), config);
	const { jobs } = content;
	const createWorker = () => new Worker(getProgramUrl("./page-worker.ts", import.meta.url), { resourceLimits });
	return startServer({
		config,
		getSettings: releases.getSettings,
		releases,
		jobs,
		pages,
		desk,
		createWorker,
		onRunning,
		log,
	});
}
