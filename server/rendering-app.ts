import type { FastifyInstance } from "fastify";
import type { GetSettings } from "../core/company/current-settings.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { openDatabaseForReading, type Database } from "../platform/database/database.ts";
import { nameMessageIds } from "../platform/email/name-message-ids.ts";
import { openFileStore } from "../platform/files/file-store.ts";
import type { Logger } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { SitePages } from "../platform/pages/site-pages.ts";
import type { AppDeps } from "./app-deps.ts";
import { createApp } from "./app.ts";
import { migrations } from "./migrations.ts";

/** Assembles the public server again to render pages for the listening one: on a read-only database, without e-mails. */
export async function createRenderingApp({
	config,
	getSettings,
	pages,
	contents,
	readContent,
	log,
	clock = systemClock,
	database = openDatabaseForReading(config, { migrations, log }),
}: {
	config: Config;
	getSettings: GetSettings;
	pages: SitePages;
	contents?: Pick<PageContents, "createContext">;
	readContent?: AppDeps["readContent"];
	log: Logger;
	clock?: Clock;
	database?: Database;
}): Promise<{ app: FastifyInstance; database: Database }> {
	const never = new AbortController().signal;
	const app = await createApp({
		config,
		getSettings,
		clock,
		database,
		// No public GET needs a file, so a bucket that is away stops no page.
		files: await openFileStore({ ...config, s3: undefined }),
		// The page cache does.
		compresses: false,
		messageIdDomain: nameMessageIds(config),
		outbox: { wake: () => undefined },
		pages,
		contents,
		readContent,
		metrics: createMetrics({ database, clock, log }),
		log,
		proxyWatch: { note: () => undefined, hasSeenProxy: () => false },
		probeReadiness: () => Promise.reject(new Error("Only a server that listens is asked whether it is ready")),
		stopping: never,
		draining: never,
	});
	return { app, database };
}
