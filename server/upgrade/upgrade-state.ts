import { existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { syncFile, syncFolder } from "../../platform/files/sync-folder.ts";

/**
 * How far an upgrade has come, in order. `stopping` and what follows it are moments after which the release before may have to be started
 * again; from `starting` on, visitors may have used the new one.
 */
const steps = ["stopping", "migrating", "migrated", "switching", "starting", "done", "returning"] as const;

const stateSchema = z.object({
	format: z.literal(1),
	step: z.enum(steps),
	/** Absolute path of the folder of the release before, and of its link, if the service runs from one. */
	before: z.string(),
	link: z.string().nullable(),
	/** The migrations that the database had before. */
	migrations: z.array(z.string()),
	/** Sums of every table after a migration that the release before cannot use, as long as nothing was written since. */
	sums: z.string().nullable(),
	/** Path of the backup from before the upgrade. */
	archive: z.string(),
	startedAt: z.string(),
});

/** An upgrade that has begun to change the installation. */
export type UpgradeState = z.infer<typeof stateSchema>;

const fileName = ".upgrade.json";

/**
 * Finds the upgrade to the release in a folder. It is kept there and not among the data: the command that reads it may have more rights
 * than the server, which may write to the data.
 */
export function findUpgradeState(directory: string): UpgradeState | undefined {
	const file = join(directory, fileName);
	return existsSync(file) ? stateSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** Stores how far the upgrade to the release in a folder has come; it is on disk when this resolves. */
export async function writeUpgradeState(directory: string, state: UpgradeState): Promise<void> {
	const path = join(directory, fileName);
	const file = await open(`${path}.partial`, "w", 0o600);
	try {
		await file.writeFile(`${JSON.stringify(state, undefined, "\t")}\n`);
		await syncFile(file);
	} finally {
		await file.close();
	}
	await rename(`${path}.partial`, path);
	await syncFolder(dirname(path));
}

/** Forgets the upgrade to the release in a folder. */
export async function removeUpgradeState(directory: string): Promise<void> {
	await rm(join(directory, fileName), { force: true });
}
