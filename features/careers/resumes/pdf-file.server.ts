import type { ReadableFile } from "./compound-file.server.ts";
import { openWithoutPassword, type PdfDecryption } from "./pdf-encryption.server.ts";
import { TooComplicatedError, type PdfFinding } from "./pdf-syntax.server.ts";
import { maxValueBytes, maxUnpackedBytes, type Budget } from "./pdf-budget.server.ts";
import { readAt } from "./pdf-bytes.server.ts";
import { readNewestTrailer, findAnyTrailer, readFirstId } from "./pdf-trailers.server.ts";
import { findObject, type PdfObject, scanObjects } from "./pdf-objects.server.ts";
import { isObjectStream, inspectObjectStream } from "./pdf-object-streams.server.ts";
import { toNumber, toEntries } from "./pdf-values.server.ts";

export type PdfVerdict = "fine" | "damaged" | "protected" | "complicated" | PdfFinding;

/** The header may stand behind this much of something else (ISO 32000-1, annex H, implementation note 13). */
export const pdfHeaderReach = 1024;

export const pdfHeader = Buffer.from("%PDF-", "latin1");

/** The last line of a file, which may be missing. */
const endMarkBytes = "%%EOF\r\n".length;

/** Object streams of common producers hold at most some hundred objects each. */
const maxObjectStreams = 2_000;

/** How many places are looked at on their own: trailers, and mentions of an encryption. */
const maxPlaces = 1_000;

/**
 * Looks into a PDF as far as it takes to tell whether viewers open it, without a password, and whether it runs anything.
 *
 * The newest trailer is found as viewers find it, or, where the file names none, as they mend it. Then every object is looked at,
 * wherever it stands and whether it is used or not: docs/resumes.md. Reads the file at most some times over, unpacks at most 32 MB and
 * keeps at most 5 MB at once, whatever it holds.
 *
 * @returns "damaged" for what has no header, no trailer, or was cut off; "complicated" for what is beyond the bounds
 */
export async function inspectPdf(file: ReadableFile): Promise<PdfVerdict> {
	try {
		return await inspect(file);
	} catch (error) {
		if (error instanceof TooComplicatedError) return "complicated";
		throw error;
	}
}

async function inspect(file: ReadableFile): Promise<PdfVerdict> {
	const head = await readAt(file, 0, pdfHeaderReach + pdfHeader.length - 1);
	const headerAt = head.indexOf(pdfHeader);
	if (headerAt === -1) return "damaged";
	const budget: Budget = {
		parsedBytes: 5 * file.size + 4 * maxValueBytes,
		unpackedBytes: maxUnpackedBytes,
		streams: maxObjectStreams,
		places: maxPlaces,
	};

	const trailer = (await readNewestTrailer(file, headerAt, budget)) ?? (await findAnyTrailer(file, budget));
	if (!trailer) return "damaged";
	let decryption: PdfDecryption | undefined;
	const encrypt = trailer.get("Encrypt");
	if (encrypt && encrypt.kind !== "keyword") {
		const entries = encrypt.kind === "reference" ? await findObject(file, encrypt, budget) : toEntries(encrypt);
		decryption = entries && openWithoutPassword(entries, readFirstId(trailer));
		if (!decryption) return "protected";
	}

	const findings = new Set<PdfFinding>();
	let damaged = false;
	const accepts = ({ entries, streamAt }: PdfObject) =>
		entries.has("Linearized") || (streamAt !== undefined && isObjectStream(entries));
	for await (const { id, entries, streamAt } of scanObjects(file, budget, { accepts, findings, decryption })) {
		// Pages of such a file can be shown before its end has arrived, so it may have a trailer without having an end.
		const length = entries.has("Linearized") ? toNumber(entries.get("L")) : undefined;
		if (length !== undefined && file.size - headerAt < length - endMarkBytes) return "damaged";
		if (streamAt !== undefined && isObjectStream(entries))
			damaged = !(await inspectObjectStream(file, { id, entries, streamAt }, { budget, findings, decryption }));
		// Enough is known of it to be refused.
		if (findings.size > 0 || damaged) break;
	}
	// What is worse is told first.
	for (const finding of ["launch", "program", "script", "form"] as const) if (findings.has(finding)) return finding;
	return damaged ? "damaged" : "fine";
}
