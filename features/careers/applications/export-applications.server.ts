import { createReadStream } from "node:fs";
import { PassThrough, type Readable } from "node:stream";
import { callbackify } from "node:util";
import pMap from "p-map";
import { ZipFile } from "yazl";
import { findStage, withStagesOf, type RecordKind } from "../../../core/records/record-kind.ts";
import { readAll, toCsv } from "../../../platform/csv.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { readIntoArchive } from "../../../platform/files/read-into-archive.ts";
import { applicationColumns, toApplicationRow } from "./application-csv.server.ts";
import { listApplicationsOfJobAfter, measureApplicationsOfJob } from "./store.server.ts";

/** How many files are looked up at once. */
const looksAtOnce = 16;
/** Windows accepts paths of 260 characters, folders included. */
const longestName = 80;

/** Exports the applications of one job, without those in quarantine. */
export type ApplicationExport = {
	measure(jobId: string): Promise<{ count: number; resumeBytes: number }>;
	/** Streams them as CSV. */
	writeCsv(jobId: string): Readable;
	/**
	 * Packs the CSV and every resume as a ZIP; each file is read when the archive reaches it.
	 * @returns the archive, `bytes` long; it fails when a file cannot be read
	 */
	pack(jobId: string): Promise<{ content: Readable; bytes: number }>;
};

export type ApplicationExportDeps = {
	database: Pick<Database, "db">;
	files: Pick<FileStore, "read" | "stat" | "receive" | "discard">;
	/** Of applications. */
	kind: RecordKind;
};

/** Creates the export of a job's applications. */
export function createApplicationExport({ database, files, kind }: ApplicationExportDeps): ApplicationExport {
	const { db } = database;

	async function* listRows(jobId: string, pathOf: (reference: string) => string | undefined) {
		const { stages } = await withStagesOf(db, kind, jobId);
		for await (const { stage: key, reason, answeredAt, ...application } of listOfJob(jobId)) {
			const stage = findStage({ stages }, key);
			yield {
				...toApplicationRow(application),
				stage: stage.label,
				reason: stage.reasons?.find((one) => one.key === reason)?.label ?? "",
				answeredAt: answeredAt ?? "",
				resumeFile: pathOf(application.reference) ?? "",
			};
		}
	}

	const listOfJob = (jobId: string) => readAll((id, limit) => listApplicationsOfJobAfter(db, jobId, id, limit));

	const writeCsv = (jobId: string, pathOf: (reference: string) => string | undefined = () => undefined) =>
		toCsv([...applicationColumns, "stage", "reason", "answeredAt", "resumeFile"], listRows(jobId, pathOf));

	/** Finds the resumes that exist; a missing one has no path in the CSV. */
	async function listResumes(jobId: string): Promise<Resume[]> {
		const resumes: Omit<Resume, "bytes">[] = [];
		for await (const { reference, answers, resume } of listOfJob(jobId))
			if (resume)
				resumes.push({
					reference,
					storedAs: resume.file,
					path: `resumes/${nameFile(reference, answers.fullName, resume.file)}`,
				});
		const found = await pMap(
			resumes,
			async (resume) => ({ ...resume, bytes: (await files.stat(resume.storedAs))?.bytes }),
			{ concurrency: looksAtOnce },
		);
		return found.flatMap(({ bytes, ...resume }) => (bytes === undefined ? [] : [{ ...resume, bytes }]));
	}

	return {
		measure: (jobId) => measureApplicationsOfJob(db, jobId),
		writeCsv: (jobId) => writeCsv(jobId),
		async pack(jobId) {
			const resumes = await listResumes(jobId);
			const paths = new Map(resumes.map(({ reference, path }) => [reference, path]));
			// Written to disk first: its length gives the total length, and browsers show the progress.
			const list = await files.receive(writeCsv(jobId, (reference) => paths.get(reference)));
			const zip = new ZipFile();
			const content = new PassThrough();
			zip.on("error", (error: Error) => content.destroy(error));
			content.on("close", () => void files.discard(list));
			const readNext = readIntoArchive(content);
			zip.addReadStreamLazy(
				"applications.csv",
				{ compress: false, size: list.bytes },
				callbackify(async () => readNext(createReadStream(list.path))),
			);
			for (const { path, bytes, storedAs } of resumes)
				zip.addReadStreamLazy(
					path,
					{ compress: false, size: bytes },
					callbackify(async () => {
						const file = await files.read(storedAs);
						if (!file) throw new Error(`A resume is gone: ${storedAs}`);
						return readNext(file);
					}),
				);
			const bytes = await new Promise<number>((resolve, reject) => {
				content.once("error", reject);
				zip.end(undefined, ((size: number) => resolve(size)) as () => void);
			});
			zip.outputStream.pipe(content);
			return { content, bytes };
		},
	};
}

type Resume = { reference: string; storedAs: string; path: string; bytes: number };

/** Names a resume by reference and person, safe on every system. */
export function nameFile(reference: string, fullName: string, storedAs: string): string {
	const ending = storedAs.slice(storedAs.lastIndexOf("."));
	const name = fullName
		.toWellFormed()
		.normalize("NFC")
		.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, " ")
		.replaceAll(/\s+/g, " ");
	return `${Array.from(`${reference} ${name}`)
		.slice(0, longestName)
		.join("")
		.replace(/(?<![. ])[. ]+$/, "")}${ending}`;
}
