import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { lookup } from "mrmime";
import pMap from "p-map";
import { pickFileHeaders } from "../http/security-headers.ts";
import { createStoredResponse, writeStoredResponse, type StoredResponse } from "./stored-response.ts";

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const compressible = /\.(?:js|css|svg)$/;
const compressed = /\.(?:br|gz)$/;
const yearInSeconds = 31_536_000;

/** Compresses the files of a folder as far as possible, each beside itself. */
export async function compressAssets(directory: string): Promise<void> {
	const names = (await readdir(directory)).filter((name) => compressible.test(name));
	await pMap(
		names,
		async (name) => {
			const content = await readFile(join(directory, name));
			const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
			await writeFile(join(directory, `${name}.br`), await brotli(content, { params }));
			await writeFile(join(directory, `${name}.gz`), await gzipAsync(content, { level: 9 }));
		},
		{ concurrency: 2 },
	);
}

/**
 * Loads a page's files, which are named by their content, into memory.
 *
 * @param directory absolute path of the folder
 * @param path URL path of the folder, without a trailing slash
 * @returns a function that answers a request for one of them, and returns whether it did
 */
export async function loadAssets(
	directory: string,
	path: string,
	securityHeaders: Record<string, string>,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
	const names = await readdir(directory);
	const readIfThere = async (name: string) => (names.includes(name) ? readFile(join(directory, name)) : undefined);
	const answers = new Map<string, StoredResponse>();
	for (const name of names.filter((file) => !compressed.test(file))) {
		const contentType = lookup(name) ?? "application/octet-stream";
		const gzipped = await readIfThere(`${name}.gz`);
		const stored = createStoredResponse({
			status: 200,
			headers: {
				...pickFileHeaders(securityHeaders),
				"Content-Type": /^text\/|javascript$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
				"Cache-Control": `public, max-age=${yearInSeconds}, immutable`,
			},
			hash: undefined,
			bodies: {
				br: await readIfThere(`${name}.br`),
				...(gzipped ? { gzip: gzipped } : { identity: await readFile(join(directory, name)) }),
			},
		});
		answers.set(`${path}/${name}`, stored);
	}
	return (request, response) => {
		if (request.method !== "GET" && request.method !== "HEAD") return false;
		const stored = answers.get(request.url ?? "");
		if (!stored) return false;
		writeStoredResponse(stored, request, response);
		return true;
	};
}
