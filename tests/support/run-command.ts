import { Writable } from "node:stream";
import { executeCommand, type Command } from "../../platform/command-line.ts";
import type { ProgramResult } from "./run-program.ts";

/**
 * Runs a command of the product within the test's process, which saves a second of loading each time, and gives how it ended and what
 * it wrote.
 *
 * @param env all that it finds in its environment
 */
export async function runCommandHere(
	command: Command,
	args: readonly string[],
	{ env }: { env: NodeJS.ProcessEnv },
): Promise<ProgramResult> {
	const written = { stdout: "", stderr: "" };
	const collect = (name: keyof typeof written) =>
		new Writable({
			write(chunk, _encoding, done) {
				written[name] += String(chunk);
				done();
			},
		});
	const code = await executeCommand(command, [...args], { env, stdout: collect("stdout"), stderr: collect("stderr") });
	return { code, ...written };
}
