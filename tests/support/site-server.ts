import { onTestFinished } from "vitest";
import { createContentBuilder } from "../../features/publishing/documents/build-content.server.ts";
import type { ContentSource } from "../../features/publishing/documents/content-source.server.ts";
import { readConfig } from "../../platform/config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { createReleases } from "../../server/releases.ts";
import { startServer } from "../../server/start.ts";
import { createTestDatabaseConfig, type DatabaseKind } from "./databases.ts";
import { readTestContent } from "./studios.ts";
import { loadTestDesk } from "./test-desk.ts";
import { createTestPages } from "./test-server.ts";

const log = createLog({ logLevel: "silent" });

/**
 * Starts a whole server, which follows what is published, on content, usually the second company's; and opens its database beside it. Both
 * end with the test.
 */
export async function startSiteServer(
	kind: DatabaseKind,
	{ base, environment }: { base?: ContentSource; environment?: Record<string, string> } = {},
) {
	const source = base ?? (await readTestContent());
	const built = await createContentBuilder().build(source);
	const releases = createReleases({ built, base: source, log });
	const config = {
		...readConfig({ PORT: "0", DESK_PORT: "0", RATE_LIMIT_PER_MINUTE: "0", ...environment }),
		...(await createTestDatabaseConfig(kind)),
	};
	const server = await startServer({
		config,
		getSettings: releases.getSettings,
		releases,
		jobs: [],
		desk: await loadTestDesk(),
		log,
		pages: createTestPages(),
	});
	onTestFinished(() => server.stop());
	const database = await openDatabase(config, { migrations, log });
	onTestFinished(() => database.close());
	const getText = (path: string) => source.documents.get(path) ?? "";
	return { server, database, releases, built, getText };
}
