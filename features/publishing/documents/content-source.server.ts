import { hash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import pMap from "p-map";
import { ContentError } from "./content-error.ts";
import { findSlug, listedKinds, type DocumentKind } from "./document-kinds.ts";
import { findInFolder, measurePicture, readFolderFile } from "./folder-file.server.ts";
import { pageDatesFile } from "./page-dates-file.server.ts";

/** The source of a content, independent of where it is stored. */
export type ContentSource = {
	/** Texts of documents by path, such as "services/erp.yml". */
	documents: ReadonlyMap<string, string>;
	/** Pictures by path below pictures/. */
	pictures: ReadonlyMap<string, PictureSource>;
	/** Every address that redirects, where the studio has added some to those of redirects.yml. */
	formerAddresses?: ReadonlySet<string>;
	/** The days of page-dates.yml. */
	pageDates?: string;
};

/** hash: sha-256 hex of the bytes. Sizes are CSS pixels of the file. `svg`: its text, only for SVG. */
export type PictureSource = { hash: string; width: number; height: number; bytes: number; svg?: string };

/** The build's copy of its source: a running server needs no content folder. */
export const contentSourceFile = "content.json";

const filesAtOnce = 16;
const isPicture = (name: string) => /\.(?:svg|avif)$/.test(name);

/**
 * Reads every document and picture of a content folder, through no symbolic link, and ignores other files.
 *
 * @param directory absolute path of the content folder
 * @throws ContentError naming each file that is there and cannot be read
 */
export async function readContentFolder(directory: string): Promise<ContentSource> {
	const problems: ContentError["problems"] = [];
	/** Goes on after a file that cannot be read, so that all of them are named. */
	const collect = async <Read>(reading: Promise<Read>): Promise<Read | undefined> => {
		try {
			return await reading;
		} catch (error) {
			if (!(error instanceof ContentError)) throw error;
			problems.push(...error.problems);
			return undefined;
		}
	};
	const lists = await Promise.all(listedKinds.map(({ kind }) => collect(listDocumentFiles(directory, kind))));
	const documents = await pMap(
		lists.flatMap((list) => list ?? []),
		async (file) => [file, (await collect(readFolderFile(directory, file)))?.toString("utf8")] as const,
		{ concurrency: filesAtOnce },
	);
	const pictures = await pMap(
		(await collect(listPictureFiles(directory))) ?? [],
		async (src) => [src, await collect(readPicture(directory, src))] as const,
		{ concurrency: filesAtOnce },
	);
	const pageDates = await collect(readFolderFile(directory, pageDatesFile));
	if (problems.length > 0) throw new ContentError(problems);
	return {
		documents: new Map(documents.filter((entry): entry is [string, string] => entry[1] !== undefined)),
		pictures: new Map(pictures.filter((entry): entry is [string, PictureSource] => entry[1] !== undefined)),
		...(pageDates && { pageDates: pageDates.toString("utf8") }),
	};
}

async function listDocumentFiles(directory: string, kind: DocumentKind): Promise<string[]> {
	if ("file" in kind) return [kind.file];
	if ((await findInFolder(directory, kind.folder)) !== "folder") return [];
	const names = await readdir(join(directory, kind.folder), { recursive: kind.choosesAddress });
	return names
		.map((name) => `${kind.folder}/${name.replaceAll(sep, "/")}`)
		.filter((path) => findSlug(kind, path) !== undefined)
		.toSorted();
}

/** Lists pictures, and symbolic links, which are then refused by name: a folder behind one is not looked into. */
async function listPictureFiles(directory: string, folder = "pictures"): Promise<string[]> {
	if ((await findInFolder(directory, folder)) !== "folder") return [];
	const entries = await readdir(join(directory, folder), { withFileTypes: true });
	const lists = await Promise.all(
		entries.map(async (entry) => {
			const path = `${folder}/${entry.name}`;
			if (entry.isDirectory()) return listPictureFiles(directory, path);
			return isPicture(path) || entry.isSymbolicLink() ? [path.slice("pictures/".length)] : [];
		}),
	);
	return lists.flat().toSorted();
}

async function readPicture(directory: string, src: string): Promise<PictureSource | undefined> {
	const bytes = await readFolderFile(directory, `pictures/${src}`);
	return bytes && describePicture(src, bytes);
}

/**
 * Measures a picture.
 * @param src its path, whose extension tells the format
 * @throws ContentError when the bytes are not a picture
 */
function describePicture(src: string, bytes: Buffer): PictureSource {
	const { width, height } = measurePicture(`pictures/${src}`, bytes);
	return {
		hash: hash("sha256", bytes, "hex"),
		width,
		height,
		bytes: bytes.length,
		...(src.endsWith(".svg") && { svg: bytes.toString("utf8") }),
	};
}

/** Writes a source into one file for readContentSource. */
export async function writeContentSource(file: string, { documents, pictures, ...rest }: ContentSource): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(
		file,
		JSON.stringify({ ...rest, documents: Object.fromEntries(documents), pictures: Object.fromEntries(pictures) }),
	);
}

/** Reads a source that writeContentSource wrote. */
export async function readContentSource(file: string): Promise<ContentSource> {
	const { documents, pictures, ...rest } = JSON.parse(await readFile(file, "utf8")) as {
		documents: Record<string, string>;
		pictures: Record<string, PictureSource>;
		pageDates?: string;
	};
	return { ...rest, documents: new Map(Object.entries(documents)), pictures: new Map(Object.entries(pictures)) };
}
