import { groupCopies, pathOfFile } from "./picture-paths.ts";
import { fitsShape, pictureShapeNames, shapeOfPlace, type PictureShapeName } from "./picture-shapes.ts";
import type { PictureFile, PictureVersion } from "./picture-store.server.ts";
import type { PictureUse } from "./picture-uses.ts";

/** A picture as the library shows it. */
export type LibraryPicture = {
	/** Below pictures/. */
	path: string;
	/** Where the desk shows it, with its draft; `thumbnail` is the narrowest copy. */
	url: string;
	thumbnail: string;
	width: number;
	height: number;
	/** Of its largest file. */
	bytes: number;
	shape: PictureShapeName;
	/**
	 * "folder": from the content folder. "public": in a release. "new": in no release yet. "changed": public, with an unpublished version.
	 */
	state: "folder" | "public" | "new" | "changed";
	/** The studio's versions, newest first. */
	versions: PictureVersion[];
	/** Files of the content folder. */
	folderFiles: string[];
	uses: PictureUse[];
};

type FolderFiles = ReadonlyMap<string, Omit<PictureFile, "src">>;

/** Combines what is known about every picture, by path. */
export function describePictures({
	versions,
	folder,
	uses,
}: {
	/** Newest first for each path. */
	versions: readonly PictureVersion[];
	folder: FolderFiles;
	uses: ReadonlyMap<string, PictureUse[]>;
}): LibraryPicture[] {
	const folderFiles = groupCopies(folder.keys());
	const versionsOf = Map.groupBy(versions, ({ path }) => path);
	const paths = [...new Set([...folderFiles.keys(), ...versionsOf.keys()])].toSorted();
	return paths.flatMap((path) => {
		const ofPath = versionsOf.get(path) ?? [];
		const [newest] = ofPath;
		if (newest && !newest.master) return [];
		const inFolder = folderFiles.get(path) ?? [];
		const files = (newest?.files ?? inFolder.flatMap((src) => toFile(src, folder))).toSorted(
			(a, b) => a.width - b.width,
		);
		const whole = files.find(({ src }) => src === path);
		const narrowest = files[0];
		if (!whole || !narrowest) return [];
		const places = uses.get(path) ?? [];
		return [
			{
				path,
				url: pathOfFile(whole),
				thumbnail: pathOfFile(narrowest),
				width: whole.width,
				height: whole.height,
				bytes: Math.max(...files.map(({ bytes }) => bytes)),
				shape: newest?.shape ?? guessShape(places, whole),
				state: nameState(ofPath, inFolder.length > 0),
				versions: ofPath,
				folderFiles: inFolder,
				uses: places,
			},
		];
	});
}

function nameState(versions: readonly PictureVersion[], isInFolder: boolean): LibraryPicture["state"] {
	const [newest] = versions;
	if (!newest) return "folder";
	if (newest.edition !== undefined) return "public";
	return isInFolder || versions.length > 1 ? "changed" : "new";
}

/** Guesses the shape of a picture without a chosen one: from a place that shows it, or from its sides. */
export function guessShape(uses: readonly PictureUse[], size: { width: number; height: number }): PictureShapeName {
	const [use] = uses;
	if (use) return shapeOfPlace(use.document, use.field);
	return pictureShapeNames.find((name) => name !== "logo" && fitsShape(name, size)) ?? "free";
}

function toFile(src: string, folder: FolderFiles): PictureFile[] {
	const file = folder.get(src);
	return file ? [{ src, ...file }] : [];
}
