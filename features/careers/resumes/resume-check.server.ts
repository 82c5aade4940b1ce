import { open } from "node:fs/promises";
import { compoundFileMagic, type ReadableFile } from "./compound-file.server.ts";
import { inspectPdf, pdfHeader, pdfHeaderReach } from "./pdf-file.server.ts";
import type { ResumeKind } from "./resume-kinds.ts";
import { inspectWordFile } from "./word-file.server.ts";
import { endsAsArchive, inspectWordPackage } from "./word-package.server.ts";

export type ResumeVerdict = { ok: true; kind: ResumeKind } | { ok: false; message: string };

/** What is wrong with a file, and what its applicant reads about that. */
const messages = {
	damaged: "Your resume is damaged or was cut off. Save it once more and choose it again",
	protected: "Your resume is protected with a password. Save it without one and choose it again",
	macros: "Your resume holds macros. Save it as a DOCX or PDF file and choose it again",
	script: "Your resume holds a script, which its reader would run. Print it to a new PDF file and choose that one",
	form: "Your resume is a form that runs scripts. Print it to a new PDF file and choose that one",
	launch: "Your resume holds a link that starts a program. Print it to a new PDF file and choose that one",
	program: "Your resume holds a program or a script as a file of its own. Remove it and choose your resume again",
	controls: "Your resume holds controls that run programs. Save it as a PDF file and choose that one",
	remote:
		"Your resume loads a part of itself, such as its template, from elsewhere. Save it as a PDF file and choose that one",
	complicated: "Your resume is built in a way that we cannot check. Print it to a new PDF file and choose that one",
} as const;

const kindNames: Record<ResumeKind, string> = { pdf: "PDF", doc: "DOC", docx: "DOCX" };

/** What people send in place of a resume, by the bytes that it begins with, in hexadecimal. */
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

/** Beside a header that stands behind them, these make a file two things at once. */
const foreignKinds = new Set(["a picture", "a program", "an archive"]);

const zipMagic = Buffer.from("PK\x03\x04", "latin1");
/** How much of an end is searched for that of an archive, whose comment may be 64 KB long. */
const tailBytes = 70_000;

/** Resumes are checked one at a time, so that fifty at once share the buffers that this takes. */
let lastTurn: Promise<unknown> = Promise.resolve();
const tailBuffer = Buffer.alloc(tailBytes);

/**
 * Tells by its content what kind of document a file is, and whether a common viewer opens it without a password and without running
 * anything: docs/resumes.md.
 *
 * @param name what the applicant called it. A DOC and a DOCX may have each other's ending, as programs that open one open both; a PDF must end as one
 */
export function checkResume(path: string, name: string): Promise<ResumeVerdict> {
	const turn = lastTurn.then(async () => {
		const file = await open(path, "r");
		try {
			const { size } = await file.stat();
			const read = async (target: Buffer, offset: number) =>
				(await file.read(target, 0, target.length, offset)).bytesRead;
			return await checkResumeFile({ size, read }, name);
		} finally {
			await file.close();
		}
	});
	lastTurn = turn.catch(() => undefined);
	return turn;
}

/** Does what checkResume does, to a file that is read by other means; one at a time. */
export async function checkResumeFile(file: ReadableFile, name: string): Promise<ResumeVerdict> {
	const head = Buffer.alloc(Math.min(file.size, pdfHeaderReach + pdfHeader.length - 1));
	if (head.length > 0) await file.read(head, 0);
	const finding = await inspectContent(file, head);
	if ("message" in finding) return { ok: false, message: finding.message };
	const { kind } = finding;
	const ending = /\.(pdf|docx?)$/i.exec(name)?.[1]?.toLowerCase();
	if (ending === undefined) return tellOther(describe(head));
	if ((kind === "pdf") === (ending === "pdf")) return { ok: true, kind };
	return {
		ok: false,
		message: `Your resume is a ${kindNames[kind]} file, but its name ends in .${ending}. Rename it to end in .${kind} and choose it again`,
	};
}

async function inspectContent(file: ReadableFile, head: Buffer): Promise<{ kind: ResumeKind } | { message: string }> {
	const headerAt = head.indexOf(pdfHeader);
	if (head.subarray(0, zipMagic.length).equals(zipMagic)) {
		if (headerAt !== -1) return tellOther("something else");
		const verdict = await inspectWordPackage(file);
		return verdict === "fine" ? { kind: "docx" } : tell(verdict);
	}
	const isCompoundFile = head.subarray(0, compoundFileMagic.length).equals(compoundFileMagic);
	if (!isCompoundFile && headerAt === -1) return tellOther(describe(head));
	const tail = tailBuffer.subarray(0, await file.read(tailBuffer, Math.max(0, file.size - tailBytes)));
	if (endsAsArchive(tail)) return tellOther("something else");
	if (isCompoundFile) {
		const verdict = await inspectWordFile(file);
		return verdict === "fine" ? { kind: "doc" } : tell(verdict);
	}
	if (headerAt > 0 && foreignKinds.has(describe(head))) return tellOther("something else");
	const verdict = await inspectPdf(file);
	return verdict === "fine" ? { kind: "pdf" } : tell(verdict);
}

type Verdict = Exclude<
	Awaited<ReturnType<typeof inspectPdf | typeof inspectWordFile | typeof inspectWordPackage>>,
	"fine"
>;

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

function describe(head: Buffer): string {
	const bytes = head.toString("hex", 0, 16);
	const text = head.toString("latin1", 0, 256);
	const known =
		otherBytes.find(([pattern]) => pattern.test(bytes)) ?? otherTexts.find(([pattern]) => pattern.test(text));
	return known?.[1] ?? "something else";
}
