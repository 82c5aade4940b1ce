import { cleanLine } from "../../../shared/clean-text.ts";
import { decodeText } from "./charsets.ts";
import type { IncomingFile } from "./incoming-message.ts";
import { joinFlowedLines } from "./message-text.ts";
import { decodeHeader, readHeaders, type Headers } from "./mime-headers.ts";
import { decodeBody, type MimePart } from "./mime-parts.ts";
import { decodeUuencoded } from "./transfer-encodings.ts";

/** Files of one message; more are left out. */
const maxFiles = 50;
/** Bytes of one text that are decoded: more than its characters may be, in any charset. */
const maxTextBytes = 2 * 1024 * 1024;
const maxNameCharacters = 200;

/** A piece of a message's body, in one or both of its forms. */
export type BodyPiece = { plain?: string; html?: string };

export type Bodies = {
	pieces: BodyPiece[];
	files: IncomingFile[];
	/** Every part that holds no parts itself. */
	leaves: MimePart[];
	/** Parts with a Content-ID, which HTML can show. */
	related: { contentId: string; part: MimePart }[];
	omissions: string[];
};

/** Parts that are read for what they say about the message (message-sort.ts), or that only protect it. */
const readElsewhere =
	/^(?:message\/(?:(?:global-)?delivery-status|(?:global-)?disposition-notification|feedback-report|tracking-status)|text\/(?:rfc822-headers|x-amp-html)|application\/(?:pgp-signature|pgp-encrypted|(?:x-)?pkcs7-signature))$/;

/** Sorts a message's parts into the pieces of its body and its files. */
export function readBodies(root: MimePart): Bodies {
	const bodies: Bodies = { pieces: [], files: [], leaves: [], related: [], omissions: [] };
	let leftOut = 0;
	const addFile = (name: string, contentType: string, bytes: Uint8Array) => {
		// A copy: the part is a view on the whole message.
		if (bodies.files.length < maxFiles) bodies.files.push({ name, contentType, bytes: new Uint8Array(bytes) });
		else leftOut++;
	};
	const walk = (part: MimePart): BodyPiece[] => {
		if (part.children.length > 0) {
			const pieces = part.children.flatMap(walk);
			return part.type === "multipart/alternative" ? [joinAlternatives(pieces)] : pieces;
		}
		bodies.leaves.push(part);
		if (readElsewhere.test(part.type)) return [];
		if (isBody(part, bodies.leaves.length === 1)) {
			const { text, fault, uuencoded } = readPartText(part);
			if (fault !== undefined) bodies.omissions.push(`Part of the text could not be read: ${fault}.`);
			for (const file of uuencoded) addFile(cleanFileName(file.name, ""), "application/octet-stream", file.bytes);
			return [part.type === "text/html" ? { html: text } : { plain: text }];
		}
		const contentId = /<([^<>]+)>/.exec(part.headers.get("content-id"))?.[1];
		if (contentId !== undefined && part.type.startsWith("image/")) bodies.related.push({ contentId, part });
		if (part.body.length > 0 || part.disposition.value !== "") addFile(nameFile(part), part.type, decodeBody(part));
		return [];
	};
	bodies.pieces = walk(root).filter((piece) => piece.plain !== undefined || piece.html !== undefined);
	if (leftOut > 0) bodies.omissions.push(`${leftOut} more ${leftOut === 1 ? "file was" : "files were"} left out.`);
	return bodies;
}

/** Whether a part is read as text: files have names, and only the first of the parts may be a body with one. */
function isBody({ type, disposition, params, children }: MimePart, isFirst: boolean): boolean {
	if (children.length > 0 || disposition.value === "attachment") return false;
	// A multipart without a single part of its own is read as it stands.
	if (type.startsWith("multipart/")) return true;
	if (!/^text\/(?:plain|html|enriched|richtext|markdown)$/.test(type)) return false;
	return isFirst || ((disposition.params.get("filename") ?? params.get("name")) || "") === "";
}

function joinAlternatives(pieces: BodyPiece[]): BodyPiece {
	const plain = pieces.flatMap((piece) => piece.plain ?? []);
	const html = pieces.flatMap((piece) => piece.html ?? []);
	return {
		...(plain.length > 0 && { plain: plain.join("\n") }),
		...(html.length > 0 && { html: html.join("\n") }),
	};
}

/** Decodes the text of a part, with uuencoded files taken out of it. */
export function readPartText(part: MimePart): {
	text: string;
	fault: string | undefined;
	uuencoded: { name: string; bytes: Uint8Array }[];
} {
	let bytes = decodeBody(part).subarray(0, maxTextBytes);
	const uuencoded = part.type === "text/plain" ? decodeUuencoded(bytes) : [];
	if (uuencoded.length > 0) {
		const ends = [0, ...uuencoded.map(({ end }) => end)];
		bytes = Buffer.concat(ends.map((end, at) => bytes.subarray(end, uuencoded[at]?.start)));
	}
	const charset = part.params.get("charset") || (part.type === "text/html" ? findHtmlCharset(bytes) : undefined);
	const { text, fault } = decodeText(bytes, charset);
	const isFlowed = part.type === "text/plain" && part.params.get("format")?.toLowerCase() === "flowed";
	const deletesSpaces = part.params.get("delsp")?.toLowerCase() === "yes";
	return { text: isFlowed ? joinFlowedLines(text, deletesSpaces) : text, fault, uuencoded };
}

function findHtmlCharset(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 2_000)).toString("latin1");
	return /<meta[^<>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{2,40})/i.exec(head)?.[1];
}

/** Reads the headers of the message that a part holds. */
export function readReturnedHeaders(part: MimePart): Headers {
	const bytes = decodeBody(part).subarray(0, maxTextBytes);
	return readHeaders(bytes, 0, bytes.includes(10) ? 10 : 13).headers;
}

const extensions: Record<string, string> = {
	"text/plain": ".txt",
	"text/html": ".html",
	"image/jpeg": ".jpg",
	"image/png": ".png",
	"image/gif": ".gif",
	"application/pdf": ".pdf",
};

function nameFile(part: MimePart): string {
	const named = part.disposition.params.get("filename") || part.params.get("name") || "";
	if (/^message\/(?:rfc822|global)$/.test(part.type) && named === "")
		return cleanFileName(
			`${decodeHeader(readReturnedHeaders(part).get("subject")).slice(0, 150) || "Message"}.eml`,
			".eml",
		);
	if (/^application\/(?:vnd\.)?ms-tnef$/.test(part.type)) return "winmail.dat";
	if (part.type === "text/calendar" && named === "") return "Invitation.ics";
	return cleanFileName(named, extensions[part.type] ?? "");
}

/** A name without folders and characters that a disk refuses, "File" if nothing remains. */
function cleanFileName(name: string, extension: string): string {
	const isMessage = extension === ".eml";
	const last = isMessage ? name : (name.split(/[/\\]/).at(-1) ?? "");
	const clean = cleanLine(last)
		.replaceAll(/[/\\:*?"<>|\n]/g, isMessage ? " " : "_")
		.replaceAll(/\s+/g, " ")
		.replace(/^[. ]+/, "");
	if (clean === "" || clean === "eml") return `File${extension}`;
	const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? "";
	return clean.length <= maxNameCharacters
		? clean
		: clean.slice(0, maxNameCharacters - ending.length).toWellFormed() + ending;
}
