import { readHeaders, readParameters, type Headers, type Parametrised } from "./mime-headers.ts";
import { decodeQuotedPrintable, decodeBase64, decodeUuencoded } from "./transfer-encodings.ts";

/** Parts beyond these are left out. */
const maxParts = 1_000;
/** Parts within one another; deeper ones are read as one file. */
const maxNesting = 200;
/** Longest boundary that is looked for; the standard allows 70 characters. */
const maxBoundaryCharacters = 300;

/** A part of a message, or the whole message. */
export type MimePart = {
	headers: Headers;
	/** Content-Type, in lower case. */
	type: string;
	params: Parametrised["params"];
	disposition: Parametrised;
	children: MimePart[];
	/** The body as it was sent. */
	body: Uint8Array;
};

export type MimeTree = { root: MimePart; omissions: string[] };

type OpenMultipart = { part: MimePart; boundary: string };

/** Reads the tree of a message's parts, in time proportional to its length. It reads any bytes. */
export function readParts(raw: Uint8Array): MimeTree {
	// Old programs end lines with only CR; elsewhere a single CR ends no line.
	const lineEnd = raw.includes(10) ? 10 : 13;
	const omissions: string[] = [];
	const open: OpenMultipart[] = [];
	const depths = new Map<string, number[]>();
	let parts = 0;
	let leaf: MimePart | undefined;
	let leafStart = 0;

	const begin = (start: number, inDigest: boolean): { part: MimePart; bodyStart: number } => {
		const { headers, bodyStart, isCut } = readHeaders(raw, start, lineEnd);
		if (isCut) omissions.push("The message has more than 10,000 headers; the others were left out.");
		const named = readParameters(headers.get("content-type"));
		const type = /^[^/\s]+\/[^/\s]+$/.test(named.value) ? named.value : inDigest ? "message/rfc822" : "text/plain";
		const part: MimePart = {
			headers,
			type,
			params: named.params,
			disposition: readParameters(headers.get("content-disposition")),
			children: [],
			body: new Uint8Array(),
		};
		parts++;
		leaf = part;
		leafStart = bodyStart;
		if (!type.startsWith("multipart/")) return { part, bodyStart };
		if (open.length >= maxNesting)
			omissions.push("The message has parts nested more than 200 deep, which were not read.");
		else {
			const boundary = part.params.get("boundary") || findBoundary(raw, bodyStart);
			if (boundary !== undefined) {
				open.push({ part, boundary });
				depths.set(boundary, [...(depths.get(boundary) ?? []), open.length - 1]);
			}
		}
		return { part, bodyStart };
	};
	const closeLeaf = (end: number) => {
		if (leaf) leaf.body = raw.subarray(leafStart, Math.max(leafStart, end));
		leaf = undefined;
	};
	const closeTo = (depth: number) => {
		for (const { boundary } of open.splice(depth)) {
			depths.get(boundary)?.pop();
			if (depths.get(boundary)?.length === 0) depths.delete(boundary);
		}
	};

	const mboxLine = /^>?From /.test(Buffer.from(raw.subarray(0, 6)).toString("latin1"));
	const { part: root, bodyStart } = begin(mboxLine ? raw.indexOf(lineEnd) + 1 : 0, false);
	let at = bodyStart;
	while (at < raw.length && open.length > 0) {
		const found = raw.indexOf(lineEnd, at);
		const lineStop = found === -1 ? raw.length : found;
		let next = lineStop + 1;
		if (raw[at] === 45 && raw[at + 1] === 45 && lineStop - at <= maxBoundaryCharacters) {
			const line = Buffer.from(raw.subarray(at + 2, lineStop))
				.toString()
				.trimEnd();
			const delimiter = depths.get(line)?.at(-1);
			const closing = line.endsWith("--") ? depths.get(line.slice(0, -2))?.at(-1) : undefined;
			if (delimiter !== undefined || closing !== undefined) {
				closeLeaf(at - (raw[at - 2] === 13 && lineEnd === 10 ? 2 : 1));
				if (delimiter === undefined) closeTo(closing as number);
				else {
					closeTo(delimiter + 1);
					if (parts >= maxParts) {
						omissions.push("The message has more than 1,000 parts; the others were left out.");
						break;
					}
					const parent = (open[delimiter] as OpenMultipart).part;
					const begun = begin(next, parent.type === "multipart/digest");
					parent.children.push(begun.part);
					next = begun.bodyStart;
				}
			}
		}
		at = next;
	}
	closeLeaf(raw.length);
	return { root, omissions: [...new Set(omissions)] };
}

/** Finds the boundary of a multipart that does not name one: its first line that begins like one. */
function findBoundary(raw: Uint8Array, bodyStart: number): string | undefined {
	const head = Buffer.from(raw.subarray(bodyStart, bodyStart + 4_000)).toString("latin1");
	return /(?:^|[\r\n])--([^\s]{1,70})[ \t]*[\r\n]/.exec(head)?.[1];
}

/** Decodes a part's body from its transfer encoding, as far as it can be decoded. */
export function decodeBody(part: MimePart): Uint8Array {
	const encoding = /[\w-]+/.exec(part.headers.get("content-transfer-encoding"))?.[0].toLowerCase() ?? "";
	if (encoding === "base64") return decodeBase64(part.body);
	if (encoding === "quoted-printable") return decodeQuotedPrintable(part.body);
	if (/^(?:x-)?uue?(?:ncode)?$/.test(encoding)) return decodeUuencoded(part.body)[0]?.bytes ?? part.body;
	return part.body;
}
