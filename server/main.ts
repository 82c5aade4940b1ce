import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Bundle from "./bundle.ts";
import { ConfigError, readConfig } from "./config.ts";
import type { RunningServer } from "./start.ts";

/**
 * Starts the built server, and stops it on SIGTERM or SIGINT without failing a request; a second signal ends it at once.
 *
 * Exits with 1 when it cannot start, and says why.
 */
const buildDirectory = fileURLToPath(new URL("../build", import.meta.url));
/** How long whoever reads the log may take for its last lines. */
const lastLinesMs = 1_000;
const bundleFile = fileURLToPath(new URL("../build/server/index.js", import.meta.url));

try {
	const config = readConfig();
	if (!existsSync(bundleFile)) throw new Error("There is no build yet. Run: npm run build");
	const { serveBuild } = (await import(pathToFileURL(bundleFile).href)) as typeof Bundle;
	stopOnSignal(await serveBuild(config, buildDirectory));
} catch (error) {
	if (error instanceof ConfigError) console.error(error.message);
	else console.error("The server could not start:", error);
	end(1);
}

function stopOnSignal(server: RunningServer): void {
	let stopping = false;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (stopping) process.exit(1);
			stopping = true;
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
