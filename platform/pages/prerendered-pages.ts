import { existsSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { ReadyResponse } from "../http/ready-response.ts";
import { pickFileHeaders, sharedPictureHeaders } from "../http/security-headers.ts";
import { findPageOfData } from "./data-path.ts";
import { packFolder, type PackedFile, type PagePack } from "./finish-pages.ts";
import type { PageContents } from "./page-contents.ts";
import { buildPagePolicy } from "./page-policy.ts";
import {
	createStoredResponse,
	pickVariant,
	writeStoredResponse,
	type BodyOnDisk,
	type StoredResponse,
} from "./stored-response.ts";

export type PrerenderedPages = {
	/** Answers the request from memory and returns true; returns false if it is not for a prerendered file. */
	serve(request: IncomingMessage, response: ServerResponse): boolean;
	/** The whole response to a GET that names no copy of its own. */
	findReady(path: string, acceptEncoding: string): ReadyResponse | undefined;
	/** Returns the uncompressed page at a path, with its headers, or undefined. */
	findPage(path: string): { body: Buffer; headers: Record<string, string> } | undefined;
};

const yearInSeconds = 31_536_000;

/**
 * Loads every prerendered page and asset into memory, ready to send: a request takes one map look-up. Files that are not compressed, such
 * as pictures, are read from the disk when somebody asks for them. Pages are served while they show the content of the build.
 *
 * @param buildDirectory absolute path of build/
 * @param loaded packDirectory: absolute path of the folder with those files of the pack that the build lacks
 * @param livePaths pages that are rendered for the request if it has a query
 * @param securityHeaders headers of every response; hashed files carry only those that browsers heed on files
 */
export async function loadPrerenderedPages(
	buildDirectory: string,
	{ pack, packDirectory }: { pack: PagePack; packDirectory: string },
	securityHeaders: Record<string, string>,
	livePaths: readonly string[],
	contents: Pick<PageContents, "isAsBuilt" | "findAddress"> = builtContents,
): Promise<PrerenderedPages> {
	/** Files named by their content, and files that content decides. */
	const assets = new Map<string, StoredResponse>();
	const pages = new Map<string, StoredResponse>();
	const canonicalPaths = new Map<string, string>();
	for (const file of pack.files) {
		const stored = await loadResponse({ buildDirectory, packDirectory }, file, securityHeaders);
		(file.immutable ? assets : pages).set(file.path, stored);
		canonicalPaths.set(file.path.toLowerCase(), file.path);
	}
	for (const path of livePaths) canonicalPaths.set(path.toLowerCase(), path);
	const findResponse = (path: string) => assets.get(path) ?? (contents.isAsBuilt() ? pages.get(path) : undefined);

	return {
		serve(request, response) {
			if (request.method !== "GET" && request.method !== "HEAD") return false;
			const url = request.url ?? "/";
			const queryAt = url.indexOf("?");
			const path = queryAt === -1 ? url : url.slice(0, queryAt);
			if (queryAt !== -1 && livePaths.includes(findPageOfData(path))) return false;
			const stored = findResponse(path);
			if (!stored) return redirectToCanonical(path, queryAt === -1 ? "" : url.slice(queryAt), response);
			// Held while it is written. A file that a new build has removed is not found; an error here would end the process.
			const ready = findReadable(stored, request.headers["accept-encoding"] ?? "");
			if (ready) writeStoredResponse(stored, request, response);
			return ready !== undefined;
		},
		findReady(path, acceptEncoding) {
			const stored = findResponse(path);
			return stored && findReadable(stored, acceptEncoding);
		},
		findPage(path) {
			const variant = findResponse(path)?.variants.get("identity");
			if (!variant) return undefined;
			return { body: variant.ready.body, headers: { ...variant.headers } };
		},
	};

	/** Redirects permanently from a trailing slash, other capitals or a former path to the path in the sitemap. */
	function redirectToCanonical(path: string, query: string, response: ServerResponse): boolean {
		const written = path.replace(/(?<=.)\/$/, "");
		const canonical =
			contents.findAddress(written) ?? (contents.isAsBuilt() ? canonicalPaths.get(written.toLowerCase()) : undefined);
		if (canonical === undefined || canonical === path) return false;
		// The query is the site's: another may mean something else by it.
		const location = canonical.startsWith("/") ? canonical + query : canonical;
		response.writeHead(308, { ...securityHeaders, Location: location, "Content-Length": "0" });
		response.end();
		return true;
	}
}

/** For a site that changes only with its build. */
const builtContents = { isAsBuilt: () => true, findAddress: () => undefined };

async function loadResponse(
	{ buildDirectory, packDirectory }: { buildDirectory: string; packDirectory: string },
	file: PackedFile,
	securityHeaders: Record<string, string>,
): Promise<StoredResponse> {
	const { br, gzip, identity } = file.encodings;
	const findInBuild = (name: string) => join(buildDirectory, packFolder, name);
	const isInBuild = (name: string) => existsSync(findInBuild(name));
	const read = (name: string) => readFile(isInBuild(name) ? findInBuild(name) : join(packDirectory, packFolder, name));
	// Files beside the build are short, and removed once other pages are needed.
	const keepOnDisk = (name: string) => (isInBuild(name) ? findOnDisk(findInBuild(name)) : read(name));
	return createStoredResponse({
		status: 200,
		headers: {
			...(file.immutable ? pickFileHeaders(securityHeaders) : securityHeaders),
			...(file.contentType.startsWith("image/") && sharedPictureHeaders),
			"Content-Type": file.contentType,
			"Cache-Control": file.immutable
				? `public, max-age=${yearInSeconds}, immutable`
				: "public, max-age=0, must-revalidate",
			...(file.inlineSources && { "Content-Security-Policy": buildPagePolicy(file.inlineSources) }),
		},
		// No ETag, which would travel with every script: the path of such a file is its version.
		hash: file.immutable ? undefined : file.hash,
		bodies: {
			br: br === undefined ? undefined : await read(br),
			...(gzip === undefined ? { identity: await keepOnDisk(identity) } : { gzip: await read(gzip) }),
		},
	});
}

async function findOnDisk(path: string): Promise<BodyOnDisk> {
	const { size: length } = await stat(path);
	return {
		length,
		read() {
			const content = readFileSync(path);
			if (content.length !== length) throw new Error(`${path} has changed since the start`);
			return content;
		},
	};
}

/** Returns a response whose body can be read; undefined for a file that is gone or has changed since the start. */
function findReadable(stored: StoredResponse, acceptEncoding: string): ReadyResponse | undefined {
	try {
		return pickVariant(stored, acceptEncoding).ready;
	} catch {
		return undefined;
	}
}
