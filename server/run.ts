import { readConfig } from "../platform/config.ts";
import { FilesUnavailableError } from "../platform/files/s3-requests.ts";
import { PlainError } from "../platform/plain-error.ts";
import { serveBuild } from "./serve-build.ts";
import type { RunningServer } from "./start.ts";

/**
 * Starts the built server, and stops it on SIGTERM, SIGINT or SIGHUP without failing a request; a second signal ends it at once.
 * Exits with 1 when it cannot start, and says why.
 */

/** A signal within this time is a repetition: a terminal and systemd signal every process, and `npm start` forwards its own. */
const repeatMs = 1_000;
/** How long the last lines of the log may take. */
const lastLinesMs = 1_000;

try {
	await serveBuild(readConfig(), stopOnSignal);
} catch (error) {
	if (error instanceof PlainError || error instanceof FilesUnavailableError) console.error(error.message);
	else console.error("The server could not start:", error);
	end(1);
}

function stopOnSignal(server: RunningServer): void {
	let isStopping = false;
	let nextEnds = false;
	for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
		process.on(signal, () => {
			if (nextEnds) process.exit(1);
			if (isStopping) return;
			isStopping = true;
			// Repetitions that arrived while the thread was busy are handled after the timer and before setImmediate.
			setTimeout(() => setImmediate(() => (nextEnds = true)), repeatMs).unref();
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

/** Ends the process once the log is flushed, or after a second. */
function end(code: number): void {
	setTimeout(() => process.exit(code), lastLinesMs);
	process.stdout.write("", () => process.exit(code));
}
