import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { negotiate } from "@fastify/accept-negotiator";
import fresh from "fresh";
import { createReadyAnswer, type ReadyAnswer } from "../http/ready-answer.ts";
import { pickFileHeaders } from "../http/security-headers.ts";
import type { PackedFile, PagePack } from "./finish-pages.ts";
import { buildPagePolicy } from "./page-policy.ts";

type Encoding = "br" | "gzip" | "identity";
type Variant = { ready: ReadyAnswer; headers: Record<string, string> };
type Answer = { variants: Map<Encoding, Variant>; available: Encoding[] };

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
	const answers = new Map<string, Answer>();
	const canonicalPaths = new Map<string, string>();
	for (const file of pack.files) {
		answers.set(file.path, await loadAnswer(join(buildDirectory, "pages"), file, securityHeaders));
		canonicalPaths.set(file.path.toLowerCase(), file.path);
	}

	return {
		answer(request, response) {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const url = request.url ?? "/";
			const queryAt = url.indexOf("?");
			const path = queryAt === -1 ? url : url.slice(0, queryAt);
			if (queryAt !== -1 && livePaths.includes(path.replace(/\.data$/, ""))) return false;
			const answer = answers.get(path);
			if (!answer) return redirectToCanonical(path, queryAt === -1 ? "" : url.slice(queryAt), response);

			const variant = pickVariant(answer, request.headers["accept-encoding"] ?? "");
			if (!variant) return false;
			if (fresh(request.headers, { etag: variant.headers.ETag })) {
				const { "Content-Length": _, ...headers } = variant.headers;
				response.writeHead(304, headers);
				response.end();
				return true;
			}
			response.writeHead(200, variant.headers);
			response.end(request.method === "HEAD" ? undefined : variant.ready.body);
			return true;
		},
		findReady(path, acceptEncoding) {
			const answer = answers.get(path);
			return answer && pickVariant(answer, acceptEncoding)?.ready;
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
		if (canonical === undefined) return false;
		response.writeHead(308, { ...securityHeaders, Location: canonical + query, "Content-Length": "0" });
		response.end();
		return true;
	}
}

function pickVariant({ variants, available }: Answer, acceptEncoding: string): Variant | undefined {
	return variants.get(negotiate(acceptEncoding, available) ?? "identity");
}

async function loadAnswer(
	directory: string,
	file: PackedFile,
	securityHeaders: Record<string, string>,
): Promise<Answer> {
	const available = (["br", "gzip", "identity"] as const).filter((encoding) => file.encodings[encoding]);
	const variants = new Map<Encoding, Variant>();
	for (const encoding of available) {
		const body = await readFile(join(directory, file.encodings[encoding] as string));
		const headers: Record<string, string> = {
			...(file.immutable ? pickFileHeaders(securityHeaders) : securityHeaders),
			"Content-Type": file.contentType,
			"Content-Length": String(body.length),
			...(file.immutable
				? // Without an ETag, which travels with every script: the address of such a file is its version.
					{ "Cache-Control": `public, max-age=${yearInSeconds}, immutable` }
				: {
						"Cache-Control": "public, max-age=0, must-revalidate",
						ETag: `"${file.hash}${encoding === "identity" ? "" : `-${encoding}`}"`,
					}),
			...(available.length > 1 && { Vary: "Accept-Encoding" }),
			...(encoding !== "identity" && { "Content-Encoding": encoding }),
			...(file.inlineSources && { "Content-Security-Policy": buildPagePolicy(file.inlineSources) }),
		};
		variants.set(encoding, { ready: createReadyAnswer(headers, body), headers });
	}
	return { variants, available };
}
