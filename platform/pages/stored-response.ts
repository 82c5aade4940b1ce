import type { IncomingMessage, ServerResponse } from "node:http";
import { negotiate } from "@fastify/accept-negotiator";
import fresh from "fresh";
import { createReadyResponse, type ReadyResponse } from "../http/ready-response.ts";

type Encoding = "br" | "gzip" | "identity";
type Variant = { ready: ReadyResponse; headers: Record<string, string> };

/** A whole response in each of its encodings, ready to be sent to anybody. */
export type StoredResponse = {
	status: number;
	variants: ReadonlyMap<Encoding, Variant>;
	available: readonly Encoding[];
	/** Its size in memory. */
	byteLength: number;
};

/** The parts of a response. */
export type ResponseContent = {
	status: number;
	/** Without the headers of transport: length, encoding and Vary. */
	headers: Record<string, string>;
	/** Of the uncompressed body, for the ETags. Undefined if the headers have an ETag, or none is wanted. */
	hash: string | undefined;
	bodies: { br?: Buffer | undefined; gzip?: Buffer | undefined; identity: Buffer };
};

export function createStoredResponse({ status, headers, hash, bodies }: ResponseContent): StoredResponse {
	const variants = new Map<Encoding, Variant>();
	const available = (["br", "gzip", "identity"] as const).filter((encoding) => bodies[encoding]);
	let byteLength = 0;
	for (const encoding of available) {
		const body = bodies[encoding] as Buffer;
		const ownHeaders: Record<string, string> = {
			...headers,
			"Content-Length": String(body.length),
			...(hash !== undefined && { ETag: `"${hash}${encoding === "identity" ? "" : `-${encoding}`}"` }),
			...(available.length > 1 && { Vary: "Accept-Encoding" }),
			...(encoding !== "identity" && { "Content-Encoding": encoding }),
		};
		const ready = createReadyResponse(ownHeaders, body);
		byteLength += ready.byteLength;
		variants.set(encoding, { ready, headers: ownHeaders });
	}
	return { status, variants, available, byteLength };
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
export function writeStoredResponse(answer: StoredResponse, request: IncomingMessage, response: ServerResponse): void {
	const variant = pickVariant(answer, request.headers["accept-encoding"] ?? "");
	if (answer.status === 200 && hasCopy(variant, request.headers)) {
		const { "Content-Length": _, ...headers } = variant.headers;
		response.writeHead(304, headers);
		response.end();
		return;
	}
	response.writeHead(answer.status, variant.headers);
	response.end(request.method === "HEAD" ? undefined : variant.ready.body);
}
