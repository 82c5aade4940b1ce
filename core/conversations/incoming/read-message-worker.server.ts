import { parentPort } from "node:worker_threads";
import { readMessage } from "./read-message.server.ts";

/** The thread that reads messages, one for each message to it (read-message-aside.server.ts). */
parentPort?.on("message", (raw: Uint8Array) => {
	void readMessage(raw).then((read) => {
		const transferred = read.files.map(({ bytes }) => bytes.buffer as ArrayBuffer);
		parentPort?.postMessage(read, transferred);
	});
});
