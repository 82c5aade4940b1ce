import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type * as Bundle from "./bundle.ts";
import { readConfig } from "../platform/config.ts";
import type { RunningServer } from "./start.ts";

/**
 * Starts the built server, and stops it on SIGTERM, SIGINT or SIGHUP without failing a request; when told again, it ends at once.
 *
 * Exits with 1 when it cannot start, and says why.
 */
/** Signals that follow within it are the same wish: a terminal and systemd send one to every process, and `npm start` hands its own on besides. */
const repeatMs = 1_000;
/** Of the thread that makes answers: a page's garbage is small, and the jobs of a hundred thousand positions fit. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1_024 };
/** How long whoever reads the log may take for its last lines. */
const lastLinesMs = 1_000;

try {
	const config = readConfig();
	const bundleFile = join(config.buildDirectory, "server", "index.js");
	if (!existsSync(bundleFile)) throw new Error("There is no build yet. Run: npm run build");
	const bundleUrl = pathToFileURL(bundleFile).href;
	const { serveBuild } = (await import(bundleUrl)) as typeof Bundle;
	const createWorker = () =>
		new Worker(new URL("page-worker.ts", import.meta.url), { workerData: { bundleUrl }, resourceLimits });
	stopOnSignal(await serveBuild(config, createWorker));
} catch (error) {
	// By name: the build has a class of its own.
	if (
		error instanceof Error &&
		["ConfigError", "InstallationMismatchError", "FilesUnavailableError"].includes(error.name)
	)
		console.error(error.message);
	else console.error("The server could not start:", error);
	end(1);
}

function stopOnSignal(server: RunningServer): void {
	let stoppingSince: number | undefined;
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
		process.on(signal, () => {
			if (stoppingSince !== undefined) {
				if (performance.now() - stoppingSince > repeatMs) process.exit(1);
				return;
			}
			stoppingSince = performance.now();
			server.stop().then(
				() => end(0),
				(error: unknown) => {
					console.error("The server did not stop cleanly:", error);
					end(1);
				},
			);
		});
	}
}

/** Ends the process when the log's last lines are out, or a second later when nobody takes them. */
function end(code: number): void {
	setTimeout(() => process.exit(code), lastLinesMs);
	process.stdout.write("", () => process.exit(code));
}
