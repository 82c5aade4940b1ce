import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import fresh from "fresh";
import { createReadyResponse, type ReadyResponse } from "../http/ready-response.ts";

type Encoding = "br" | "gzip" | "identity";
type Variant = { readonly ready: ReadyResponse; headers: Record<string, string> };

/** A whole response in each of its encodings, ready to be sent to anybody. */
export type StoredResponse = {
	status: number;
	variants: ReadonlyMap<Encoding, Variant>;
	available: readonly Encoding[];
	/** Its size in memory, without what is unpacked or read for a moment. */
	byteLength: number;
};

/** A body that stays on the disk until somebody asks for it, such as a picture's. */
export type BodyOnDisk = { length: number; read(): Buffer };

/** The parts of a response. */
export type ResponseContent = {
	status: number;
	/** Without the headers of transport: length, encoding and Vary. */
	headers: Record<string, string>;
	/** Of the uncompressed body, for the ETags. Undefined if the headers have an ETag, or none is wanted. */
	hash: string | undefined;
	bodies: { br?: Buffer | undefined } & (
		| { gzip: Buffer; /** Unpacked for the few clients that take nothing else. */ identity?: undefined }
		| { gzip?: undefined; identity: Buffer | BodyOnDisk }
	);
};

export function createStoredResponse({ status, headers, hash, bodies }: ResponseContent): StoredResponse {
	const available = (["br", "gzip", "identity"] as const).filter(
		(encoding) => encoding === "identity" || bodies[encoding],
	);
	const variants = new Map<Encoding, Variant>();
	let byteLength = 0;
	for (const encoding of available) {
		const body = bodies[encoding];
		const ownHeaders: Record<string, string> = {
			...headers,
			"Content-Length": String(body ? body.length : readUnpackedLength(bodies.gzip as Buffer)),
			...(hash !== undefined && { ETag: `"${hash}${encoding === "identity" ? "" : `-${encoding}`}"` }),
			...(available.length > 1 && { Vary: "Accept-Encoding" }),
			...(encoding !== "identity" && { "Content-Encoding": encoding }),
		};
		if (!body)
			variants.set(
				encoding,
				readWhenAsked(ownHeaders, () => gunzipSync(bodies.gzip as Buffer)),
			);
		else if ("read" in body) variants.set(encoding, readWhenAsked(ownHeaders, body.read));
		else {
			const ready = createReadyResponse(ownHeaders, body);
			byteLength += ready.byteLength;
			variants.set(encoding, { ready, headers: ownHeaders });
		}
	}
	return { status, variants, available, byteLength };
}

/** The last four bytes of a gzip file, of less than 4 GB. */
function readUnpackedLength(gzip: Buffer): number {
	return gzip.readUInt32LE(gzip.length - 4);
}

/** Keeps the response, once its body is read, until memory is collected. */
function readWhenAsked(headers: Record<string, string>, read: () => Buffer): Variant {
	let kept: WeakRef<ReadyResponse> | undefined;
	return {
		headers,
		get ready() {
			const ready = kept?.deref() ?? createReadyResponse(headers, read());
			kept = new WeakRef(ready);
			return ready;
		},
	};
}

/** Picks the best encoding that a client takes. */
export function pickVariant({ variants, available }: StoredResponse, acceptEncoding: string): Variant {
	const encoding = (negotiate(acceptEncoding, [...available]) ?? "identity") as Encoding;
	return variants.get(encoding) ?? (variants.get("identity") as Variant);
}

/** Tells whether the client already has this response. */
export function hasCopy({ headers }: Variant, requestHeaders: IncomingMessage["headers"]): boolean {
	const etag = headers.ETag ?? headers.etag;
	return etag !== undefined && fresh(requestHeaders, { etag });
}

/** Writes the whole response to a GET or HEAD; 304 for a client that already has it. */
export function writeStoredResponse(stored: StoredResponse, request: IncomingMessage, response: ServerResponse): void {
	const variant = pickVariant(stored, request.headers["accept-encoding"] ?? "");
	if (stored.status === 200 && hasCopy(variant, request.headers)) {
		const { "Content-Length": _, ...headers } = variant.headers;
		response.writeHead(304, headers);
		response.end();
		return;
	}
	response.writeHead(stored.status, variant.headers);
	response.end(request.method === "HEAD" ? undefined : variant.ready.body);
}
