import { randomUUID } from "node:crypto";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { cleanFileName, findEnding } from "../../platform/files/clean-file-name.ts";
import { recogniseUpload } from "../../platform/files/recognition/recognise-upload.server.ts";
import type { FileForm, UploadedFile } from "../../platform/http/receive-files.ts";
import { fileFormats } from "../../shared/file-formats.ts";
import { questionField, readFormFields, type QuestionAnswers } from "../../shared/question-answers.ts";
import { answerFilesTooLarge, type Question } from "../../shared/questions.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { tidyContentType, tidyFileName, type ReplyFile } from "../conversations/reply-files.server.ts";

/** Files with which senders answer the company's own questions. They are among those of replies, and are erased and backed up with them. */

type AnswerFile = UploadedFile & { storedAs: string };

/** Stands for the id of a reply. */
const formOf = (reference: string) => `form:${reference}`;

/** The files that came with a form, if it could hold some. */
export type AnswerUpload = Pick<FileForm, "files" | "refused">;

/**
 * Reads a posted form with the company's own questions, and recognises its files by their content.
 * @returns the typed values; the fields to check, with the names of files; the files, with the names and types of what they hold; and the
 * function that adds the errors of files to the errors of the fields
 */
export async function readAnswerForm(
	form: FormData,
	questions: readonly Question[],
	{ files: uploaded, refused }: AnswerUpload = { files: [], refused: [] },
): Promise<{
	typed: Record<string, string>;
	fields: Record<string, string>;
	files: UploadedFile[];
	addFileErrors(errors: readonly FieldError[]): FieldError[];
}> {
	const typed = readFormFields([...form].filter(([, value]) => typeof value === "string"));
	const asked = questions.filter(({ kind }) => kind === "file").map(({ key }) => questionField(key));
	const files: UploadedFile[] = [];
	const faults: FieldError[] = [];
	for (const one of uploaded) {
		const format = asked.some((field) => field === one.field) ? await recogniseAnswerFile(one) : undefined;
		if (format && "message" in format) faults.push({ field: one.field, message: format.message });
		else files.push({ ...one, ...format });
	}
	const [first] = asked;
	if (refused.length > 0 && first !== undefined) faults.push({ field: first, message: answerFilesTooLarge });
	const order = questions.map(({ key }): string => questionField(key));
	return {
		typed,
		fields: { ...typed, ...Object.fromEntries([...uploaded, ...files].map(({ field, name }) => [field, name])) },
		files,
		addFileErrors: (errors) =>
			[...errors.filter(({ field }) => !faults.some((fault) => fault.field === field)), ...faults].toSorted(
				(one, other) => order.indexOf(one.field) - order.indexOf(other.field),
			),
	};
}

/** Returns the name and type that a file is stored with, or why it is refused. */
async function recogniseAnswerFile({
	file,
	name,
}: UploadedFile): Promise<Pick<UploadedFile, "name" | "contentType"> | { message: string }> {
	const found = await recogniseUpload(file.path);
	if ("fault" in found) return { message: faultMessages[found.fault] };
	if ("other" in found) return { message: `${otherFormat}; what this one holds is ${found.other}` };
	const ending = findEnding(name);
	const [first] = found.formats;
	const format = found.formats.find((one) => one === ending) ?? first;
	return {
		name: cleanFileName(name, format, { endings: Object.keys(fileFormats), fallback: "file" }),
		contentType: fileFormats[format],
	};
}

const otherFormat = "Please attach a PDF, an office document, a text file, a JPEG or PNG picture, or a ZIP file";
const faultMessages = {
	empty: "Your file is empty. Choose another one",
	damaged: "Your file is damaged or was cut off. Save it once more and choose it again",
} as const;

/** Returns the files of questions that take one, with their names in the file store, and the answers with the files' names; a name without a file is not an answer. */
export function matchAnswerFiles(
	questions: readonly Question[],
	answers: QuestionAnswers,
	files: readonly UploadedFile[],
): { answers: QuestionAnswers; files: AnswerFile[] } {
	const asked = questions.filter(({ kind }) => kind === "file");
	const given = asked.flatMap(({ key }) => {
		const file = files.find(({ field }) => field === questionField(key));
		return file ? [{ key, file }] : [];
	});
	const others = Object.entries(answers).filter(([key]) => !asked.some((question) => question.key === key));
	return {
		answers: Object.fromEntries([...others, ...given.map(({ key, file }) => [key, tidyFileName(file.name)])]),
		files: given.map(({ file }) => ({ ...file, storedAs: `answer-${randomUUID()}` })),
	};
}

export async function insertAnswerFiles(
	transaction: WriteTransaction,
	reference: string,
	files: readonly AnswerFile[],
): Promise<void> {
	if (files.length === 0) return;
	await transaction
		.insertInto("replyFiles")
		.values(
			files.map(({ file: { bytes, sha256 }, storedAs, name, contentType }) => ({
				storedAs,
				replyId: formOf(reference),
				reference,
				name: tidyFileName(name),
				contentType: tidyContentType(contentType),
				bytes,
				sha256,
			})),
		)
		.execute();
}

/** Lists the files that came with a record's form. */
export async function listAnswerFiles(db: Connection, reference: string): Promise<ReplyFile[]> {
	return db
		.selectFrom("replyFiles")
		.select(["storedAs", "name", "bytes"])
		.where("replyId", "=", formOf(reference))
		.orderBy("name")
		.execute();
}
