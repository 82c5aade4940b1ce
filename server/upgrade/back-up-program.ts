import type { readCompanyFile } from "../../features/publishing/company-file.server.ts";
import type { backUp } from "../../platform/backup/back-up.ts";
import type { readConfig } from "../../platform/config.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { openFileStore } from "../../platform/files/file-store.ts";
import type { createLog } from "../../platform/log.ts";
import type { Company } from "../../shared/company.ts";
import type { DeclarationConfig } from "../records.ts";
import { loadModule } from "./release.ts";

/**
 * Backs up the installation by the modules of the release that it runs, which knows its own tables. Arguments: the path of the release's
 * build, the path of the archive, the release's version.
 */

type ListFileOwners = (config: DeclarationConfig, company: Company) => FileOwner[];

/** In earlier releases, personal records own files. */
type PersonalData = { listFileOwners?: ListFileOwners; listPersonalRecords: ListFileOwners };

const [buildDirectory = "", path = "", version = ""] = process.argv.slice(2);
const release = { buildDirectory };
const load = <Module>(name: string) => loadModule<Module>(release, name);

const configuration = await load<{ readConfig: typeof readConfig }>("platform/config.js");
const companies = await load<{ readCompanyFile: typeof readCompanyFile }>("features/publishing/company-file.server.js");
const stores = await load<{ openFileStore: typeof openFileStore }>("platform/files/file-store.js");
const logs = await load<{ createLog: typeof createLog }>("platform/log.js");
const backups = await load<{ backUp: typeof backUp }>("platform/backup/back-up.js");
const { listFileOwners, listPersonalRecords } = await load<PersonalData>("server/personal-data.js");

const config = configuration.readConfig();
try {
	const company = companies.readCompanyFile(config.contentDirectory);
	await backups.backUp(path, {
		config,
		files: await stores.openFileStore(config),
		fileOwners: (listFileOwners ?? listPersonalRecords)(config, company),
		log: logs.createLog({ logLevel: "silent" }),
		now: Temporal.Now.instant(),
		release: version,
	});
} catch (error) {
	process.stderr.write(`${(error as Error).message}\n`);
	process.exitCode = 1;
}
