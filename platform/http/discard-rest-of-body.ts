import type { FastifyRequest } from "fastify";

/** An upload may be 10 MB large, with its texts and what stands around them. */
const mostDiscardedBytes = 16 * 1024 * 1024;

/**
 * Reads on and forgets what still comes of a request that is answered already; tells whether anything may come.
 *
 * Closing a connection on which something unread lies makes the system break it, and with it the answer that is on its way. Who sends
 * more than any request may hold is cut off; who sends slowly, when the server's own limit for a request has passed.
 */
export function discardRestOfBody({ raw }: FastifyRequest): boolean {
	if (raw.complete || raw.destroyed) return false;
	let left = mostDiscardedBytes;
	raw.on("data", (piece: Buffer) => {
		left -= piece.length;
		if (left < 0) raw.socket.destroy();
	});
	return true;
}
