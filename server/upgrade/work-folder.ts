import { spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../platform/config.ts";
import { assertRoom } from "../../platform/files/file-store.ts";
import { giveToFolderOwner, makeFolder } from "../../platform/files/make-folder.ts";
import { PlainError } from "../../platform/plain-error.ts";
import type { Release } from "./release.ts";

const backUpProgram = fileURLToPath(new URL("back-up-program.ts", import.meta.url));

/** Returns the folder in which upgrades and rehearsals keep backups and copies, on the disk of the data. */
export function workFolderOf({ dataDirectory }: Pick<Config, "dataDirectory">): string {
	return join(dataDirectory, "upgrade");
}

/**
 * Takes the work folder for this process, and clears what an interrupted rehearsal left; the backup of an upgrade stays.
 *
 * @returns gives it free again
 * @throws PlainError if another upgrade or rehearsal runs, or the folder cannot be used
 */
export async function takeWorkFolder(config: Pick<Config, "dataDirectory">): Promise<() => Promise<void>> {
	const folder = workFolderOf(config);
	const lock = join(folder, "running");
	try {
		makeFolder(folder);
		const holder = Number(await readFile(lock, "utf8").catch(() => ""));
		if (holder > 0 && isAlive(holder))
			throw new PlainError(
				`Another upgrade or rehearsal is running (process ${holder}). If that process is something else, delete ${lock}`,
			);
		await writeFile(lock, String(process.pid), { mode: 0o600 });
		giveToFolderOwner(lock);
		await removeRehearsals(folder);
	} catch (error) {
		if (error instanceof PlainError) throw error;
		throw new PlainError(
			`The folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
		);
	}
	return async () => {
		await removeRehearsals(folder);
		await rm(lock, { force: true });
	};
}

async function removeRehearsals(folder: string): Promise<void> {
	for (const name of await readdir(folder))
		if (name.startsWith("rehearsal.") || name === "download")
			await rm(join(folder, name), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return pid !== process.pid;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/**
 * Lets a release back up the installation that it runs into the work folder, beside running servers. An earlier backup of that name is
 * replaced. It is not encrypted, and only its owner may read it, as the database beside it.
 *
 * @returns its path
 * @throws PlainError if the disk has less room than FILES_RESERVE_MB, or the backup cannot be made; there is none of that name then
 */
export async function writeWorkArchive(
	release: Release,
	name: string,
	{ config, env }: { config: Config; env: NodeJS.ProcessEnv },
): Promise<string> {
	const folder = workFolderOf(config);
	const path = join(folder, `${name}.tar.gz`);
	await assertRoom(folder, config.filesReserveBytes).catch(() => {
		throw new PlainError(`The disk of ${folder} has less room than FILES_RESERVE_MB`);
	});
	for (const old of [path, `${path}.partial`]) await rm(old, { force: true });
	const child = spawn(release.node, [backUpProgram, release.buildDirectory, path, release.version], {
		cwd: release.directory,
		env: { ...env, BUILD_DIR: release.buildDirectory },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let problem = "";
	child.stderr.setEncoding("utf8").on("data", (piece: string) => (problem += piece));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code !== 0)
		throw new PlainError(`The backup failed: ${problem.trim() || `its program ended with ${String(code)}`}`);
	giveToFolderOwner(path);
	return path;
}
