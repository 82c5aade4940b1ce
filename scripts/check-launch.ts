import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import { readContentFolder, type ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { readKeptSamples, type KeptSamples } from "../features/publishing/launch/kept-samples.server.ts";
import { applyOverlay, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { systemClock } from "../platform/clock.ts";
import { openExistingDatabase, runCommand, UsageError, type CommandResult } from "../platform/command-line.ts";
import { readConfig, type Config } from "../platform/config.ts";
import { checkLaunch, checkPositions, withoutKeptFindings, type LaunchFinding } from "../server/launch-check.ts";
import { migrations } from "../server/migrations.ts";
import { findDate } from "../shared/zoned-time.ts";

/**
 * Lists what a company still has to replace before the launch: in its content as visitors see it, with the studio's releases, by document
 * and field; in its settings by key; and, with a database, the sample jobs that are still shown. Exits with 1 while anything is left. The
 * studio's launch check says the same.
 */
await runCommand({ subject: "The settings and content", run: checkInstallation });

async function checkInstallation(): Promise<CommandResult> {
	const config = readConfig();
	const source = await readContentFolder(config.contentDirectory);
	const { documents, kept, ofDatabase, hasPositions } = await readInstallation(config, source);
	const findings = withoutKeptFindings(checkLaunch(documents, config, { hasPositions }), kept);
	const left = [...findings.map(describeFinding), ...ofDatabase];
	if (left.length === 0)
		return "Ready to launch. Have a lawyer review content/terms.yml and content/pages/privacy.md. Next: npm run build, npm run bench:pages, then npm start.\n";
	return {
		text:
			`${left.length} ${left.length === 1 ? "thing" : "things"} to replace before launch:\n${left.map((line) => `  ${line}`).join("\n")}\n\n` +
			"Replace them in the studio or in content/. Next: npm run check:content, then npm run check:launch again.\n",
		code: 1,
	};
}

function describeFinding({ kind, name, field, text }: LaunchFinding): string {
	if (kind === "content") return `content/${name}: ${field}: ${text}`;
	return `${name}: ${text}`;
}

/** The documents with the studio's releases, and what else in the database prevents a launch. */
async function readInstallation(
	config: Config,
	source: ContentSource,
): Promise<{ documents: ReadonlyMap<string, string>; kept: KeptSamples; ofDatabase: string[]; hasPositions: boolean }> {
	try {
		const database = await openExistingDatabase(config, migrations);
		try {
			const { documents } = applyOverlay(source, await readOverlay(database.db));
			const { timeZone } = readCompanyFile(config.contentDirectory);
			const positions = await checkPositions(
				database.db,
				documents,
				findDate(systemClock.now().epochMilliseconds, timeZone),
			);
			return {
				documents,
				kept: await readKeptSamples(database.db),
				hasPositions: true,
				ofDatabase: positions.map(
					({ name }) => `database: the sample job ${name} is open: npm run jobs -- close ${name}`,
				),
			};
		} finally {
			await database.close();
		}
	} catch (error) {
		const { documents } = source;
		// Before the first start there is no database; its jobs will be those of content/jobs.
		if (error instanceof UsageError) return { documents, kept: new Set(), ofDatabase: [], hasPositions: false };
		return {
			documents,
			kept: new Set(),
			hasPositions: false,
			ofDatabase: [`database: cannot be read, so its jobs were not checked: ${(error as Error).message}`],
		};
	}
}
