import { hash as computeHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { FocalPoint } from "./crop.ts";
import { shortenHash } from "./picture-paths.ts";
import type { PictureShapeName } from "./picture-shapes.ts";
import type { CutPicture, PictureMaster } from "./process-picture.server.ts";

type ContentPicturesTable = {
	id: string;
	path: string;
	version: number;
	shape: string;
	uploadedName: string;
	uploadedBy: string;
	uploadedAt: string;
	focalX: number;
	focalY: number;
	masterHash: string | null;
	masterWidth: number;
	masterHeight: number;
	edition: number | null;
};
type ContentPictureFilesTable = {
	pictureId: string;
	src: string;
	hash: string;
	address: string;
	width: number;
	height: number;
	bytes: number;
};
type ContentPictureBytesTable = { hash: string; part: number; body: Uint8Array };

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		contentPictures: ContentPicturesTable;
		contentPictureFiles: ContentPictureFilesTable;
		contentPictureBytes: ContentPictureBytesTable;
	}
}

/** A picture or a narrower copy; `hash` is the SHA-256 of its bytes in hex. */
export type PictureFile = { src: string; hash: string; width: number; height: number; bytes: number };

/** A version of a picture of the studio. */
export type PictureVersion = {
	id: string;
	/** Below pictures/, such as "people/asha.avif". */
	path: string;
	version: number;
	shape: PictureShapeName;
	/** Name of the uploaded file. */
	uploadedName: string;
	/** Id of an account. */
	by: string;
	at: Temporal.Instant;
	focal: FocalPoint;
	/** The source of the cuts; undefined where the picture was removed. */
	master: { hash: string; width: number; height: number } | undefined;
	/** The release that published it; undefined for a draft. */
	edition: number | undefined;
	files: PictureFile[];
	/** Paths that it removes: widths that the picture had before. */
	gone: string[];
};

/** Reading 200 rows takes 13 MB. */
const partBytes = 65_536;
/** Versions kept of a picture, including the newest. */
const versionsKept = 5;

/** Lists every version of one picture or of all, newest first. */
export async function listPictureVersions(db: Connection, path?: string): Promise<PictureVersion[]> {
	const versions = await db
		.selectFrom("contentPictures")
		.selectAll()
		.$if(path !== undefined, (query) => query.where("path", "=", path ?? ""))
		.orderBy("path")
		.orderBy("version", "desc")
		.execute();
	const files = await db
		.selectFrom("contentPictureFiles")
		.selectAll()
		.$if(path !== undefined, (query) =>
			query.where("pictureId", "in", (of) =>
				of
					.selectFrom("contentPictures")
					.select("id")
					.where("path", "=", path ?? ""),
			),
		)
		.orderBy("width")
		.execute();
	const filesOf = Map.groupBy(files, ({ pictureId }) => pictureId);
	return versions.map((row) => {
		const own = filesOf.get(row.id) ?? [];
		return {
			id: row.id,
			path: row.path,
			version: row.version,
			shape: row.shape as PictureShapeName,
			uploadedName: row.uploadedName,
			by: row.uploadedBy,
			at: Temporal.Instant.from(row.uploadedAt),
			focal: { x: row.focalX, y: row.focalY },
			master:
				row.masterHash === null
					? undefined
					: { hash: row.masterHash, width: row.masterWidth, height: row.masterHeight },
			edition: row.edition ?? undefined,
			files: own
				.filter(({ hash }) => hash !== "")
				.map(({ src, hash, width, height, bytes }) => ({ src, hash, width, height, bytes })),
			gone: own.filter(({ hash }) => hash === "").map(({ src }) => src),
		};
	});
}

/** Returns the public version and the draft among the versions of a picture, newest first. */
export function pickCurrent(versions: readonly PictureVersion[]): {
	published: PictureVersion | undefined;
	draft: PictureVersion | undefined;
} {
	return {
		published: versions.find(({ edition }) => edition !== undefined),
		draft: versions[0]?.edition === undefined ? versions[0] : undefined,
	};
}

/** The content of a new version. */
export type NewPictureVersion = Pick<PictureVersion, "path" | "shape" | "uploadedName" | "by" | "focal"> & {
	master: PictureMaster;
	/** By path. */
	cuts: ReadonlyMap<string, CutPicture>;
	gone: readonly string[];
};

/**
 * Stores a version of a picture as a draft, in place of an earlier draft, and deletes versions beyond the newest five.
 * @returns its number
 */
export async function insertPictureVersion(
	transaction: WriteTransaction,
	{ path, shape, uploadedName, by, focal, master, cuts, gone }: NewPictureVersion,
	now: Temporal.Instant,
): Promise<number> {
	const before = await transaction
		.selectFrom("contentPictures")
		.select(["id", "version", "edition"])
		.where("path", "=", path)
		.orderBy("version", "desc")
		.execute();
	const version = (before[0]?.version ?? 0) + 1;
	const id = randomUUID();
	await transaction
		.insertInto("contentPictures")
		.values({
			id,
			path,
			version,
			shape,
			uploadedName,
			uploadedBy: by,
			uploadedAt: toInstantText(now),
			focalX: focal.x,
			focalY: focal.y,
			masterHash: await insertBytes(transaction, master.body),
			masterWidth: master.width,
			masterHeight: master.height,
		})
		.execute();
	for (const [src, { body, width, height }] of cuts) {
		const hash = await insertBytes(transaction, body);
		await transaction
			.insertInto("contentPictureFiles")
			.values({ pictureId: id, src, hash, address: shortenHash(hash), width, height, bytes: body.length })
			.execute();
	}
	for (const src of gone)
		await transaction
			.insertInto("contentPictureFiles")
			.values({ pictureId: id, src, hash: "", address: "", width: 0, height: 0, bytes: 0 })
			.execute();
	const published = before.filter(({ edition }) => edition !== null);
	const forgotten = [...before.filter(({ edition }) => edition === null), ...published.slice(versionsKept - 1)];
	await deleteVersions(
		transaction,
		forgotten.map((old) => old.id),
	);
	return version;
}

/** Records the removal of a picture of the content folder and deletes the studio's versions of it. */
export async function insertRemoval(
	transaction: WriteTransaction,
	{ path, files, by }: { path: string; files: readonly string[]; by: string },
	now: Temporal.Instant,
): Promise<void> {
	await deletePicture(transaction, path);
	const id = randomUUID();
	await transaction
		.insertInto("contentPictures")
		.values({
			id,
			path,
			version: 1,
			shape: "free",
			uploadedName: "",
			uploadedBy: by,
			uploadedAt: toInstantText(now),
			focalX: 0.5,
			focalY: 0.5,
			masterHash: null,
			masterWidth: 0,
			masterHeight: 0,
			edition: 0,
		})
		.execute();
	for (const src of files)
		await transaction
			.insertInto("contentPictureFiles")
			.values({ pictureId: id, src, hash: "", address: "", width: 0, height: 0, bytes: 0 })
			.execute();
}

/** Deletes all versions of a picture; false when there are none. */
export async function deletePicture(transaction: WriteTransaction, path: string): Promise<boolean> {
	const versions = await transaction.selectFrom("contentPictures").select("id").where("path", "=", path).execute();
	await deleteVersions(
		transaction,
		versions.map(({ id }) => id),
	);
	return versions.length > 0;
}

/** Deletes the draft of a picture; false when there is none. */
export async function deleteDraft(transaction: WriteTransaction, path: string): Promise<boolean> {
	const drafts = await transaction
		.selectFrom("contentPictures")
		.select("id")
		.where("path", "=", path)
		.where("edition", "is", null)
		.execute();
	await deleteVersions(
		transaction,
		drafts.map(({ id }) => id),
	);
	return drafts.length > 0;
}

/** Deletes versions, with the bytes that no other version uses. */
async function deleteVersions(transaction: WriteTransaction, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	const files = await transaction
		.selectFrom("contentPictureFiles")
		.select("hash")
		.where("pictureId", "in", ids)
		.execute();
	const masters = await transaction.selectFrom("contentPictures").select("masterHash").where("id", "in", ids).execute();
	await transaction.deleteFrom("contentPictureFiles").where("pictureId", "in", ids).execute();
	await transaction.deleteFrom("contentPictures").where("id", "in", ids).execute();
	const hashes = new Set([...files.map(({ hash }) => hash), ...masters.flatMap(({ masterHash }) => masterHash ?? [])]);
	for (const hash of hashes)
		await transaction
			.deleteFrom("contentPictureBytes")
			.where("hash", "=", hash)
			.where(({ not, exists, selectFrom }) =>
				not(exists(selectFrom("contentPictureFiles").select("src").where("contentPictureFiles.hash", "=", hash))),
			)
			.where(({ not, exists, selectFrom }) =>
				not(exists(selectFrom("contentPictures").select("id").where("masterHash", "=", hash))),
			)
			.execute();
}

async function insertBytes(transaction: WriteTransaction, body: Uint8Array): Promise<string> {
	const hash = computeHash("sha256", body, "hex");
	const there = await transaction
		.selectFrom("contentPictureBytes")
		.select("part")
		.where("hash", "=", hash)
		.limit(1)
		.executeTakeFirst();
	if (there) return hash;
	for (let part = 0; part * partBytes < body.length; part += 1)
		await transaction
			.insertInto("contentPictureBytes")
			.values({ hash, part, body: body.subarray(part * partBytes, (part + 1) * partBytes) })
			.execute();
	return hash;
}

/** Reads the bytes of a hash; undefined when there are none. */
export async function findBytes(db: Connection, hash: string): Promise<Buffer | undefined> {
	return (await readBytes(db, [hash])).get(hash);
}

/** Reads the bytes of hashes, by hash. */
export async function readBytes(db: Connection, hashes: readonly string[]): Promise<Map<string, Buffer>> {
	if (hashes.length === 0) return new Map();
	const parts = await db
		.selectFrom("contentPictureBytes")
		.select(["hash", "body"])
		.where("hash", "in", hashes)
		.orderBy("part")
		.execute();
	const partsOf = Map.groupBy(parts, ({ hash }) => hash);
	return new Map([...partsOf].map(([hash, own]) => [hash, Buffer.concat(own.map(({ body }) => body))]));
}

/**
 * Finds the file of an address.
 * @param isPublic leaves out unpublished ones
 */
export async function findFile(
	db: Connection,
	{ address, name }: { address: string; name: string },
	{ isPublic }: { isPublic: boolean },
): Promise<{ hash: string } | undefined> {
	const rows = await db
		.selectFrom("contentPictureFiles")
		.innerJoin("contentPictures", "contentPictures.id", "contentPictureFiles.pictureId")
		.select(["contentPictureFiles.src", "contentPictureFiles.hash"])
		.where("address", "=", address)
		.$if(isPublic, (query) => query.where("edition", "is not", null))
		.execute();
	return rows.find(({ src }) => src.endsWith(`/${name}`));
}

/** Sums up the bytes of all pictures. */
export async function sumBytes(db: Connection): Promise<number> {
	const { bytes } = await db
		.selectFrom("contentPictureBytes")
		.select(sql<number | string>`coalesce(sum(length(body)), 0)`.as("bytes"))
		.executeTakeFirstOrThrow();
	return Number(bytes);
}
