import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import pino from "pino";
import sharp from "sharp";
import { checkResume } from "../../features/careers/resumes/resume-check.server.ts";
import { createResumeViewer } from "../../features/careers/resumes/resume-viewer.server.ts";
import { createPictureProcessor } from "../../features/publishing/pictures/picture-processor.server.ts";
import { PictureRefusal } from "../../features/publishing/pictures/picture-refusal.ts";
import { sniffPicture } from "../../features/publishing/pictures/sniff-picture.ts";
import { ArchiveError, readArchive, writeArchive } from "../../platform/backup/archive.ts";
import { isArchivedFileName } from "../../platform/files/file-name.ts";
import { EndedAsideError } from "../../platform/run-aside.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { allowRefusal, expectThat, fuzzTarget } from "./fuzz-target.ts";
import { changedFiles, textOf } from "./hostile-inputs.ts";

const folder = mkdtempSync(join(scratchFolder, "front-office-fuzz-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const resumeFolder = join(import.meta.dirname, "../fixtures/resumes");
const resumes = readdirSync(resumeFolder)
	.filter((file) => /\.(?:pdf|docx?)$/.test(file))
	.map((file) => readFileSync(join(resumeFolder, file)));
const drawn = sharp({ create: { width: 64, height: 48, channels: 3, background: "#ff6a1a" } });
const svg = Buffer.from(
	'<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><path d="M0 0h9v9z"/></svg>',
);
const pictures = [
	svg,
	...(await Promise.all(
		(["jpeg", "png", "webp", "avif", "gif", "tiff"] as const).map((format) =>
			drawn.clone().toFormat(format).toBuffer(),
		),
	)),
];
const processor = createPictureProcessor({ log: pino({ level: "silent" }) });
process.once("beforeExit", () => void processor.close());

const svgPieces = [
	'<?xml version="1.0"?>',
	"<!--",
	"-->",
	"<!DOCTYPE svg",
	"[",
	"]>",
	'<!ENTITY a "b">',
	"<svg",
	" ",
	">",
	"\n",
	"<svg:svg",
	"&a;",
];
const isRefusal = (error: unknown) => error instanceof PictureRefusal;
const archive = await writeSampleArchive();

async function writeSampleArchive(): Promise<Buffer> {
	const path = join(folder, "sample.tar.gz");
	const createdAt = Temporal.Instant.from("2026-11-23T06:00:00Z");
	await writeArchive(path, createdAt, async (writer) => {
		await writer.addRows(
			"enquiries",
			Readable.from([[{ reference: "ENQ-7K3F9QXM", name: "Asha" }]]) as never,
			() => undefined,
		);
		const sha256 = await writer.addFile("APP-7K3F9QXM.pdf", Readable.from([Buffer.from("resume")]), 6);
		await writer.finish({
			createdAt: createdAt.toString(),
			release: "0.1.0",
			database: "sqlite",
			installation: null,
			migrations: [],
			tables: [],
			files: [{ name: "APP-7K3F9QXM.pdf", bytes: 6, sha256, changedAt: createdAt.toString() }],
			missingFiles: [],
		});
	});
	return gunzipSync(readFileSync(path));
}

async function readEverything(path: string): Promise<void> {
	for await (const entry of readArchive(path)) {
		if (entry.kind !== "file") continue;
		expectThat(isArchivedFileName(entry.name), `a file is named ${entry.name}`);
		for await (const piece of entry.content) expectThat(piece instanceof Buffer, "a piece is no bytes");
	}
}

/** Files that visitors, members and admins bring. */
export const fileTargets = [
	fuzzTarget("heads of pictures", textOf(svgPieces, 4_096), (text) =>
		allowRefusal(isRefusal, () => sniffPicture(Buffer.from(text), { allowsSvg: true })),
	),
	fuzzTarget("pictures", changedFiles(pictures), (bytes) =>
		allowRefusal(isRefusal, () => processor.read(bytes, { allowsSvg: true })),
	),
	fuzzTarget("resumes", changedFiles(resumes), async (bytes) => {
		const path = join(folder, "resume");
		await writeFile(path, bytes);
		const verdict = await checkResume(path);
		if (!verdict.ok) return expectThat(verdict.message !== "", "a refusal says nothing");
		const view = createResumeViewer({ files: { read: async () => Readable.from([bytes]) } });
		await allowRefusal(
			(error) => error instanceof EndedAsideError,
			() => view({ storedAs: `cv.${verdict.kind}` }, new AbortController().signal),
		);
	}),
	fuzzTarget("archives", fc.tuple(changedFiles([archive]), fc.boolean()), async ([tar, isCut]) => {
		const path = join(folder, "changed.tar.gz");
		const zipped = gzipSync(tar, { level: 1 });
		await writeFile(path, isCut ? zipped.subarray(0, zipped.length / 2) : zipped);
		await allowRefusal(
			(error) => error instanceof ArchiveError,
			() => readEverything(path),
		);
	}),
];
