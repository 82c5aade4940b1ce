import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
	readArguments,
	runCommand,
	UsageError,
	type Command,
	type CommandIo,
	type CommandResult,
} from "../../platform/command-line.ts";
import { readConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { projectDirectory } from "../software-version.ts";
import { removeLeftCopies } from "../upgrade/data-copies.ts";
import { rehearseUpgrade } from "../upgrade/rehearse-upgrade.ts";
import { readReleaseIn } from "../upgrade/release.ts";
import { assertSharedData, findReleaseBefore, upgrade, upgradeBack } from "../upgrade/run-upgrade.ts";
import { takeWorkFolder, workFolderOf } from "../upgrade/work-folder.ts";
import { isPassed, summarise } from "../upgrade/write-report.ts";

const defaultPatienceSeconds = 120;

const help = `Upgrades an installation to the release in this folder, and rolls back automatically if anything fails.

  npm run upgrade -- --rehearse   try it on a copy of the newest backup and report what differs; changes nothing
  npm run upgrade                 upgrade, or continue an upgrade that was interrupted
  npm run upgrade -- --back       return to the previous release, with everything stored since

Run it in the folder of the new release, with the same settings as the server. DATA_DIR must be an absolute path.
UPGRADE_FROM is the path from which the service runs, UPGRADE_STOP and UPGRADE_START stop and start the service.

  --from PATH         instead of UPGRADE_FROM: the folder of the release in use, or the link to it
  --to PATH           the new release, if it is not in this folder
  --backup FILE       for --rehearse: this backup instead of the newest automatic one
  --report FOLDER     for --rehearse: where the report goes; upgrade-report in the new release by default
  --patience SECONDS  how long a started release may take to be ready; ${defaultPatienceSeconds} by default
  --help              show this help

Exit status: 0 done, or every page shown by both releases; 1 failed, with the previous release in use, or pages that fail;
2 wrong usage; 3 the server has to be started by hand.
`;

async function run(args: string[], io: CommandIo): Promise<CommandResult> {
	const { values, positionals } = readArguments(args, {
		rehearse: { type: "boolean", default: false },
		back: { type: "boolean", default: false },
		from: { type: "string" },
		to: { type: "string" },
		backup: { type: "string" },
		report: { type: "string" },
		patience: { type: "string", default: String(defaultPatienceSeconds) },
	});
	if (values.help) return help;
	if (positionals.length > 0) throw new UsageError(`Unknown: ${positionals.join(" ")}. See --help.`);
	if (values.rehearse && values.back) throw new UsageError("Give --rehearse or --back, not both.");
	if (!/^\d{1,5}$/.test(values.patience)) throw new UsageError("--patience must be a number of seconds.");
	const { env } = io;
	const config = readConfig(env);
	const from = values.from ?? config.upgrade.from;
	const log = createLog({ logLevel: "silent" });
	const onProgress = (message: string) => void io.stderr.write(`> ${message}\n`);
	const give = await takeWorkFolder(config);
	try {
		await removeLeftCopies({ folder: workFolderOf(config), databaseUrl: config.databaseUrl }, log);
		const after = readReleaseIn(await realpath(values.to ?? projectDirectory), env);
		if (values.rehearse) {
			assertSharedData(env);
			const folder = resolve(values.report ?? join(after.directory, "upgrade-report"));
			const result = await rehearseUpgrade({
				config,
				env,
				before: await findReleaseBefore(from, env),
				after,
				archive: values.backup === undefined ? undefined : resolve(values.backup),
				folder,
				log,
				now: Temporal.Now.instant(),
				onProgress,
			});
			return { text: summarise(result, folder), code: isPassed(result) ? 0 : 1 };
		}
		const deps = { config, env, after, from, patienceMs: Number(values.patience) * 1_000, log, onProgress };
		const { done, text } = await (values.back ? upgradeBack(deps) : upgrade(deps));
		return { text: `${text}\n`, code: done ? 0 : 3 };
	} finally {
		await give();
	}
}

export const upgradeCommand: Command = { subject: "The upgrade", run };

if (import.meta.main) await runCommand(upgradeCommand);
