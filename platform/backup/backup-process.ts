import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import type { BackupJob, BackupResponse, RunBackupJob } from "./backup-job.ts";

/** Of the operating system: everything else comes first. With the lowest, 19, a backup gets hardly any processor time on a busy machine. */
const priority = 10;
const maxHeapMb = 128;
/** A backup that takes longer will not end. */
const limitMs = 12 * 60 * 60 * 1_000;

/**
 * Creates what does each job in a process of its own, which yields to everything else.
 *
 * @param program that the process runs: server/backup-program.ts
 */
export function createBackupProcess(program: URL): RunBackupJob {
	return async (job, signal) => {
		const child = fork(program, [], {
			serialization: "advanced",
			execArgv: [`--max-old-space-size=${maxHeapMb}`],
			stdio: ["ignore", "ignore", "ignore", "ipc"],
			timeout: limitMs,
			killSignal: "SIGKILL",
		});
		const kill = () => child.kill("SIGKILL");
		signal.addEventListener("abort", kill);
		try {
			if (signal.aborted) kill();
			// Not every system allows it.
			if (child.pid !== undefined) tryTo(() => setPriority(child.pid as number, priority));
			let response: BackupResponse | undefined;
			child.once("message", (message) => (response = message as BackupResponse));
			// Its message may arrive after its end.
			const ended = Promise.all([once(child, "exit"), once(child, "disconnect")]);
			child.send(job satisfies BackupJob, () => undefined);
			const [[code, killedBy]] = (await ended) as [[number | null, string | null], unknown];
			return response ?? { failed: `the process ended without a result (${killedBy ?? `exit code ${code}`})` };
		} catch (error) {
			return { failed: `the process could not start: ${(error as Error).message}` };
		} finally {
			signal.removeEventListener("abort", kill);
		}
	};
}

function tryTo(work: () => void): void {
	try {
		work();
	} catch {
		return;
	}
}
