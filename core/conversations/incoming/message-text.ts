import { cleanText } from "../../../shared/clean-text.ts";
import {
	isAttribution,
	isProgramNote,
	namesAddress,
	namesAddressOrTime,
	opensAttribution,
	readLabel,
	readSeparator,
	type LabelKind,
} from "./reply-openings.ts";

/** Characters of each of a message's texts. */
export const maxTextCharacters = 100_000;

/** Lines of their own that the reader of HTML writes where its markup says what follows. */
export const marks = { quote: "\ue000quote", signature: "\ue000signature", signatureEnd: "\ue000end" } as const;
export const markCharacter = "\ue000";

export type SplitText = {
	text: string;
	quoted: string;
	signature: string;
	/** The value of the first "From:" line above the history. */
	historyFrom: string | undefined;
	/** Whether the text itself says that the history was forwarded. */
	isForwarded: boolean;
};

type Kind = "own" | "quoted" | "signature";

/**
 * Splits a message's text into what its writer wrote, the quoted history, and the signature. Every line goes into one of the three. Text
 * below or between quoted lines is the writer's.
 */
export function splitText(whole: string): SplitText {
	const lines = cleanText(whole).split("\n");
	const kinds: Kind[] = lines.map(() => "own");
	const { at: end, ...history } = findHistory(lines);
	kinds.fill("quoted", end);
	markQuotes(lines, kinds, end);
	markSignatures(lines, kinds, end);

	const join = (kind: Kind) =>
		joinLines(lines.filter((line, at) => kinds[at] === kind && !line.startsWith(markCharacter)));
	const [text, quoted, signature] = [join("own"), join("quoted"), join("signature")];
	// A forwarded message without a word of its own, or an answer that only the mail program wrote, is not empty.
	if (text === "" && quoted !== "") return { text: quoted, quoted: "", signature, ...history };
	return { text, quoted, signature, ...history };
}

function joinLines(lines: string[]): string {
	return lines
		.map((line) => line.trimEnd())
		.join("\n")
		.replaceAll(/\n{3,}/g, "\n\n")
		.trim();
}

const isFilled = (line: string) => line.trim() !== "";
const isBreak = (line: string) => !isFilled(line) || line.startsWith(markCharacter);
/** Mail programs mark the lines of an answered message so; mail servers write ">From" for a line that begins with "From". */
const isMarked = (line: string | undefined) => line !== undefined && /^ ?>(?!From )/.test(line);

type History = {
	/** The first line; the text's length if all of the history is marked. */
	at: number;
	historyFrom: string | undefined;
	isForwarded: boolean;
};

/** Finds where an answered or forwarded message begins that reaches to the end, because nothing marks its lines. */
function findHistory(lines: string[]): History {
	let historyFrom: string | undefined;
	let isForwarded = false;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] as string;
		if (isMarked(line)) {
			// Apple Mail marks forwarded messages as it does answered ones.
			if (readSeparator(line) === "forwarded") historyFrom ??= findFrom(lines, at + 1);
			continue;
		}
		if (line === marks.quote) return { at, historyFrom: findFrom(lines, at), isForwarded };
		const separator = readSeparator(line);
		if (separator) {
			const below = skipEmpty(lines, at + 1);
			// Programs that mark each line stand between such lines and their text.
			historyFrom ??= findFrom(lines, below);
			isForwarded ||= separator === "forwarded";
			if (!isMarked(lines[below])) return { at, historyFrom, isForwarded };
		}
		if (isHeaderBlock(lines, at))
			return { at: includeRule(lines, at), historyFrom: historyFrom ?? findFrom(lines, at), isForwarded };
		const attribution = readAttribution(lines, at);
		if (attribution && !attribution.hasMarkedLines && attribution.isCertain) return { at, historyFrom, isForwarded };
	}
	return { at: lines.length, historyFrom, isForwarded };
}

function skipEmpty(lines: string[], from: number): number {
	let at = from;
	while (at < lines.length && at < from + 4 && lines[at]?.trim() === "") at++;
	return at;
}

/**
 * Whether a mail program's "From:", with "Subject:" below it, and "Sent:" or "To:" stand here, with values that go on below. People label
 * lines as well; programs write an address or a time of day. Under a rule an address is enough without "Subject:".
 */
function isHeaderBlock(lines: string[], at: number): boolean {
	const first = readLabel(lines[at] as string)?.kind;
	if (!first || first === "subject") return false;
	const found = new Set<LabelKind>();
	let current: LabelKind | undefined;
	let others = 0;
	let isOfProgram = false;
	let hasAddress = false;
	for (const line of lines.slice(at, at + 20)) {
		const kind = readLabel(line)?.kind;
		const continuesRecipients = isFilled(line) && (current === "to" || current === "cc");
		if (!kind && !continuesRecipients && ++others > 2) break;
		if (kind) others = 0;
		current = isFilled(line) ? (kind ?? current) : undefined;
		if (kind && (kind !== "subject" || found.has("from"))) found.add(kind);
		if (current === undefined || current === "subject") continue;
		isOfProgram ||= namesAddressOrTime(line);
		hasAddress ||= namesAddress(line);
	}
	const isEnough = found.has("subject") ? isOfProgram : hasAddress && includeRule(lines, at) < at;
	return found.has("from") && (found.has("date") || found.has("to")) && isEnough;
}

/** A rule or "Original message" above the block belongs to it. */
function includeRule(lines: string[], at: number): number {
	let above = at - 1;
	while (above >= 0 && above > at - 3 && lines[above]?.trim() === "") above--;
	const line = lines[above]?.trim() ?? "";
	return above >= 0 && (/^[-_=*]{5,}$/.test(line) || readSeparator(line)) ? above : at;
}

function findFrom(lines: string[], at: number): string | undefined {
	for (const line of lines.slice(at, at + 10)) {
		const label = readLabel(line.replace(/^[>\s]+/, ""));
		if (label?.kind === "from" && label.value !== "") return label.value;
	}
	return undefined;
}

type Attribution = { length: number; isCertain: boolean; hasMarkedLines: boolean };

/** Reads "On … wrote:", which mail programs break into up to four lines. */
function readAttribution(lines: string[], at: number): Attribution | undefined {
	if ((lines[at] as string).trim() === "") return undefined;
	let joined = "";
	for (let length = 1; length <= 4 && at + length <= lines.length; length++) {
		const line = (lines[at + length - 1] as string).trim();
		if (line === "" || isMarked(line)) return undefined;
		joined = joined === "" ? line : `${joined} ${line}`;
		const found = isAttribution(joined);
		if (!found) continue;
		const first = (lines[at] as string).trim();
		// The writer's last line stands directly above it.
		if (length > 1 && !opensAttribution(first) && isAttribution(joined.slice(first.length))) return undefined;
		const below = skipEmpty(lines, at + length);
		const hasMarkedLines = isMarked(lines[below]) || lines[below] === marks.quote;
		if (found === "certain" || hasMarkedLines) return { length, isCertain: found === "certain", hasMarkedLines };
	}
	return undefined;
}

/** Marks lines that begin with ">", and what the program wrote above them. */
function markQuotes(lines: string[], kinds: Kind[], end: number): void {
	for (let at = 0; at < end; at++) {
		const line = lines[at] as string;
		if (isMarked(line)) kinds[at] = "quoted";
		else if (!isFilled(line) && kinds[at - 1] === "quoted" && isMarked(lines[skipEmpty(lines, at)]))
			kinds[at] = "quoted";
		else if (kinds[at] === "own") {
			const separator = readSeparator(line) && 1;
			const length = separator ?? readAttribution(lines, at)?.length ?? 0;
			kinds.fill("quoted", at, at + (length === 0 ? 0 : skipEmpty(lines, at + length) - at));
		}
	}
}

/** Marks the end of each of the writer's pieces that begins as a signature. */
function markSignatures(lines: string[], kinds: Kind[], end: number): void {
	let at = 0;
	while (at < end) {
		let pieceEnd = at;
		while (pieceEnd < end && kinds[pieceEnd] === "own") pieceEnd++;
		if (pieceEnd > at) markSignature(lines, kinds, at, pieceEnd);
		at = pieceEnd + 1;
	}
}

const mostSignatureLines = 15;
/** Lines below a program's note that can be its writer's name. */
const mostLinesBelowNote = 2;
const isShort = (line: string) => line.trim().length <= 60;

function markSignature(lines: string[], kinds: Kind[], start: number, end: number): void {
	let left = lines.slice(start, end).filter(isFilled).length;
	for (let at = start; at < end; at++) {
		const line = lines[at] as string;
		if (line === marks.signature) {
			left--;
			const close = lines.indexOf(marks.signatureEnd, at);
			kinds.fill("signature", at, close === -1 || close > end ? end : close + 1);
			at = close === -1 || close > end ? end : close;
			continue;
		}
		if (isFilled(line)) left--;
		const stands = at === start || isBreak(lines[at - 1] as string) || left === 0;
		const isNote = stands && isProgramNote(line);
		const opens =
			line === "-- " ||
			(left < mostSignatureLines && /^(?:--|—|_{40,}|-----BEGIN PGP SIGNATURE-----)\s*$/.test(line)) ||
			(left <= mostLinesBelowNote && isNote && lines.slice(at + 1, end).every(isShort));
		if (opens) {
			kinds.fill("signature", at, end);
			return;
		}
		if (isNote) kinds[at] = "signature";
	}
}

/** Joins the lines of a text that its sender broke for display (format=flowed, RFC 3676). */
export function joinFlowedLines(text: string, deletesSpaces: boolean): string {
	const joined: string[] = [];
	let open: { marks: string; parts: string[] } | undefined;
	const close = () => {
		if (open) joined.push(open.marks + (open.marks !== "" ? " " : "") + open.parts.join(""));
		open = undefined;
	};
	for (const line of text.split(/\r\n|\r|\n/)) {
		const marksOfLine = /^>*/.exec(line)?.[0] ?? "";
		const stuffed = line.slice(marksOfLine.length);
		const content = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
		if (open && open.marks !== marksOfLine) close();
		const isFlowed = content.endsWith(" ") && content !== "-- ";
		if (content === "-- ") close();
		open ??= { marks: marksOfLine, parts: [] };
		open.parts.push(isFlowed && deletesSpaces ? content.slice(0, -1) : content);
		if (!isFlowed) close();
	}
	close();
	return joined.join("\n");
}

/** Cuts a text after so many characters, never within one. */
export function cutText(text: string, most: number): string {
	return text.length <= most
		? text
		: text
				.slice(0, most)
				.toWellFormed()
				.replace(/\ufffd$/, "");
}
