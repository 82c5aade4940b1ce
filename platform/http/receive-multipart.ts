import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { ReceivedFile } from "../files/file-backend.ts";
import type { FileStore } from "../files/file-store.ts";
import { HttpProblem } from "./problem.ts";

/** A file of a form as it arrives; `fileName` is empty if none was chosen. */
export type FilePart = { name: string; fileName: string; contentType: string; stream: BusboyFileStream };

/** The rules of one form. A function that throws refuses the form. */
export type MultipartRules = {
	/** Names are empty for parts without one. */
	takeField(field: { name: string; value: string; isTruncated: boolean }): void;
	/** Returns the bytes to store, or undefined to skip the file. */
	takeFile(part: FilePart): AsyncIterable<Buffer> | undefined;
	limits: {
		fields: number;
		parts: number;
		fieldSize: number;
		files?: number;
		fileSize?: number;
		/** Larger forms are cut off; 64 MB unless more is given. */
		allBytes?: number;
	};
	/** Says which kind of body the form is. */
	unsupported: string;
};

const maxNameBytes = 4_096;
/** Bytes of an upload that wait between two stages on its way to the disk: times fifty uploads, it is memory. */
const waitingBytes = 16 * 1024;
/** An upload that stalls this long is given up. */
const stallMs = 20_000;
/** Read of a form at least, also of a refused one, without whose end browsers show no response. */
const leastCutOffBytes = 64 * 1024 * 1024;

/**
 * Reads a multipart form as it arrives, its files straight to the disk.
 *
 * @returns the stored files in order, which the caller keeps or discards
 * @throws whatever a rule throws; HttpProblem 400 for a broken form or too many parts, 408 for a stall, 415 for anything but a multipart
 *   form; StorageUnavailableError if the disk is full. No failure leaves a file behind
 */
export async function receiveMultipart(
	request: IncomingMessage,
	store: Pick<FileStore, "receive" | "discard">,
	{ takeField, takeFile, limits: { allBytes: wantedBytes = 0, ...limits }, unsupported }: MultipartRules,
): Promise<ReceivedFile[]> {
	const cutOffBytes = Math.max(leastCutOffBytes, wantedBytes);
	const streams: BusboyFileStream[] = [];
	const receiving: Promise<ReceivedFile>[] = [];
	const done = Promise.withResolvers<void>();
	const fail = (problem: unknown) => done.reject(problem);
	let allBytes = 0;

	const parser = createParser(request, limits, unsupported);
	const stall = setTimeout(() => {
		// We are not reading: the disk is slow, and the sender waits for it.
		if (parser.writableNeedDrain) stall.refresh();
		else fail(new HttpProblem(408, "The upload stalled. Please send it again.", { headers: { connection: "close" } }));
	}, stallMs);
	request.on("data", (chunk: Buffer) => {
		stall.refresh();
		allBytes += chunk.length;
		if (allBytes > cutOffBytes) request.destroy();
	});
	const attempt = <Result>(rule: () => Result): Result | undefined => {
		try {
			return rule();
		} catch (problem) {
			fail(problem);
			return undefined;
		}
	};
	parser.on("field", (name: string | undefined, value, _nameTruncated, isTruncated) =>
		attempt(() => takeField({ name: name ?? "", value, isTruncated })),
	);
	parser.on("file", (name: string | undefined, stream, fileName, _encoding, contentType) => {
		// A form that ends in the middle of a file is an error of the stream, read or not, and must not end the process.
		stream.on("error", () => undefined);
		const content = attempt(() => takeFile({ name: name ?? "", fileName: fileName ?? "", contentType, stream }));
		if (!content) return void stream.resume();
		streams.push(stream);
		const received = store.receive(Readable.from(content, { objectMode: false, highWaterMark: waitingBytes }));
		receiving.push(received);
		received.catch(fail);
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
		return await Promise.all(receiving);
	} catch (error) {
		request.unpipe(parser);
		request.resume();
		parser.destroy();
		// An unfinished part would keep its file open for ever.
		for (const stream of streams) stream.destroy(new Error("The form was given up"));
		for (const one of await Promise.allSettled(receiving))
			if (one.status === "fulfilled") await store.discard(one.value);
		throw error;
	} finally {
		clearTimeout(stall);
	}
}

function createParser(
	request: IncomingMessage,
	limits: Omit<MultipartRules["limits"], "allBytes">,
	unsupported: string,
): BusboyInstance {
	try {
		return new Busboy({
			headers: request.headers as BusboyHeaders,
			highWaterMark: waitingBytes,
			fileHwm: waitingBytes,
			limits: { ...limits, headerPairs: 20, headerSize: maxNameBytes },
		});
	} catch {
		throw new HttpProblem(415, unsupported);
	}
}
