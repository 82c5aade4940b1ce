import type { ResumeKind } from "../resumes/resume-kinds.ts";

const maxNameBytes = 200;

/** A file's name as the applicant gave it, harmless to show and to store: no path, no control or direction marks, at most 200 bytes. */
export function cleanFileName(name: string): string {
	const [base = ""] = name.split(/[\\/]/).slice(-1);
	const cleaned = base.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "").trim();
	const [, stem = cleaned, ending = ""] = /^(.*?)(\.[^.]{0,20})?$/s.exec(cleaned) ?? [];
	// No character is shorter than a byte, so this much is enough; to drop the rest one by one would take minutes for a long name.
	let short = stem.slice(0, maxNameBytes);
	while (Buffer.byteLength(short + ending) > maxNameBytes) short = Array.from(short).slice(0, -1).join("");
	return short + ending || "resume";
}

/** The name of a resume on our disk and in a download: made of nothing the applicant chose. */
export function storedFileName(reference: string, kind: ResumeKind): string {
	return `${reference}.${kind}`;
}
