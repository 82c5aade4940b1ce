import { parentPort, workerData } from "node:worker_threads";
import { readConfig } from "../platform/config.ts";
import type * as Bundle from "./bundle.ts";

/** The thread that makes answers: main.ts runs it beside the thread that sends them. */
const { bundleUrl } = workerData as { bundleUrl: string };
const { makeAnswers } = (await import(bundleUrl)) as typeof Bundle;
if (!parentPort) throw new Error("This program is a thread of the server");
await makeAnswers(readConfig(), parentPort);
