import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Logger } from "../log.ts";

/** How long an idle connection may bring one more request while the server stops; its response closes the connection. */
const lastRequestMs = 1_000;
/** How often a stopping server looks for connections whose last request has ended. */
const checkMs = 50;

/**
 * Creates the function that stops a server: it refuses new connections and resolves when the existing ones have ended.
 *
 * The HTTP server's own close would break connections between two requests, and with them a request on its way. So the listener closes
 * first, while responses already announce the end of their connection. Requests still arriving, uploads above all, may arrive until the
 * server's own limit for a request (`requestTimeout`).
 *
 * @param server not listening yet, because requests are tracked from the first
 * @param responseMs time limit for a response while stopping, from the end of the request's body
 */
export function createDrain(
	server: Server,
	{ log, responseMs = 10_000 }: { log: Logger; responseMs?: number },
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
		/** When the body of each request was complete, as far as seen since the stop began. */
		const completeAt = new WeakMap<IncomingMessage, number>();
		const check = setInterval(() => {
			const now = performance.now();
			if (now - begun >= lastRequestMs) server.closeIdleConnections();
			let cutOff = 0;
			for (const request of underWay) {
				if (!request.complete) continue;
				const complete = completeAt.get(request);
				if (complete === undefined) completeAt.set(request, now);
				else if (now - complete >= responseMs) {
					cutOff++;
					request.socket.destroy();
				}
			}
			if (cutOff > 0) log.warn({ requests: cutOff }, "unfinished requests are cut off");
		}, checkMs);
		await closed;
		clearInterval(check);
	};
}
