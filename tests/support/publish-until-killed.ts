import { createStudio } from "../../features/publishing/releases/create-studio.server.ts";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import type { DatabaseConfig } from "./databases.ts";
import { readTestContent } from "./studios.ts";

/** Publishes two documents with the same mark again and again, and with "ending" ends each release, until the process is killed. */
const [config, ...paths] = JSON.parse(process.argv[2] ?? "[]") as [DatabaseConfig, ...string[]];
const isEnding = process.argv[3] === "ending";
const database = await openDatabase(config, { migrations, log: createLog({ logLevel: "silent" }) });
const studio = createStudio({
	database,
	clock: systemClock,
	base: await readTestContent(),
	noteContent: async () => {},
	tellScheduler: async () => {},
});
for (let mark = Date.now(); ; mark += 1) {
	for (const path of paths) {
		const document = await studio.getDocument(path);
		const text = (document?.current ?? "").replace(/^title: .*$/m, `title: Mark ${mark}`);
		await studio.saveDraft(path, { text, version: document?.draft?.version ?? 0 }, "account-ila");
	}
	await studio.publish({ paths, ...(isEnding && { endsAt: systemClock.now() }) }, "account-ila");
	if (isEnding) await studio.publishDue();
	process.stdout.write(".");
}
