import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { PictureSource } from "../documents/content-source.server.ts";
import { listPictureVersions, pickCurrent, readBytes, type PictureVersion } from "./picture-store.server.ts";
import { listPictureUses } from "./picture-uses.ts";
import { picturesChangeKey } from "./pictures-change-key.ts";

/** Pictures over those of the content folder, by path below pictures/, with narrower copies; undefined removes one. */
export type PictureOverlay = ReadonlyMap<string, PictureSource | undefined>;

/**
 * Reads the studio's pictures over those of the content folder.
 * @param withDrafts includes drafts, for previews and checks; or of drafts the new pictures that some documents name
 */
export async function readPictureOverlay(
	db: Connection,
	{ withDrafts }: { withDrafts: boolean | { namedIn: readonly PublishedText[]; folder: FolderPictures } },
): Promise<PictureOverlay> {
	const versions = Map.groupBy(await listPictureVersions(db), ({ path }) => path);
	const overlay = new Map<string, PictureSource | undefined>();
	const some = typeof withDrafts === "boolean" ? undefined : withDrafts;
	const named = some && listNamed(some.namedIn);
	for (const [path, ofPath] of versions) {
		const { published, draft } = pickCurrent(ofPath);
		const isDraftShown = some ? isNewPicture(ofPath, some.folder) && named?.has(path) : withDrafts === true;
		// A draft may have other widths than the version that it replaces.
		for (const version of [published, isDraftShown ? draft : undefined]) {
			for (const src of version?.gone ?? []) overlay.set(src, undefined);
			for (const { src, ...file } of version?.files ?? []) overlay.set(src, file);
		}
	}
	return withDrawings(db, overlay);
}

/** Adds the texts of drawings, which pages inline. Only imports bring drawings, so most overlays have none. */
async function withDrawings(db: Connection, overlay: Map<string, PictureSource | undefined>): Promise<PictureOverlay> {
	const drawings = [...overlay].flatMap(([src, file]) => (file && src.endsWith(".svg") ? [{ src, file }] : []));
	const bytes = await readBytes(
		db,
		drawings.map(({ file }) => file.hash),
	);
	for (const { src, file } of drawings) {
		const svg = bytes.get(file.hash)?.toString("utf8");
		if (svg !== undefined) overlay.set(src, { ...file, svg });
	}
	return overlay;
}

/** Lists the paths of unpublished pictures, and whether each is new. */
async function listPictureDrafts(db: Connection, folder: FolderPictures): Promise<{ path: string; isNew: boolean }[]> {
	const versions = Map.groupBy(await listPictureVersions(db), ({ path }) => path);
	return [...versions].flatMap(([path, ofPath]) => {
		return pickCurrent(ofPath).draft ? [{ path, isNew: isNewPicture(ofPath, folder) }] : [];
	});
}

/** A document of a release. */
type PublishedText = { path: string; text: string };

/** Pictures of the content folder, by path below pictures/. */
type FolderPictures = ReadonlyMap<string, unknown>;

/** Tells whether a picture has an unpublished version only, which replaces nothing public. */
function isNewPicture(versions: readonly PictureVersion[], folder: FolderPictures): boolean {
	const { published, draft } = pickCurrent(versions);
	return draft !== undefined && published === undefined && !folder.has(draft.path);
}

function listNamed(texts: readonly PublishedText[]): Set<string> {
	return new Set(texts.flatMap(({ path, text }) => [...listPictureUses(path, text).keys()]));
}

/**
 * Publishes drafts of pictures within a release's transaction: new ones that its documents name, and chosen replacements.
 * @param texts of the release's documents
 * @param chosen paths below pictures/
 * @returns the published paths
 */
export async function publishPictures(
	transaction: WriteTransaction,
	{
		edition,
		texts,
		chosen,
		folder,
	}: { edition: number; texts: readonly PublishedText[]; chosen: readonly string[]; folder: FolderPictures },
): Promise<string[]> {
	const drafts = await listPictureDrafts(transaction, folder);
	if (drafts.length === 0) return [];
	const named = listNamed(texts);
	const paths = drafts
		.filter(({ path, isNew }) => chosen.includes(path) || (isNew && named.has(path)))
		.map(({ path }) => path);
	if (paths.length > 0)
		await transaction
			.updateTable("contentPictures")
			.set({ edition })
			.where("path", "in", paths)
			.where("edition", "is", null)
			.execute();
	if (paths.length > 0) await recordChange(transaction, [picturesChangeKey]);
	return paths;
}
