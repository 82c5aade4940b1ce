import { otherResumeKind, type FieldError } from "./rules.ts";

const changed: FieldError = {
	field: "resume",
	message: "Your resume was changed or moved after you chose it. Choose the file again",
};

/** The header of a PDF may follow a kilobyte of something else. */
const startBytes = 1_028;
const wordStarts = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"];

/** Finds the fault of a chosen file by its first bytes, whatever its name; the server checks all of it. */
export async function findResumeFault(resume: Blob): Promise<FieldError | undefined> {
	try {
		const start = new TextDecoder("latin1").decode(await resume.slice(0, startBytes).arrayBuffer());
		const isKnown = wordStarts.some((one) => start.startsWith(one)) || start.includes("%PDF-");
		return isKnown ? undefined : otherResumeKind;
	} catch {
		return changed;
	}
}

/** Reads a chosen file, so that it cannot change while it is sent. A browser reads no file that has changed since it was chosen. */
export async function copyResume(resume: File): Promise<{ copy: File } | { fault: FieldError }> {
	try {
		return { copy: new File([await resume.arrayBuffer()], resume.name, { type: resume.type }) };
	} catch {
		return { fault: changed };
	}
}
