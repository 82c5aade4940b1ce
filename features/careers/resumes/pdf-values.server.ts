import type { ReadableFile } from "./compound-file.server.ts";
import {
	OutOfBytesError,
	PdfParser,
	TooComplicatedError,
	type PdfDictionary,
	type PdfValue,
} from "./pdf-syntax.server.ts";
import { maxValueBytes, type Budget, spend } from "./pdf-budget.server.ts";
import { readAt } from "./pdf-bytes.server.ts";

export type Entries = PdfDictionary["entries"];

/** Reads something that begins at an offset, with as many bytes as it takes. */
export async function parseAt<Result>(
	file: ReadableFile,
	offset: number,
	{ budget, parse }: { budget: Budget; parse: (parser: PdfParser) => Result },
): Promise<Result> {
	budget.places -= 1;
	if (budget.places < 0) throw new TooComplicatedError("It has too many trailers");
	for (let length = 4_096; ; length *= 4) {
		const bytes = await readAt(file, offset, length);
		const parser = new PdfParser(bytes, 0, { whole: offset + bytes.length >= file.size, keepAll: true });
		try {
			return parse(parser);
		} catch (error) {
			if (!(error instanceof OutOfBytesError)) throw error;
			if (length >= maxValueBytes) throw new TooComplicatedError("A value is too long");
		} finally {
			spend(budget, Math.min(parser.at, bytes.length));
		}
	}
}

export function toNumber(value: PdfValue | undefined): number | undefined {
	return value?.kind === "number" ? value.value : undefined;
}

export function toEntries(value: PdfValue | undefined): Entries | undefined {
	return value?.kind === "dictionary" ? value.entries : undefined;
}

export function toName(value: PdfValue | undefined): string | undefined {
	return value?.kind === "name" ? value.text : undefined;
}
