import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import pRetry from "p-retry";
import { StorageUnavailableError } from "../database/storage-errors.ts";
import type { S3Location } from "./s3-url.ts";
import { findXmlTexts } from "./xml-texts.ts";

/** How long one attempt may take until the store answers, for requests that carry no file. */
const attemptMs = 3_000;
/** No attempt begins later than this after the first: a visitor waits for the answer. */
const retryMs = 4_000;
const retries = 2;
/** How long nothing may come of an answer that has begun. */
const stallMs = 10_000;

const emptyHash = hash("");

/** The store of files does not answer, or refuses: no file can be stored or read now. Enquiries and bookings need none. */
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
	/** Below the location's folder; left out for requests about the bucket. */
	name?: string;
	query?: Record<string, string>;
	headers?: Record<string, string>;
	body?: { content: Blob | string; sha256: string };
	/** How long one attempt may take. */
	timeoutMs?: number;
	/** False for a request that must not be sent a second time when its answer is lost. */
	mayRepeat?: boolean;
};

/** An answer of the store, 200 or 404 and the like. */
export type S3Answer = {
	headers: Headers;
	/** The code of the error, such as NoSuchKey; undefined when the request succeeded. HEAD has no codes: any 404 is NoSuchKey there. */
	errorCode: string | undefined;
	/** Reads the whole body, for answers that are short. */
	text(): Promise<string>;
	/** Reads the body piece by piece. */
	pieces(): AsyncGenerator<Uint8Array>;
	/** Ends an answer that is not read to its end. */
	abandon(): void;
};

export type S3Requests = {
	/** Signs a request, sends it, and sends it again when the store does not answer or is overloaded. */
	send(request: S3Request): Promise<S3Answer>;
	/** Gives the address of a file as a copy names its source. */
	nameSource(name: string): string;
};

/**
 * Makes what talks to an S3-compatible store: signature version 4, the hash of every body signed, time-outs, few repetitions.
 *
 * Everything but "there is no such file" is thrown as FilesUnavailableError.
 */
export function createS3Requests(location: S3Location): S3Requests {
	const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = location;
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

	async function attempt(request: S3Request): Promise<S3Answer> {
		const url = new URL(`${endpoint}/${bucket}`);
		if (request.name !== undefined) url.pathname += `/${prefix}${request.name}`;
		for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value);
		const ending = new AbortController();
		const timer = setTimeout(
			() => ending.abort(new Error("The store did not answer in time")),
			request.timeoutMs ?? attemptMs,
		);
		try {
			const signed = await client.sign(url.href, {
				method: request.method,
				headers: { ...request.headers, "x-amz-content-sha256": request.body?.sha256 ?? emptyHash },
				...(request.body && { body: request.body.content }),
				// A store that leads elsewhere is one whose address is wrong; what was signed is for this address alone.
				redirect: "manual",
				signal: ending.signal,
			});
			const response = await fetch(signed);
			const answer = toAnswer(response, ending);
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

function toAnswer(response: Response, ending: AbortController): S3Answer {
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
			// Nothing happens when all has been read.
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
			for await (const piece of pieces()) text += decoder.decode(piece, { stream: true });
			return text + decoder.decode();
		},
		abandon: () => ending.abort(),
	};
}

/** SHA-256 of a text, in hexadecimal. */
export function hash(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
