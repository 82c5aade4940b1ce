import { hash as computeHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { compressible } from "./finish-pages.ts";
import { createStoredResponse, type StoredResponse } from "./stored-response.ts";

/** A response as the thread that made it sends it. */
export type MadeResponse = {
	status: number;
	headers: Record<string, string>;
	hash: string | undefined;
	/** Hash of the page's data, where data is compared. */
	dataHash?: string | undefined;
	bodies: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer>; identity: Uint8Array<ArrayBuffer> };
};

export type MakeOptions = {
	/**
	 * How far to compress. "lasting" goes as far as possible, which takes longer than making the response. A "passing" response, asked for
	 * once or twice, is compressed quickly, in the one encoding that every browser takes.
	 */
	compression: "lasting" | "changing" | "passing";
	/** Whether browsers may keep a copy and revalidate it. */
	revalidated: boolean;
	/** Path of the response's data, if data is compared, and the hash of the kept response's data, if there is one. */
	data?: { path: string; keptHash: string | undefined } | undefined;
};

/** The response would equal the kept one. */
export type UnchangedResponse = "unchanged";

/** Makes the response to a GET. */
export type MakeResponse = (url: string, options: MakeOptions) => Promise<MadeResponse | UnchangedResponse>;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const qualities = { lasting: { br: 11, gzip: 9 }, changing: { br: 5, gzip: 6 }, passing: { gzip: 1 } };
/** Smaller bodies travel in one packet anyway. */
const minCompressedBytes = 200;
/** Larger bodies, such as a list of a hundred thousand jobs, would keep a processor busy for half a minute. */
const maxThoroughBytes = 8_000_000;
/** Headers of one connection, or set again with the encodings. */
const leftOut = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "vary"]);

/** Makes responses by injecting requests into a server that need not listen, so they equal its own. */
export function createResponseMaker(app: Pick<FastifyInstance, "inject">): MakeResponse {
	const ask = (url: string) => app.inject({ method: "GET", url });
	return async (url, { compression, revalidated, data }) => {
		const response = data?.path === url || !data ? await ask(url) : undefined;
		const dataResponse = data && (response ?? (await ask(data.path)));
		const dataHash = dataResponse?.statusCode === 200 ? hashBody(dataResponse.rawPayload) : undefined;
		if (data && dataHash !== undefined && dataHash === data.keptHash) return "unchanged";
		return makeOf(response ?? (await ask(url)), { compression, revalidated, dataHash });
	};
}

function hashBody(body: Buffer): string {
	return computeHash("sha256", body, "hex").slice(0, 24);
}

async function makeOf(
	response: Awaited<ReturnType<FastifyInstance["inject"]>>,
	{ compression, revalidated, dataHash }: Omit<MakeOptions, "data"> & { dataHash: string | undefined },
): Promise<MadeResponse> {
	const headers = Object.fromEntries(
		Object.entries(response.headers).flatMap(([name, value]) =>
			value === undefined || leftOut.has(name) ? [] : [[name, String(value)]],
		),
	);
	const identity = response.rawPayload as Buffer<ArrayBuffer>;
	const isCompressible = identity.length > minCompressedBytes && compressible.test(headers["content-type"] ?? "");
	const isRevalidated = revalidated && response.statusCode === 200;
	if (isRevalidated) headers["cache-control"] = "public, max-age=0, must-revalidate";
	return {
		status: response.statusCode,
		headers,
		hash: isRevalidated ? hashBody(identity) : undefined,
		dataHash,
		bodies: { identity, ...(isCompressible && (await compress(identity, compression))) },
	};
}

async function compress(
	identity: Buffer<ArrayBuffer>,
	compression: MakeOptions["compression"],
): Promise<Omit<MadeResponse["bodies"], "identity">> {
	if (identity.length > maxThoroughBytes) return { gzip: await gzipAsync(identity, { level: qualities.passing.gzip }) };
	// Handing it to another thread would take longer.
	if (compression === "passing") return { gzip: gzipSync(identity, { level: qualities.passing.gzip }) };
	const quality = qualities[compression];
	return {
		br: await brotli(identity, {
			params: {
				[constants.BROTLI_PARAM_QUALITY]: quality.br,
				[constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
				// A window larger than the text wastes memory.
				[constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(identity.length)))),
			},
		}),
		gzip: await gzipAsync(identity, { level: quality.gzip }),
	};
}

/** Prepares for sending a response made in another thread. */
export function storeMadeResponse({
	status,
	headers,
	hash,
	bodies: { br, gzip: gzipped, identity },
}: MadeResponse): StoredResponse {
	return createStoredResponse({
		status,
		headers,
		hash,
		bodies: {
			br: br && toBuffer(br),
			...(gzipped ? { gzip: toBuffer(gzipped) } : { identity: toBuffer(identity) }),
		},
	});
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}
