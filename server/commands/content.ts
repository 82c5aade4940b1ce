import { existsSync } from "node:fs";
import { join } from "node:path";
import {
	contentSourceFile,
	readContentFolder,
	readContentSource,
	type ContentSource,
} from "../../features/publishing/documents/content-source.server.ts";
import { findLastEdition } from "../../features/publishing/editions/edition-store.server.ts";
import { listEntries, readStoredDocuments } from "../../features/publishing/editions/list-documents.server.ts";
import { readYamlFile } from "../../features/publishing/yaml-file.server.ts";
import { readArguments, runCommand, UsageError } from "../../platform/command-line.ts";
import { readConfig, type Config } from "../../platform/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { companySchema } from "../../shared/company.ts";
import { openExistingInstallation } from "../open-installation.ts";
import { formatTable } from "./format.ts";

const help = `Shows what the studio has published over the files of the content.
Works beside a running server, on the database that the same environment names.

  npm run content -- status    lists documents that belong to the studio, drafts, and files that have changed since

  --help         shows this
`;

type ContentWork = { database: Database; base: ContentSource };

const commands: Record<string, (work: ContentWork, argument: string | undefined) => Promise<string>> = {
	async status({ database, base }) {
		const entries = listEntries(base.documents, await readStoredDocuments(database.db)).filter(
			({ state, draft }) => state !== "file" || draft,
		);
		const edition = await findLastEdition(database.db);
		const summary = edition === 0 ? "The studio has published nothing." : `The last edition is ${edition}.`;
		if (entries.length === 0) return `${summary}\n`;
		return `${summary}\n\n${formatTable(
			["Document", "Comes from", "Draft", "File changed since"],
			entries.map(({ path, state, draft, conflict }) => [path, state, draft?.change ?? "", conflict ? "yes" : ""]),
		)}`;
	},
};

/** What the server on this configuration was built with; where nothing is built, the content folder. */
async function readBase({ buildDirectory, contentDirectory }: Config): Promise<ContentSource> {
	const built = join(buildDirectory, contentSourceFile);
	return existsSync(built) ? readContentSource(built) : readContentFolder(contentDirectory);
}

await runCommand("The content", async (args) => {
	const { values, positionals } = readArguments(args, {});
	if (values.help) return help;
	const [name = "status", argument] = positionals;
	const command = commands[name];
	if (!command) throw new UsageError(`There is no command ${name}. ${Object.keys(commands).join(", ")}, or --help.`);
	const config = readConfig();
	const base = await readBase(config);
	const company = readYamlFile("company.yml", base.documents.get("company.yml") ?? "", companySchema);
	const { database } = await openExistingInstallation(config, company);
	try {
		return await command({ database, base }, argument);
	} finally {
		await database.close();
	}
});
