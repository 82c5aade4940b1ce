import { randomBytes } from "node:crypto";
import type {
	FastifyError,
	FastifyPluginAsync,
	FastifyReply,
	FastifyRequest,
	onRequestAsyncHookHandler,
} from "fastify";
import { hasFreshProof } from "../../core/accounts/sessions.server.ts";
import { maxReplyFileBytes, maxReplyFiles } from "../../core/conversations/reply-files.server.ts";
import type { ReadLog } from "../../core/read-log/read-log.server.ts";
import { isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import { discardRestOfBody } from "../../platform/http/discard-rest-of-body.ts";
import { HttpProblem } from "../../platform/http/problem.ts";
import { discardFiles, receiveFiles, type FileForm, type FileLimits } from "../../platform/http/receive-files.ts";
import { hashInlineSource } from "../../platform/pages/finish-pages.ts";
import { acceptForms, readAddress, signalWhenGone, toPageRequest } from "../../platform/pages/page-request.ts";
import { access, type Access } from "./access.ts";
import type { DeskDeps } from "./desk-deps.server.ts";
import type { DeskPages, DeskRoute } from "./desk-pages.server.ts";
import type { DeskRequest } from "./desk-request.server.ts";
import { assertAccessIsDeclared, createOtherSitesGuard, judge, type Verdict } from "./guard.server.ts";
import { createKeptSecrets } from "./kept-secrets.server.ts";
import { createNotices } from "./notices.server.ts";
import { findShownData } from "./shown-data.ts";

export type DeskRoutesOptions = {
	pages: DeskPages;
	/** Returns the Content-Security-Policy of a page with this nonce. */
	writePolicy(nonce: string): string;
	/** Returns the pages' dependencies; a request takes them once. */
	getDeps(): DeskDeps;
	/** Base of every address that a page sees. */
	deskUrl: string;
	/** Counts forms of people who are not signed in. */
	limitFormPosts: onRequestAsyncHookHandler;
	/** Notes whose records members are shown. */
	readLog: Pick<ReadLog, "note" | "watch" | "find" | "assertWritable">;
	/** Sends the page of an error, and reports internal ones. */
	sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
	/** Logs an internal failure. */
	reportFailure(request: FastifyRequest, error: unknown): void;
};

/** A request that the guard accepted, perhaps for another page than requested. */
type Admitted = { url: URL; route: DeskRoute; deps: DeskDeps; deskRequest: DeskRequest; verdict: Verdict };

/**
 * Returns the policy of a page of the desk: its own scripts, styles, fonts and data.
 * @param nonce of the page's scripts, and of the styles that the editor of texts adds; without one, none run
 * @param accentStyle the page's own inline style
 */
export function writeDeskPolicy(nonce?: string, accentStyle?: string): string {
	return [
		"default-src 'none'",
		nonce === undefined ? "script-src 'none'" : `script-src 'self' 'nonce-${nonce}'`,
		["style-src 'self'", accentStyle && hashInlineSource(accentStyle), nonce && `'nonce-${nonce}'`]
			.filter(Boolean)
			.join(" "),
		"img-src 'self' data:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		// Future pages of the site; their own policy decides what runs in them.
		"frame-src 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join("; ");
}

/** Of a form with files, by their purpose. */
const fileLimits: Readonly<Record<NonNullable<Access["takesFiles"]>, FileLimits>> = {
	reply: {
		isField: (name) => name === "files",
		maxFiles: maxReplyFiles,
		maxBytes: maxReplyFileBytes,
		maxTextBytes: 128 * 1024,
	},
	import: { isField: (name) => name === "files", maxFiles: 2, maxBytes: 300_000_000, maxTextBytes: 16 * 1024 },
	pictures: { isField: (name) => name === "files", maxFiles: 20, maxBytes: 60_000_000, maxTextBytes: 16 * 1024 },
};
/** A file of 10 MB over a slow line. */
const uploadTimeoutMs = 10 * 60_000;
/** A hundred resumes over a slow line; a stalled download ends like any response. */
const downloadTimeoutMs = 6 * 60 * 60_000;

/** The form of a document holds all its texts. */
const maxDocumentBytes = 1024 * 1024;
/** A document's form has several hundred fields. */
const mostStaffFields = 5_000;

/** No name contains one, and PostgreSQL refuses to compare some. */
const controlCharacter = /%(?:[01][0-9a-f]|7f)/i;

/** Pages that replace a refused one. */
const instead: Partial<Record<Verdict, string>> = {
	"sign-in": "/sign-in-first",
	prove: "/prove-first",
	forbidden: "/not-allowed",
};

/**
 * The desk: the guard judges every address before anything else of the request is read; then the router gets the verdict and serves only
 * what was judged.
 */
export const deskRoutes: FastifyPluginAsync<DeskRoutesOptions> = async (app, options) => {
	const { pages, getDeps, deskUrl } = options;
	assertAccessIsDeclared(pages.routes.map(({ id }) => id));
	const refuseOtherSites = createOtherSitesGuard(deskUrl);
	const isSecure = deskUrl.startsWith("https:");
	const admitted = new WeakMap<FastifyRequest, Admitted>();

	acceptForms(app);
	// Read as it arrives, only by pages that accept files.
	app.removeContentTypeParser("multipart/form-data");
	app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
	app.setErrorHandler((error: FastifyError, request, reply) => options.sendError(error, request, reply));
	app.addHook("onRequest", async (request, reply) => {
		const url = readAddress(request, deskUrl);
		const asked = controlCharacter.test(url.pathname) ? undefined : pages.findRoute(url.pathname);
		if (!asked) throw new HttpProblem(404, "This page does not exist.");
		request.pattern = asked.pattern;
		const { method, headers } = request;
		refuseOtherSites({ method, headers, routeId: asked.id });
		const deps = getDeps();
		const browser = deps.accounts.readBrowser(request);
		const signedIn = await deps.accounts.findSignedIn(browser);
		if (!signedIn && (method === "POST" || access[asked.id]?.isCounted))
			await options.limitFormPosts.call(app, request, reply);
		if (signedIn) options.readLog.assertWritable();
		const verdict = judge(
			{ method, routeId: asked.id },
			signedIn && {
				roles: signedIn.account.roles,
				hasFreshProof: hasFreshProof(signedIn.session, deps.clock.now()),
			},
		);
		if (verdict === "other-method")
			throw new HttpProblem(405, "Method not allowed.", { headers: { allow: "GET, HEAD, POST" } });
		const setCookies = (cookies: readonly string[]) => cookies.forEach((cookie) => reply.header("set-cookie", cookie));
		const isDocument = !url.pathname.endsWith(".data");
		const notices = createNotices(headers.cookie, { isSecure, isDocument, setCookies });
		const secrets = createKeptSecrets(headers.cookie, {
			key: signedIn && deps.accounts.deriveSessionKey(signedIn),
			now: deps.clock.now(),
			isSecure,
			setCookies,
		});
		const deskRequest = { signedIn, browser, notices, secrets, setCookies };
		admitted.set(request, { ...redirectTo(instead[verdict], url, asked), deps, deskRequest, verdict });
	});
	app.route({ method: ["GET", "HEAD"], url: "*", handlerTimeout: downloadTimeoutMs, handler: respond });
	app.post("*", { handlerTimeout: uploadTimeoutMs }, (request, reply) => respond(request, reply));
	// Notices are long, and letters of some scripts take nine bytes each.
	app.post("/incidents/*", { bodyLimit: maxDocumentBytes }, (request, reply) => respond(request, reply));
	app.post("/studio/*", { bodyLimit: maxDocumentBytes }, (request, reply) => respond(request, reply));

	/** Returns address and route of the served page: the requested one or its replacement. */
	function redirectTo(path: string | undefined, url: URL, asked: DeskRoute): Pick<Admitted, "url" | "route"> {
		if (path === undefined) return { url, route: asked };
		const isData = url.pathname.endsWith(".data");
		const other = new URL(path + (isData ? ".data" : ""), deskUrl);
		if (!isData || !url.pathname.endsWith("/_.data"))
			other.searchParams.set("to", url.pathname.replace(/\.data$/, "") + withoutRouting(url.searchParams));
		const route = pages.findRoute(other.pathname);
		if (!route) throw new Error(`The desk has no ${path}`);
		return { url: other, route };
	}

	/** Reads a form with files, if the requested page accepts them; the body of a refused request is not read. */
	async function receiveUpload(
		request: FastifyRequest,
		{ route, deps, verdict }: Admitted,
	): Promise<FileForm | undefined> {
		if (request.method !== "POST") return undefined;
		const hasFiles = request.headers["content-type"]?.startsWith("multipart/form-data");
		if (verdict !== "answer") {
			if (hasFiles) discardRestOfBody(request);
			return { fields: new URLSearchParams(), files: [], refused: [] };
		}
		const takes = access[route.id]?.takesFiles;
		return hasFiles && takes ? receiveFiles(request.raw, deps.files, fileLimits[takes]) : undefined;
	}

	async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const found = admitted.get(request);
		if (!found) throw new Error("The guard has not judged this request");
		const gone = signalWhenGone(reply);
		const { url, route, deps, deskRequest } = found;
		const nonce = randomBytes(16).toString("base64");
		let failure: unknown;
		const upload = await receiveUpload(request, found);
		// Processing files may take longer than a silent connection stays open.
		if (upload) request.raw.socket.setTimeout?.(uploadTimeoutMs);
		const form = { fields: upload?.fields, ...(deskRequest.signedIn && { mostFields: mostStaffFields }) };
		const response = await pages
			.render(await toPageRequest(request, url, gone, form), {
				deps,
				deskRequest,
				route,
				nonce,
				upload,
				reportError: (error) => (failure ??= error),
			})
			.finally(() => discardFiles(deps.files, upload?.files ?? []));
		const isHead = request.method === "HEAD";
		// Releases its sources, such as a file.
		if (gone.aborted || isHead) await response.body?.cancel();
		if (gone.aborted) return reply;
		if (failure !== undefined) {
			// React Router responds with 500 to every failure.
			if (isStorageUnavailable(failure)) throw failure;
			options.reportFailure(request, failure);
		}
		if (response.headers.get("content-type")?.startsWith("text/html"))
			reply.header("content-security-policy", options.writePolicy(nonce));
		if (isHead) return reply.send(new Response(null, response));
		return reply.send(noteReads(found, response));
	}

	/** Watches a response to a member for the records that it names. */
	function noteReads({ url, route, deskRequest: { signedIn }, verdict }: Admitted, response: Response): Response {
		const { manner, opened, listed } = findShownData(route.id);
		if (!signedIn || verdict !== "answer" || !response.body) return response;
		const by = { actor: signedIn.account.id, sessionId: signedIn.session.id, place: route.pattern, manner };
		const { readLog } = options;
		const own = opened.length > 0 && response.status !== 404 ? readLog.find(url.pathname.toUpperCase()) : [];
		readLog.note({ ...by, data: opened }, own);
		if (listed.length === 0) return response;
		return new Response(readLog.watch(response.body, { ...by, data: listed }, own), response);
	}
};

/** Removes the parameters that React Router's scripts add to an address. */
function withoutRouting(parameters: URLSearchParams): string {
	const kept = new URLSearchParams([...parameters].filter(([name]) => name !== "_routes" && name !== "index"));
	return kept.size > 0 ? `?${kept.toString()}` : "";
}
