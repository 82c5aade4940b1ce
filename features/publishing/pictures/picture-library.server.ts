import type { Clock } from "../../../platform/clock.ts";
import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { lockContent } from "../content-lock.server.ts";
import { middle, type FocalPoint } from "./crop.ts";
import { describePictures, type LibraryPicture } from "./describe-pictures.ts";
import { findWhole, nameCopy, namePicture } from "./picture-paths.ts";
import type { PictureProcessor } from "./picture-processor.server.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import { getShape, type PictureShapeName } from "./picture-shapes.ts";
import {
	deleteDraft,
	deletePicture,
	findBytes,
	findFile,
	insertPictureVersion,
	insertRemoval,
	listPictureVersions,
	sumBytes,
	type PictureFile,
} from "./picture-store.server.ts";
import { replaceInText, type PictureUse } from "./picture-uses.ts";
import { picturesChangeKey } from "./pictures-change-key.ts";
import type { CutPicture, PictureMaster } from "./process-picture.server.ts";
import { createUsesReader, type PictureText } from "./uses-reader.server.ts";

/** The library's dependencies on the content. */
export type PictureSurroundings = {
	/** Files of the content folder's pictures, by path below pictures/, with narrower copies. */
	readFolder(): Promise<ReadonlyMap<string, Omit<PictureFile, "src">>>;
	/** Bytes of one of them; undefined when it does not exist. */
	readFolderFile(src: string): Promise<Buffer | undefined>;
	/** Public, scheduled and draft texts, as a connection sees them. */
	readTexts(db: Connection): Promise<PictureText[]>;
	/** Changes a document's newest text as a draft; a document that a draft deletes or moves away stays as it is. */
	changeDraft(document: string, change: (text: string) => string, by: string): Promise<void>;
	/** Publishes a picture's new version; returns sentences about what prevents it. */
	publish(path: string, by: string): Promise<string[]>;
};

/** Writes to the audit log within the transaction of the change. */
export type NotePicture = (
	transaction: WriteTransaction,
	entry: { actor: string; action: string; subject: string; details?: Record<string, string | number> },
) => Promise<void>;

export type PictureLibraryDeps = {
	database: Database;
	clock: Clock;
	processor: PictureProcessor;
	surroundings: PictureSurroundings;
	note: NotePicture;
	/** Of all stored pictures. */
	maxBytes?: number;
};

/** Path of an uploaded file, or why it was refused. */
export type UploadOutcome = { name: string; path: string } | { name: string; refused: string };

export type PictureLibrary = {
	/** Lists every picture of the content and of the studio, by path. */
	list(): Promise<LibraryPicture[]>;
	find(path: string): Promise<LibraryPicture | undefined>;
	/** Stores a new picture, cut around its middle; the release that uses it publishes it. */
	upload(file: { name: string; bytes: Uint8Array }, shape: PictureShapeName, by: string): Promise<UploadOutcome>;
	/**
	 * Replaces a picture's bytes, as a draft.
	 * @returns its path; a replaced SVG gets another path, and a draft of every document that names it
	 */
	replace(path: string, file: { name: string; bytes: Uint8Array }, by: string): Promise<UploadOutcome>;
	/**
	 * Cuts an uploaded picture again, as a draft.
	 * @throws PictureRefusal when it does not fit the shape
	 */
	recut(path: string, cut: { shape: PictureShapeName; focal: FocalPoint }, by: string): Promise<void>;
	/**
	 * Stores a new picture that is cut from another for a place with another shape.
	 * @param path of a picture that is not a drawing
	 */
	copy(path: string, shape: PictureShapeName, by: string): Promise<UploadOutcome>;
	/** Makes an earlier version the draft; false when it is gone. */
	restore(path: string, version: number, by: string): Promise<boolean>;
	/**
	 * Publishes a picture's new version in every place.
	 * @returns what prevents it; empty on success
	 */
	publish(path: string, by: string): Promise<string[]>;
	/** Discards a picture's draft, if there is one. A new picture has nothing else, so it has to be unused. */
	discardDraft(path: string, by: string): Promise<{ discarded: boolean } | { uses: PictureUse[] }>;
	/** Deletes an unused picture. */
	remove(path: string, by: string): Promise<{ removed: boolean } | { uses: PictureUse[] }>;
	/** Reads a file of any picture, public or not, by the last two parts of its address. */
	findFile(address: string, name: string): Promise<{ body: Buffer; contentType: string } | undefined>;
	/** Reads the source, a WebP, of a picture's newest version. */
	findMaster(path: string): Promise<Buffer | undefined>;
};

const defaultMaxBytes = 1_000_000_000;
const mostPictures = 2_000;

/** Creates what staff do with pictures. */
export function createPictureLibrary({
	database,
	clock,
	processor,
	surroundings,
	note,
	maxBytes = defaultMaxBytes,
}: PictureLibraryDeps): PictureLibrary {
	const { db } = database;
	const listUses = createUsesReader();

	async function list(connection: Connection = db): Promise<LibraryPicture[]> {
		const versions = await listPictureVersions(connection);
		const folder = await surroundings.readFolder();
		return describePictures({ versions, folder, uses: listUses(await surroundings.readTexts(connection)) });
	}

	async function find(path: string, connection: Connection = db): Promise<LibraryPicture | undefined> {
		return (await list(connection)).find((picture) => picture.path === path);
	}

	/** Changes pictures while no release is being made. */
	function write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result> {
		return database.write(async (transaction) => {
			await lockContent(transaction);
			return work(transaction);
		});
	}

	/** Reads and cuts a picture, before any query. */
	async function prepare(bytes: Uint8Array, shape: PictureShapeName, focal: FocalPoint) {
		const master = await processor.read(bytes, { allowsSvg: shape === "logo" });
		return { master, cuts: await processor.cut(master, { focal, shape: getShape(shape) }) };
	}

	type Kept = {
		path: string;
		shape: PictureShapeName;
		uploadedName: string;
		focal: FocalPoint;
		master: PictureMaster;
		cuts: CutPicture[];
	};

	/** Stores a version as a draft. @throws PictureRefusal when there is no room */
	async function keep(kept: Kept, action: "upload" | "replace" | "cut" | "restore", by: string): Promise<void> {
		const cuts = nameCuts(kept.path, kept.cuts);
		await write(async (transaction) => {
			await assertRoom(transaction);
			const gone = (await listFilesOf(kept.path, transaction)).filter((src) => !cuts.has(src));
			await insertPictureVersion(transaction, { ...kept, by, cuts, gone }, clock.now());
			await recordChange(transaction, [picturesChangeKey]);
			await note(transaction, { actor: by, action: `picture.${action}`, subject: subjectOf(kept.path) });
		});
	}

	/** Stores a picture under an unused name and returns its path. */
	async function keepNew(kept: Omit<Kept, "path">, name: string, action: "upload" | "replace", by: string) {
		const { folder } = getShape(kept.shape);
		const ofFolder = new Set((await surroundings.readFolder()).keys());
		return write(async (transaction) => {
			await assertRoom(transaction);
			const paths = await transaction.selectFrom("contentPictures").select("path").distinct().execute();
			const taken = new Set([...ofFolder, ...paths.map(({ path }) => path)]);
			const path = namePicture(folder, name, (src) => taken.has(src));
			const cuts = nameCuts(path, kept.cuts);
			await insertPictureVersion(transaction, { ...kept, path, by, cuts, gone: [] }, clock.now());
			await recordChange(transaction, [picturesChangeKey]);
			await note(transaction, { actor: by, action: `picture.${action}`, subject: subjectOf(path) });
			return path;
		});
	}

	async function assertRoom(transaction: Connection): Promise<void> {
		const { count } = await transaction
			.selectFrom("contentPictures")
			.select((of) => of.fn.count<number | string>("path").distinct().as("count"))
			.executeTakeFirstOrThrow();
		if (Number(count) >= mostPictures || (await sumBytes(transaction)) >= maxBytes)
			throw new PictureRefusal("The library is full. Delete pictures listed under “Unused” first.");
	}

	/** Returns what a picture can be cut from: the upload, or else the picture itself. */
	async function readMaster({ path, versions: [newest] }: LibraryPicture): Promise<PictureMaster> {
		if (path.endsWith(".svg")) throw new PictureRefusal("Drawings cannot be cropped. Upload a picture instead.");
		const kept = newest?.master && (await findBytes(db, newest.master.hash));
		if (newest?.master && kept) return { ...newest.master, body: kept };
		const file = await surroundings.readFolderFile(path);
		if (!file) throw new PictureRefusal("This picture no longer exists.");
		return processor.read(file, { allowsSvg: false });
	}

	/** Lists every file that a picture has or had. */
	async function listFilesOf(path: string, connection: Connection): Promise<string[]> {
		const isOfPath = (src: string) => src === path || findWhole(src) === path;
		const versions = await listPictureVersions(connection, path);
		return [
			...new Set([
				...[...(await surroundings.readFolder()).keys()].filter(isOfPath),
				...versions.flatMap(({ files, gone }) => [...files.map(({ src }) => src), ...gone]),
			]),
		];
	}

	return {
		list: () => list(),
		find: (path) => find(path),

		upload: ({ name, bytes }, shape, by) =>
			toOutcome(name, async () => {
				const prepared = await prepare(bytes, shape, middle);
				return keepNew({ shape, uploadedName: tidyName(name), focal: middle, ...prepared }, name, "upload", by);
			}),

		replace: (path, { name, bytes }, by) =>
			toOutcome(name, async () => {
				const there = await find(path);
				if (!there) throw new PictureRefusal("The picture to replace no longer exists.");
				const { shape } = there;
				const prepared = await prepare(bytes, shape, middle);
				const kept = { shape, uploadedName: tidyName(name), focal: middle, ...prepared };
				if (!path.endsWith(".svg")) {
					await keep({ path, ...kept }, "replace", by);
					return path;
				}
				const target = await keepNew(kept, path.slice(path.lastIndexOf("/") + 1), "replace", by);
				await nameElsewhere(path, target, by);
				return target;
			}),

		async recut(path, { shape, focal }, by) {
			const [newest] = await listPictureVersions(db, path);
			const body = newest?.master && (await findBytes(db, newest.master.hash));
			if (!newest?.master || !body)
				throw new PictureRefusal("This picture came with the content files. Upload the original here to crop it.");
			const { width, height } = newest.master;
			const master = { body, width, height };
			const cuts = await processor.cut(master, { focal, shape: getShape(shape) });
			await keep({ path, shape, uploadedName: newest.uploadedName, focal, master, cuts }, "cut", by);
		},

		copy: (path, shape, by) =>
			toOutcome(path, async () => {
				const there = await find(path);
				if (!there) throw new PictureRefusal("This picture no longer exists.");
				const [newest] = there.versions;
				const focal = newest?.focal ?? middle;
				const master = await readMaster(there);
				const cuts = await processor.cut(master, { focal, shape: getShape(shape) });
				const name = path.slice(path.lastIndexOf("/") + 1);
				const uploadedName = newest?.uploadedName ?? name;
				return keepNew({ shape, uploadedName, focal, master, cuts }, name, "upload", by);
			}),

		async restore(path, version, by) {
			const wanted = (await listPictureVersions(db, path)).find((one) => one.version === version);
			const body = wanted?.master && (await findBytes(db, wanted.master.hash));
			if (!wanted?.master || !body) return false;
			const cuts: CutPicture[] = [];
			for (const { hash, width, height } of wanted.files) {
				const bytes = await findBytes(db, hash);
				if (!bytes) return false;
				cuts.push({ body: bytes, width, height });
			}
			const { shape, uploadedName, focal, master } = wanted;
			await keep({ path, shape, uploadedName, focal, master: { body, ...master }, cuts }, "restore", by);
			return true;
		},

		publish: (path, by) => surroundings.publish(path, by),

		discardDraft: (path, by) =>
			write(async (transaction) => {
				const there = await find(path, transaction);
				if (there?.state === "new" && there.uses.length > 0) return { uses: there.uses };
				const discarded = await deleteDraft(transaction, path);
				if (!discarded) return { discarded };
				await recordChange(transaction, [picturesChangeKey]);
				await note(transaction, { actor: by, action: "picture.discard", subject: subjectOf(path) });
				return { discarded };
			}),

		remove: (path, by) =>
			write(async (transaction) => {
				const there = await find(path, transaction);
				if (!there) return { removed: false };
				const { uses, folderFiles } = there;
				if (uses.length > 0) return { uses };
				if (folderFiles.length > 0) await insertRemoval(transaction, { path, files: folderFiles, by }, clock.now());
				else await deletePicture(transaction, path);
				await recordChange(transaction, [picturesChangeKey]);
				await note(transaction, { actor: by, action: "picture.delete", subject: subjectOf(path) });
				return { removed: true };
			}),

		async findFile(address, name) {
			const file = await findFile(db, { address, name }, { isPublic: false });
			const body = file && (await findBytes(db, file.hash));
			if (body) return { body, contentType: typeOfFile(name) };
			for (const [src, { hash }] of await surroundings.readFolder()) {
				if (!hash.startsWith(address) || !src.endsWith(`/${name}`)) continue;
				const folderFile = await surroundings.readFolderFile(src);
				return folderFile && { body: folderFile, contentType: typeOfFile(src) };
			}
			return undefined;
		},

		async findMaster(path) {
			const [newest] = await listPictureVersions(db, path);
			return newest?.master && findBytes(db, newest.master.hash);
		},
	};

	/** Creates drafts in which every document names another picture. */
	async function nameElsewhere(from: string, to: string, by: string): Promise<void> {
		for (const { document, published, draft } of await surroundings.readTexts(db)) {
			const text = draft ?? published;
			const replace = (of: string) => replaceInText(document, of, from, to);
			if (text !== undefined && replace(text) !== text) await surroundings.changeDraft(document, replace, by);
		}
	}
}

/** Names a picture and its narrower copies; the full size has the picture's own path. */
export function nameCuts(path: string, cuts: readonly CutPicture[]): Map<string, CutPicture> {
	return new Map(cuts.map((cut, index) => [index === cuts.length - 1 ? path : nameCopy(path, cut.width), cut]));
}

async function toOutcome(name: string, work: () => Promise<string>): Promise<UploadOutcome> {
	try {
		return { name, path: await work() };
	} catch (error) {
		if (error instanceof PictureRefusal) return { name, refused: error.message };
		throw error;
	}
}

function typeOfFile(name: string): string {
	return name.endsWith(".svg") ? "image/svg+xml" : "image/avif";
}

/** Returns a picture's name in the audit log. */
function subjectOf(path: string): string {
	return path.replaceAll("/", ":");
}

function tidyName(name: string): string {
	return name.replaceAll(/\p{Cc}/gu, "").slice(0, 200);
}
