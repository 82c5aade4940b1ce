import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { ReadyAnswer } from "../http/ready-answer.ts";
import { pickFileHeaders } from "../http/security-headers.ts";
import type { PackedFile, PagePack } from "./finish-pages.ts";
import { buildPagePolicy } from "./page-policy.ts";
import { createStoredAnswer, pickVariant, writeStoredAnswer, type StoredAnswer } from "./stored-answer.ts";

export type PrerenderedPages = {
	/** Answers the request from memory and returns true; returns false when it is not for a prerendered file. */
	answer(request: IncomingMessage, response: ServerResponse): boolean;
	/** The whole answer to a GET that names no copy of its own. */
	findReady(path: string, acceptEncoding: string): ReadyAnswer | undefined;
	/** The uncompressed page at a path, with its headers, or undefined. */
	findPage(path: string): { body: Buffer; headers: Record<string, string> } | undefined;
};

const yearInSeconds = 31_536_000;

/**
 * Loads every prerendered page and asset into memory, ready to be written: one map look-up answers a request.
 *
 * @param buildDirectory absolute path of build/
 * @param livePaths pages that are rendered for the request when it has a query
 * @param securityHeaders headers that every answer carries; of them, hashed files carry only what a browser heeds on a file
 */
export async function loadPrerenderedPages(
	buildDirectory: string,
	pack: PagePack,
	securityHeaders: Record<string, string>,
	livePaths: readonly string[],
): Promise<PrerenderedPages> {
	const answers = new Map<string, StoredAnswer>();
	const canonicalPaths = new Map<string, string>();
	for (const file of pack.files) {
		answers.set(file.path, await loadAnswer(join(buildDirectory, "pages"), file, securityHeaders));
		canonicalPaths.set(file.path.toLowerCase(), file.path);
	}
	for (const path of livePaths) canonicalPaths.set(path.toLowerCase(), path);

	return {
		answer(request, response) {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const url = request.url ?? "/";
			const queryAt = url.indexOf("?");
			const path = queryAt === -1 ? url : url.slice(0, queryAt);
			if (queryAt !== -1 && livePaths.includes(path.replace(/\.data$/, ""))) return false;
			const answer = answers.get(path);
			if (!answer) return redirectToCanonical(path, queryAt === -1 ? "" : url.slice(queryAt), response);
			writeStoredAnswer(answer, request, response);
			return true;
		},
		findReady(path, acceptEncoding) {
			const answer = answers.get(path);
			return answer && pickVariant(answer, acceptEncoding).ready;
		},
		findPage(path) {
			const variant = answers.get(path)?.variants.get("identity");
			if (!variant) return undefined;
			return { body: variant.ready.body, headers: { ...variant.headers } };
		},
	};

	/** A trailing slash or other capitals: the address the sitemap names, for good. */
	function redirectToCanonical(path: string, query: string, response: ServerResponse): boolean {
		const canonical = canonicalPaths.get(path.replace(/(?<=.)\/$/, "").toLowerCase());
		if (canonical === undefined || canonical === path) return false;
		response.writeHead(308, { ...securityHeaders, Location: canonical + query, "Content-Length": "0" });
		response.end();
		return true;
	}
}

async function loadAnswer(
	directory: string,
	file: PackedFile,
	securityHeaders: Record<string, string>,
): Promise<StoredAnswer> {
	const read = (name: string | undefined) => name && readFile(join(directory, name));
	const { br, gzip, identity } = file.encodings;
	return createStoredAnswer({
		status: 200,
		headers: {
			...(file.immutable ? pickFileHeaders(securityHeaders) : securityHeaders),
			"Content-Type": file.contentType,
			"Cache-Control": file.immutable
				? `public, max-age=${yearInSeconds}, immutable`
				: "public, max-age=0, must-revalidate",
			...(file.inlineSources && { "Content-Security-Policy": buildPagePolicy(file.inlineSources) }),
		},
		// Without an ETag, which travels with every script: the address of such a file is its version.
		hash: file.immutable ? undefined : file.hash,
		bodies: {
			br: (await read(br)) || undefined,
			gzip: (await read(gzip)) || undefined,
			identity: await readFile(join(directory, identity)),
		},
	});
}
