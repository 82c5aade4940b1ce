import type { IncomingMessage } from "node:http";
import type { ReceivedFile } from "../files/file-backend.ts";
import type { FileStore } from "../files/file-store.ts";
import { HttpProblem } from "./problem.ts";
import { receiveMultipart } from "./receive-multipart.ts";

/** A file of a form, under the name its sender gave, whatever that is. */
export type UploadedFile = { field: string; file: ReceivedFile; name: string; contentType: string };

/** A form with files, which the caller keeps or discards. */
export type FileForm = {
	fields: URLSearchParams;
	files: UploadedFile[];
	/** Names of files beyond the allowed number or size; no file was kept then. */
	refused: string[];
};

export type FileLimits = {
	/** Tells whether files may have this field name. */
	isField(name: string): boolean;
	maxFiles: number;
	/** Of all files together. */
	maxBytes: number;
	/** Of all texts together. */
	maxTextBytes: number;
};

/** Far more fields than a visitor's form has, and few enough to parse within a moment. */
export const mostFormFields = 200;

/**
 * Reads a multipart form as it arrives: texts into memory, files straight to the disk. Files that are too many or too large are read and
 * discarded, so that the form can be shown again with its texts.
 *
 * @throws HttpProblem 413 for texts that are too long, 400 for files under another name, and as receiveMultipart does
 */
export async function receiveFiles(
	request: IncomingMessage,
	store: Pick<FileStore, "receive" | "discard">,
	{ isField, maxFiles, maxBytes, maxTextBytes }: FileLimits,
): Promise<FileForm> {
	const fields = new URLSearchParams();
	const chosen: Omit<UploadedFile, "file">[] = [];
	let textBytes = 0;
	let fileBytes = 0;
	const exceedsLimit = () => chosen.length > maxFiles || fileBytes > maxBytes;

	const received = await receiveMultipart(request, store, {
		// Of a form somewhat too large, too, the page says so.
		limits: { fields: mostFormFields, parts: mostFormFields * 2, fieldSize: 1024 * 1024, allBytes: 2 * maxBytes },
		unsupported: "Send the form as multipart/form-data.",
		takeField({ name, value, isTruncated }) {
			textBytes += Buffer.byteLength(value);
			if (isTruncated || textBytes > maxTextBytes) throw new HttpProblem(413, "The texts of the form are too long.");
			if (name) fields.append(name, value);
		},
		takeFile({ name, fileName, contentType, stream }) {
			// A form without a chosen file sends an empty one without a name.
			if (fileName === "") return undefined;
			if (!isField(name)) throw new HttpProblem(400, "The form contains a file where none is expected.");
			chosen.push({ field: name, name: fileName, contentType });
			return exceedsLimit() ? undefined : takeWhatFits(stream);
		},
	});
	const files = received.flatMap((file, index) => (chosen[index] ? [{ file, ...chosen[index] }] : []));
	if (!exceedsLimit()) return { fields, files, refused: [] };
	await discardFiles(store, files);
	return { fields, files: [], refused: chosen.map(({ name }) => name) };

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
