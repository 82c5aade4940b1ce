import type { FastifyRequest } from "fastify";

/** An upload of 10 MB, with its texts and multipart framing. */
const maxDiscardedBytes = 16 * 1024 * 1024;

/**
 * Reads and discards the rest of a request that has already been answered; returns whether more may arrive.
 *
 * Closing a connection with unread data makes the system reset it, and the response with it. A sender of more than any request may hold
 * is cut off; a slow one, at the server's own limit for a request.
 */
export function discardRestOfBody({ raw }: FastifyRequest): boolean {
	if (raw.complete || raw.destroyed) return false;
	let left = maxDiscardedBytes;
	raw.on("data", (piece: Buffer) => {
		left -= piece.length;
		if (left < 0) raw.socket.destroy();
	});
	return true;
}
