import { compoundFileMagic } from "./compound-file.server.ts";
import { inspectPdf, type PdfVerdict } from "./pdf-check.server.ts";
import type { ResumeKind } from "./resume-kinds.ts";
import { inspectWordFile, type WordVerdict } from "./word-file.server.ts";
import { endsAsArchive, inspectWordPackage, type PackageVerdict } from "./word-package.server.ts";

export type ResumeVerdict = { ok: true; kind: ResumeKind } | { ok: false; message: string };

/** Reasons for a refusal, as the applicant reads them. */
export const messages = {
	damaged: "Your resume is damaged or was cut off. Save it once more and choose it again",
	protected: "Your resume is protected with a password. Save it without one and choose it again",
	macros: "Your resume holds macros. Save it as a DOCX or PDF file and choose it again",
	program: "Your resume holds a program or a script as a file of its own. Remove it and choose your resume again",
	controls: "Your resume holds controls that run programs. Save it as a PDF file and choose that one",
	remote:
		"Your resume loads a part of itself, such as its template, from elsewhere. Save it as a PDF file and choose that one",
	complicated: "Your resume is built in a way that we cannot check. Print it to a new PDF file and choose that one",
} as const;

/** Files that people send instead of a resume, by their first bytes in hexadecimal. */
const otherBytes: readonly (readonly [start: RegExp, name: string])[] = [
	[/^(?:ffd8ff|89504e47|47494638|424d.{8}00000000|49492a00|4d4d002a|52494646.{8}57454250)/, "a picture"],
	// HEIC and AVIF.
	[/^.{8}66747970(?:68656963|68656978|6d696631|61766966)/, "a picture"],
	[/^(?:4d5a|7f454c46|2321|c[ef]faedfe|cafebabe)/, "a program"],
	[/^(?:52617221|377abcaf|1f8b|425a68)/, "an archive"],
];

/** The same, as text. */
const otherTexts: readonly (readonly [start: RegExp, name: string])[] = [
	[/^\{\\rtf/, "an RTF document"],
	[/^%!PS/, "a PostScript file"],
	[/^(?:\u00ef\u00bb\u00bf)?\s*(?:<!doctype html|<html|mime-version:)/i, "a web page"],
	[/^(?:\u00ef\u00bb\u00bf)?\s*<\?xml/i, "an XML file"],
	[/^[\s!-~]+$/, "plain text"],
];

/** A file that starts like one of these and contains a PDF header is two things at once. */
const foreignKinds = new Set(["a picture", "a program", "an archive"]);

const zipMagic = Buffer.from("PK\x03\x04", "latin1");
const pdfHeader = Buffer.from("%PDF-", "latin1");
/** The header may follow this many other bytes (ISO 32000-1, annex H, implementation note 13). */
const pdfHeaderReach = 1024;

/**
 * Detects by content which kind of document a file is, and whether staff can read it without a password and without running anything:
 * docs/resumes.md. A hostile file can take much time and memory, so `checkResume` runs this on a thread of its own.
 */
export async function inspectResume(file: Buffer): Promise<ResumeVerdict> {
	const finding = await inspectContent(file);
	return "message" in finding ? { ok: false, message: finding.message } : { ok: true, kind: finding.kind };
}

async function inspectContent(file: Buffer): Promise<{ kind: ResumeKind } | { message: string }> {
	const headerAt = file.subarray(0, pdfHeaderReach + pdfHeader.length - 1).indexOf(pdfHeader);
	if (file.subarray(0, zipMagic.length).equals(zipMagic)) {
		if (headerAt !== -1) return tellOther("something else");
		const verdict = await inspectWordPackage(file);
		return verdict === "fine" ? { kind: "docx" } : tell(verdict);
	}
	const isCompoundFile = file.subarray(0, compoundFileMagic.length).equals(compoundFileMagic);
	if (!isCompoundFile && headerAt === -1) return tellOther(describe(file));
	if (endsAsArchive(file)) return tellOther("something else");
	if (isCompoundFile) {
		const verdict = inspectWordFile(file);
		return verdict === "fine" ? { kind: "doc" } : tell(verdict);
	}
	if (headerAt > 0 && foreignKinds.has(describe(file))) return tellOther("something else");
	const verdict = await inspectPdf(file);
	return verdict === "fine" ? { kind: "pdf" } : tell(verdict);
}

type Verdict = Exclude<PdfVerdict | WordVerdict | PackageVerdict, "fine">;

const otherVerdicts: Record<Exclude<Verdict, keyof typeof messages>, string> = {
	template: "a Word template",
	spreadsheet: "a spreadsheet",
	presentation: "a presentation",
	opendocument: "an OpenDocument file",
	pages: "a Pages document",
	archive: "something else",
	other: "something else",
};

function tell(verdict: Verdict): { ok: false; message: string } {
	return verdict in otherVerdicts
		? tellOther(otherVerdicts[verdict as keyof typeof otherVerdicts])
		: { ok: false, message: messages[verdict as keyof typeof messages] };
}

function tellOther(what: string): { ok: false; message: string } {
	return { ok: false, message: `Your resume must be a PDF, DOC or DOCX file; what this one holds is ${what}` };
}

function describe(file: Buffer): string {
	const bytes = file.toString("hex", 0, 16);
	const text = file.toString("latin1", 0, 256);
	const known =
		otherBytes.find(([pattern]) => pattern.test(bytes)) ?? otherTexts.find(([pattern]) => pattern.test(text));
	return known?.[1] ?? "something else";
}
