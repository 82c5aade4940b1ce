import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { ReceivedFile } from "../../../platform/files/file-backend.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { HttpProblem } from "../../../platform/http/problem.ts";
import { questionLimits } from "../../../shared/job-questions.ts";
import { isPostedField } from "./posted-fields.ts";
import { answerLimits } from "./question-answers.ts";
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
const limits = { parts: 120, fields: 100, files: 1, fieldSize: maxTextBytes, headerPairs: 20, headerSize: 4096 };
/** Bytes of an upload that wait between two stages; times fifty uploads, it is memory. */
const waitingBytes = 16 * 1024;
/** An upload without data for this long is aborted. */
const stallMs = 20_000;
/** The rest of a refused form is read and dropped up to here; then the connection is closed. */
const drainedBytes = 64 * 1024 * 1024;

/**
 * Reads the multipart form of an application as it arrives: texts into memory, the resume straight to disk. Unknown fields are dropped, and
 * a failure leaves nothing behind.
 * @param fields filled with the texts as they arrive, so that a refused form can be shown again
 * @throws HttpProblem 413 for a resume over 10 MB or texts over the limits, 400 for a malformed form, too many parts, an unnamed part or a
 * repeated field, 408 for a stalled one; StorageUnavailableError when the disk accepts no more
 */
export async function receiveForm(
	request: IncomingMessage,
	files: Pick<FileStore, "receive" | "discard">,
	fields: Record<string, string> = {},
): Promise<ReceivedForm> {
	let upload: BusboyFileStream | undefined;
	let receiving: Promise<ReceivedFile> | undefined;
	let resumeName = "";
	const done = Promise.withResolvers<void>();
	let textBytes = 0;
	let failed = false;
	const fail = (problem: unknown) => {
		failed = true;
		done.reject(problem);
	};

	let parser: BusboyInstance;
	try {
		parser = new Busboy({
			headers: request.headers as BusboyHeaders,
			highWaterMark: waitingBytes,
			fileHwm: waitingBytes,
			limits: { ...limits, fileSize: maxResumeBytes },
		});
	} catch {
		throw new HttpProblem(415, "Send the application as multipart/form-data.");
	}
	const stall = setTimeout(() => {
		// The disk is slow, not the sender.
		if (parser.writableNeedDrain) stall.refresh();
		else fail(new HttpProblem(408, "The upload stalled. Please send it again.", { headers: { connection: "close" } }));
	}, stallMs);
	request.on("data", () => stall.refresh());

	const nameless = () => fail(new HttpProblem(400, "A part of the form has no name."));
	parser.on("field", (name: string | undefined, value, _nameTruncated, valueTruncated) => {
		if (!name) return nameless();
		textBytes += Buffer.byteLength(value);
		if (valueTruncated || textBytes > maxTextBytes)
			return fail(new HttpProblem(413, "The texts of the form are longer than an application may be."));
		if (!isPostedField(name)) return;
		if (Object.hasOwn(fields, name))
			return fail(
				new HttpProblem(400, `The field ${name} was sent twice.`, {
					errors: [{ field: name, message: "was sent twice" }],
				}),
			);
		fields[name] = value;
	});
	parser.on("file", (name: string | undefined, stream, fileName) => {
		// A form that ends in the middle of a file is a stream error, read or not, and must not end the process; the reader gets it too.
		stream.on("error", () => undefined);
		if (name !== "resume") {
			stream.resume();
			return name
				? fail(
						new HttpProblem(400, "The form may hold one file, the resume.", {
							errors: [{ field: name, message: "is no file of this form" }],
						}),
					)
				: nameless();
		}
		resumeName = fileName ?? "";
		// Without a choice, a form without scripts sends an empty file with an empty name.
		if (resumeName === "" || failed) return void stream.resume();
		stream.on("limit", () =>
			fail(
				new HttpProblem(413, "Your resume is larger than 10 MB.", {
					errors: [{ field: "resume", message: "Your resume is larger than 10 MB" }],
				}),
			),
		);
		upload = stream;
		receiving = files.receive(stream);
		receiving.catch(fail);
	});
	const tooMany = () => fail(new HttpProblem(400, "The form has too many parts."));
	parser.on("partsLimit", tooMany).on("fieldsLimit", tooMany).on("filesLimit", tooMany);
	const broken = () => fail(new HttpProblem(400, "The form could not be read to its end. Please send it again."));
	parser.on("error", broken);
	parser.on("finish", () => done.resolve());
	request.on("aborted", broken).on("error", broken);

	try {
		request.pipe(parser);
		await done.promise;
		const file = await receiving;
		return { fields, resume: file && { ...file, name: resumeName } };
	} catch (error) {
		request.unpipe(parser);
		drain(request);
		parser.destroy();
		// An unfinished part would keep its file open.
		upload?.destroy(new Error("The form was given up"));
		const file = await receiving?.catch(() => undefined);
		if (file) await files.discard(file);
		throw error;
	} finally {
		clearTimeout(stall);
	}
}

/** Reads on and drops everything: a browser shows a response only after it has sent its whole form. */
function drain(request: IncomingMessage): void {
	let drained = 0;
	request.on("data", (chunk: Buffer) => {
		drained += chunk.length;
		if (drained > drainedBytes) request.destroy();
	});
	request.resume();
}
