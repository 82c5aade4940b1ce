import { listOpenJobs } from "../features/careers/jobs/jobs-store.server.ts";
import { readCompanyFile } from "../features/publishing/company-file.server.ts";
import { findDate } from "../shared/zoned-time.ts";
import { systemClock } from "../platform/clock.ts";
import { migrations } from "../server/migrations.ts";
import { openExistingDatabase, runCommand, UsageError } from "../platform/command-line.ts";
import { readConfig, type Config } from "../platform/config.ts";
import { listPlaceholders, listSampleJobs } from "./list-placeholders.ts";

/**
 * Lists what a real company must still replace before it launches, in its content by file and field, in its settings by key and, where
 * there is a database, the sample jobs that it still shows; says what to run next. Exits with 1 while anything is left.
 */
await runCommand("What a launch needs", async () => {
	const config = readConfig();
	const left = [
		...listPlaceholders(config.contentDirectory).map((line) => `content/${line}`),
		...listSettings(config),
		...(await listShownSampleJobs(config)),
	];
	if (left.length === 0)
		return "Nothing is left to replace. Have a lawyer read content/terms.yml and content/pages/privacy.md. Next: npm run build, npm run bench:pages, then npm start.\n";
	process.exitCode = 1;
	return (
		`${left.length} placeholder(s) to replace before launch:\n${left.map((line) => `  ${line}`).join("\n")}\n\n` +
		"Replace them, and the mark: in ui/logo.tsx, in features/publishing/mark.ts (all icons are drawn from it) and in features/publishing/cards.server.ts (the tower on the pictures for social networks). Next: npm run check:content, and again npm run check:launch.\n"
	);
});

/** Settings without which nobody outside this machine gets an e-mail or a link. */
function listSettings({ publicUrl, smtpUrl, mailFrom }: Config): string[] {
	return [
		...(publicUrl.startsWith("https://") ? [] : [`PUBLIC_URL: ${publicUrl} is not an https address`]),
		...(smtpUrl === undefined ? ["SMTP_URL: unset, so e-mails wait in the outbox"] : []),
		...(mailFrom === undefined ? ["MAIL_FROM: unset"] : []),
	];
}

/** Sample jobs that visitors see: content/jobs was read at the first start, so to change it there takes none of them away. */
async function listShownSampleJobs(config: Config): Promise<string[]> {
	try {
		const database = await openExistingDatabase(config, migrations);
		try {
			const { timeZone } = readCompanyFile(config.contentDirectory);
			const jobs = await listOpenJobs(database.db, findDate(systemClock.now().epochMilliseconds, timeZone));
			return listSampleJobs(jobs).map((id) => `database: the sample job ${id} is open: npm run jobs -- close ${id}`);
		} finally {
			await database.close();
		}
	} catch (error) {
		// Before the first start there is none, and its jobs will be those of content/jobs.
		if (error instanceof UsageError) return [];
		return [`database: cannot be read, so its jobs are not known: ${(error as Error).message}`];
	}
}
