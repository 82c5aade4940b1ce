import { join } from "node:path";
import type { MessagePort, Worker } from "node:worker_threads";
import type { ServerBuild } from "react-router";
import * as reactRouterBuild from "virtual:react-router/server-build";
import { searchPaths } from "../features/publishing/site-paths.ts";
import { content } from "../features/publishing/content.server.ts";
import type { Config } from "../platform/config.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { loadPageSource } from "../platform/pages/load-page-source.ts";
import { createAnswerMaker } from "../platform/pages/made-answer.ts";
import { createPublishedPages } from "../platform/pages/published-pages.ts";
import { serveAnswers } from "../platform/pages/serve-answers.ts";
import { careerResultsPart } from "../site/career-results-part.server.tsx";
import { createAnswerApp } from "./answer-app.ts";
import { loadDeskSource } from "./desk-source.ts";
import { startServer, type RunningServer } from "./start.ts";

// React Router renders the prerendered pages with this very file, so it must export what its own server build does.
export * from "virtual:react-router/server-build";

/**
 * Serves the site that was built together with this file, in the configured build folder.
 *
 * @param createWorker starts the thread that runs makeAnswers
 */
export async function serveBuild(config: Config, createWorker: () => Worker): Promise<RunningServer> {
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
	const desk = await loadDeskSource(join(config.buildDirectory, "desk"), config);
	const { company, careers, desk: deskFacts, jobs } = content;
	return startServer({ config, company, careers, deskFacts, jobs, pages, desk, createWorker, log });
}

/** Makes answers for the server at the other end of a port. */
export async function makeAnswers(config: Config, port: MessagePort): Promise<void> {
	const log = createLog(config);
	const { company, careers } = content;
	const pages = await createPublishedPages({
		buildDirectory: config.buildDirectory,
		publicUrl: config.publicUrl,
		securityHeaders: listSecurityHeaders(config.publicUrl, config),
		build: reactRouterBuild as ServerBuild,
		parts: [careerResultsPart],
		log,
	});
	const { app, database } = await createAnswerApp({
		config,
		company,
		careers,
		pages,
		log: log.child({}, { level: "warn" }),
	});
	serveAnswers(port, { make: createAnswerMaker(app), announce: (facts) => database.changes.announce(facts) });
}
