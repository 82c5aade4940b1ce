import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { UploadedFile } from "../../../platform/http/receive-files.ts";
import { serverStopped } from "./picture-refusal.ts";

/** The results of uploads. */
export type UploadReport = { taken: { name: string; path: string }[]; refused: { name: string; why: string }[] };

/** An upload of this server: the report so far, and how many pictures are still processed. */
export type Upload = { report: UploadReport; left: number };

/** Stores a file as a picture, or says why not. */
type Take = (file: UploadedFile) => Promise<{ name: string; path: string } | { name: string; refused: string }>;

const rememberedUploads = 200;
const rememberedMs = 60 * 60_000;
const tooMany = "Too many uploads right now. Try again in a minute.";
const failed = "Could not be stored. Upload it again.";

export type Uploads = {
	/**
	 * Stores files one after the other, and discards each then.
	 * @returns the finished upload, or its key if it takes longer than a person waits for a page
	 */
	start(account: string, files: readonly UploadedFile[], deps: UploadDeps): Promise<{ done: Upload } | { key: string }>;
	/** Finds an upload of an account by its key, for an hour. */
	find(account: string, key: string): Upload | undefined;
	/** Waits until the uploads under way have ended, half a minute at most; files that have not begun by then are refused. */
	finish(): Promise<void>;
};

type UploadDeps = {
	take: Take;
	discard(file: UploadedFile): Promise<void>;
	/** Told of an unexpected failure; the other files are stored all the same. */
	reportError(error: unknown): void;
};

/** Creates the uploads of pictures, which take up to a minute each and continue after the response. */
export function createUploads({ patienceMs = 10_000, mostRunning = 5, finishMs = 30_000 } = {}): Uploads {
	const uploads = new LRUCache<string, Upload>({ max: rememberedUploads, ttl: rememberedMs });
	const running = new Set<Promise<void>>();
	let isFinishing = false;

	async function process(
		upload: Upload,
		files: readonly UploadedFile[],
		{ take, discard, reportError }: UploadDeps,
	): Promise<void> {
		const isRefused = running.size >= mostRunning;
		for (const file of files) {
			try {
				const refused = isRefused ? tooMany : isFinishing ? serverStopped : undefined;
				const outcome = refused === undefined ? await take(file) : { name: file.name, refused };
				if ("path" in outcome) upload.report.taken.push(outcome);
				else upload.report.refused.push({ name: outcome.name, why: outcome.refused });
			} catch (error) {
				reportError(error);
				upload.report.refused.push({ name: file.name, why: failed });
			}
			upload.left -= 1;
			await discard(file).catch(reportError);
		}
	}

	return {
		async start(account, files, deps) {
			const upload: Upload = { report: { taken: [], refused: [] }, left: files.length };
			const { promise: impatient, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, patienceMs);
			const processed = process(upload, files, deps);
			running.add(processed);
			void processed.finally(() => running.delete(processed));
			await Promise.race([processed, impatient]);
			clearTimeout(timer);
			if (upload.left === 0) return { done: upload };
			const key = randomUUID();
			uploads.set(`${account} ${key}`, upload);
			return { key };
		},
		find: (account, key) => uploads.get(`${account} ${key}`),
		async finish() {
			await Promise.race([Promise.all(running), sleep(finishMs, undefined, { ref: false })]);
			isFinishing = true;
		},
	};
}
