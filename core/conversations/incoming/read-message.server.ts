import { escapeMarkup } from "../../../shared/escape-markup.ts";
import { cleanHtml, type Picture } from "./clean-html.ts";
import { isTooComplicated, maxReadHtmlCharacters, readHtml } from "./html-text.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { readAddresses, readMessageIds, readWrittenAddress } from "./mail-addresses.ts";
import { readBodies, readPartText, readReturnedHeaders, type Bodies, type BodyPiece } from "./message-bodies.ts";
import { describeProtection } from "./message-protection.ts";
import { listAboutMessageIds, sortMessage } from "./message-sort.ts";
import { cutText, markCharacter, maxTextCharacters, splitText, type SplitText } from "./message-text.ts";
import { decodeHeader, readHeaders, type Headers } from "./mime-headers.ts";
import { decodeBody, readParts } from "./mime-parts.ts";

const maxSubjectCharacters = 1_000;
const isCalendar = /^(?:text\/calendar|application\/ics)$/;
const maxAncestors = 200;
/** Characters of a text that are split into the writer's, the history and the signature. */
const maxSplitCharacters = 4 * maxTextCharacters;
/** Bytes in which the headers are looked for when nothing else can be read. */
const maxHeadBytes = 1024 * 1024;

/**
 * Reads a message as a mailbox received it (docs/product/incoming-e-mail.md). It reads any bytes and never throws: what cannot be read is
 * left out and said in `omissions`.
 *
 * @param raw of at most 50 MB, which the caller checks
 */
export async function readMessage(raw: Uint8Array): Promise<IncomingMessage> {
	try {
		return readWhole(raw);
	} catch {
		return readHead(raw, "Only the headers of the message could be read.");
	}
}

/** Reads only a message's headers. @param omission why the rest was left out, a sentence for members */
export function readHead(raw: Uint8Array, omission: string): IncomingMessage {
	const head = raw.subarray(0, maxHeadBytes);
	const start = /^>?From /.test(Buffer.from(head.subarray(0, 6)).toString("latin1")) ? head.indexOf(10) + 1 : 0;
	const { headers } = readHeaders(head, start, head.includes(10) ? 10 : 13);
	const empty = {
		headers,
		type: "text/plain",
		params: new Map(),
		disposition: { value: "", params: new Map() },
		children: [],
		body: new Uint8Array(),
	};
	const base = readHeaderFields(headers);
	const sorted = {
		headers,
		subject: base.subject,
		from: base.from,
		text: "",
		parts: [],
		root: empty,
		read: () => "",
		readReturned: () => headers,
	};
	return {
		...base,
		aboutMessageIds: [],
		sort: sortMessage(sorted),
		forwardedFrom: undefined,
		text: "",
		quoted: "",
		signature: "",
		html: undefined,
		files: [],
		protection: undefined,
		omissions: [omission],
	};
}

function readWhole(raw: Uint8Array): IncomingMessage {
	const { root, omissions } = readParts(raw);
	const { headers } = root;
	const fields = readHeaderFields(headers);
	const bodies = readBodies(root);
	const whole = readWholeText(bodies.pieces);
	const split = splitBest(bodies.pieces, whole);
	const sorted = {
		headers,
		subject: fields.subject,
		from: fields.from,
		text: whole,
		parts: bodies.leaves,
		root,
		read: (part: (typeof bodies.leaves)[number]) => readPartText(part).text,
		readReturned: readReturnedHeaders,
	};
	const sort = sortMessage(sorted);
	const { protection, omission } = describeProtection(root, bodies.leaves, whole);
	const html = readShownHtml(bodies);
	return {
		...fields,
		aboutMessageIds: listAboutMessageIds(sorted, sort.sort),
		sort,
		forwardedFrom: sort.sort === "person" ? findForwardedFrom(fields.subject, split, bodies) : undefined,
		text: cutText(split.text, maxTextCharacters),
		quoted: cutText(split.quoted, maxTextCharacters),
		signature: cutText(split.signature, maxTextCharacters),
		html: html.html,
		// The answer says everything that the calendar does.
		files: bodies.files.filter(({ contentType }) => sort.sort !== "calendar-reply" || !isCalendar.test(contentType)),
		protection,
		omissions: [
			...omissions,
			...bodies.omissions,
			...(whole.length > maxSplitCharacters ||
			[split.text, split.quoted, split.signature].some((text) => text.length > maxTextCharacters)
				? ["The text is longer than 100,000 characters; the rest was left out."]
				: []),
			...html.omissions,
			...(omission === undefined ? [] : [omission]),
			...(bodies.files.some(({ name }) => name.toLowerCase() === "winmail.dat")
				? [
						"winmail.dat is a file of Outlook's own format, which was not opened. Ask the sender for the files themselves.",
					]
				: []),
		].filter((sentence, at, all) => all.indexOf(sentence) === at),
	};
}

type HeaderFields = Pick<
	IncomingMessage,
	"messageId" | "ancestors" | "from" | "replyTo" | "to" | "cc" | "deliveredTo" | "subject" | "list"
>;

function readHeaderFields(headers: Headers): HeaderFields {
	const readAll = (name: string) => readAddresses(headers.all(name).join(","));
	const from = readAddresses(headers.get("from"))[0] ?? readAddresses(headers.get("sender"))[0];
	const to = readAll("to");
	const delivered = ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to"].flatMap(readAll);
	const references = readMessageIds(headers.all("references").join(" ")).toReversed();
	const list = headers.get("list-id");
	return {
		messageId: readMessageIds(headers.get("message-id"))[0],
		ancestors: [...new Set([...readMessageIds(headers.get("in-reply-to")), ...references])].slice(0, maxAncestors),
		from,
		replyTo: readAll("reply-to").filter(({ address }) => address.toLowerCase() !== from?.address.toLowerCase()),
		to,
		cc: readAll("cc"),
		deliveredTo: [...new Set([...delivered, ...to].map(({ address }) => address.toLowerCase()))],
		subject: decodeHeader(headers.get("subject")).slice(0, maxSubjectCharacters).toWellFormed(),
		list: list === "" ? undefined : (/<([^<>\s]{1,250})>/.exec(list)?.[1] ?? decodeHeader(list).slice(0, 250)),
	};
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Plain text is as the writer's program wrote it; only where it says little or nothing the HTML is read. */
function readPieceText({ plain, html }: BodyPiece): string {
	if (plain === undefined || plain.trim() === "") return html === undefined ? (plain ?? "") : readHtml(html);
	if (html === undefined) return plain.replaceAll(markCharacter, "");
	const letters = countLetters(plain.slice(0, maxSplitCharacters));
	const read = letters < 200 ? readHtml(html) : "";
	return countLetters(read) > 300 && countLetters(read) > letters * 5 ? read : plain.replaceAll(markCharacter, "");
}

function readWholeText(pieces: BodyPiece[]): string {
	return pieces.map(readPieceText).join("\n\n");
}

/** Splits the plain text, or the HTML if its markup tells history and signature apart where the plain text does not. */
function splitBest(pieces: BodyPiece[], whole: string): SplitText {
	const count = ({ quoted, signature }: SplitText) => Number(quoted !== "") + Number(signature !== "");
	const split = splitText(whole.slice(0, maxSplitCharacters));
	if (count(split) === 2 || !pieces.some(({ plain, html }) => plain !== undefined && html !== undefined)) return split;
	const marked = pieces.map(({ plain = "", html }) => (html === undefined ? plain : readHtml(html))).join("\n\n");
	const other = splitText(marked.slice(0, maxSplitCharacters));
	return count(other) > count(split) && other.text !== "" ? other : split;
}

const forwardSubject =
	/^(?:fwd?|wg|tr|rv|enc|vs|vb|vl|pd|ilt|önv|i|doorst|weitergeleitet|transf|transfert|reenv|转发|轉寄|転送|전달|пересл|إعادة توجيه|הועבר)\s*[:：]/iu;

function findForwardedFrom(subject: string, split: SplitText, { leaves }: Bodies) {
	if ((split.isForwarded || forwardSubject.test(subject)) && split.historyFrom !== undefined) {
		const written = readWrittenAddress(split.historyFrom);
		if (written) return written;
	}
	const attached = leaves.find(({ type }) => type === "message/rfc822" || type === "message/global");
	return attached && readAddresses(readReturnedHeaders(attached).get("from"))[0];
}

function readShownHtml({ pieces, related }: Bodies): { html: string | undefined; omissions: string[] } {
	if (!pieces.some(({ html }) => html !== undefined)) return { html: undefined, omissions: [] };
	const source = pieces
		.map(({ html, plain = "" }) => html ?? `<p>${escapeMarkup(plain).replaceAll(/\r?\n/g, "<br>")}</p>`)
		.join("\n");
	const pictures = new Map<string, Picture>();
	for (const { contentId, part } of related)
		if (source.includes(contentId) && !pictures.has(contentId))
			pictures.set(contentId, { contentType: part.type, bytes: decodeBody(part) });
	const html = cleanHtml(source, pictures);
	if (html === undefined)
		return { html, omissions: ["The message's layout is too complicated to be shown; its text was read."] };
	const isCut = source.length > maxReadHtmlCharacters && !isTooComplicated(source);
	return { html, omissions: isCut ? ["The message is longer than can be shown; the rest was left out."] : [] };
}
