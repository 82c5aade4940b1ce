import type { IncomingMessage } from "node:http";
import type { ReceivedFile } from "../../../platform/files/file-backend.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { receiveMultipart } from "../../../platform/http/receive-multipart.ts";
import { answerLimits } from "../../../shared/question-answers.ts";
import { questionLimits } from "../../../shared/questions.ts";
import { isPostedField } from "./posted-fields.ts";
import { applicationLimits, maxResumeBytes } from "./rules.ts";

export type ReceivedForm = {
	fields: Record<string, string>;
	/** The caller keeps or discards it; `name` is the upload's. */
	resume: (ReceivedFile & { name: string }) | undefined;
};

const { line, coverLetter, description, entries } = applicationLimits;
/**
 * All texts of a form in bytes. Lists are JSON, with up to six bytes for a UTF-16 unit ("\u0905"). Other texts take three at most, which
 * leaves enough for punctuation and short fields.
 */
const maxTextBytes =
	6 * (coverLetter + entries * (9 * line + description)) + 3 * questionLimits.questions * answerLimits.longText;

/**
 * Reads the multipart form of an application as it arrives: texts into memory, the resume straight to the disk.
 *
 * Fields that the form does not know are not kept. Nothing stays behind when it fails.
 *
 * @param fields filled with the texts as they arrive, so that a page can show those of a refused form again
 * @throws HttpProblem 413 for a resume over 10 MB or texts longer than an application may be, 400 for a part without a name, a field twice
 *   or another file, and as receiveMultipart does
 */
export async function receiveForm(
	request: IncomingMessage,
	files: Pick<FileStore, "receive" | "discard">,
	fields: Record<string, string> = {},
): Promise<ReceivedForm> {
	let resumeName = "";
	let textBytes = 0;
	const [file] = await receiveMultipart(request, files, {
		limits: { parts: 120, fields: 100, files: 1, fieldSize: maxTextBytes, fileSize: maxResumeBytes },
		unsupported: "Send the application as multipart/form-data.",
		takeField({ name, value, isTruncated }) {
			refuseNameless(name);
			textBytes += Buffer.byteLength(value);
			if (isTruncated || textBytes > maxTextBytes)
				throw new HttpProblem(413, "The texts of the form are longer than an application may be.");
			if (!isPostedField(name)) return;
			if (Object.hasOwn(fields, name)) throw refuse(400, `The field ${name} was sent twice.`, name, "was sent twice");
			fields[name] = value;
		},
		takeFile({ name, fileName, stream }) {
			refuseNameless(name);
			if (name !== "resume")
				throw refuse(400, "The form may hold one file, the resume.", name, "is no file of this form");
			resumeName = fileName;
			// Without a choice, a form without scripts sends an empty file with an empty name.
			if (fileName === "") return undefined;
			stream.once("limit", () =>
				stream.destroy(refuse(413, "Your resume is larger than 10 MB.", "resume", "Your resume is larger than 10 MB")),
			);
			return stream;
		},
	});
	return { fields, resume: file && { ...file, name: resumeName } };
}

function refuseNameless(name: string): void {
	if (name === "") throw new HttpProblem(400, "A part of the form has no name.");
}

function refuse(status: number, detail: string, field: string, message: string): HttpProblem {
	return new HttpProblem(status, detail, { errors: [{ field, message }] });
}
