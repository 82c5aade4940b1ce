import { join } from "node:path";
import type { MessagePort, Worker } from "node:worker_threads";
import type { ServerBuild } from "react-router";
import * as reactRouterBuild from "virtual:react-router/server-build";
import { searchPaths } from "../features/publishing/site-paths.ts";
import type { ChangedPage } from "../desk/desk-deps.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { content } from "../features/publishing/content.server.ts";
import {
	contentSourceFile,
	readContentSource,
	type ContentSource,
} from "../features/publishing/documents/content-source.server.ts";
import type { Config } from "../platform/config.ts";
import { openDatabaseForReading } from "../platform/database/database.ts";
import { listSecurityHeaders } from "../platform/http/security-headers.ts";
import { createLog } from "../platform/log.ts";
import { createPageRenderer } from "../platform/pages/page-renderer.ts";
import { loadPageSource } from "../platform/pages/load-page-source.ts";
import { createAnswerMaker } from "../platform/pages/made-answer.ts";
import { createPublishedPages } from "../platform/pages/published-pages.ts";
import { serveAnswers } from "../platform/pages/serve-answers.ts";
import { careerResultsPart } from "../site/career-results-part.server.tsx";
import { createAnswerApp } from "./answer-app.ts";
import { loadDeskSource } from "./desk-source.ts";
import { createChangedPages } from "./changed-pages.ts";
import { createEditions } from "./releases.ts";
import { writeFacts } from "./follow-facts.ts";
import { migrations } from "./migrations.ts";
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
	const editions = createEditions({ built: content, base: await readBase(config), log });
	const pages = await loadPageSource({
		buildDirectory: config.buildDirectory,
		publicUrl: config.publicUrl,
		securityHeaders: listSecurityHeaders(config.publicUrl, config),
		searchPaths,
		// The types of the virtual module know no exactOptionalPropertyTypes.
		build: reactRouterBuild as ServerBuild,
		contents: editions.contents,
		log,
	});
	const desk = await loadDeskSource(join(config.buildDirectory, "desk"), config);
	const { company, careers, desk: deskFacts } = editions;
	const { jobs } = content;
	return startServer({ config, company, careers, deskFacts, editions, jobs, pages, desk, createWorker, log });
}

/** Lists the pages that differ between two contents, as the studio does before it publishes: for commands, which have no renderer. */
export async function listChangedPages(config: Config, before: Content, after: Content): Promise<ChangedPage[]> {
	const { publicUrl } = config;
	const render = createPageRenderer({
		publicUrl,
		securityHeaders: listSecurityHeaders(publicUrl, config),
		build: reactRouterBuild as ServerBuild,
		log: createLog({ logLevel: "silent" }),
	});
	return createChangedPages({ pages: { render }, publicUrl })(before, after, new Map());
}

/** The documents and pictures that the site was built of. */
function readBase({ buildDirectory }: Config): Promise<ContentSource> {
	return readContentSource(join(buildDirectory, contentSourceFile));
}

/** Makes answers for the server at the other end of a port. */
export async function makeAnswers(config: Config, port: MessagePort): Promise<void> {
	const log = createLog(config);
	const editions = createEditions({ built: content, base: await readBase(config), log });
	const { contents } = editions;
	const pages = await createPublishedPages({
		buildDirectory: config.buildDirectory,
		publicUrl: config.publicUrl,
		securityHeaders: listSecurityHeaders(config.publicUrl, config),
		build: reactRouterBuild as ServerBuild,
		contents,
		parts: [careerResultsPart],
		log,
	});
	const quietLog = log.child({}, { level: "warn" });
	const database = openDatabaseForReading(config, { migrations, log: quietLog });
	// A thread that begins while the database cannot be read makes what can be said then; each page asks again.
	await editions.follow(database).catch(() => undefined);
	const createApp = async () => {
		const { content: served } = editions.current();
		const { app } = await createAnswerApp({
			config,
			company: served.company,
			careers: served.careers,
			pages,
			contents,
			readContent: () => editions.current().content,
			log: quietLog,
			database,
		});
		return { app, make: createAnswerMaker(app), facts: writeFacts(served) };
	};
	let serving = createApp();
	editions.listen(({ content: changed }) => {
		serving = serving.then(async (current) => {
			if (writeFacts(changed) === current.facts) return current;
			await current.app.close();
			return createApp();
		});
	});
	await serving;
	serveAnswers(port, {
		async make(url, options) {
			const unsettled = await editions.settle().then(
				() => undefined,
				(error: unknown) => ({ error }),
			);
			const made = await (await serving).make(url, options);
			// A page may say itself what it cannot show while the database is away; one that can be shown may be of the edition before.
			if (unsettled && !(made !== "unchanged" && made.status >= 500)) throw unsettled.error;
			return made;
		},
		announce: (facts) => database.changes.announce(facts),
	});
}
