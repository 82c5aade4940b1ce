import { join } from "node:path";
import { parentPort, type MessagePort } from "node:worker_threads";
import type { ServerBuild } from "react-router";
import { content } from "../features/publishing/content.server.ts";
import { contentSourceFile, readContentSource } from "../features/publishing/documents/content-source.server.ts";
import { collectGarbage } from "../platform/collect-garbage.ts";
import { readConfig, type Config } from "../platform/config.ts";
import { openDatabaseForReading } from "../platform/database/database.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { createPublishedPages } from "../platform/pages/cached-pages.ts";
import { loadFace } from "../platform/pages/load-face.ts";
import { createResponseMaker } from "../platform/pages/made-response.ts";
import type { PagePart } from "../platform/pages/page-part.ts";
import { serveRendering } from "../platform/pages/serve-rendering.ts";
import { migrations } from "./migrations.ts";
import { createReleases } from "./releases.ts";
import { createRenderingApp } from "./rendering-app.ts";

/** The site's server build, whose entry lists the parts of pages that are rendered separately. */
type SiteBuild = ServerBuild & { entry: { module: { pageParts: readonly PagePart[] } } };

/** Once no page has been requested for this long, the thread gives back what the start has left. */
const restMs = 5_000;

/** The thread that renders public pages: serve-build.ts runs it beside the thread that sends them. */
if (!parentPort) throw new Error("This program is a thread of the server");
await renderResponses(readConfig(), parentPort);

/** Renders responses for the server at the other end of a port. */
async function renderResponses(config: Config, port: MessagePort): Promise<void> {
	const log = createLog(config);
	const releases = createReleases({
		built: content,
		base: await readContentSource(join(config.buildDirectory, contentSourceFile)),
		log,
	});
	const { contents } = releases;
	const build = (await loadFace(config.buildDirectory)) as SiteBuild;
	const pages = createPublishedPages({
		publicUrl: config.publicUrl,
		keptMonths: config.retentionMonths,
		securityHeaders: listSecurityHeaders(config.publicUrl, config),
		build,
		contents,
		parts: build.entry.module.pageParts,
		log,
	});
	const quietLog = log.child({}, { level: "warn" });
	const database = openDatabaseForReading(config, { migrations, log: quietLog });
	// If the database cannot be read at the start, the thread renders what it can; each page tries again.
	await releases.follow(database).catch(() => undefined);
	const { app } = await createRenderingApp({
		config,
		getSettings: releases.getSettings,
		pages,
		contents,
		readContent: () => releases.current().content,
		log: quietLog,
		database,
	});
	const make = createResponseMaker(app);
	let hasRested = false;
	const firstRest = setTimeout(() => {
		hasRested = true;
		void collectGarbage();
	}, restMs);
	serveRendering(port, {
		async make(url, options) {
			// A timer that has run would run again.
			if (!hasRested) firstRest.refresh();
			const unsettled = await releases.settle().then(
				() => undefined,
				(error: unknown) => ({ error }),
			);
			const made = await make(url, options);
			// A page may report itself what it cannot show; any other may be of an earlier release.
			if (unsettled && !(made !== "unchanged" && made.status >= 500)) throw unsettled.error;
			return made;
		},
		announce: (changeKeys) => database.changes.announce(changeKeys),
	});
}
