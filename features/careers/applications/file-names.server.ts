import { cleanFileName } from "../../../platform/files/clean-file-name.ts";
import { resumeKinds, type ResumeKind } from "../resumes/resume-kinds.ts";

/** Cleans the file name of an applicant's resume, which gets the ending of its kind. */
export function cleanResumeName(name: string, kind: ResumeKind): string {
	return cleanFileName(name, kind, { endings: resumeKinds, fallback: "resume" });
}

/** Returns a resume's name on disk and in downloads, without anything that the applicant chose. */
export function storedFileName(reference: string, kind: ResumeKind): string {
	return `${reference}.${kind}`;
}
