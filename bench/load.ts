import { connect } from "node:net";
import { summarise, type Figures } from "./measure.ts";

const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * Measures plain GETs per second on kept connections, with a client that only waits for the bytes: Node's own would be slower than the
 * server.
 *
 * @param pathOf returns the path of each request, by its number
 */
export async function measureGets(
	url: string,
	pathOf: (index: number) => string,
	{
		milliseconds,
		connections,
		status = 200,
		acceptEncoding = "gzip, deflate, br",
	}: { milliseconds: number; connections: number; status?: number; acceptEncoding?: string },
): Promise<Figures> {
	const { hostname, port, host } = new URL(url);
	let next = 0;
	const each: number[] = [];
	const begun = performance.now();
	const end = begun + milliseconds;
	await Promise.all(
		Array.from(
			{ length: connections },
			() =>
				new Promise<void>((resolve, reject) => {
					const socket = connect(Number(port), hostname);
					let missing = 0;
					let isHead = true;
					let isChunked = false;
					let askedAt = 0;
					const ask = () => {
						isHead = true;
						askedAt = performance.now();
						if (askedAt >= end) return socket.end();
						socket.write(
							`GET ${pathOf(next++)} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${acceptEncoding}\r\n\r\n`,
						);
					};
					socket.on("connect", ask);
					socket.on("data", (chunk: Buffer) => {
						if (isHead) {
							isHead = false;
							// A head comes in one piece.
							const head = chunk.subarray(0, 4_096).toString("latin1");
							const body = head.indexOf("\r\n\r\n") + 4;
							isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
							const length = isChunked ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
							if (!head.startsWith(`HTTP/1.1 ${status} `) || Number.isNaN(length))
								return reject(new Error(`Unexpected answer: ${head.slice(0, 300)}`));
							missing = body + length;
						}
						missing -= chunk.length;
						if (isChunked ? !chunk.subarray(-5).equals(lastChunk) : missing > 0) return;
						each.push(performance.now() - askedAt);
						ask();
					});
					socket.on("error", reject);
					socket.on("close", () => resolve());
				}),
		),
	);
	return summarise({ each, seconds: (performance.now() - begun) / 1_000 });
}
