import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { recogniseFile } from "./recognise-file.server.ts";

// A file that takes too much ends the thread.
parentPort?.on("message", ({ path }: { path: string }) => {
	void readFile(path)
		.then(recogniseFile)
		.then((found) => parentPort?.postMessage(found, []));
});
