import { open } from "node:fs/promises";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { compoundFileMagic, findCompoundEntries, MalformedCompoundFileError } from "./compound-file.server.ts";
import type { ResumeKind } from "./rules.ts";

export type ResumeVerdict = { ok: true; kind: ResumeKind } | { ok: false; message: string };

const wrongKind: ResumeVerdict = {
	ok: false,
	message: "Your resume must be a PDF, DOC or DOCX file; what this one holds is something else",
};
const protectedFile: ResumeVerdict = {
	ok: false,
	message: "Your resume is protected with a password. Save it without one and choose it again",
};
const macros: ResumeVerdict = {
	ok: false,
	message: "Your resume holds macros. Save it as a DOCX or PDF file and choose it again",
};

const zipMagic = Buffer.from("PK\x03\x04", "latin1");
const zipEndMagic = Buffer.from("PK\x05\x06", "latin1");
/** A ZIP's end record without its comment. */
const zipEndBytes = 22;
/** How much of an end is searched: the trailer of a PDF stands in its last kilobyte, a ZIP's end record in its last 64. */
const tailBytes = 70_000;
const encryptName = Buffer.from("/Encrypt", "latin1");
/** Longest reference to an encryption dictionary that is looked for. */
const encryptReferenceBytes = 64;
const pieceBytes = 64 * 1024;
/** Bounds for what a ZIP may claim; a resume of 10 MB stays far below them. */
const maxZipEntries = 2_000;
const maxUnpackedBytes = 200 * 1024 * 1024;
const maxContentTypesBytes = 1024 * 1024;
/** How much of a Word document tells whether it is encrypted: up to the flag word of its file information block (MS-DOC, 2.5.2). */
const wordHeadBytes = 12;

/** Resumes are checked one at a time, so that fifty at once share these buffers. */
let lastTurn: Promise<unknown> = Promise.resolve();
const tailBuffer = Buffer.alloc(tailBytes);
const pieceBuffer = Buffer.alloc(pieceBytes);

/**
 * Tells by its content what kind of document a file is, whatever its name says.
 *
 * PDF: header at the first byte and end marker (ISO 32000-1, 7.5). DOC: a compound file with a WordDocument stream (MS-DOC, 2.1).
 * DOCX: a ZIP with word/document.xml declared as a document without macros (ECMA-376, part 2). Files that are two things at once, are
 * encrypted, or claim to unpack to more than 200 MB are refused.
 *
 * @param name what the applicant called it; its ending must agree with the content
 */
export function checkResume(path: string, name: string): Promise<ResumeVerdict> {
	const turn = lastTurn.then(() => checkContent(path, name));
	lastTurn = turn.catch(() => undefined);
	return turn;
}

async function checkContent(path: string, name: string): Promise<ResumeVerdict> {
	const { head, tail } = await readEnds(path);
	const verdict =
		head.subarray(0, 5).toString("latin1") === "%PDF-"
			? await checkPdf(path, tail)
			: head.subarray(0, 8).equals(compoundFileMagic)
				? isZip(tail)
					? wrongKind
					: await checkCompoundFile(path)
				: head.subarray(0, 4).equals(zipMagic)
					? await checkZip(path)
					: wrongKind;
	if (verdict.ok && !name.toLowerCase().endsWith(`.${verdict.kind}`)) return wrongKind;
	return verdict;
}

async function readEnds(path: string): Promise<{ head: Buffer; tail: Buffer }> {
	const file = await open(path, "r");
	try {
		const { size } = await file.stat();
		const head = Buffer.alloc(8);
		await file.read(head, 0, head.length, 0);
		const { bytesRead } = await file.read(tailBuffer, 0, tailBytes, Math.max(0, size - tailBytes));
		return { head, tail: tailBuffer.subarray(0, bytesRead) };
	} finally {
		await file.close();
	}
}

/** Tells whether a file ends as a ZIP does, with its end record and a comment of the length that the record names (APPNOTE, 4.3.16). */
function isZip(tail: Buffer): boolean {
	for (let at = tail.indexOf(zipEndMagic); at !== -1; at = tail.indexOf(zipEndMagic, at + 1)) {
		const end = at + zipEndBytes;
		if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true;
	}
	return false;
}

async function checkPdf(path: string, tail: Buffer): Promise<ResumeVerdict> {
	if (!tail.subarray(-1024).includes("%%EOF") || tail.includes(zipEndMagic)) return wrongKind;
	return (await namesEncryption(path)) ? protectedFile : { ok: true, kind: "pdf" };
}

/**
 * Tells whether a PDF names an encryption dictionary, which stands in a trailer and is never compressed itself.
 *
 * Looks through the file in one buffer, as texts of its pieces would be half a gigabyte of garbage for fifty resumes at once.
 */
async function namesEncryption(path: string): Promise<boolean> {
	const file = await open(path, "r");
	try {
		let kept = 0;
		for (;;) {
			const { bytesRead } = await file.read(pieceBuffer, kept, pieceBytes - kept);
			if (bytesRead === 0) return false;
			const piece = pieceBuffer.subarray(0, kept + bytesRead);
			for (let at = piece.indexOf(encryptName); at !== -1; at = piece.indexOf(encryptName, at + 1)) {
				if (/^\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(piece.toString("latin1", at, at + encryptReferenceBytes)))
					return true;
			}
			kept = Math.min(encryptReferenceBytes, piece.length);
			piece.copy(pieceBuffer, 0, piece.length - kept);
		}
	} finally {
		await file.close();
	}
}

async function checkCompoundFile(path: string): Promise<ResumeVerdict> {
	const file = await open(path, "r");
	try {
		const { size } = await file.stat();
		const read = async (target: Buffer, offset: number) =>
			(await file.read(target, 0, target.length, offset)).bytesRead;
		const entries = await findCompoundEntries({ size, read }, [
			"EncryptedPackage",
			"WordDocument",
			"Macros",
			"_VBA_PROJECT_CUR",
		]);
		// A DOCX with a password is a compound file around the encrypted package (MS-OFFCRYPTO, 2.3.4).
		if (entries.has("EncryptedPackage")) return protectedFile;
		const document = entries.get("WordDocument");
		if (!document || document.bytes < wordHeadBytes) return wrongKind;
		if (entries.has("Macros") || entries.has("_VBA_PROJECT_CUR")) return macros;
		const head = await document.readStart(wordHeadBytes);
		// Bit 8 is fEncrypted.
		return (head.readUInt16LE(wordHeadBytes - 2) & 0x0100) === 0 ? { ok: true, kind: "doc" } : protectedFile;
	} catch (error) {
		if (error instanceof MalformedCompoundFileError) return wrongKind;
		throw error;
	} finally {
		await file.close();
	}
}

async function checkZip(path: string): Promise<ResumeVerdict> {
	let zip: ZipFile;
	try {
		zip = await new Promise((resolve, reject) => {
			yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
				error ? reject(error) : resolve(opened),
			);
		});
	} catch {
		return wrongKind;
	}
	try {
		return await checkDocx(zip);
	} catch {
		return wrongKind;
	} finally {
		zip.close();
	}
}

async function checkDocx(zip: ZipFile): Promise<ResumeVerdict> {
	if (zip.entryCount > maxZipEntries) return wrongKind;
	const entries = await listEntries(zip);
	if (entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > maxUnpackedBytes) return wrongKind;
	const contentTypes = entries.find(({ fileName }) => fileName === "[Content_Types].xml");
	if (!contentTypes || !entries.some(({ fileName }) => fileName === "word/document.xml")) return wrongKind;
	if (entries.some(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) !== 0)) return protectedFile;
	if (contentTypes.uncompressedSize > maxContentTypesBytes) return wrongKind;
	const types = await readEntry(zip, contentTypes);
	if (entries.some(({ fileName }) => /vbaProject\.bin$/i.test(fileName)) || /macroEnabled/i.test(types)) return macros;
	return types.includes("wordprocessingml.document.main+xml") ? { ok: true, kind: "docx" } : wrongKind;
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
	return new Promise((resolve, reject) => {
		const entries: Entry[] = [];
		zip.on("entry", (entry: Entry) => {
			entries.push(entry);
			zip.readEntry();
		});
		zip.on("end", () => resolve(entries));
		zip.on("error", reject);
		zip.readEntry();
	});
}

function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
	return new Promise((resolve, reject) => {
		zip.openReadStream(entry, (error, stream) => {
			if (error) return reject(error);
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
			stream.on("error", reject);
		});
	});
}
