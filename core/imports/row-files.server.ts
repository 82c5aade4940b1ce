import { LRUCache } from "lru-cache";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { FileRule, ImportKind, KeptFile, MoreFilesRule, RowFile, RowValues } from "./import-kind.ts";
import type { ImportFile } from "./import-store.server.ts";
import { openArchive, type Archive, type ArchiveFile } from "./open-archive.server.ts";
import { TableError } from "./read-table.server.ts";

/** Checked files that are remembered, so that the import need not check them again. */
const rememberedChecks = 50_000;

/** The file that a row names, or in a sentence without values why there is none. */
export type FoundFile = { file?: RowFile; remark?: string };

/** The files of one import, open for reading. */
export type RowFiles = {
	find(values: RowValues): Promise<FoundFile>;
	/** Finds a file by the rule for more of them. */
	findMore(name: string): Promise<FoundFile>;
	listUnused(): ArchiveFile[];
	close(): Promise<void>;
};

export type RowFilesDeps = { files: Pick<FileStore, "read" | "receive" | "keep" | "discard"> };

/** Creates what finds the files of rows in an import's archive, and keeps them. */
export function createRowFiles({ files }: RowFilesDeps) {
	/** Made by the first import, for it takes memory. */
	let checks: LRUCache<string, Awaited<ReturnType<FileRule["check"]>>> | undefined;

	async function check(archive: Pick<ImportFile, "sha256">, file: ArchiveFile, rule: MoreFilesRule) {
		const key = `${archive.sha256} ${file.id} ${rule.name}`;
		checks ??= new LRUCache({ max: rememberedChecks });
		const known = checks.get(key);
		if (known) return known;
		let received;
		try {
			received = await files.receive(await file.read());
		} catch (error) {
			if (error instanceof StorageUnavailableError) throw error;
			return { refused: `${capitalise(rule.name)} cannot be unpacked, so it is left out.` };
		}
		try {
			const checked = await rule.check(received.path);
			checks.set(key, checked);
			return checked;
		} finally {
			await files.discard(received);
		}
	}

	async function find(
		typed: string,
		{ open, stored, rule }: { open: Archive; stored: ImportFile; rule: MoreFilesRule },
	): Promise<FoundFile> {
		const names = [typed, ...typed.split(/[;,|\n]/)].map((name) => name.trim()).filter(Boolean);
		let isAmbiguous = false;
		for (const name of names) {
			const file = open.find(name);
			if (file === undefined || file === "several") {
				isAmbiguous ||= file === "several";
				continue;
			}
			if (file.bytes > rule.mostBytes)
				return { remark: `${capitalise(rule.name)} is larger than ${rule.mostBytes / 2 ** 20} MB, so it is left out.` };
			const checked = await check(stored, file, rule);
			return "refused" in checked
				? { remark: checked.refused }
				: { file: { name: file.name, ending: checked.ending, read: file.read } };
		}
		return {
			remark: isAmbiguous
				? `Several files in the ZIP file have the name of ${rule.name}. Give its folder too.`
				: `${capitalise(rule.name)} is not in the ZIP file.`,
		};
	}

	return {
		/**
		 * Opens the archive of an import, which is copied to this machine's disk until it is closed.
		 * @throws TableError when it is gone or cannot be read
		 */
		async open(
			archive: ImportFile | undefined,
			{ file: rule, moreFiles = rule }: Pick<ImportKind, "file" | "moreFiles">,
		): Promise<RowFiles> {
			const nothing = { listUnused: () => [], close: async () => {} };
			if (!rule || !moreFiles) return { ...nothing, find: async () => ({}), findMore: async () => ({}) };
			const typedOf = (values: RowValues) => values.of[rule.field]?.trim() ?? "";
			if (!archive) {
				const without = ({ name }: MoreFilesRule) => ({
					remark: `There is no ZIP file, so ${name} is left out.`,
				});
				return {
					...nothing,
					find: async (values) => (typedOf(values) === "" ? {} : without(rule)),
					findMore: async () => without(moreFiles),
				};
			}
			const content = await files.read(archive.storedAs);
			if (!content) throw new TableError("The ZIP file is gone. Choose it again.");
			const copy = await files.receive(content);
			try {
				const open = await openArchive(copy.path, copy.bytes);
				return {
					find: async (values) =>
						typedOf(values) === "" ? {} : find(typedOf(values), { open, stored: archive, rule }),
					findMore: (name) => find(name, { open, stored: archive, rule: moreFiles }),
					listUnused: () => open.listUnused(),
					async close() {
						open.close();
						await files.discard(copy);
					},
				};
			} catch (error) {
				await files.discard(copy);
				throw error;
			}
		},

		/** Stores the file of a row under the name of what the row becomes: the same however often it is tried. */
		async keep({ name, ending, read }: RowFile, reference: string): Promise<KeptFile> {
			const received = await files.receive(await read());
			try {
				const storedAs = toFileName(reference, ending);
				await files.keep(received, storedAs);
				return { storedAs, name, bytes: received.bytes, sha256: received.sha256 };
			} finally {
				await files.discard(received);
			}
		},
	};
}

/** Lists the names that the file of a row can have in the file store. */
export function listFileNames(reference: string, { endings }: Pick<FileRule, "endings">): string[] {
	return endings.map((ending) => toFileName(reference, ending));
}

function toFileName(reference: string, ending: string): string {
	return `${reference}.${ending}`;
}
