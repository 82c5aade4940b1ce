import { hash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import pRetry from "p-retry";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import type { S3Location } from "./s3-url.ts";
import { findXmlTexts } from "./xml-texts.ts";

/** Time limits for requests to a bucket, in milliseconds. */
export type S3Limits = {
	/** For sending one file. */
	putMs: number;
	/** For the response to one attempt, for requests without a file. */
	responseMs: number;
	/** No attempt begins later than this after the first. */
	retryMs: number;
	/** How long a response that has begun may stall. */
	stallMs: number;
};

/** While a visitor waits for the response. */
export const visitorLimits: S3Limits = { putMs: 10_000, responseMs: 3_000, retryMs: 4_000, stallMs: 10_000 };
/** When nobody waits: a process of low priority may get little of a busy machine. */
export const backgroundLimits: S3Limits = { putMs: 120_000, responseMs: 60_000, retryMs: 180_000, stallMs: 60_000 };

const retries = 2;
/** A list of names is the longest text, of some 500 KB. */
const maxTextBytes = 8 * 1024 * 1024;

const emptyHash = hash("sha256", "", "hex");

/** The file store does not respond, or refuses: no file can be stored or read now. Enquiries and bookings need none. */
export class FilesUnavailableError extends StorageUnavailableError {
	override readonly retryAfterSeconds = 30;
	/** Whether the same request may succeed a moment later. */
	readonly isPassing: boolean;

	constructor(message: string, { cause, isPassing }: { cause?: unknown; isPassing: boolean }) {
		super(cause, message);
		this.name = "FilesUnavailableError";
		this.isPassing = isPassing;
	}
}

type S3Request = {
	method: "GET" | "HEAD" | "PUT" | "DELETE";
	/** Below the location's folder; absent for requests about the bucket. */
	name?: string;
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: { content: Blob | string; sha256: string };
	/** Time limit of one attempt. */
	timeoutMs?: number;
	/** False for a request that must not be repeated when its response is lost. */
	mayRepeat?: boolean;
};

/** A response of the store, of status 200, 404 and the like. */
export type S3Response = {
	headers: Headers;
	/** The error code, such as NoSuchKey; undefined for a success. HEAD has no codes: any 404 counts as NoSuchKey. */
	errorCode: string | undefined;
	/**
	 * Reads the whole body; for short responses.
	 * @throws FilesUnavailableError if it is an error nevertheless, as after a status that was sent too early, or has no end
	 */
	text(): Promise<string>;
	/** Reads the body piece by piece. */
	pieces(): AsyncGenerator<Uint8Array>;
	/** Abandons a response before its end. */
	abandon(): void;
};

export type S3Requests = {
	/** Signs and sends a request, and repeats it if the store does not respond or is overloaded. */
	send(request: S3Request): Promise<S3Response>;
	/** Returns the path of a file as the source of a copy. */
	nameSource(name: string): string;
};

/**
 * Creates a client of an S3-compatible store: signature version 4, a signed hash of every body, time limits, few retries.
 *
 * Every error except a missing file is thrown as FilesUnavailableError.
 */
export function createS3Requests(location: S3Location, { responseMs, retryMs, stallMs }: S3Limits): S3Requests {
	const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = location;
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

	async function attempt(request: S3Request): Promise<S3Response> {
		const url = new URL(`${endpoint}/${bucket}`);
		if (request.name !== undefined) url.pathname += `/${prefix}${request.name}`;
		for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value);
		const ending = new AbortController();
		const timer = setTimeout(
			() => ending.abort(new Error("The store did not answer in time")),
			request.timeoutMs ?? responseMs,
		);
		try {
			const signed = await client.sign(url.href, {
				method: request.method,
				headers: { ...request.headers, "x-amz-content-sha256": request.body?.sha256 ?? emptyHash },
				...(request.body && { body: request.body.content }),
				// A redirect means that the configured URL is wrong, and the signature is valid only for that URL.
				redirect: "manual",
				signal: ending.signal,
			});
			const response = await fetch(signed);
			const answer = toS3Response(response, ending, stallMs);
			if (response.ok) return answer;
			const body = await answer.text();
			if (response.status === 404) {
				const errorCode = request.method === "HEAD" ? "NoSuchKey" : findXmlTexts(body, "Code")[0];
				if (errorCode === "NoSuchKey") return { ...answer, errorCode };
			}
			throw createRefusal(response.status, findXmlTexts(body, "Code")[0]);
		} catch (error) {
			ending.abort();
			if (error instanceof FilesUnavailableError) throw error;
			throw new FilesUnavailableError(`The store of files at ${endpoint} does not answer`, {
				cause: ending.signal.reason instanceof Error ? ending.signal.reason : error,
				isPassing: true,
			});
		} finally {
			clearTimeout(timer);
		}
	}

	function createRefusal(status: number, code: string | undefined): FilesUnavailableError {
		return new FilesUnavailableError(
			`The store of files at ${endpoint} refused a request for ${bucket}: ${status}${code === undefined ? "" : ` ${code}`}`,
			{ isPassing: status >= 500 || status === 429 },
		);
	}

	return {
		send: (request) =>
			pRetry(() => attempt(request), {
				retries: request.mayRepeat === false ? 0 : retries,
				maxRetryTime: retryMs,
				minTimeout: 100,
				maxTimeout: 1_000,
				randomize: true,
				shouldRetry: ({ error }) => error instanceof FilesUnavailableError && error.isPassing,
			}),
		nameSource: (name) => `/${bucket}/${prefix}${name}`,
	};
}

function toS3Response(response: Response, ending: AbortController, stallMs: number): S3Response {
	async function* pieces(): AsyncGenerator<Uint8Array> {
		const reader = response.body?.getReader();
		if (!reader) return;
		try {
			for (;;) {
				const timer = setTimeout(() => ending.abort(new Error("The store stopped in the middle of a file")), stallMs);
				const { done, value } = await reader.read().finally(() => clearTimeout(timer));
				if (done) return;
				yield value;
			}
		} finally {
			// Has no effect when everything has been read.
			ending.abort();
		}
	}

	return {
		headers: response.headers,
		errorCode: undefined,
		pieces,
		async text() {
			const decoder = new TextDecoder();
			let text = "";
			for await (const piece of pieces()) {
				text += decoder.decode(piece, { stream: true });
				if (text.length > maxTextBytes)
					throw new FilesUnavailableError("The store of files gave a response without an end", { isPassing: true });
			}
			text += decoder.decode();
			const [code] = response.ok ? findXmlTexts(text, "Error/Code") : [];
			if (code !== undefined)
				throw new FilesUnavailableError(`The store of files answered ${response.status}, and failed: ${code}`, {
					isPassing: true,
				});
			return text;
		},
		abandon: () => ending.abort(),
	};
}
