import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { ReceivedFile } from "../files/file-backend.ts";
import type { FileStore } from "../files/file-store.ts";
import { HttpProblem } from "./problem.ts";

/** A file of a form, under the name its sender gave, whatever that is. */
export type UploadedFile = { file: ReceivedFile; name: string; contentType: string };

/** A form with files, which the caller keeps or discards. */
export type FileForm = {
	fields: URLSearchParams;
	files: UploadedFile[];
	/** Names of files beyond the allowed number or size; no file was kept then. */
	refused: string[];
};

export type FileLimits = {
	/** Name of the files' field. */
	field: string;
	maxFiles: number;
	/** Of all files together. */
	maxBytes: number;
	/** Of all texts together. */
	maxTextBytes: number;
};

const maxFields = 50;
const maxNameBytes = 4_096;
/** Bytes of an upload that wait between two stages on its way to the disk. */
const waitingBytes = 16 * 1024;
/** An upload that stalls this long is given up. */
const stallMs = 20_000;
/** Larger forms are cut off: nobody chooses so much by mistake. */
const cutOffBytes = 64 * 1024 * 1024;

/**
 * Reads a multipart form as it arrives: texts into memory, files straight to the disk. Files that are too many or too large are read and
 * discarded, so that the form can be shown again with its texts.
 *
 * @throws HttpProblem 413 for texts that are too long, 400 for a broken form or files under another name, 408 for a stall, 415 for
 * anything but a multipart form; StorageUnavailableError if the disk is full. No failure leaves a file behind
 */
export async function receiveFiles(
	request: IncomingMessage,
	store: Pick<FileStore, "receive" | "discard">,
	{ field, maxFiles, maxBytes, maxTextBytes }: FileLimits,
): Promise<FileForm> {
	const fields = new URLSearchParams();
	const names: string[] = [];
	const streams: BusboyFileStream[] = [];
	const receiving: Promise<UploadedFile>[] = [];
	const done = Promise.withResolvers<void>();
	const fail = (problem: unknown) => done.reject(problem);
	let textBytes = 0;
	let fileBytes = 0;
	let allBytes = 0;
	const exceedsLimit = () => names.length > maxFiles || fileBytes > maxBytes;

	const parser = createParser(request);
	const stall = setTimeout(() => {
		// We are not reading: the disk is slow, and the sender waits for it.
		if (parser.writableNeedDrain) stall.refresh();
		else fail(new HttpProblem(408, "The upload stalled. Please send it again.", { headers: { connection: "close" } }));
	}, stallMs);
	const watch = (chunk: Buffer) => {
		stall.refresh();
		allBytes += chunk.length;
		if (allBytes > cutOffBytes) request.destroy();
	};
	request.on("data", watch);

	parser.on("field", (name: string | undefined, value, _nameTruncated, valueTruncated) => {
		textBytes += Buffer.byteLength(value);
		if (valueTruncated || textBytes > maxTextBytes)
			return fail(new HttpProblem(413, "The texts of the form are too long."));
		if (name) fields.append(name, value);
	});
	parser.on("file", (name: string | undefined, stream, fileName, _encoding, contentType) => {
		// A form that ends in the middle of a file is an error of the stream, read or not, and must not end the process.
		stream.on("error", () => undefined);
		// A form without a chosen file sends an empty one without a name.
		if (fileName === undefined || fileName === "") return void stream.resume();
		if (name !== field) {
			stream.resume();
			return fail(new HttpProblem(400, "The form holds a file where none belongs."));
		}
		names.push(fileName);
		if (exceedsLimit()) return void stream.resume();
		streams.push(stream);
		const received = store.receive(Readable.from(takeWhatFits(stream), { objectMode: false }));
		receiving.push(received.then((file) => ({ file, name: fileName, contentType })));
		received.catch(fail);
	});
	const tooMany = () => fail(new HttpProblem(400, "The form has too many parts."));
	parser.on("partsLimit", tooMany).on("fieldsLimit", tooMany);
	const broken = () => fail(new HttpProblem(400, "The form could not be read to its end. Please send it again."));
	parser.on("error", broken);
	parser.on("finish", () => done.resolve());
	request.on("aborted", broken).on("error", broken);

	try {
		request.pipe(parser);
		await done.promise;
		const files = await Promise.all(receiving);
		if (!exceedsLimit()) return { fields, files, refused: [] };
		await discardFiles(store, files);
		return { fields, files: [], refused: names };
	} catch (error) {
		request.unpipe(parser);
		request.resume();
		parser.destroy();
		// An unfinished part would keep its file open for ever.
		for (const stream of streams) stream.destroy(new Error("The form was given up"));
		const ended = await Promise.allSettled(receiving);
		await discardFiles(
			store,
			ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
		);
		throw error;
	} finally {
		clearTimeout(stall);
	}

	async function* takeWhatFits(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of stream) {
			fileBytes += chunk.length;
			if (!exceedsLimit()) yield chunk;
		}
	}
}

/** Removes the files of a form that were not kept. */
export async function discardFiles(
	store: Pick<FileStore, "discard">,
	files: readonly Pick<UploadedFile, "file">[],
): Promise<void> {
	for (const { file } of files) await store.discard(file);
}

function createParser(request: IncomingMessage): BusboyInstance {
	try {
		return new Busboy({
			headers: request.headers as BusboyHeaders,
			highWaterMark: waitingBytes,
			fileHwm: waitingBytes,
			limits: {
				fields: maxFields,
				parts: maxFields * 2,
				fieldSize: 1024 * 1024,
				headerPairs: 20,
				headerSize: maxNameBytes,
			},
		});
	} catch {
		throw new HttpProblem(415, "Send the form as multipart/form-data.");
	}
}
