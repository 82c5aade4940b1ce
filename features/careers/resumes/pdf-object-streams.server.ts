import { setImmediate as letOthersRun } from "node:timers/promises";
import { constants, createInflate } from "node:zlib";
import type { ReadableFile } from "./compound-file.server.ts";
import type { PdfDecryption, PdfObjectId } from "./pdf-encryption.server.ts";
import { lookAtName, PdfParser, TooComplicatedError, type PdfFinding, type PdfValue } from "./pdf-syntax.server.ts";
import { maxObjectStreamBytes, type Budget, spend, takeUnpacked } from "./pdf-budget.server.ts";
import { turnBytes } from "./pdf-objects.server.ts";
import { type Entries, toNumber, toName } from "./pdf-values.server.ts";
import { readAt, findFirst } from "./pdf-bytes.server.ts";

const maxObjectsInStream = 100_000;

export function isObjectStream(entries: Entries): boolean {
	return toName(entries.get("Type")) === "ObjStm" || (entries.has("First") && entries.has("N"));
}

/**
 * Looks at the objects of an object stream (ISO 32000-1, 7.5.7).
 *
 * @returns false when it cannot be read
 * @throws TooComplicatedError when it is packed as no producer packs it, or holds too much
 */
export async function inspectObjectStream(
	file: ReadableFile,
	{ id, entries, streamAt }: { id: PdfObjectId | undefined; entries: Entries; streamAt: number },
	{
		budget,
		findings,
		decryption,
	}: { budget: Budget; findings: Set<PdfFinding>; decryption: PdfDecryption | undefined },
): Promise<boolean> {
	const first = toNumber(entries.get("First"));
	const count = toNumber(entries.get("N"));
	if (first === undefined || count === undefined) return false;
	budget.streams -= 1;
	if (budget.streams < 0 || count > maxObjectsInStream)
		throw new TooComplicatedError("It has too many objects in streams");
	const unpack = await createUnpack(file, { entries, streamAt, budget });
	const decrypt = id && decryption?.createStreamDecryptor(id);
	const content = (decrypt && (await unpack(decrypt))) ?? (await unpack((piece) => piece));
	if (!content) return false;
	budget.parsedBytes += 3 * content.length;

	const header = new PdfParser(content, 0, { whole: true });
	let sinceTurn = 0;
	for (let index = 0; index < count && header.at < content.length; index++) {
		header.readValue();
		const offset = toNumber(header.readValue());
		if (offset === undefined) continue;
		const parser = new PdfParser(content, first + offset, { whole: true, findings });
		lookAtName(parser.readValue(), findings);
		const parsed = Math.max(0, parser.at - first - offset);
		spend(budget, parsed);
		sinceTurn += parsed;
		if (sinceTurn > turnBytes) {
			sinceTurn = 0;
			await letOthersRun();
		}
	}
	return true;
}

type Unpack = (decrypt: (piece: Buffer) => Buffer) => Promise<Buffer | undefined>;

/** Makes what reads an object stream's content; it gives undefined for what is not packed as the stream says. */
async function createUnpack(
	file: ReadableFile,
	{ entries, streamAt, budget }: { entries: Entries; streamAt: number; budget: Budget },
): Promise<Unpack> {
	if (!isPlainOrPredicted(entries.get("DecodeParms"))) throw new TooComplicatedError("Its objects are predicted");
	const filter = entries.get("Filter");
	const names =
		filter?.kind === "array" ? filter.items : filter === undefined || filter.kind === "keyword" ? [] : [filter];
	if (names.length === 0) {
		const length = toNumber(entries.get("Length")) ?? 0;
		const reach = streamAt + maxObjectStreamBytes;
		const endAt = (await findFirst(file, Buffer.from("endstream", "latin1"), streamAt, reach)) ?? reach;
		const bytes = Math.max(length, endAt - streamAt);
		return async (decrypt) => {
			takeUnpacked(budget, bytes);
			const content = decrypt(await readAt(file, streamAt, bytes));
			return content.length > 0 ? content : undefined;
		};
	}
	const [name] = names;
	if (names.length > 1 || !name || !["FlateDecode", "Fl"].includes(toName(name) ?? ""))
		throw new TooComplicatedError("Its objects are packed in an unusual way");
	return (decrypt) => inflateStream(file, streamAt, { decrypt, budget });
}

function isPlainOrPredicted(parameters: PdfValue | undefined): boolean {
	if (parameters === undefined || parameters.kind === "keyword") return true;
	if (parameters.kind === "array") return parameters.items.every(isPlainOrPredicted);
	if (parameters.kind !== "dictionary") return false;
	return (toNumber(parameters.entries.get("Predictor")) ?? 1) === 1;
}

/**
 * Unpacks what begins at an offset. Where it ends, it says itself: the length in its dictionary may be anything.
 *
 * @returns what could be unpacked, undefined when that is nothing
 */
async function inflateStream(
	file: ReadableFile,
	offset: number,
	{ decrypt, budget }: { decrypt: (piece: Buffer) => Buffer; budget: Budget },
): Promise<Buffer | undefined> {
	const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
	const chunks: Buffer[] = [];
	let length = 0;
	let problem: unknown;
	const state = { ended: false };
	const ended = new Promise<void>((resolve) => {
		const end = () => {
			state.ended = true;
			resolve();
		};
		inflate
			.on("data", (chunk: Buffer) => {
				try {
					takeUnpacked(budget, chunk.length, length);
					chunks.push(chunk);
					length += chunk.length;
				} catch (error) {
					problem = error;
					inflate.destroy();
				}
			})
			.on("end", end)
			.on("close", end)
			// What came before counts.
			.on("error", end);
	});
	try {
		let at = offset;
		for (let pieceLength = 2_048; !state.ended && at < file.size; pieceLength = Math.min(pieceLength * 2, 16_384)) {
			// What unpacks to nothing may be read again and again, too.
			spend(budget, pieceLength);
			const piece = decrypt(await readAt(file, at, pieceLength));
			at += pieceLength;
			// Once it has ended it takes nothing more, and does not say so.
			await Promise.race([ended, new Promise((resolve) => inflate.write(piece, resolve))]);
		}
		if (!state.ended) inflate.end();
		await ended;
	} finally {
		inflate.destroy();
	}
	if (problem) throw problem;
	return length > 0 ? Buffer.concat(chunks, length) : undefined;
}
