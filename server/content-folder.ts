import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readContentFolder, type ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { findInFolder } from "../features/publishing/documents/folder-file.server.ts";
import { formatPageDates, pageDatesFile } from "../features/publishing/documents/page-dates-file.server.ts";
import { redirectsFile } from "../features/publishing/documents/redirects-file.server.ts";
import { listRecordedPages } from "../features/publishing/page-dates/page-dates.server.ts";
import {
	findBytes,
	listPictureVersions,
	pickCurrent,
	readBytes,
} from "../features/publishing/pictures/picture-store.server.ts";
import {
	readUploads,
	writeUploads,
	type PictureUpload,
} from "../features/publishing/pictures/uploads-folder.server.ts";
import type { ImportedContent } from "../features/publishing/releases/import-content.server.ts";
import { formatPublicRedirects } from "../features/publishing/releases/public-redirects.server.ts";
import { applyOverlay, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import type { Config } from "../platform/config.ts";
import type { Connection } from "../platform/database/database.ts";
import { PlainError } from "../platform/plain-error.ts";
import { readBuiltPicture } from "./built-pictures.ts";

type ExportDeps = {
	config: Pick<Config, "buildDirectory" | "contentDirectory">;
	database: { db: Connection };
	base: ContentSource;
};

/**
 * Writes the public content into a folder: documents, pictures with their sources, redirects, and the days on which pages last
 * changed. Files that the studio has deleted are removed; others stay.
 * @param directory absolute path
 */
export async function exportContent(
	deps: ExportDeps,
	directory: string,
): Promise<{ edition: number; documents: number; pictures: number }> {
	const { base, database } = deps;
	const overlay = await readOverlay(database.db);
	const { documents, pictures } = applyOverlay(base, overlay);
	for (const [path, text] of documents) await writeTo(await placeBelow(directory, path), text);
	for (const [path, text] of overlay.documents)
		if (text === undefined) await rm(await placeBelow(directory, path), { force: true });
	for (const [src, picture] of pictures) {
		const isOfStudio = overlay.pictures.has(src);
		const body = isOfStudio
			? await findBytes(database.db, picture.hash)
			: await readBuiltPicture(deps.config, src, picture);
		if (!body)
			throw new PlainError(
				isOfStudio
					? `The picture ${src} was removed while the rest was written. Export again.`
					: `The picture ${src} is neither in the build nor in the content folder.`,
			);
		await writeTo(await placeBelow(directory, `pictures/${src}`), body);
	}
	for (const [src, picture] of overlay.pictures)
		if (!picture) await rm(await placeBelow(directory, `pictures/${src}`), { force: true });
	const uploads = await listUploads(database.db);
	for (const path of uploads.keys()) await placeBelow(directory, path);
	await writeUploads(directory, uploads);
	const redirects = formatPublicRedirects(base, overlay);
	const ofRedirects = await placeBelow(directory, redirectsFile);
	if (redirects === undefined) await rm(ofRedirects, { force: true });
	else await writeTo(ofRedirects, redirects);
	const dates = await listRecordedPages(database.db);
	if (dates.size > 0) await writeTo(await placeBelow(directory, pageDatesFile), formatPageDates(dates));
	return { edition: overlay.edition, documents: documents.size, pictures: pictures.size };
}

/**
 * @throws PlainError for a path that leads out of the folder, as somebody who reaches the database can write it there
 * @throws ContentError for one through a symbolic link
 */
async function placeBelow(directory: string, path: string): Promise<string> {
	if (path.split(/[\\/]/).some((part) => ["", ".", ".."].includes(part)))
		throw new PlainError(
			`The database holds a document or picture at ${JSON.stringify(path)}, which is no place in a folder.`,
		);
	await findInFolder(directory, path);
	return join(directory, path);
}

async function writeTo(file: string, content: string | Uint8Array): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, content);
}

/** Lists the sources of public pictures; imported pictures that are their own source are left out. */
async function listUploads(db: Connection): Promise<Map<string, PictureUpload>> {
	const versions = Map.groupBy(await listPictureVersions(db), ({ path }) => path);
	const uploads = new Map<string, PictureUpload>();
	for (const [path, ofPath] of versions) {
		const { master, files, shape, focal, uploadedName } = pickCurrent(ofPath).published ?? {};
		if (!master || !shape || !focal || uploadedName === undefined) continue;
		if (files?.some(({ src, hash }) => src === path && hash === master.hash)) continue;
		const body = (await readBytes(db, [master.hash])).get(master.hash);
		if (body) uploads.set(path, { shape, focal, uploadedName, master: { ...master, body } });
	}
	return uploads;
}

/**
 * Reads a folder for an import.
 * @param directory absolute path
 * @throws ContentError
 */
export async function readImported(
	directory: string,
	{ deletesMissing }: { deletesMissing: boolean },
): Promise<ImportedContent> {
	const { documents, pictures } = await readContentFolder(directory);
	return {
		documents,
		pictures: {
			files: pictures,
			uploads: await readUploads(directory),
			read: (src) => readFile(join(directory, "pictures", src)),
		},
		deletesMissing,
	};
}
