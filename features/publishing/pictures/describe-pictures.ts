import { groupCopies, pathOfFile } from "./picture-paths.ts";
import { fitsShape, pictureShapeNames, shapeOfPlace, type PictureShapeName } from "./picture-shapes.ts";
import type { PictureFile, PictureVersion } from "./picture-store.server.ts";
import type { PictureUse } from "./picture-uses.ts";

/** A picture as the library shows it. */
export type LibraryPicture = {
	/** Below pictures/. */
	path: string;
	/** Where the desk finds it, as it will be; `thumbnail` is the narrowest copy. */
	url: string;
	thumbnail: string;
	width: number;
	height: number;
	/** What its heaviest file weighs. */
	bytes: number;
	shape: PictureShapeName;
	/**
	 * "folder": as the content folder has it. "public": an edition published it. "new": no edition has yet. "changed": it is public, and
	 * another version of it waits to be published.
	 */
	state: "folder" | "public" | "new" | "changed";
	/** Of what the studio took, the newest first. */
	versions: PictureVersion[];
	/** Files of the content folder. */
	folderFiles: string[];
	uses: PictureUse[];
};

type FolderFiles = ReadonlyMap<string, Omit<PictureFile, "src">>;

/** Puts together what is known of every picture, in the order of their paths. */
export function describePictures({
	versions,
	folder,
	uses,
}: {
	/** The newest of a path first. */
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

/** Of a picture that nobody chose a shape for: that of the place where it stands, or one that has its sides. */
export function guessShape(uses: readonly PictureUse[], size: { width: number; height: number }): PictureShapeName {
	const [use] = uses;
	if (use) return shapeOfPlace(use.document, use.field);
	return pictureShapeNames.find((name) => name !== "logo" && fitsShape(name, size)) ?? "free";
}

function toFile(src: string, folder: FolderFiles): PictureFile[] {
	const file = folder.get(src);
	return file ? [{ src, ...file }] : [];
}
