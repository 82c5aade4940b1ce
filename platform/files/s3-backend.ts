import { createHash, hash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { FileBackend } from "./file-backend.ts";
import {
	createS3Requests,
	FilesUnavailableError,
	visitorLimits,
	type S3Response,
	type S3Limits,
} from "./s3-requests.ts";
import type { S3Location } from "./s3-url.ts";
import { findXmlTexts } from "./xml-texts.ts";

/** Names per batch. */
const namesAtOnce = 500;
/** Leaves out subfolders. */
const oneFolder = { delimiter: "/" };
/** Metadata of a file: its hash, for readers, and its arrival time, which a copy would change. */
const hashHeader = "x-amz-meta-sha256";
const timeHeader = "x-amz-meta-stored-at";

/**
 * Keeps files in a bucket of an S3-compatible store, each under its name below the location's folder.
 *
 * Requests are signed with the SHA-256 of the body, which the store verifies. The hash is stored beside each file, and a stream being
 * read fails at its end if the content differs, unless its reader compares it.
 *
 * @throws FilesUnavailableError if the store is unreachable, refuses, or keeps old versions, so that nothing would ever be erased
 */
export async function openS3Backend(s3: S3Location, limits: S3Limits = visitorLimits): Promise<FileBackend> {
	const { send, nameSource } = createS3Requests(s3, limits);
	await assertUsable();

	async function assertUsable(): Promise<void> {
		// Nothing has this prefix, so the response is short.
		await listPage("none/");
		const versioning = await send({ method: "GET", query: { versioning: "" } })
			.then((response) => response.text())
			.catch((error: unknown) => {
				// Not every store has versions, or lets everybody ask for them.
				if (error instanceof FilesUnavailableError && !error.isPassing) return "";
				throw error;
			});
		if (findXmlTexts(versioning, "Status")[0] === "Enabled")
			throw new FilesUnavailableError(
				`The bucket ${s3.bucket} keeps old versions of its files, so that nothing in it would ever be erased. Use one without versioning`,
				{ isPassing: false },
			);
	}

	async function listPage(folder: string, query: Record<string, string> = {}): Promise<string> {
		const response = await send({ method: "GET", query: { "list-type": "2", prefix: s3.prefix + folder, ...query } });
		const page = await response.text();
		// Anything else, such as a proxy's page, would count as a store without files.
		if (findXmlTexts(page, "ListBucketResult").length === 0)
			throw new FilesUnavailableError(`The store of files gave no list of its names`, { isPassing: true });
		return page;
	}

	async function* listPages(folder: string, query: Record<string, string>): AsyncGenerator<string> {
		let token: string | undefined;
		do {
			const page = await listPage(folder, {
				...query,
				"max-keys": String(namesAtOnce),
				...(token !== undefined && { "continuation-token": token }),
			});
			yield page;
			const next =
				findXmlTexts(page, "IsTruncated")[0] === "true" ? findXmlTexts(page, "NextContinuationToken")[0] : undefined;
			if (next !== undefined && next === token)
				throw new FilesUnavailableError("The store of files gives a list without an end", { isPassing: true });
			token = next;
		} while (token !== undefined);
	}

	const withoutPrefix = (key: string) => key.slice(s3.prefix.length);

	async function* listNames(folder: string, query: Record<string, string>): AsyncGenerator<string[]> {
		for await (const page of listPages(folder, query)) {
			const names = findXmlTexts(page, "Contents/Key").map(withoutPrefix);
			// A folder created by hand is a key of its own.
			yield names.filter((name) => name !== "" && !name.endsWith("/"));
		}
	}

	async function remove(name: string): Promise<void> {
		await finish(await send({ method: "DELETE", name }));
	}

	return {
		location: `${s3.endpoint}/${s3.bucket}/${s3.prefix}`.replace(/\/$/, ""),
		async put(file, name, changedAt = Temporal.Now.instant()) {
			const response = await send({
				method: "PUT",
				name,
				headers: {
					"content-type": "application/octet-stream",
					[hashHeader]: file.sha256,
					[timeHeader]: changedAt.toString(),
				},
				// Read from the disk while it is sent, and again on a retry.
				body: { content: await openAsBlob(file.path), sha256: file.sha256 },
				timeoutMs: limits.putMs,
			});
			await finish(response);
		},
		async move(from, to) {
			const copied = await send({
				method: "PUT",
				name: to,
				headers: { "x-amz-copy-source": nameSource(from) },
				timeoutMs: limits.putMs,
			});
			if (copied.errorCode !== undefined) throw createMissingError(from);
			await finish(copied);
			await remove(from);
		},
		async write(name, text) {
			// A retry after a lost response might replace a later text of another server.
			const body = { content: text, sha256: hash("sha256", text, "hex") };
			await finish(await send({ method: "PUT", name, headers: { [hashHeader]: body.sha256 }, body, mayRepeat: false }));
		},
		remove,
		async read(name, { isChecked = true } = {}) {
			const response = await send({ method: "GET", name });
			if (response.errorCode !== undefined) return undefined;
			const content = Readable.from(checkPieces(response, { name, isChecked }), { objectMode: false });
			content.once("close", () => response.abandon());
			return content;
		},
		async stat(name) {
			const response = await send({ method: "HEAD", name });
			await finish(response);
			if (response.errorCode !== undefined) return undefined;
			return { bytes: Number(response.headers.get("content-length")), changedAt: readTime(response.headers) };
		},
		list: (folder) => listNames(folder, oneFolder),
		listAll: () => listNames("", {}),
		async listFolders(folder) {
			const folders = new Set<string>();
			for await (const page of listPages(folder, oneFolder))
				for (const prefix of findXmlTexts(page, "CommonPrefixes/Prefix")) folders.add(withoutPrefix(prefix));
			return [...folders];
		},
	};
}

/**
 * Reads the rest of a response, so that its connection can be reused.
 * @throws FilesUnavailableError if it reports a failure after its status: Amazon S3 does so for copies, proxies for anything
 */
async function finish(response: S3Response): Promise<void> {
	if (response.errorCode === undefined) await response.text();
}

/** Yields a file's content, and throws at the end if it is cut off or, where that is checked, differs from what was stored. */
async function* checkPieces(
	response: S3Response,
	{ name, isChecked }: { name: string; isChecked: boolean },
): AsyncGenerator<Uint8Array> {
	const sum = createHash("sha256");
	let bytes = 0;
	for await (const piece of response.pieces()) {
		sum.update(piece);
		bytes += piece.length;
		yield piece;
	}
	const wanted = isChecked ? response.headers.get(hashHeader) : null;
	const length = response.headers.get("content-length");
	if ((wanted !== null && sum.digest("hex") !== wanted) || (length !== null && Number(length) !== bytes))
		throw new Error(`The store of files gave other bytes for ${name} than it was given`);
}

/** Reads when the file arrived; for a file that another program put there, the store's own time. */
function readTime(headers: Headers): Temporal.Instant {
	try {
		return Temporal.Instant.from(headers.get(timeHeader) ?? "");
	} catch {
		const ms = Date.parse(headers.get("last-modified") ?? "");
		if (Number.isNaN(ms))
			throw new FilesUnavailableError("The store of files gave no time of a file", { isPassing: true });
		return Temporal.Instant.fromEpochMilliseconds(ms);
	}
}

function createMissingError(name: string): Error {
	return Object.assign(new Error(`There is no ${name}`), { code: "ENOENT" });
}
