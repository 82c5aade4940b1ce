import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "../log.ts";
import { finishPages, packFile, type PagePack } from "./finish-pages.ts";
import { pickMonths, type KeptMonths } from "./months-placeholder.ts";

/** A pack, and the folder with its files that the build lacks. */
type LoadedPack = { pack: PagePack; packDirectory: string };

/** Packs that no start has used for this long are removed with the next that is made. */
const unusedMs = 24 * 60 * 60_000;

/**
 * Loads the build's pack; if it was made for another address or other terms, one made for these. The first start on them makes it, which
 * takes some ten seconds, in a folder of the server: a build may belong to somebody else, be read-only, or serve others beside.
 *
 * @param ownDirectory absolute path; holds a folder for each pack, named by its build and what is written into the pages
 * @throws Error if the build is not complete
 */
export async function loadPack(
	buildDirectory: string,
	ownDirectory: string,
	{ publicUrl, keptMonths }: { publicUrl: string; keptMonths: KeptMonths },
	log: Logger,
): Promise<LoadedPack> {
	const file = join(buildDirectory, packFile);
	if (!existsSync(file)) throw new Error("The build is not complete. Run: npm run build");
	const text = await readFile(file, "utf8");
	const built: PagePack = JSON.parse(text);
	const wanted = { publicUrl, keptMonths: pickMonths(keptMonths, built.shownKinds ?? Object.keys(keptMonths)) };
	if (isDeepStrictEqual({ publicUrl: built.publicUrl, keptMonths: built.keptMonths }, wanted))
		return { pack: built, packDirectory: buildDirectory };
	const name = hash("sha256", JSON.stringify([wanted, text]), "hex").slice(0, 24);
	const packDirectory = join(ownDirectory, name);
	await mkdir(packDirectory, { recursive: true, mode: 0o700 });
	await utimes(packDirectory, new Date(), new Date());
	// Written last, under another name first: where it is, every file is.
	const ownFile = join(packDirectory, packFile);
	if (existsSync(ownFile)) return { pack: JSON.parse(await readFile(ownFile, "utf8")), packDirectory };
	log.info({ publicUrl, packDirectory }, "writing the site's address and terms into the pages");
	const pack = await finishPages(buildDirectory, wanted, packDirectory);
	await removeUnused(ownDirectory);
	return { pack, packDirectory };
}

/** Spares packs of a server that starts on the same folder meanwhile. */
async function removeUnused(directory: string): Promise<void> {
	for (const name of await readdir(directory)) {
		const folder = join(directory, name);
		const usedAt = (await stat(folder).catch(() => undefined))?.mtimeMs ?? Infinity;
		if (Date.now() - usedAt > unusedMs) await rm(folder, { recursive: true, force: true });
	}
}
