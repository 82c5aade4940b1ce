import { isRouteErrorResponse, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { errorPageClass } from "../guard/error-words.ts";

type Results = Record<string, DataStrategyResult>;

/** Of a proxy in front of the desk. */
const gatewayStatuses = new Set([502, 503, 504]);

export type Connection = {
	/** Requests that failed in a row. */
	failures: number;
	/** Forms that were sent and not answered; whether they were saved is not known. */
	unanswered: number;
};

export const connected: Connection = { failures: 0, unanswered: 0 };

let connection = connected;
/** Of the page that the router shows: the browser names the next one before it has come. */
let shownAddress = "";
const listeners = new Set<() => void>();

function change(changes: Partial<Connection>): void {
	connection = { ...connection, ...changes };
	for (const listener of listeners) listener();
}

export const readConnection = (): Connection => connection;

/** @returns what ends listening */
export function listenToConnection(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * Notes that the desk was not reached.
 * @param isForm whether a form was sent
 * @returns false when nobody would try again: a page without the notice of the connection
 */
export function noteFailure(isForm = false): boolean {
	if (listeners.size === 0) return false;
	const { failures, unanswered } = connection;
	change({ failures: failures + 1, unanswered: isForm ? unanswered + 1 : unanswered });
	return true;
}

export function noteShown(address: { pathname: string; search: string }): void {
	shownAddress = addressOf(address);
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
	return pathname + search;
}

export function forgetUnanswered(): void {
	if (connection.unanswered > 0) change({ unanswered: 0 });
}

/** Resolves when the browser is online, or when nobody is waiting. */
async function whenOnline(signal: AbortSignal): Promise<void> {
	if (navigator.onLine || signal.aborted) return;
	const ended = new AbortController();
	await new Promise<void>((resolve) => {
		window.addEventListener("online", () => resolve(), { signal: ended.signal });
		signal.addEventListener("abort", () => resolve(), { signal: ended.signal });
	});
	ended.abort();
}

/** Resolves when a page of the desk has been read since the last failure, or when nobody is waiting. */
export async function whenReached(signal?: AbortSignal): Promise<void> {
	const ended = new AbortController();
	await new Promise<void>((resolve) => {
		const judge = () => {
			if (connection.failures === 0 || signal?.aborted) resolve();
		};
		ended.signal.addEventListener("abort", listenToConnection(judge));
		signal?.addEventListener("abort", judge, { signal: ended.signal });
		judge();
	});
	ended.abort();
}

async function whenAborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Tells whether a response comes from a proxy that does not reach the desk, and not from the desk itself. */
export function isFromGateway(status: number, body: string): boolean {
	return gatewayStatuses.has(status) && !body.includes(`class="${errorPageClass}"`);
}

/** Tells whether a request failed because the desk was not reached, or its response did not arrive whole. */
function isUnreached({ type, result }: DataStrategyResult): boolean {
	if (type !== "error") return false;
	if (isRouteErrorResponse(result)) return typeof result.data === "string" && isFromGateway(result.status, result.data);
	// The router wraps the error of a form.
	const error = result instanceof Error ? result : (result as { data?: unknown } | undefined)?.data;
	return error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError);
}

/**
 * Keeps the page while the desk is not reached, such as during an update: an error would take its place, and that of what is typed. The
 * notice of the connection then has the page that was asked for read again, which ends the wait. A form is not sent again by itself,
 * because it may have been saved.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request: { url, signal, method } }, next) => {
	await whenOnline(signal);
	const results = await next();
	const isForm = method !== "GET";
	if (signal.aborted) return results;
	if (!Object.values(results).some(isUnreached)) {
		change({ failures: 0, ...(isForm && { unanswered: 0 }) });
		return results;
	}
	if (!noteFailure(isForm)) return results;
	// Without new data, the page keeps its own.
	if (!isForm && addressOf(new URL(url)) === shownAddress) return {};
	if (!isForm) {
		await whenAborted(signal);
		return results;
	}
	// A form that was sent beside the page, as for a passkey, is not aborted.
	await whenReached(signal);
	return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: undefined }]));
};
