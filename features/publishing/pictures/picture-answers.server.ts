import { LRUCache } from "lru-cache";
import type { Connection } from "../../../platform/database/database.ts";
import { createStoredAnswer, type StoredAnswer } from "../../../platform/pages/stored-answer.ts";
import { readFilePath } from "./picture-paths.ts";
import { findBytes, findFile } from "./picture-store.server.ts";

const yearInSeconds = 31_536_000;
/** Some four hundred pictures. */
const defaultMaxBytes = 16_000_000;
/** A made-up address costs one look at an index, and those of a crawler's list not even that twice. */
const mostMissing = 2_000;
const missingMs = 1_000;

export type PictureAnswers = {
	/** Gives what is in memory already. */
	findNow(path: string): StoredAnswer | undefined;
	/**
	 * Gives the answer to an address of a picture that an edition has made public; undefined when there is none.
	 *
	 * @throws the driver's error when the database cannot be asked
	 */
	find(path: string): Promise<StoredAnswer | undefined>;
};

/**
 * Makes what answers for the pictures that the studio has published. What an address names never changes, so browsers keep it for a year,
 * and it stays in memory until others are asked for more often.
 */
export function createPictureAnswers({
	database,
	headers,
	maxBytes = defaultMaxBytes,
}: {
	database: { db: Connection };
	/** Security headers of files. */
	headers: Readonly<Record<string, string>>;
	maxBytes?: number;
}): PictureAnswers {
	const answers = new LRUCache<string, StoredAnswer>({
		maxSize: maxBytes,
		maxEntrySize: Math.floor(maxBytes / 4),
		sizeCalculation: ({ byteLength }, path) => byteLength + path.length,
	});
	const missing = new LRUCache<string, true>({ max: mostMissing, ttl: missingMs });
	/** Whoever asks for the same at once waits for one look. */
	const looking = new Map<string, Promise<StoredAnswer | undefined>>();

	async function look(path: string): Promise<StoredAnswer | undefined> {
		const wanted = readFilePath(path);
		const file = wanted && (await findFile(database.db, wanted, { isPublic: true }));
		const identity = file && (await findBytes(database.db, file.hash));
		if (!identity) {
			missing.set(path, true);
			return undefined;
		}
		const answer = createStoredAnswer({
			status: 200,
			headers: {
				...headers,
				"Content-Type": path.endsWith(".svg") ? "image/svg+xml" : "image/avif",
				"Cache-Control": `public, max-age=${yearInSeconds}, immutable`,
			},
			hash: undefined,
			bodies: { identity },
		});
		answers.set(path, answer);
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
			const begun = look(path).finally(() => looking.delete(path));
			looking.set(path, begun);
			return begun;
		},
	};
}
