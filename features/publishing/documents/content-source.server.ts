import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { imageSize } from "image-size";
import pMap from "p-map";
import { ContentError } from "./content-error.ts";
import { listedKinds } from "./document-kinds.ts";
import { redirectsFile } from "./redirects-file.server.ts";

/** The source of a content, independent of where it is stored. */
export type ContentSource = {
	/** Texts of documents by path, such as "services/erp.yml". */
	documents: ReadonlyMap<string, string>;
	/** Pictures by path below pictures/. */
	pictures: ReadonlyMap<string, PictureSource>;
	/** The redirects of redirects.yml. */
	redirects?: string;
};

/** hash: sha-256 hex of the bytes. Sizes are CSS pixels of the file. `svg`: its text, only for SVG. */
export type PictureSource = { hash: string; width: number; height: number; bytes: number; svg?: string };

/** The build's copy of its source: a running server needs no content folder. */
export const contentSourceFile = "content.json";

const filesAtOnce = 16;
const isPicture = (name: string) => /\.(?:svg|avif)$/.test(name);

/**
 * Reads every document and picture of a content folder, and ignores other files. It follows no symbolic link: a folder from elsewhere
 * could lead to any file of this machine.
 *
 * @param directory absolute path of the content folder
 * @throws ContentError naming each file that is there and cannot be read
 */
export async function readContentFolder(directory: string): Promise<ContentSource> {
	const problems: ContentError["problems"] = [];
	const read = async (file: string) => {
		try {
			if ((await lstat(join(directory, file))).isSymbolicLink()) {
				problems.push({ file, field: "", message: "is a symbolic link; put the file itself here" });
				return undefined;
			}
			return await readFile(join(directory, file));
		} catch (error) {
			problems.push({ file, field: "", message: `cannot be read (${(error as NodeJS.ErrnoException).code})` });
			return undefined;
		}
	};
	const documents = await pMap(
		await listDocumentFiles(directory),
		async (file) => [file, (await read(file))?.toString("utf8") ?? ""] as const,
		{ concurrency: filesAtOnce },
	);
	const pictures = await pMap(
		await listPictureFiles(directory),
		async (src) => {
			const bytes = await read(`pictures/${src}`);
			return bytes && ([src, describePicture(src, bytes)] as const);
		},
		{ concurrency: filesAtOnce },
	);
	const redirects = existsSync(join(directory, redirectsFile)) ? await read(redirectsFile) : undefined;
	if (problems.length > 0) throw new ContentError(problems);
	return {
		documents: new Map(documents),
		pictures: new Map(pictures.filter((picture) => picture !== undefined)),
		...(redirects && { redirects: redirects.toString("utf8") }),
	};
}

async function listDocumentFiles(directory: string): Promise<string[]> {
	const lists = await Promise.all(
		listedKinds.map(async ({ kind }) => {
			if ("file" in kind) return existsSync(join(directory, kind.file)) ? [kind.file] : [];
			const folder = join(directory, kind.folder);
			if (!existsSync(folder)) return [];
			const names = await readdir(folder);
			return names
				.filter((name) => name.endsWith(kind.extension))
				.toSorted()
				.map((name) => `${kind.folder}/${name}`);
		}),
	);
	return lists.flat();
}

async function listPictureFiles(directory: string): Promise<string[]> {
	const pictures = join(directory, "pictures");
	if (!existsSync(pictures)) return [];
	return (await readdir(pictures, { recursive: true }))
		.filter(isPicture)
		.map((name) => name.replaceAll("\\", "/"))
		.toSorted();
}

/**
 * Measures a picture.
 * @param src its path, whose extension tells the format
 * @throws TypeError when the bytes are not a picture
 */
export function describePicture(src: string, bytes: Buffer): PictureSource {
	const { width, height } = imageSize(bytes);
	return {
		hash: createHash("sha256").update(bytes).digest("hex"),
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
		redirects?: string;
	};
	return { ...rest, documents: new Map(Object.entries(documents)), pictures: new Map(Object.entries(pictures)) };
}
