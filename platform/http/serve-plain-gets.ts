import type { Server } from "node:http";
import type { Socket } from "node:net";
import { readPlainGet, type PlainGet } from "./plain-get.ts";
import type { ReadyResponse } from "./ready-response.ts";

type PlainGetOptions = {
	/** Finds the response in memory for a path, in the best encoding that the client takes; undefined for anything else. */
	find(path: string, acceptEncoding: string): ReadyResponse | undefined;
	/** Called once for each response. */
	onResponse(get: PlainGet): void;
	/** Once aborted, the HTTP server gets all connections, also later ones, so that it closes them with its own. */
	until: AbortSignal;
};

/**
 * Answers plain GETs from memory on the socket itself. At the first other or divided request, the HTTP server gets the connection for good,
 * as if it had just been opened with that request.
 *
 * Why the HTTP server does not answer them all: docs/decisions/0013-pages-before-http.md
 */
export function servePlainGets(server: Server, { find, onResponse, until }: PlainGetOptions): void {
	const serveByHttp = server.listeners("connection") as ((socket: Socket) => void)[];
	const idleMs = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
	/** The connections held here, each with the function that releases it. */
	const held = new Map<Socket, () => void>();

	function hold(socket: Socket): void {
		const answer = (read: Buffer) => {
			const get = readPlainGet(read);
			const ready = get && find(get.path, get.acceptEncoding);
			// If an earlier response is still being sent, the client reads more slowly than it asks, which the HTTP server limits.
			if (!ready || socket.writableLength > 0) return leave(read);
			socket.write(ready.bytes());
			if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
			onResponse(get);
		};
		const endToo = () => socket.end();
		const giveUp = () => socket.destroy();
		// The socket closes by itself.
		const ignore = () => {};
		const forget = () => held.delete(socket);
		const leave = (unread?: Buffer) => {
			forget();
			socket
				.off("data", answer)
				.off("end", endToo)
				.off("timeout", giveUp)
				.off("error", ignore)
				.off("close", forget)
				.setTimeout(0);
			if (unread) socket.unshift(unread);
			for (const listener of serveByHttp) listener.call(server, socket);
		};
		held.set(socket, leave);
		socket
			.on("data", answer)
			.on("end", endToo)
			.on("timeout", giveUp)
			.on("error", ignore)
			.on("close", forget)
			.setTimeout(server.headersTimeout);
	}

	server.removeAllListeners("connection");
	server.on("connection", hold);
	until.addEventListener("abort", () => {
		server.off("connection", hold);
		for (const listener of serveByHttp) server.on("connection", listener);
		for (const leave of held.values()) leave();
	});
}
