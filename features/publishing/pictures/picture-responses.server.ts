import { LRUCache } from "lru-cache";
import { isAmong } from "../../../platform/database/changes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { sharedPictureHeaders } from "../../../platform/http/security-headers.ts";
import { createStoredResponse, type StoredResponse } from "../../../platform/pages/stored-response.ts";
import { readFilePath } from "./picture-paths.ts";
import { findBytes, findFile } from "./picture-store.server.ts";
import { picturesChangeKey } from "./pictures-change-key.ts";

const yearInSeconds = 31_536_000;
/** About four hundred pictures. */
const defaultMaxBytes = 16_000_000;
/** An unknown address costs one index look-up, and a repeated one none. */
const mostMissing = 2_000;
const missingMs = 1_000;

export type PictureResponses = {
	/** Returns what is in memory. */
	findNow(path: string): StoredResponse | undefined;
	/**
	 * Finds the response for a published picture; undefined when there is none.
	 * @throws the driver's error when the database cannot be read
	 */
	find(path: string): Promise<StoredResponse | undefined>;
	/** Stops listening to changes. */
	close(): void;
};

/**
 * Creates the responses for published pictures. An address names its content, so browsers cache it for a year, and it stays in memory until
 * others are requested more often, or a picture changes: it may be deleted.
 */
export function createPictureResponses({
	database,
	headers,
	maxBytes = defaultMaxBytes,
}: {
	database: Pick<Database, "db" | "changes">;
	/** Security headers of files. */
	headers: Readonly<Record<string, string>>;
	maxBytes?: number;
}): PictureResponses {
	const answers = new LRUCache<string, StoredResponse>({
		maxSize: maxBytes,
		maxEntrySize: Math.floor(maxBytes / 4),
		sizeCalculation: ({ byteLength }, path) => byteLength + path.length,
	});
	const missing = new LRUCache<string, true>({ max: mostMissing, ttl: missingMs });
	/** Simultaneous requests share one look-up. */
	const looking = new Map<string, Promise<StoredResponse | undefined>>();
	let changes = 0;
	const close = database.changes.listen((changeKeys) => {
		if (!isAmong(picturesChangeKey, changeKeys)) return;
		changes += 1;
		answers.clear();
		missing.clear();
		looking.clear();
	});

	async function look(path: string): Promise<StoredResponse | undefined> {
		const before = changes;
		const wanted = readFilePath(path);
		const file = wanted && (await findFile(database.db, wanted, { isPublic: true }));
		const identity = file && (await findBytes(database.db, file.hash));
		if (!identity) {
			if (changes === before) missing.set(path, true);
			return undefined;
		}
		const answer = createStoredResponse({
			status: 200,
			headers: {
				...headers,
				...sharedPictureHeaders,
				"Content-Type": path.endsWith(".svg") ? "image/svg+xml" : "image/avif",
				"Cache-Control": `public, max-age=${yearInSeconds}, immutable`,
			},
			hash: undefined,
			bodies: { identity },
		});
		if (changes === before) answers.set(path, answer);
		return answer;
	}

	return {
		findNow: (path) => answers.get(path),
		async find(path) {
			if (!path.startsWith("/pictures/") || missing.has(path)) return undefined;
			const known = answers.get(path);
			if (known) return known;
			const running = looking.get(path);
			if (running) return running;
			const begun = look(path).finally(() => {
				if (looking.get(path) === begun) looking.delete(path);
			});
			looking.set(path, begun);
			return begun;
		},
		close,
	};
}
