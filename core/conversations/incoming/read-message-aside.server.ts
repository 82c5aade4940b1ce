import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import type { IncomingMessage } from "./incoming-message.ts";
import { readHead } from "./read-message.server.ts";

/** Creates a reader like readMessageAside with other limits. */
export function createMessageReader({
	timeoutMs,
	maxMemoryMb,
}: {
	timeoutMs: number;
	maxMemoryMb: number;
}): (raw: Uint8Array) => Promise<IncomingMessage> {
	const ask = createAside<IncomingMessage>(getProgramUrl("./read-message-worker.server.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb,
		keptMs: 20_000,
	});
	return async (raw) => {
		try {
			return await ask(raw);
		} catch (error) {
			if (error instanceof EndedAsideError) return readHead(raw, "The message could not be read safely.");
			throw error;
		}
	};
}

/**
 * Runs readMessage on a thread of its own, one message at a time. When that takes more than 15 seconds or too much memory, the message has
 * what its headers say, and an omission.
 */
export const readMessageAside = createMessageReader({ timeoutMs: 15_000, maxMemoryMb: 512 });
