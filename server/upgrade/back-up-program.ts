import type { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import type { backUp } from "../../platform/backup/back-up.ts";
import type { readConfig } from "../../platform/config.ts";
import type { openFileStore } from "../../platform/files/file-store.ts";
import type { createLog } from "../../platform/log.ts";
import type { listPersonalRecords } from "../personal-data.ts";
import { loadModule } from "./release.ts";

/**
 * Backs up the installation to the path in its first argument, by the modules of the release whose build BUILD_DIR names and whose version
 * is the second argument: that release knows its own tables.
 */

const release = { buildDirectory: process.env.BUILD_DIR ?? "" };
const [path = "", version = ""] = process.argv.slice(2);
const load = <Module>(name: string) => loadModule<Module>(release, name);

const configuration = await load<{ readConfig: typeof readConfig }>("platform/config.js");
const companies = await load<{ readCompanyFile: typeof readCompanyFile }>("features/publishing/company-file.server.js");
const stores = await load<{ openFileStore: typeof openFileStore }>("platform/files/file-store.js");
const logs = await load<{ createLog: typeof createLog }>("platform/log.js");
const backups = await load<{ backUp: typeof backUp }>("platform/backup/back-up.js");
const personalData = await load<{ listPersonalRecords: typeof listPersonalRecords }>("server/personal-data.js");

const config = configuration.readConfig();
try {
	await backups.backUp(path, {
		config,
		files: await stores.openFileStore(config),
		fileOwners: personalData.listPersonalRecords(config, companies.readCompanyFile(config.contentDirectory)),
		log: logs.createLog({ logLevel: "silent" }),
		now: Temporal.Now.instant(),
		release: version,
	});
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
