import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

const lookUp = `
const { parentPort, workerData: { file, texts } } = require("node:worker_threads");
const loaded = require(file);
const list = new Set(Object.values(loaded.default ?? loaded));
parentPort.postMessage(texts.some((text) => list.has(text)));
`;

/**
 * Tells whether one of some texts in lower case is among the 49,000 most common passwords. The list needs 20 MB and a tenth of a second
 * while it is unpacked, so a thread does it and takes the memory with it when it ends: passwords are set once in a while.
 *
 * Source: @zxcvbn-ts/language-common.
 */
export async function findsCommonPassword(texts: readonly string[]): Promise<boolean> {
	const file = createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/dist/passwords.json.cjs");
	const worker = new Worker(lookUp, { eval: true, workerData: { file, texts } });
	try {
		return await new Promise<boolean>((resolve, reject) => {
			worker.once("message", resolve);
			worker.once("error", reject);
		});
	} finally {
		await worker.terminate();
	}
}
