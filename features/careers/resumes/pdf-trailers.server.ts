import type { ReadableFile } from "./compound-file.server.ts";
import type { Budget } from "./pdf-budget.server.ts";
import { type Entries, parseAt, toNumber, toEntries, toName } from "./pdf-values.server.ts";
import { type PdfObject, scanObjects } from "./pdf-objects.server.ts";
import { findLast, findFirst, findAll } from "./pdf-bytes.server.ts";

/** Finds the newest trailer as the file names it (ISO 32000-1, 7.5.5 and 7.5.8). */
export async function readNewestTrailer(
	file: ReadableFile,
	headerAt: number,
	budget: Budget,
): Promise<Entries | undefined> {
	const startAt = await findLast(file, Buffer.from("startxref", "latin1"));
	if (startAt === undefined) return undefined;
	const named = await parseAt(file, startAt + "startxref".length, { budget, parse: (parser) => parser.readValue() });
	const offset = toNumber(named);
	if (offset === undefined || !Number.isInteger(offset)) return undefined;
	// Most count from the header on, but some that put something before it count that too.
	for (const place of new Set([offset + headerAt, offset])) {
		if (place <= 0 || place >= file.size) continue;
		const entries = await readTrailerAt(file, place, budget);
		if (entries?.has("Root")) return entries;
	}
	return undefined;
}

/** Reads the trailer of the cross-references at an offset. */
async function readTrailerAt(file: ReadableFile, offset: number, budget: Budget): Promise<Entries | undefined> {
	const isTable = await parseAt(file, offset, {
		budget,
		parse(parser) {
			parser.skipSpace();
			return parser.skipKeyword("xref");
		},
	});
	const trailerAt = isTable ? await findFirst(file, Buffer.from("trailer", "latin1"), offset) : undefined;
	if (isTable && trailerAt === undefined) return undefined;
	const value = await parseAt(file, trailerAt === undefined ? offset : trailerAt + "trailer".length, {
		budget,
		parse(parser) {
			if (trailerAt !== undefined) return parser.readValue();
			const [number, generation] = [parser.readValue(), parser.readValue()];
			parser.skipSpace();
			return number.kind === "number" && generation.kind === "number" && parser.skipKeyword("obj")
				? parser.readValue()
				: undefined;
		},
	});
	return toEntries(value);
}

/**
 * Finds a trailer wherever it stands, as viewers do that mend a file. As it is not known which one they take, any mention of an
 * encryption counts.
 */
export async function findAnyTrailer(file: ReadableFile, budget: Budget): Promise<Entries | undefined> {
	let found: Entries | undefined;
	for await (const at of findAll(file, Buffer.from("trailer", "latin1"))) {
		const value = await parseAt(file, at + "trailer".length, { budget, parse: (parser) => parser.readValue() });
		if (value.kind === "dictionary" && value.entries.has("Root")) found = value.entries;
	}
	const isTrailer = ({ entries }: PdfObject) => toName(entries.get("Type")) === "XRef" && entries.has("Root");
	for await (const { entries } of scanObjects(file, budget, { accepts: isTrailer, keepAll: true })) found = entries;
	if (!found || found.has("Encrypt")) return found;
	for await (const at of findAll(file, Buffer.from("/Encrypt", "latin1"))) {
		const value = await parseAt(file, at + "/Encrypt".length, { budget, parse: (parser) => parser.readValue() });
		if (value.kind !== "keyword" && value.kind !== "name") return new Map(found).set("Encrypt", value);
	}
	return found;
}

export function readFirstId(trailer: Entries): Buffer {
	const id = trailer.get("ID");
	const first = id?.kind === "array" ? id.items[0] : undefined;
	return first?.kind === "string" ? first.bytes : Buffer.alloc(0);
}
