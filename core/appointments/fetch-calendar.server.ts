import { get as getHttp, type IncomingMessage } from "node:http";
import { get as getHttps } from "node:https";
import { filterAddress, isAddressRefused } from "../../platform/http/filter-address.ts";

/** Ten years of a busy person's calendar take 1 or 2 MB. */
export const maxCalendarBytes = 5 * 1_024 * 1_024;
const calendarTimeoutMs = 20_000;
const maxRedirects = 5;

/** Why a calendar could not be fetched, for its owner, without its address. */
export class CalendarFetchError extends Error {
	override name = "CalendarFetchError";
}

export type FetchedCalendar =
	| { kind: "unchanged" }
	| { kind: "read"; text: string; etag: string | undefined; lastModified: string | undefined };

export type FetchCalendarOptions = {
	/** Of the copy that is known, for a conditional request. */
	etag?: string | undefined;
	lastModified?: string | undefined;
	allowsPrivateNetworks: boolean;
	timeoutMs?: number;
	signal?: AbortSignal | undefined;
};

/**
 * Fetches a calendar. Follows as many redirects as browsers do and checks each address like the first.
 * @throws CalendarFetchError when it fails or exceeds its limits of size and time
 */
export async function fetchCalendar(
	address: string,
	{ timeoutMs = calendarTimeoutMs, signal, ...options }: FetchCalendarOptions,
): Promise<FetchedCalendar> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const ending = signal ? AbortSignal.any([deadline, signal]) : deadline;
	let url = new URL(address);
	try {
		for (let redirects = 0; redirects <= maxRedirects; redirects++) {
			const response = await ask(url, options, ending);
			const { statusCode = 0, headers } = response;
			if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
				response.destroy();
				url = findNext(url, headers.location);
				continue;
			}
			if (statusCode === 304) {
				response.destroy();
				return { kind: "unchanged" };
			}
			if (statusCode !== 200) {
				response.destroy();
				throw new CalendarFetchError(`the server returns status ${statusCode}`);
			}
			const text = await readText(response);
			return { kind: "read", text, etag: headers.etag, lastModified: headers["last-modified"] };
		}
		throw new CalendarFetchError("the server redirects too often");
	} catch (error) {
		if (error instanceof CalendarFetchError) throw error;
		if (deadline.aborted) throw new CalendarFetchError(`the server takes longer than ${timeoutMs / 1_000} seconds`);
		throw new CalendarFetchError(describe(error));
	}
}

function ask(
	url: URL,
	{ etag, lastModified, allowsPrivateNetworks }: FetchCalendarOptions,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	const headers = {
		accept: "text/calendar, */*;q=0.5",
		// Compressed content may be a thousand times larger than it seems.
		"accept-encoding": "identity",
		"user-agent": "front-office calendar reader",
		...(etag !== undefined && { "if-none-match": etag }),
		...(lastModified !== undefined && { "if-modified-since": lastModified }),
	};
	return new Promise((resolve, reject) => {
		const get = url.protocol === "https:" ? getHttps : getHttp;
		get(url, { ...filterAddress(url, { allowsPrivateNetworks }), headers, signal }, resolve).on("error", reject);
	});
}

function findNext(from: URL, location: string | undefined): URL {
	if (location === undefined || !URL.canParse(location, from))
		throw new CalendarFetchError("the server redirects to an invalid address");
	const next = new URL(location, from);
	if (next.protocol !== "https:" && (next.protocol !== "http:" || from.protocol === "https:"))
		throw new CalendarFetchError("the server redirects from HTTPS to an insecure address");
	return next;
}

async function readText(response: IncomingMessage): Promise<string> {
	const tooLarge = () => new CalendarFetchError(`the calendar is larger than ${maxCalendarBytes / (1_024 * 1_024)} MB`);
	const encoding = response.headers["content-encoding"];
	try {
		if (encoding !== undefined && encoding !== "identity")
			throw new CalendarFetchError("the server sends compressed data");
		if (Number(response.headers["content-length"] ?? 0) > maxCalendarBytes) throw tooLarge();
		const chunks: Buffer[] = [];
		let bytes = 0;
		for await (const chunk of response as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (bytes > maxCalendarBytes) throw tooLarge();
			chunks.push(chunk);
		}
		return decode(Buffer.concat(chunks));
	} finally {
		response.destroy();
	}
}

/** Calendars are UTF-8; some programs of Windows write UTF-16, with or without a byte order mark. */
function decode(bytes: Buffer): string {
	const [first, second] = bytes;
	const isLittleEndian = (first === 0xff && second === 0xfe) || second === 0;
	const isBigEndian = (first === 0xfe && second === 0xff) || first === 0;
	return new TextDecoder(isLittleEndian ? "utf-16le" : isBigEndian ? "utf-16be" : "utf-8").decode(bytes);
}

/** Describes an error without the address, which the driver's message may hold. */
function describe(error: unknown): string {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (isAddressRefused(error)) return "the address is in a private network (see BUSY_CALENDARS_FROM_PRIVATE_NETWORKS)";
	if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the server cannot be found";
	if (code.includes("CERT") || code.includes("SSL") || code.includes("TLS"))
		return "the server’s certificate is not valid";
	return `the server cannot be reached${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ""}`;
}
