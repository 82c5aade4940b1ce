import type { ResumeKind } from "../resumes/resume-kinds.ts";

const maxNameBytes = 200;

const anyEnding = /\.(?:pdf|docx?)$/i;

/**
 * Cleans a file name of the applicant for display and storage: no path, no control or direction marks, the ending of its kind, at most
 * 200 bytes.
 */
export function cleanFileName(name: string, kind: ResumeKind): string {
	const [base = ""] = name.split(/[\\/]/).slice(-1);
	const cleaned = base.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "").trim();
	const stem = cleaned.replace(/(?<![. ])[. ]+$/, "").replace(anyEnding, "");
	const ending = `.${kind}`;
	// Every character is at least a byte, so this is enough; dropping them one by one would take minutes for a long name.
	let short = stem.slice(0, maxNameBytes);
	while (Buffer.byteLength(short + ending) > maxNameBytes) short = Array.from(short).slice(0, -1).join("");
	return (short || "resume") + ending;
}

/** Returns a resume's name on disk and in downloads, without anything that the applicant chose. */
export function storedFileName(reference: string, kind: ResumeKind): string {
	return `${reference}.${kind}`;
}
