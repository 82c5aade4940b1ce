import { findPdfHeader, findStructure } from "../../../platform/files/recognition/recognise-file.server.ts";
import { inspectPdf, type PdfVerdict } from "./pdf-check.server.ts";
import type { ResumeKind } from "./resume-kinds.ts";
import { inspectWordFile, type WordVerdict } from "./word-file.server.ts";
import { inspectWordPackage, type PackageVerdict } from "./word-package.server.ts";

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

/**
 * Detects by content which kind of document a file is, and whether staff can read it without a password and without running anything:
 * docs/resumes.md. A hostile file can take much time and memory, so `checkResume` runs this on a thread of its own.
 */
export async function inspectResume(file: Buffer): Promise<ResumeVerdict> {
	const finding = await inspectContent(file);
	return "message" in finding ? { ok: false, message: finding.message } : { ok: true, kind: finding.kind };
}

async function inspectContent(file: Buffer): Promise<{ kind: ResumeKind } | { message: string }> {
	const found = findStructure(file);
	switch (found.structure) {
		case "package": {
			if (findPdfHeader(file) !== -1) return tellOther("something else");
			const verdict = await inspectWordPackage(file);
			return verdict === "fine" ? { kind: "docx" } : tell(verdict);
		}
		case "compound file": {
			const verdict = inspectWordFile(file);
			return verdict === "fine" ? { kind: "doc" } : tell(verdict);
		}
		case "pdf": {
			const verdict = await inspectPdf(file);
			return verdict === "fine" ? { kind: "pdf" } : tell(verdict);
		}
		case "other":
			return tellOther(found.start.name);
	}
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
