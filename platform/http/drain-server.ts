import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Logger } from "../log.ts";

/** While stopping, how long connections that are kept open may bring one more request, whose answer closes them. */
const farewellMs = 1_000;
/** How often a stopping server looks for connections whose last request has ended. */
const checkMs = 50;

/**
 * Makes what ends a server: it refuses new connections and resolves when the existing ones have ended.
 *
 * The HTTP server's own close would break connections that are between two requests, and with them the request that is just on its
 * way. So the listener closes first, while answers already say that their connection ends. What still comes in, an upload above all, may
 * come in until the server's own limit for a request (`requestTimeout`).
 *
 * @param server not listening yet, for it must be known from the first request on which are under way
 * @param answerMs how long the answer to a request may take once its body has come in full and the server is stopping
 */
export function createDrain(
	server: Server,
	{ log, answerMs = 10_000 }: { log: Logger; answerMs?: number },
): () => Promise<void> {
	const underWay = new Set<IncomingMessage>();
	server.on("request", (request, response) => {
		underWay.add(request);
		response.once("close", () => underWay.delete(request));
	});

	return async function drain() {
		const closed = once(server, "close");
		NetServer.prototype.close.call(server);
		const begun = performance.now();
		/** When the body of each request had come in full, as far as was seen since the stop began. */
		const completeAt = new WeakMap<IncomingMessage, number>();
		const check = setInterval(() => {
			const now = performance.now();
			if (now - begun >= farewellMs) server.closeIdleConnections();
			let cutOff = 0;
			for (const request of underWay) {
				if (!request.complete) continue;
				const complete = completeAt.get(request);
				if (complete === undefined) completeAt.set(request, now);
				else if (now - complete >= answerMs) {
					cutOff++;
					request.socket.destroy();
				}
			}
			if (cutOff > 0) log.warn({ requests: cutOff }, "requests were still not answered and are cut off");
		}, checkMs);
		await closed;
		clearInterval(check);
	};
}
