import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { ContentError } from "../documents/content-error.ts";
import { findInFolder, measurePicture, readFolderFile } from "../documents/folder-file.server.ts";
import { readDocument } from "../documents/read-document.server.ts";
import type { FocalPoint } from "./crop.ts";
import { pictureShapeNames, type PictureShapeName } from "./picture-shapes.ts";
import type { PictureMaster } from "./process-picture.server.ts";

/** The source of a picture and its cut, stored beside the pictures of a content folder, so that it can be cut again after an import. */
export type PictureUpload = { shape: PictureShapeName; focal: FocalPoint; uploadedName: string; master: PictureMaster };

const listFile = "uploads.yml";
const folder = "uploads";

const header = `# What pictures were cut from, and around which point. npm run content -- import reads it; a build needs none of it.\n`;

const fraction = z.number().min(0).max(1);
const schema = z.record(
	z.string(),
	z.strictObject({
		file: z.string().regex(/^(?:[\w-]+\/)*[\w-]+\.(?:webp|avif)$/, "must be a picture in uploads/"),
		shape: z.enum(pictureShapeNames),
		focal: z.strictObject({ x: fraction, y: fraction }),
		uploadedName: z.string(),
	}),
);

/**
 * Reads the sources of a content folder's pictures, by path.
 * @throws ContentError
 */
export async function readUploads(directory: string): Promise<Map<string, PictureUpload>> {
	const list = await readList(directory);
	const uploads = await Promise.all(
		[...list].map(async ([path, { file, ...upload }]) => {
			const body = await readFolderFile(directory, `${folder}/${file}`);
			if (!body) throw new ContentError([{ file: listFile, field: path, message: `${folder}/${file} does not exist` }]);
			const { width, height } = measurePicture(`${folder}/${file}`, body);
			return [path, { ...upload, master: { body, width, height } }] as const;
		}),
	);
	return new Map(uploads);
}

async function readList(directory: string): Promise<Map<string, z.output<typeof schema>[string]>> {
	const text = await readFolderFile(directory, listFile);
	if (!text) return new Map();
	const { value, problems } = readDocument(text.toString("utf8"), { schema, hasBody: false });
	if (value) return new Map(Object.entries(value.fields));
	throw new ContentError(problems.map((problem) => ({ ...problem, file: listFile })));
}

/**
 * Replaces the sources of pictures in a content folder.
 * @throws ContentError where one would be written or removed through a symbolic link
 */
export async function writeUploads(directory: string, uploads: ReadonlyMap<string, PictureUpload>): Promise<void> {
	const before = await readList(directory).catch(() => new Map<string, { file: string }>());
	const place = async (path: string) => {
		await findInFolder(directory, path);
		return join(directory, path);
	};
	for (const { file } of before.values()) await rm(await place(`${folder}/${file}`), { force: true });
	const list = await place(listFile);
	if (uploads.size === 0) {
		await rm(list, { force: true });
		return;
	}
	const entries: Record<string, object> = {};
	for (const [path, { master, ...upload }] of [...uploads].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
		const isAvif = master.body.toString("latin1", 4, 12) === "ftypavif";
		const file = path.replace(/\.\w+$/, isAvif ? ".avif" : ".webp");
		const target = await place(`${folder}/${file}`);
		await mkdir(dirname(target), { recursive: true });
		await writeFile(target, master.body);
		entries[path] = { file, ...upload };
	}
	await writeFile(list, header + stringify(entries, { lineWidth: 0 }));
}
