import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import type { PictureSource } from "../documents/content-source.server.ts";
import { middle } from "./crop.ts";
import { guessShape } from "./describe-pictures.ts";
import { findWhole, groupCopies } from "./picture-paths.ts";
import {
	deletePicture,
	insertPictureVersion,
	insertRemoval,
	listPictureVersions,
	pickCurrent,
	type NewPictureVersion,
	type PictureVersion,
} from "./picture-store.server.ts";
import type { PictureUse } from "./picture-uses.ts";
import { picturesChangeKey } from "./pictures-change-key.ts";
import type { PictureOverlay } from "./publish-pictures.server.ts";
import type { PictureUpload } from "./uploads-folder.server.ts";

type Sources = ReadonlyMap<string, PictureSource>;

/** Pictures of a folder, and what happens to those that it does not have. */
export type ImportedPictures = {
	files: Sources;
	uploads: ReadonlyMap<string, PictureUpload>;
	/** Reads a file by path below pictures/. */
	read(src: string): Promise<Buffer>;
	deletesMissing: boolean;
};

/** An import's change of one picture. */
export type PictureChange = { path: string } & (
	| { change: "put"; files: Sources; version: Omit<NewPictureVersion, "path" | "by"> }
	/** The build's picture is public again. */
	| { change: "take file" }
	/** `gone`: files of the build, with narrower copies. */
	| { change: "remove"; gone: readonly string[] }
);

/** Computes an import's changes of pictures; none where they equal the public ones. */
export async function planPictures(
	db: Connection,
	{ files, uploads, read, deletesMissing }: ImportedPictures,
	{
		base,
		published,
		uses,
	}: {
		/** Pictures of the build. */
		base: Sources;
		/** Public pictures. */
		published: Sources;
		uses: ReadonlyMap<string, PictureUse[]>;
	},
): Promise<{ changes: PictureChange[] } | { problems: ContentProblem[] }> {
	const versionsOf = Map.groupBy(await listPictureVersions(db), ({ path }) => path);
	const [ofFolder, ofBuild, ofPublic] = [files, base, published].map((sources) => groupCopies(sources.keys()));
	const changes: PictureChange[] = [];
	const problems: ContentProblem[] = [];

	for (const [path, srcs] of ofFolder ?? []) {
		const own = pick(files, srcs);
		const upload = uploads.get(path);
		const versions = versionsOf.get(path) ?? [];
		const isPublic = isSame(own, pick(published, ofPublic?.get(path)));
		if (isPublic && (!upload || isCutFrom(pickCurrent(versions).published, upload, own.get(path)))) continue;
		if (pickCurrent(versions).draft)
			problems.push({
				file: `pictures/${path}`,
				field: "",
				message: "has an unpublished version in the studio: publish or discard it first",
			});
		const built = pick(base, ofBuild?.get(path));
		if (!upload && isSame(own, built)) changes.push({ path, change: "take file" });
		else
			changes.push({
				path,
				change: "put",
				files: own,
				version: await readVersion(path, {
					own,
					upload,
					read,
					uses: uses.get(path) ?? [],
					gone: [...built.keys()].filter((src) => !own.has(src)),
				}),
			});
	}
	if (deletesMissing)
		for (const path of ofPublic?.keys() ?? [])
			if (!ofFolder?.has(path)) changes.push({ path, change: "remove", gone: ofBuild?.get(path) ?? [] });
	return problems.length > 0 ? { problems } : { changes };
}

async function readVersion(
	path: string,
	{
		own,
		upload,
		read,
		uses,
		gone,
	}: {
		own: Sources;
		upload: PictureUpload | undefined;
		read: ImportedPictures["read"];
		uses: readonly PictureUse[];
		gone: readonly string[];
	},
): Promise<Omit<NewPictureVersion, "path" | "by">> {
	const cuts = new Map<string, PictureUpload["master"]>();
	for (const [src, { width, height }] of own) cuts.set(src, { body: await read(src), width, height });
	const whole = cuts.get(path);
	if (!whole) throw new Error(`${path} is not among its own files`);
	const { shape, focal, uploadedName, master } = upload ?? {
		shape: guessShape(uses, whole),
		focal: middle,
		uploadedName: path.slice(path.lastIndexOf("/") + 1),
		// It can only be cut from itself.
		master: whole,
	};
	return { shape, focal, uploadedName, master, cuts, gone };
}

function pick(sources: Sources, srcs: readonly string[] = []): Sources {
	return new Map(
		srcs.toSorted().flatMap((src) => {
			const source = sources.get(src);
			return source ? [[src, source] as const] : [];
		}),
	);
}

function isSame(one: Sources, other: Sources): boolean {
	return one.size === other.size && [...one].every(([src, { hash }]) => other.get(src)?.hash === hash);
}

/** Tells whether a version was cut from the given upload in the given way. */
function isCutFrom(
	version: PictureVersion | undefined,
	{ shape, focal, uploadedName, master }: PictureUpload,
	whole: PictureSource | undefined,
): boolean {
	return (
		version?.master !== undefined &&
		version.master.hash !== whole?.hash &&
		version.shape === shape &&
		version.uploadedName === uploadedName &&
		version.focal.x === focal.x &&
		version.focal.y === focal.y &&
		version.master.width === master.width &&
		version.master.height === master.height
	);
}

/** Returns the build's pictures with an import's changes, for checking the content. */
export function applyPictureChanges(overlay: PictureOverlay, changes: readonly PictureChange[]): PictureOverlay {
	if (changes.length === 0) return overlay;
	const changed = new Set(changes.map(({ path }) => path));
	const result = new Map([...overlay].filter(([src]) => !changed.has(findWhole(src) ?? src) && !changed.has(src)));
	for (const change of changes) {
		if (change.change === "take file") continue;
		for (const src of change.change === "put" ? change.version.gone : change.gone) result.set(src, undefined);
		if (change.change === "put") for (const [src, source] of change.files) result.set(src, source);
	}
	return result;
}

/** Applies an import's changes of pictures within a release's transaction. */
export async function importPictures(
	transaction: WriteTransaction,
	changes: readonly PictureChange[],
	{ edition, by, now }: { edition: number; by: string; now: Temporal.Instant },
): Promise<void> {
	for (const change of changes) {
		const { path } = change;
		if (change.change === "put") {
			const version = await insertPictureVersion(transaction, { ...change.version, path, by }, now);
			await transaction
				.updateTable("contentPictures")
				.set({ edition })
				.where("path", "=", path)
				.where("version", "=", version)
				.execute();
		} else if (change.change === "remove" && change.gone.length > 0)
			await insertRemoval(transaction, { path, files: change.gone, by }, now);
		else await deletePicture(transaction, path);
	}
	if (changes.length > 0) await recordChange(transaction, [picturesChangeKey]);
}
